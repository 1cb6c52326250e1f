"""Constraint strings of Interactive Sudoku Solver, and links to it."""
