"""Suggest the calls of pandoku that replace names from other libraries."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # not imported from `typing`, which is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ParamSpec, TypeVar

    _P = ParamSpec("_P")
    _T = TypeVar("_T")
    _C = TypeVar("_C", bound=type)

__all__ = [
    "NamesCalls",
    "no_attribute",
    "not_a_call",
    "of_option",
    "of_outcome",
    "of_package",
    "of_puzzle",
    "suggests",
    "suggests_options",
    "suggests_value",
    "unexpected",
]

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
    **dict.fromkeys(("from_link", "from_url"), "pandoku.loads(link)"),
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
    **dict.fromkeys(
        ("solve_board", "solve_grid", "solve_puzzle", "solve_sudoku", "solver"),
        "pandoku.solve(puzzle)",
    ),
    "sudokugenerator": "pandoku.generate()",
    "step": "pandoku.hint(puzzle)",
    "sudokusolver": "pandoku.solve(puzzle)",
    **dict.fromkeys(("difficulties", "levels"), "pandoku.rating.LEVELS"),
    "version": "pandoku.__version__",
}
# Names that users try on the class Puzzle.
_FOR_CLASS = {
    **dict.fromkeys(("calcudoku", "mathdoku"), "pandoku.Puzzle.kenken(4, cages)"),
    **dict.fromkeys(("empty", "blank"), "pandoku.Puzzle.sudoku(9)"),
    **dict.fromkeys(("from_array", "from_grid", "from_list", "from_numpy"), "pandoku.Puzzle(rows)"),
    **dict.fromkeys(("from_str", "from_string", "loads", "parse"), "pandoku.loads(text)"),
    **dict.fromkeys(("from_file", "from_path", "load", "open", "read"), "pandoku.load(path)"),
    **dict.fromkeys(("generate", "make", "random"), "pandoku.generate()"),
    **dict.fromkeys(
        ("arrow", "kropki", "thermo", "thermometer", "variant", "whisper"),
        "pandoku.Puzzle.sudoku(grid).with_(line)",
    ),
    "windoku": "pandoku.Puzzle.sudoku(grid, windows=True)",
    "x": "pandoku.Puzzle.sudoku(grid, diagonals=True)",
}
_FOR_PUZZLE = {
    **dict.fromkeys(
        ("add", "add_constraint", "add_rule", "with_constraint", "with_rule"), "puzzle.with_(line)"
    ),
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
# Names that users try on values of a class, by the name of the class.
_FOR_VALUE = {
    "Board": {
        **dict.fromkeys(("cells", "grid", "rows", "values"), "board.as_puzzle().grid"),
        **dict.fromkeys(("fill", "move", "put", "set"), "board.place(cell, digit)"),
        **dict.fromkeys(("is_solved", "solved"), "board.is_full"),
    },
    "Check": {
        **dict.fromkeys(("is_unique", "is_valid", "ok", "unique", "valid"), "check.is_proper"),
        **dict.fromkeys(("errors", "messages"), "check.problems"),
    },
    "Drawing": {
        **dict.fromkeys(("to_file", "to_png", "to_svg", "write"), "drawing.save(path)"),
        **dict.fromkeys(("plot", "show"), "print(drawing), or drawing.save(path) for a picture"),
    },
    "Generated": {
        **dict.fromkeys(("save", "to_csv", "to_file", "write"), "pandoku.dump(puzzles, path)"),
        "to_list": "list(puzzles)",
        "to_pandas": "puzzles.to_frame()",
    },
    "Hint": {
        **dict.fromkeys(("display", "draw", "show"), "pandoku.draw(hint)"),
        **dict.fromkeys(("message", "print"), "hint.text"),
        **dict.fromkeys(("cell", "digit", "placements", "value"), "hint.cells, or hint.step"),
        "to_json": "json.dumps(hint.to_dict())",
    },
    "Path": {
        **dict.fromkeys(("display", "print", "show", "text"), "print(path)"),
        **dict.fromkeys(("difficulty", "rate"), "path.rating()"),
        **dict.fromkeys(("hardest_step", "hardest_technique"), "path.hardest"),
        **dict.fromkeys(("solved", "is_full"), "path.is_solved"),
        "grid": "path.solution",
        "to_json": "json.dumps(path.to_dict())",
        "write": "path.save(file)",
    },
    "PuzzleRating": {
        "difficulty": "rating.level",
        **dict.fromkeys(("er", "se", "value"), "rating.score"),
        **dict.fromkeys(("hardest_technique", "technique"), "rating.hardest"),
    },
    "Step": dict.fromkeys(
        ("description", "explanation", "message", "text"),
        "path[0].explanation.full",
    ),
    "PathStep": {
        **dict.fromkeys(
            ("description", "message", "text"), "step.explanation.full, or step.explanation.short"
        ),
        **dict.fromkeys(("display", "draw", "show"), "pandoku.draw(step)"),
        **dict.fromkeys(("placements", "eliminations"), "step.step"),
        **dict.fromkeys(("cell", "digit", "value"), "step.step.placements"),
        "name": "step.technique.title",
    },
}
# Options of other libraries, and what to write instead: a keyword, and an example of it.
_FOR_OPTION = {
    **dict.fromkeys(
        ("all", "all_solutions", "find_all", "max", "max_solutions", "maxsols", "n_solutions"),
        ("limit", "limit=1000 finds up to 1000 solutions"),
    ),
    **dict.fromkeys(
        ("max_seconds", "max_time", "seconds", "time", "time_limit", "timelimit", "timeout"),
        ("budget", "budget=3 stops after three seconds"),
    ),
    **dict.fromkeys(
        ("algorithm", "method", "solver", "backend"), ("engine", "engine='lanes' chooses an engine")
    ),
    **dict.fromkeys(("max_steps", "n_steps"), ("limit", "limit=10 stops after 10 steps")),
    **dict.fromkeys(
        ("jobs", "n_jobs", "n_threads", "processes", "workers"), ("threads", "threads=4 uses four")
    ),
    **dict.fromkeys(("n", "n_puzzles", "number"), ("count", "the count comes first")),
    **dict.fromkeys(("random_state", "rng"), ("seed", "seed=1 repeats a result")),
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


class NamesCalls(type):
    """The class of Puzzle: `Puzzle.from_string` raises an error that names the call to write."""

    if not TYPE_CHECKING:  # hidden from type checkers, so that they report unknown attributes

        def __getattr__(cls, name: str) -> Any:
            """Raise AttributeError. The message suggests a call, if there is one."""
            instead = _FOR_CLASS.get(name)
            reason = f"type object {cls.__name__!r} has no attribute {name!r}"
            raise AttributeError(f"{reason}; use {instead}" if instead else reason, name=name)


def suggests(cls: _C) -> _C:
    """Let missing attributes of a class raise errors that suggest what to write instead.

    A decorator, because type checkers do not look into it: they still report unknown attributes.
    """
    names = _FOR_VALUE[cls.__name__]

    def __getattr__(self: object, name: str) -> Any:  # noqa: N807  # becomes the method
        """Raise AttributeError. The message suggests what to write, if that is known."""
        raise no_attribute(self, name, names.get(name))

    cls.__getattr__ = __getattr__  # type: ignore[attr-defined]
    return cls


def of_option(name: str, names: Sequence[str]) -> str | None:
    """Return the option to use in place of a missing one, with an example, or None."""
    option, example = _FOR_OPTION.get(name, ("", ""))
    return f"use {option}: {example}" if option in names else None


def unexpected(call: str, name: str, names: Sequence[str]) -> TypeError:
    """Return the error for an unknown keyword of a function, with a suggestion."""
    from difflib import get_close_matches  # imported here, because `import pandoku` loads this file

    option, example = _FOR_OPTION.get(name, ("", ""))
    if option == "budget" and call.startswith("rate"):  # of looks, not of time
        example = "it counts looks"
    if option in names:
        way_out = f"use {option}: {example}"
    elif near := get_close_matches(name, names, n=1):
        way_out = f"did you mean {near[0]!r}?"
    else:
        way_out = f"it takes {', '.join(names)}"
    return TypeError(f"{call}() got an unexpected keyword argument {name!r}; {way_out}")


def _is_about_arguments(error: TypeError) -> bool:
    """Return whether a caught error is about the arguments of the call, and not the call's own.

    Python rejects arguments before the call has a frame.
    """
    return error.__traceback__ is not None and error.__traceback__.tb_next is None


def suggests_options(call: Callable[_P, _T]) -> Callable[_P, _T]:
    """Let calls with wrong arguments raise errors that suggest the right options."""
    from functools import wraps

    @wraps(call)
    def checked(*args: _P.args, **names: _P.kwargs) -> _T:
        try:
            return call(*args, **names)
        except TypeError as error:
            if not _is_about_arguments(error):
                raise
            better = _misnamed(call, args, names)
            raise (better or error) from None

    return checked


def suggests_value(name: str, instead: str) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Let calls without a required argument raise an error that ends with *instead*."""
    from functools import wraps

    def decorate(call: Callable[_P, _T]) -> Callable[_P, _T]:
        @wraps(call)
        def checked(*args: _P.args, **names: _P.kwargs) -> _T:
            try:
                return call(*args, **names)
            except TypeError as error:
                if _is_about_arguments(error) and f"'{name}'" in str(error):
                    raise TypeError(f"{error}; {instead}") from None
                raise

        return checked

    return decorate


def _misnamed(
    call: Callable[..., object], args: tuple[object, ...], names: dict[str, object]
) -> TypeError | None:
    """Return the error for an unknown option, or for options without a name. Else return None."""
    from inspect import signature

    takes = signature(call).parameters
    for name in names:
        if name not in takes:
            return unexpected(call.__name__, name, list(takes))
    by_place = [each for each in takes.values() if each.kind is not each.KEYWORD_ONLY]
    if len(args) <= len(by_place):
        return None
    options = ", ".join(f"{name}=" for name in list(takes)[len(by_place) :])
    return TypeError(
        f"{call.__name__}() takes {len(by_place)} value{'s' * (len(by_place) != 1)}, "
        f"found {len(args)}; write the names of options: {options}"
    )


def not_a_call(module: str, instead: str) -> None:
    """Make a call of a module, such as `pandoku.engines()`, raise an error with the right call."""

    class Room(type(sys)):  # type: ignore[misc]  # the class of modules
        def __call__(self, *_: Any, **__: Any) -> Any:
            raise TypeError(f"{module} is a module and cannot be called; {instead}")

    sys.modules[module].__class__ = Room
