"""Editor support, graph-mode linter and graph debugger for MindSpore."""

__version__ = "0.1.0"
