"""MS4xx: calls and operations that the graph compiler refuses."""
