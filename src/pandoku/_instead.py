"""Suggest the calls of pandoku that replace names from other libraries."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # not imported from `typing`, which is slow
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["no_attribute", "not_a_call", "of_outcome", "of_package", "of_puzzle", "unexpected"]

# Names that users try on both the package and a puzzle.
_SHARED = {
    "all_solutions": "pandoku.solve(puzzle, limit=1000).solutions",
    "difficulty": "pandoku.rate(puzzle)",
    "display": "pandoku.draw(puzzle)",
    "is_proper": "pandoku.check(puzzle).is_proper",
    "is_solvable": "pandoku.check(puzzle)",
    "is_unique": "pandoku.check(puzzle).is_proper",
    "is_valid": "pandoku.check(puzzle)",
    "plot": "pandoku.draw(puzzle)",
    "save": "pandoku.dump(puzzle, path)",
    "show": "pandoku.draw(puzzle)",
    "solutions": "pandoku.solve(puzzle, limit=1000).solutions",
    "solved": "pandoku.solve(puzzle)",
    "to_csv": "pandoku.dump(puzzles, 'puzzles.csv')",
    "to_file": "pandoku.dump(puzzle, path)",
    "to_string": "pandoku.dumps(puzzle)",
    "validate": "pandoku.check(puzzle)",
    "verify": "pandoku.check(puzzle)",
    "write": "pandoku.dump(puzzle, path)",
}
_FOR_PACKAGE = {
    **_SHARED,
    "calcudoku": "pandoku.Puzzle.kenken",
    "convert": "pandoku.dumps(puzzle, format)",
    "create": "pandoku.generate()",
    "create_puzzle": "pandoku.generate()",
    "display_board": "pandoku.draw(puzzle)",
    "from_array": "pandoku.Puzzle(array)",
    "from_file": "pandoku.load(path)",
    "from_list": "pandoku.Puzzle(rows)",
    "from_string": "pandoku.loads(text)",
    "generator": "pandoku.generate()",
    "generators": "pandoku.generate()",
    "grid": "pandoku.Puzzle(rows)",
    "hint_many": "pandoku.hint(puzzle) for each puzzle",
    "killersudoku": "pandoku.Puzzle.killer",
    "load_many": "pandoku.read(path)",
    "make": "pandoku.generate()",
    "make_puzzle": "pandoku.generate()",
    "mathdoku": "pandoku.Puzzle.kenken",
    "open": "pandoku.load(path)",
    "parse": "pandoku.loads(text)",
    "parse_grid": "pandoku.loads(text)",
    "print_board": "pandoku.draw(puzzle)",
    "print_grid": "pandoku.draw(puzzle)",
    "random": "pandoku.generate()",
    "random_puzzle": "pandoku.generate()",
    "random_sudoku": "pandoku.generate()",
    "rank": "pandoku.rate(puzzle)",
    "read_file": "pandoku.load(path)",
    "save_many": "pandoku.dump(puzzles, path)",
    "solver": "pandoku.solve(puzzle)",
    "sudokugenerator": "pandoku.generate()",
    "step": "pandoku.hint(puzzle)",
    "sudokusolver": "pandoku.solve(puzzle)",
}
_FOR_PUZZLE = {
    **_SHARED,
    "board": "puzzle.grid",
    "canonical": "pandoku.symmetry.canonical(puzzle)",
    "cells": "puzzle.grid",
    "copy": "puzzle.replace(...); a puzzle never changes",
    "draw": "pandoku.draw(puzzle)",
    "export": "pandoku.dump(puzzle, path)",
    "generate": "pandoku.generate()",
    "has_multiple_solutions": "pandoku.check(puzzle).is_proper",
    "height": "puzzle.order",
    "is_solved": "puzzle.accepts(digits)",
    "level": "pandoku.rate(puzzle).level",
    "matrix": "numpy.asarray(puzzle)",
    "place": "pandoku.Board.start(puzzle).place(cell, digit)",
    "play": "pandoku.play.Game.start(puzzle)",
    "print": "print(puzzle)",
    "rating": "pandoku.rate(puzzle)",
    "rows": "puzzle.grid",
    "set": "pandoku.Board.start(puzzle).place(cell, digit)",
    "size": "puzzle.order",
    "shape": "numpy.asarray(puzzle).shape",
    "steps": "pandoku.explain(puzzle)",
    "string": "pandoku.dumps(puzzle)",
    "to_json": "pandoku.dumps(puzzle)",
    "to_list": "puzzle.grid",
    "to_numpy": "numpy.asarray(puzzle)",
    "values": "puzzle.grid",
    "width": "puzzle.order",
}
_FOR_OUTCOME = {
    **dict.fromkeys(("display", "draw", "plot", "print", "show"), "pandoku.draw(outcome)"),
    **dict.fromkeys(("matrix", "rows", "to_list", "values"), "outcome.grid"),
    **dict.fromkeys(
        ("is_proper", "is_solved", "is_valid", "solved", "unique"), "outcome.is_unique"
    ),
}
# Functions of the package that can be called with a puzzle as the only argument.
_CALLS = (
    "check",
    "count",
    "dumps",
    "explain",
    "hint",
    "is_minimal",
    "minimize",
    "png",
    "rate",
    "solve",
    "svg",
    "true_candidates",
)


def of_package(name: str) -> str | None:
    """Return the call that replaces `pandoku.NAME`, or None if the name is unknown."""
    return _FOR_PACKAGE.get(name.lower())


def of_puzzle(name: str) -> str | None:
    """Return the call that replaces an attribute of a puzzle, or None if its name is unknown."""
    return f"pandoku.{name}(puzzle)" if name in _CALLS else _FOR_PUZZLE.get(name)


def of_outcome(name: str) -> str | None:
    """Return the call that replaces an attribute of an outcome, or None if its name is unknown."""
    return _FOR_OUTCOME.get(name)


def no_attribute(value: object, name: str, instead: str | None) -> AttributeError:
    """Return the error for a missing attribute of a value. Suggest *instead*, if it is not None."""
    reason = f"{type(value).__name__!r} object has no attribute {name!r}"
    if instead is None:
        return AttributeError(reason, name=name, obj=value)
    # The error does not get the object, because Python would then add another guess to the message.
    return AttributeError(f"{reason}; use {instead}", name=name, obj=None)


def unexpected(call: str, name: str, names: Sequence[str]) -> TypeError:
    """Return the error for an unknown keyword of a function, with a suggestion."""
    from difflib import get_close_matches  # imported here, because `import pandoku` loads this file

    near = get_close_matches(name, names, n=1)
    way_out = f"did you mean {near[0]!r}?" if near else f"it takes {', '.join(names)}"
    return TypeError(f"{call}() got an unexpected keyword argument {name!r}; {way_out}")


def not_a_call(module: str, instead: str) -> None:
    """Make a call of a module, such as `pandoku.engines()`, raise an error with the right call."""

    class Room(type(sys)):  # type: ignore[misc]  # the class of modules
        def __call__(self, *_: Any, **__: Any) -> Any:
            raise TypeError(f"{module} is a module and cannot be called; {instead}")

    sys.modules[module].__class__ = Room
