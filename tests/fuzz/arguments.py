"""Arguments for every parameter of the public calls, by its name."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import date
from functools import cache
from inspect import Parameter
from itertools import islice
from pathlib import Path as FilePath
from random import Random
from typing import Any

import numpy as np

import pandoku
from pandoku import Batch, Budget, Cage, Marks, Puzzle, engines, formats, symmetry
from pandoku.draw import THEMES
from pandoku.logic import READERS, scale_names
from pandoku.model import OPERATIONS
from pandoku.play import CHECKS, LAYERS, Drill, Game, Move, drill
from pandoku.press import PAPERS, Layout
from pandoku.rating import DEFAULT_ORDER, LEVELS
from pandoku.symmetry import GIVENS_SYMMETRIES, MOVES, Symmetry
from pandoku.techniques import TECHNIQUES
from tests.fuzz.constraints import any_constraint, some
from tests.fuzz.values import any_board, any_geometry, any_puzzle, any_text, odd

__all__ = ["OF_OTHERS", "SUBJECTS", "argument", "has_values", "options"]

Maker = Callable[[Random], Any]

# What a function takes as exactly this type, which is what mypy checks.
_EXACT = {
    "Batch", "Board", "Drawable", "Game", "Geometry", "Hint", "Move", "OnEvent | None", "Puzzle",
    "Puzzle | None", "Sequence[Batch]", "Sequence[Puzzle]", "Iterable[Puzzle]", "Step", "Symmetry",
    "Callable[[Item], None] | None", "Marks | None", "tuple[int, ...]", "Sequence[int]",
    "Sequence[Any] | None", "Puzzle | Geometry | int", "Sequence[CellLike]",
    "Symmetry | str | None",
    "tuple[Cage, ...]", "Sequence[Board]", "str | PathLike[str]", "bool", "bool | None",
}  # fmt: skip
# What decides how long a call takes: nothing huge, and None only where the call has other bounds.
_BOUNDS = {"limit", "budget", "nodes", "seconds", "count", "threads", "scale_of_png", "level"}


def _grid(rng: Random) -> Any:
    puzzle = any_puzzle(rng)
    n, givens = puzzle.order, puzzle.givens or (0,) * puzzle.order**2
    rows = [list(givens[at : at + n]) for at in range(0, n * n, n)]
    return rng.choice((rows, givens, np.array(rows), tuple(map(tuple, rows)), np.array(rows, "u1")))


def _like(rng: Random) -> Any:
    make = rng.choice((any_puzzle, any_puzzle, any_board, any_text, _grid))
    return make(rng)


def _several(rng: Random) -> list[Any]:
    """Puzzles in any form, often of one geometry."""
    puzzle = any_puzzle(rng)
    n_cells = puzzle.order**2
    more = [puzzle.replace(givens=rng.sample(puzzle.givens or (0,) * n_cells, n_cells))]
    return [puzzle, *more, *([_like(rng)] if rng.random() < 0.2 else [])]


def _same_shape(rng: Random) -> list[Puzzle]:
    return [item for item in _several(rng)[:2] if isinstance(item, Puzzle)]


def _puzzles(rng: Random) -> Any:
    match rng.randrange(5):
        case 0:
            n = rng.choice((4, 5, 6, 9))
            row = [rng.choice((0,) * 5 + (rng.randint(1, n),)) for _ in range(n * n)]
            return np.array([row], rng.choice(("u1", "i1", "u4", "i8", "u8", "f8", "O")))
        case 1:
            return Batch.of(_same_shape(rng))
        case 2:
            return iter(_several(rng))
        case _:
            return _several(rng)


def _cell(rng: Random) -> Any:
    return rng.choice(
        (0, 3, 15, 99, -1, (0, 0), (1, 3), (9, 9), "r1c1", "R2C2", "r0c0", "a1", "A4")
    )


def _cells(rng: Random) -> Any:
    return rng.choice(
        ([_cell(rng) for _ in range(rng.randrange(4))], "r1c1 r1c2", "r12c3", range(4))
    )


def _cage_like(rng: Random) -> Any:
    clue = rng.choice((3, "3+", "+5", "2/", "1-", "12x", "5?", "7", "", None, "++"))
    cells = rng.choice((_cells(rng), [(0, 0), (0, 1)], "r1c1 r2c1", ["r1c1", "r1c2"]))
    return rng.choice(((clue, cells), ("+", 3, cells), Cage("+", 3, (0, 1))))


def _cages(rng: Random) -> Any:
    listed = [_cage_like(rng) for _ in range(rng.randrange(4))]
    return rng.choice((listed, {((0, 0), (0, 1)): 3}, {"r1c1 r1c2": "3+"}, [[1, 2], [1, 2]]))


def _constraint(rng: Random) -> Any:
    drawn = any_constraint(rng, any_geometry(rng), sound=rng.random() < 0.5)
    texts = ("thermometer", "thermometer r1c1 r2c1", "cage 3+ r1c1-r1c2\nanti-king", "difference 0")
    return rng.choice((drawn, drawn, drawn, Cage("+", 3, (0, 1)), rng.choice(texts)))


def _further(rng: Random) -> Any:
    drawn = some(rng, any_geometry(rng))
    return rng.choice((drawn, list(drawn), (), ["thermometer"], [Cage("+", 3, (0, 1))]))


def _masks(rng: Random) -> Any:
    n = rng.choice((2, 4, 9))
    return tuple(rng.getrandbits(n) for _ in range(n * n))


def _technique_names(rng: Random) -> Any:
    return rng.sample(sorted(TECHNIQUES), rng.randrange(1, 6))


def _path_name(rng: Random) -> Any:
    folder = _folder()
    file = folder / "in.txt"
    text = any_text(rng)
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return rng.choice((file, str(file), folder, folder / "no" / "where", "", "a" * 300))


@cache
def _folder() -> FilePath:
    return FilePath(tempfile.mkdtemp(prefix="pandoku-fuzz-"))


def _symmetry(rng: Random) -> Symmetry:
    return symmetry.random_symmetry(any_geometry(rng), rng.getrandbits(30))


def _drill(rng: Random) -> Drill:
    return drill(rng.choice(("naked-single", "x-wing", "cage-combinations", "hidden-pair")))


def _game(rng: Random) -> Game:
    game = Game.start(any_puzzle(rng))
    n = game.puzzle.order
    for _ in range(rng.randrange(8)):
        cell, digit = rng.randrange(n * n), rng.randint(1, n)
        if game.puzzle.givens[cell : cell + 1] != (0,):
            continue
        game = game.place(cell, digit) if rng.random() < 0.8 else game.fill().undo()
    return game


def _path(rng: Random) -> pandoku.Path:
    scale = rng.choice((DEFAULT_ORDER, "pandoku"))
    return pandoku.explain(any_board(rng), scale=scale, limit=rng.choice((1, 5, 200)))


def _outcome(rng: Random) -> pandoku.Outcome:
    return pandoku.solve(any_puzzle(rng), limit=rng.choice((1, 2, 30)), budget=Budget(nodes=1000))


def _hint(rng: Random) -> pandoku.Hint:
    return pandoku.hint(any_board(rng), rng.randint(0, 5))


def _drawable(rng: Random) -> Any:
    kinds = (any_puzzle, any_board, _outcome, _path, _hint, _grid, any_text, odd)
    return rng.choice(kinds)(rng)


# What methods are called on, by the name of the class.
SUBJECTS: dict[str, Maker] = {
    "Batch": lambda rng: Batch.of(_same_shape(rng)),
    "Board": any_board,
    "Cage": lambda rng: Cage(rng.choice(OPERATIONS), rng.randint(1, 9), (0, 1), True),
    "Check": lambda rng: pandoku.check(any_puzzle(rng), budget=Budget(nodes=1000)),
    "Drill": _drill,
    "Game": _game,
    "Generated": lambda rng: pandoku.generate_many(2, "sudoku", 4, seed=rng.getrandbits(20)),
    "Geometry": any_geometry,
    "Hint": _hint,
    "Layout": lambda rng: Layout(paper=rng.choice(sorted(PAPERS)), per_page=rng.randint(1, 30)),
    "Marks": lambda _: Marks(4, (3,) * 16),
    "Outcome": _outcome,
    "Path": _path,
    "Puzzle": any_puzzle,
    "Symmetry": _symmetry,
}


@cache
def _steps() -> tuple[Any, ...]:
    path = pandoku.explain(Puzzle(9, pandoku.loads("." * 81).givens), limit=1)
    rng = Random(1)
    found = [step for _ in range(20) for step in islice(_path(rng).steps, 3)]
    return (*path.steps, *found)


_NUMBER: Maker = lambda rng: rng.choice((0, 1, 2, 3, 4, 9, 15, 16, 99, -1))  # noqa: E731
_FLAG: Maker = lambda rng: rng.random() < 0.5  # noqa: E731
_DIGITS: Maker = lambda rng: any_board(rng).digits  # noqa: E731
_TEXT: Maker = lambda rng: rng.choice(("", "a title", "x" * 300, "<b>", "\x1b[0m", "\n", "\ud800"))  # noqa: E731
_MARKS: Maker = lambda rng: rng.choice((None, Marks(4, (3,) * 16), Marks(9, center=(5,) * 81)))  # noqa: E731
_SCALE: Maker = lambda rng: rng.choice((*scale_names(), None, "none"))  # noqa: E731
_PLACE: Maker = lambda rng: rng.choice(({0: (1, 2)}, {"r1c1": [1]}, {(1, 1): {3}}, {0: [0]}, None))  # noqa: E731
_NAMES: dict[str, Maker] = {
    "board": any_board, "puzzle": _like, "other": _like, "start": _like, "grid": _grid,
    "puzzles": _puzzles, "like": lambda rng: rng.choice((None, any_puzzle(rng))),
    "geometry": any_geometry, "digits": _DIGITS, "solution": _DIGITS, "entered": _DIGITS,
    "givens": _DIGITS, "masks": _masks, "candidates": _masks, "cell": _cell, "cells": _cells,
    "a": _NUMBER, "b": _NUMBER,
    "near": _cells, "highlights": _cells, "digit": _NUMBER, "number": _NUMBER, "numbers": _cells,
    "cage": _NUMBER, "cages": _cages, "index": _NUMBER, "value": _like, "order": _NUMBER,
    "box": lambda rng: rng.choice((None, (2, 2), (2, 3), (1, 4), (0, 0), (2, 2, 2), "2x2")),
    "further": _further, "constraints": _constraint,
    "regions": lambda rng: rng.choice((any_geometry(rng).regions, [[0, 1], [0, 1]], "aabb")),
    "diagonals": _FLAG, "has_diagonals": _FLAG, "windows": _FLAG, "repeats": _FLAG,
    "is_proper": _FLAG, "steps": _FLAG,
    "short": _FLAG, "values": _FLAG, "debug": _FLAG,
    "effort": lambda rng: rng.choice((None, True, False)),
    "rated": _FLAG, "all_steps": _FLAG, "style": _FLAG, "caption": _FLAG, "coordinates": _FLAG,
    "relabel": _FLAG, "drawn": _FLAG, "transpose": _FLAG, "clues": _FLAG, "tidy": _FLAG,
    "ascii_only": _FLAG, "color": _FLAG, "compact": _FLAG, "ledger": _FLAG,
    "extra": lambda rng: rng.choice(
        ((), ((0, 1, 2, 3),), [[0, 0]], [range(9)], {"a": 1}, {"ring": "r1c1 r1c2 r2c1 r2c2"},
         {"row 1": range(4)}, {"<b>": range(4)}, {"": range(4)}, {3: range(9)}, "windoku", "x",
         ["asterisk", {"ring": range(9)}, "r1c1 r2c2 r3c3 r4c4"], ["windoku", "windoku"], [None])
    ),
    "houses": lambda rng: rng.choice(
        ((), ((0, 1, 2, 3),), [[0, 0]], [range(9)], {"a": 1}, {"ring": "r1c1 r1c2 r2c1 r2c2"},
         {"row 1": range(4)}, {"<b>": range(4)}, {"": range(4)}, {3: range(9)}, "windoku", "x",
         ["asterisk", {"ring": range(9)}, "r1c1 r2c2 r3c3 r4c4"], ["windoku", "windoku"], [None])
    ),
    "extra_names": lambda rng: rng.choice(((), ("ring",), ["a", "a"], "ring", ("row 1",), [3], 5)),
    "operation": lambda rng: rng.choice((*OPERATIONS, "x", "+-")),
    "target": lambda rng: rng.choice((1, 5, 0, -1, None, 10**18, 10**25)),
    "budget": lambda rng: rng.choice((
        Budget(nodes=50), Budget(seconds=0.2), 0.2, 1, 1e-9, Budget(10**25, 0.2)
    )),
    "nodes": lambda rng: rng.choice((1, 5, 1000)), "threads": lambda rng: rng.choice((1, 2, None)),
    "cap": lambda rng: rng.choice((1, 2, 5, 0)),
    "counts": lambda rng: rng.choice(([(1, 2), (2, 1)] * 2, [[0] * 4] * 16, [], [(1,)])),
    "seconds": lambda rng: rng.choice((0.01, 0.2, 1)),
    "limit": lambda rng: rng.choice((1, 2, 3, 100)), "count": lambda rng: rng.choice((0, 1, 2)),
    "seed": lambda rng: rng.choice((0, 1, 2**63, 2**64 - 1, None)),
    "keys": lambda rng: rng.choice((None, np.arange(1), np.full(2, 7, "u8"), np.array([-1.0]))),
    "engine": lambda rng: rng.choice(("auto", *engines.ENGINES, "none")),
    "isa": lambda rng: rng.choice(("auto", "baseline", "avx2", "avx512", "none")),
    "first": lambda rng: rng.choice(("any", "lexicographic", "none")),
    "on_event": lambda _: lambda event: None, "on_progress": lambda _: lambda done, total: None,
    "on_count": lambda _: lambda n: None, "on_found": lambda _: lambda found: None,
    "on_error": lambda _: lambda item: None,
    "format": lambda rng: rng.choice((None, "json", *formats.FORMATS, "none")),
    "head": lambda rng: str(any_text(rng)).split("\n"),
    "text": any_text, "texts": lambda rng: [any_text(rng) for _ in range(rng.randrange(3))],
    "path": _path_name, "scale": _SCALE, "level": lambda rng: rng.choice((0, *range(6), 6, -1)),
    "judge": lambda _: None,  # others are made by pandoku itself
    "symbols": lambda rng: rng.choice(("", "0123", "012345678", "ABCD", "11", "0-8", None)),
    "reader": lambda rng: rng.choice((None, *READERS, "none")),
    "techniques": _technique_names, "technique": lambda rng: rng.choice(sorted(TECHNIQUES)),
    "name": lambda rng: rng.choice((*MOVES, *GIVENS_SYMMETRIES, *sorted(TECHNIQUES), "json")),
    "at_least": lambda rng: rng.choice((None, 1.0, 3)),
    "at_most": lambda rng: rng.choice((None, 9.0)),
    "marks": _MARKS, "corner": _PLACE, "center": _PLACE, "colors": _PLACE,
    "letters": _PLACE, "pen": _PLACE,
    "title": _TEXT, "started": _TEXT, "author": _TEXT, "source": _TEXT, "id": _TEXT,
    "words": _TEXT,
    "theme": lambda rng: rng.choice((*THEMES, "auto", "none")),
    "kind": lambda rng: rng.choice(("sudoku", "latin", "jigsaw", "killer", "kenken", "none")),
    "kinds": lambda rng: rng.choice(("thermometer", "cage", "unchecked", "none")),
    "what": _drawable, "step": lambda rng: rng.choice(_steps()), "hint": _hint,
    "move": lambda rng: rng.choice((Move("undo", number=1), Move("redo", number=99))),
    "layer": lambda rng: rng.choice((*LAYERS, "colors", "none")), "n": _NUMBER, "after": _symmetry,
    "placements": lambda rng: [(rng.randrange(81), rng.randint(1, 9))],
    "eliminations": lambda rng: [(rng.randrange(81), rng.randint(0, 10))],
    "game": _game, "symmetry": lambda rng: rng.choice((None, "rot90", "transpose", _symmetry(rng))),
    "rows": lambda rng: rng.choice((None, [1, 0, 2, 3], range(9), [0])),
    "columns": lambda rng: rng.choice((None, [1, 0, 3, 2], [3] * 4)),
    "mode": lambda rng: rng.choice((*CHECKS, "none")),
    "at_ms": lambda rng: rng.choice((None, 0, 5, -1)),
    "paper": lambda rng: rng.choice((*PAPERS, "170x240mm", "1x1in", "x", "")),
    "press": lambda rng: rng.choice(("kdp", "ingram", None, "none")),
    "per_page": _NUMBER, "solutions_per_page": _NUMBER, "hints": _NUMBER, "hint_level": _NUMBER,
    "first_number": _NUMBER,
    "solutions": lambda rng: rng.choice(("back", "foot", "none", "apart", "front")),
    "sort": lambda rng: rng.choice((None, "level", "none")),
    "chapters": lambda rng: rng.choice((None, "level", "kind", "none")),
    "improper": lambda rng: rng.choice(("refuse", "skip", "print", "none")),
    "heading": _TEXT, "qr": lambda rng: rng.choice(("", "{line}", "{number}", "{x}", "{")),
    "landscape": _FLAG, "rules": _FLAG, "contents": _FLAG, "page_numbers": _FLAG,
    "large_print": _FLAG, "sheet": _FLAG, "cards": _FLAG, "booklet": _FLAG, "bleed": _FLAG,
    "tabs": _FLAG, "date": lambda rng: rng.choice((None, "2026-11-24", "today", date(2026, 1, 1))),
    "font": lambda rng: rng.choice((None, "x.ttf")), "font_bold": lambda _: None,
    "batches": lambda rng: [Batch.of(_same_shape(rng))], "origins": lambda _: None,
}  # fmt: skip


# Parameters of a narrower type than others of their name.
_TYPED: dict[tuple[str, str], Maker] = {
    ("puzzle", "Puzzle"): any_puzzle,
    ("puzzles", "Sequence[Puzzle]"): _same_shape,
    ("a", "int"): lambda rng: rng.randrange(4),
    ("b", "int"): lambda rng: rng.randrange(4),
    ("cell", "int"): lambda rng: rng.randrange(4),
    ("masks", "bool"): _FLAG,
    ("constraints", "bool"): _FLAG,
    ("on_error", "Literal['raise', 'keep']"): lambda rng: rng.choice(("raise", "keep", "none")),
    ("cap", "int"): lambda rng: rng.choice((1, 2, 5)),
    ("cells", "Iterable[int]"): lambda rng: [rng.randrange(4) for _ in range(3)],
}


# The keywords that a call passes on, by the name of their parameter.
OF_OTHERS: dict[str, dict[str, Maker]] = {
    "about": {
        name: _NAMES[name] for name in ("solution", "id", "title", "author", "source", "words")
    },
    "changes": {name: _NAMES[name] for name in (
        "givens", "cages", "candidates", "further", "title"
    )},
    "wishes": {
        "box": _NAMES["box"], "regions": _NAMES["regions"], "pattern": _grid, "solution": _grid,
        "givens": lambda rng: rng.choice((5, 8, (4, 9), "4-8", "minimal", 99, -1, "x")),
        "blanks": lambda rng: rng.choice((5, (1, 9), "3+", 0)),
        "symmetry": lambda rng: rng.choice((*GIVENS_SYMMETRIES, "none")),
        "difficulty": lambda rng: rng.choice((*LEVELS, "none")),
        "rating": lambda rng: rng.choice((1.5, (1.0, 2.0), "1-3", "x", (9, 1), float("nan"))),
        "needs": lambda rng: rng.choice(("x-wing", ["naked-pair"], "none", [])),
        "at_most": lambda rng: rng.choice(("x-wing", "hidden-single", "none")),
        "smooth": _FLAG, "climb": _FLAG, "hide_operations": _FLAG, "clue_minimal": _FLAG,
        "like": lambda rng: rng.choice(("1.....2..3.....4", "1" * 16, 3)),
        "constraints": lambda rng: rng.choice(("arrow", ["thermometer 2"], "fog", [], "xv all")),
        "crossings": _FLAG, "minimal": _FLAG,
        "operations": lambda rng: rng.choice(("+-", "+-*/", "*", "", ["+"], "%")),
        "cage_sizes": lambda rng: rng.choice((2, (1, 3), "2-4", {2: 1.0, 3: 0.5}, {}, (0, 99))),
        "singles": lambda rng: rng.choice((0, 0.2, 1, 2, -1, float("nan"))),
        "largest_sum": lambda rng: rng.choice((3, 10, 0, 10**9, 10**25)),
        "seed": lambda rng: rng.getrandbits(32), "threads": lambda rng: rng.choice((1, 2)),
    },
}  # fmt: skip
OF_OTHERS["asked"] = OF_OTHERS["wishes"]


def has_values(parameter: Parameter) -> bool:
    """Return whether the targets know what to pass for a parameter."""
    if parameter.kind is Parameter.VAR_KEYWORD:
        return parameter.name in OF_OTHERS
    return parameter.name in _NAMES


def argument(rng: Random, parameter: Parameter) -> Any:
    """Return a value for a parameter: mostly a plausible one, sometimes anything."""
    name, kind = parameter.name, str(parameter.annotation)
    if (name, kind) in _TYPED:
        return _TYPED[name, kind](rng)
    if rng.random() < 0.12 and kind not in _EXACT and name not in _BOUNDS:
        return odd(rng)
    return _NAMES[name](rng)


def options(rng: Random, parameter: Parameter) -> dict[str, Any]:
    """Return a few of the keywords that a call passes on."""
    known = OF_OTHERS[parameter.name]
    names = rng.sample(sorted(known), rng.choice((0, 1, 1, 2, 3)))
    return {name: odd(rng) if rng.random() < 0.1 else known[name](rng) for name in names}
