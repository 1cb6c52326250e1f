"""Sukoku (Oregon State, CS 325, portfolio project, 2020): Sudoku played in the terminal.

    python3 sukoku.py

Moves are `row column value`; 0 clears a cell, S solves the board, Q quits. The rules of the game
are in `pandoku.play`, and the solver is the engine `backtracking`.
"""

from pandoku.classics.sukoku.moves import apply
from pandoku.classics.sukoku.program import Sudoku, play

__all__ = ["Sudoku", "apply", "play"]
