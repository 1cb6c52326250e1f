"""pandoku: solve, explain, draw and play number puzzles on a grid.

A puzzle has a geometry, givens, cages and other constraints. You read, solve or write it with one
call.

>>> import pandoku
>>> text = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
>>> puzzle = pandoku.loads(text)
>>> outcome = pandoku.solve(puzzle)
>>> outcome.is_unique
True
>>> print(pandoku.dumps(puzzle.replace(givens=outcome.solution), "line"), end="")
162857493534129678789643521475312986913586742628794135356478219241935867897261354

Importing this package loads only the standard library. Each name is loaded on first use.
"""

from __future__ import annotations

import importlib

from pandoku import _hooks, _instead

# `TYPE_CHECKING` is not imported from `typing`, because this import would double the time until
# Ctrl-C is handled.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__version__ = "0.1.0"

# Public names, by the module that defines them. `__init__.pyi` is generated from this list.
_HOMES = {
    name: f"pandoku.{home}"
    for home, names in {
        "draw": "png svg",
        "engines": "Budget Check Count check count solve solve_all true_candidates",
        "errors": (
            "BudgetError EngineError FormatError MissingExtraError PandokuError PuzzleError "
            "StoreError TechniqueError WishError"
        ),
        "formats": "dump dumps load load_board loads loads_board loads_many read reads",
        "generation": (
            "Completion Generated complete generate generate_each generate_many is_minimal minimize"
        ),
        "kernel.arrays": "count_many solve_many true_candidates_many",
        "logic": (
            "Hint Path PuzzleRating PuzzleRatings explain explain_many hint rate rate_all rate_many"
        ),
        "model": (
            "Batch Board Cage CagesLike CellLike Geometry GridLike HousesLike Marks Outcome "
            "Puzzle PuzzleLike PuzzlesLike find_conflicts"
        ),
    }.items()
    for name in names.split()
}
_KINDS = tuple(f"Puzzle.{kind}" for kind in ("sudoku", "latin", "kenken", "killer", "jigsaw"))
_ROOMS = (
    *("constraints", "draw", "engines", "formats", "generation", "logic", "model", "play"),
    *("press", "rating", "symmetry", "techniques"),
)

__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604  # every key is a string


def _use(home: str, name: str) -> Callable[..., Any]:
    """Return a function that, when called, imports a function of an upper layer and calls it."""

    def call(*args: Any, **names: Any) -> Any:
        return getattr(importlib.import_module(home), name)(*args, **names)

    return call


_hooks.read_puzzle = _use("pandoku.formats", "loads")
_hooks.read_board = _use("pandoku.formats", "loads_board")
_hooks.read_many = _use("pandoku.formats", "loads_many")
_hooks.read_parts = _use("pandoku.formats", "read_parts")
_hooks.read_additions = _use("pandoku.constraints", "read_additions")
_hooks.constraint_class = _use("pandoku.constraints", "constraint_class")
_hooks.is_proper = _use("pandoku.engines", "is_proper")
_hooks.picture_of = _use("pandoku.draw", "picture_of")
_hooks.text_of = _use("pandoku.draw", "text_of")
_hooks.rich_of = _use("pandoku.draw", "rich_of")
_hooks.save_drawing = _use("pandoku.draw.saving", "save_drawing")
_hooks.save_path = _use("pandoku.logic.saving", "save_path")
_hooks.path_as_json = _use("pandoku.logic.document", "path_as_json")
_hooks.steps_booklet = _use("pandoku.press.steps", "steps_booklet")


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return importlib.import_module(f"pandoku.{name}")
    if name in _HOMES:
        value: object = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'pandoku' has no attribute {name!r}{_way_out(name)}")


def _way_out(name: str) -> str:
    """Return a suggestion for the end of the message about an unknown name, or ""."""
    if name[0] == "_":
        return ""
    if instead := _instead.of_package(name):
        return f"; use {instead}"
    nearest = importlib.import_module("pandoku.registry").nearest
    near = nearest(name, [*_HOMES, *_ROOMS, *_KINDS])
    return f"; did you mean {near[0]!r}?" if near else ""


def __dir__() -> list[str]:
    """Return the public names of the package, without the modules imported by this file."""
    return sorted({*(name for name in globals() if name[:2] == "__"), *_HOMES, *_ROOMS})
