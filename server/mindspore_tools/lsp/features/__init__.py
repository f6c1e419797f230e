"""One feature a module; each has ``register(server)``."""
