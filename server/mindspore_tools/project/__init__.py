"""The project's interpreter, which is only ever run as a separate process."""
