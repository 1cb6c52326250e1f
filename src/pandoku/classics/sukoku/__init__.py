"""Sukoku (Oregon State, CS 325, portfolio project, 2020): Sudoku played in the terminal.

    python3 sukoku.py

A player types a move as `row column value`. The value 0 clears a cell, S solves the board, and Q
quits. The class `Sudoku` has every attribute and method that the README of the original game names.
"""

from pandoku.classics.sukoku.program import Sudoku, play

__all__ = ["Sudoku", "play"]
