"""Plain data that every layer shares: positions, texts in two languages, versions."""
