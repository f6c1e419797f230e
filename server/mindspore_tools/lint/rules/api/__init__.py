"""MS6xx: calls of the MindSpore API anywhere in a file, held against the index of the target version."""
