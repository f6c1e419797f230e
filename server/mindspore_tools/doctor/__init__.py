"""What is wrong with an environment, why, and the command that mends it.

`probe.py` gathers facts in the project's interpreter, `checks/` judges them, `report.py` writes the result down.
"""
