"""What a graph function means: source snapshots, names, compiled functions, abstract values."""
