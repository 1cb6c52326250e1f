"""Symmetries of puzzles and of patterns of givens: images, canonical forms, automorphisms.

A symmetry moves cells so that each house becomes a house. It also relabels digits, unless a cage
calculates with them. A 9x9 Sudoku has 2 x 6^8 x 9! symmetries. They permute the bands, the rows
within each band, the stacks, the columns within each stack, and the digits. They may also exchange
rows and columns.

>>> from pandoku import symmetry
>>> puzzle = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
>>> image = next(symmetry.isomorphs(puzzle, 1, seed=1))
>>> symmetry.canonical(image) == symmetry.canonical(puzzle)
True
"""

from pandoku._instead import not_a_call
from pandoku.symmetry.automorphic import Automorphisms, automorphisms, automorphisms_many
from pandoku.symmetry.canonical import (
    canonical,
    canonical_many,
    canonical_symmetry,
    is_isomorphic,
    isomorphism,
)
from pandoku.symmetry.givens import GIVENS_SYMMETRIES, cell_orbits, orbits, symmetries_of_givens
from pandoku.symmetry.images import isomorphs_many
from pandoku.symmetry.transforms import MOVES, grid_move, isomorphs, random_symmetry, transform
from pandoku.symmetry.value import Symmetry

not_a_call(__name__, "pandoku.symmetry.canonical(puzzle) is one of its functions")

__all__ = [
    "GIVENS_SYMMETRIES",
    "MOVES",
    "Automorphisms",
    "Symmetry",
    "automorphisms",
    "automorphisms_many",
    "canonical",
    "canonical_many",
    "canonical_symmetry",
    "cell_orbits",
    "grid_move",
    "is_isomorphic",
    "isomorphism",
    "isomorphs",
    "isomorphs_many",
    "orbits",
    "random_symmetry",
    "symmetries_of_givens",
    "transform",
]
