"""MS1xx: syntax that does not compile."""
