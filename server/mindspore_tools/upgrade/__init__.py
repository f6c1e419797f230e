"""What has to change in code that moves from one MindSpore version to another.

API changes come from the indexes of both versions (`changes`), what they cannot know from `api/data/replacements.json`;
stricter graph rules from running the linter for both versions.
"""
