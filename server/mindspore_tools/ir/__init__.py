"""MindSpore IR: a tolerant parser of the dumps, features on what it reads, and the way back to the source.

Plain data in and out: no protocol, no editor. See `parser.parse` and `model`.
"""
