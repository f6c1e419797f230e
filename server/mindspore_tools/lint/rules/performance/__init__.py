"""MS5xx: code that is right and slow."""
