"""Line by line debugging of compiled MindSpore graphs, inside the debugged process.

Standard library and the user's own MindSpore only; Python 3.7 and later. Nothing here runs
unless a debugger is attached, and nothing here may fail the user's program.
"""
