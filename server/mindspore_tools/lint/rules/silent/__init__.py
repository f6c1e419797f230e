"""MS3xx: code that compiles and silently does something else than in eager mode."""
