"""pandoku: solve, explain, draw and play number puzzles on a grid.

A puzzle consists of a geometry, givens and cages. Reading, solving and writing are one call each.

>>> import pandoku
>>> text = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
>>> puzzle = pandoku.loads(text)
>>> outcome = pandoku.solve(puzzle)
>>> outcome.is_unique
True
>>> print(pandoku.dumps(puzzle.replace(givens=outcome.solution), "line"), end="")
162857493534129678789643521475312986913586742628794135356478219241935867897261354

Importing this package loads only the standard library; each name below is loaded on first use.
"""

from __future__ import annotations

import importlib

from pandoku import _hooks, _instead

# Not from `typing`, which takes half of the time until the command line can see to Ctrl-C.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pandoku.draw.called import draw as draw
    from pandoku.draw.png import png as png
    from pandoku.draw.svg import svg as svg
    from pandoku.engines import Budget as Budget
    from pandoku.engines import Check as Check
    from pandoku.engines import Count as Count
    from pandoku.engines import check as check
    from pandoku.engines import count as count
    from pandoku.engines import solve as solve
    from pandoku.engines import solve_all as solve_all
    from pandoku.engines import true_candidates as true_candidates
    from pandoku.errors import BudgetError as BudgetError
    from pandoku.errors import EngineError as EngineError
    from pandoku.errors import FormatError as FormatError
    from pandoku.errors import MissingExtraError as MissingExtraError
    from pandoku.errors import PandokuError as PandokuError
    from pandoku.errors import PuzzleError as PuzzleError
    from pandoku.errors import StoreError as StoreError
    from pandoku.errors import TechniqueError as TechniqueError
    from pandoku.errors import WishError as WishError
    from pandoku.formats import dumps as dumps
    from pandoku.formats import load as load
    from pandoku.formats import load_board as load_board
    from pandoku.formats import loads as loads
    from pandoku.formats import loads_board as loads_board
    from pandoku.formats import loads_many as loads_many
    from pandoku.formats import read as read
    from pandoku.formats import reads as reads
    from pandoku.generation import Generated as Generated
    from pandoku.generation import generate as generate
    from pandoku.generation import generate_each as generate_each
    from pandoku.generation import generate_many as generate_many
    from pandoku.generation import is_minimal as is_minimal
    from pandoku.generation import minimize as minimize
    from pandoku.kernel.arrays import count_many as count_many
    from pandoku.kernel.arrays import solve_many as solve_many
    from pandoku.kernel.arrays import true_candidates_many as true_candidates_many
    from pandoku.logic import Hint as Hint
    from pandoku.logic import Path as Path
    from pandoku.logic import PuzzleRating as PuzzleRating
    from pandoku.logic import PuzzleRatings as PuzzleRatings
    from pandoku.logic import explain as explain
    from pandoku.logic import explain_many as explain_many
    from pandoku.logic import hint as hint
    from pandoku.logic import rate as rate
    from pandoku.logic import rate_all as rate_all
    from pandoku.logic import rate_many as rate_many
    from pandoku.model import Batch as Batch
    from pandoku.model import Board as Board
    from pandoku.model import Cage as Cage
    from pandoku.model import CagesLike as CagesLike
    from pandoku.model import CellLike as CellLike
    from pandoku.model import Geometry as Geometry
    from pandoku.model import GridLike as GridLike
    from pandoku.model import HousesLike as HousesLike
    from pandoku.model import Marks as Marks
    from pandoku.model import Outcome as Outcome
    from pandoku.model import Puzzle as Puzzle
    from pandoku.model import PuzzleLike as PuzzleLike
    from pandoku.model import PuzzlesLike as PuzzlesLike
    from pandoku.model import find_conflicts as find_conflicts

__version__ = "0.1.0"

_HOMES = {
    "Batch": "pandoku.model",
    "Board": "pandoku.model",
    "Budget": "pandoku.engines",
    "BudgetError": "pandoku.errors",
    "Cage": "pandoku.model",
    "CagesLike": "pandoku.model",
    "CellLike": "pandoku.model",
    "Check": "pandoku.engines",
    "Count": "pandoku.engines",
    "EngineError": "pandoku.errors",
    "FormatError": "pandoku.errors",
    "Generated": "pandoku.generation",
    "Geometry": "pandoku.model",
    "GridLike": "pandoku.model",
    "Hint": "pandoku.logic",
    "HousesLike": "pandoku.model",
    "Marks": "pandoku.model",
    "MissingExtraError": "pandoku.errors",
    "Outcome": "pandoku.model",
    "PandokuError": "pandoku.errors",
    "Path": "pandoku.logic",
    "Puzzle": "pandoku.model",
    "PuzzleError": "pandoku.errors",
    "PuzzleLike": "pandoku.model",
    "PuzzleRating": "pandoku.logic",
    "PuzzleRatings": "pandoku.logic",
    "PuzzlesLike": "pandoku.model",
    "StoreError": "pandoku.errors",
    "TechniqueError": "pandoku.errors",
    "WishError": "pandoku.errors",
    "check": "pandoku.engines",
    "count": "pandoku.engines",
    "count_many": "pandoku.kernel.arrays",
    "dumps": "pandoku.formats",
    "explain": "pandoku.logic",
    "explain_many": "pandoku.logic",
    "find_conflicts": "pandoku.model",
    "generate": "pandoku.generation",
    "generate_each": "pandoku.generation",
    "generate_many": "pandoku.generation",
    "hint": "pandoku.logic",
    "is_minimal": "pandoku.generation",
    "load": "pandoku.formats",
    "load_board": "pandoku.formats",
    "loads": "pandoku.formats",
    "loads_board": "pandoku.formats",
    "loads_many": "pandoku.formats",
    "minimize": "pandoku.generation",
    "png": "pandoku.draw",
    "rate": "pandoku.logic",
    "rate_all": "pandoku.logic",
    "rate_many": "pandoku.logic",
    "read": "pandoku.formats",
    "reads": "pandoku.formats",
    "solve": "pandoku.engines",
    "solve_all": "pandoku.engines",
    "solve_many": "pandoku.kernel.arrays",
    "svg": "pandoku.draw",
    "true_candidates": "pandoku.engines",
    "true_candidates_many": "pandoku.kernel.arrays",
}
_KINDS = tuple(f"Puzzle.{kind}" for kind in ("sudoku", "latin", "kenken", "killer", "jigsaw"))
_ROOMS = (
    "constraints",
    "draw",
    "engines",
    "formats",
    "generation",
    "logic",
    "model",
    "play",
    "press",
    "rating",
    "symmetry",
    "techniques",
)

__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604  # every key is a string


def _use(home: str, name: str) -> Callable[..., Any]:
    """Return a function that calls one of an upper floor, which is imported by the first call."""

    def call(*args: Any, **names: Any) -> Any:
        return getattr(importlib.import_module(home), name)(*args, **names)

    return call


_hooks.read_puzzle = _use("pandoku.formats", "loads")
_hooks.read_board = _use("pandoku.formats", "loads_board")
_hooks.read_many = _use("pandoku.formats", "loads_many")
_hooks.read_parts = _use("pandoku.formats", "read_parts")
_hooks.read_constraints = _use("pandoku.constraints", "read_constraints")
_hooks.constraint_class = _use("pandoku.constraints", "constraint_class")
_hooks.is_proper = _use("pandoku.engines", "is_proper")
_hooks.picture_of = _use("pandoku.draw", "picture_of")
_hooks.text_of = _use("pandoku.draw", "text_of")
_hooks.rich_of = _use("pandoku.draw", "rich_of")


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return importlib.import_module(f"pandoku.{name}")
    if name in _HOMES:
        value: object = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'pandoku' has no attribute {name!r}{_way_out(name)}")


def _way_out(name: str) -> str:
    """Return a suggestion for a name that the package does not have, for the message."""
    if name[0] == "_":
        return ""
    if instead := _instead.of_package(name):
        return f"; use {instead}"
    nearest = importlib.import_module("pandoku.registry").nearest
    near = nearest(name, [*_HOMES, *_ROOMS, *_KINDS])
    return f"; did you mean {near[0]!r}?" if near else ""


def __dir__() -> list[str]:
    """Return the names for users; what this file needs for itself is left out."""
    return sorted({*(name for name in globals() if name[:2] == "__"), *_HOMES, *_ROOMS})
