"""Symmetries of puzzles, and of the patterns that their givens make."""

from pandoku.symmetry.givens import GIVENS_SYMMETRIES, orbits, symmetries_of_givens

__all__ = ["GIVENS_SYMMETRIES", "orbits", "symmetries_of_givens"]
