"""Mathdoku (Dalhousie, CSCI 3901, 2020): n x n, cages with + - * / =, backtracking.

    python3 mathdoku.py figure1.letters     the solution on stdout, the choices on stderr

    from pandoku.classics.mathdoku import Mathdoku

The exit status is 1 if there is no solution and 2 if the input is not a puzzle. The class has every
variable and method that the paper names. The engine `backtracking` does the same search and counts
the same choices.
"""

from pandoku.classics.mathdoku.program import Mathdoku

__all__ = ["Mathdoku"]
