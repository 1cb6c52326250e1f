"""Write web/test/file_hints.json: hints that an exported file must give word for word.

./run python -m tests.web.make_file_hints

Each puzzle has positions of a game, and for each of them the hints of `pandoku.logic.hint` by
level; null where the file has not got them, because they take techniques or a search. Everything is
random, and the same at each run.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any, NamedTuple

import msgspec

import pandoku
from pandoku import Board, Cage, Geometry, Path, Puzzle
from pandoku.calls.documents import puzzle_document
from pandoku.calls.guide import guide_of, hint_sentences
from pandoku.constraints import RULES, Difference, Thermometer
from pandoku.logic import HINT_LEVELS, Hint, hint
from pandoku.model import Marks, Step, find_conflicts
from tests.data import EXAMPLES, WINDOWS

TARGET = File(__file__).parents[2] / "web" / "test" / "file_hints.json"
_RULES = (
    *("key", "line", "order", "givens", "candidates", "houses", "cages", "constraints"),
    *("solution", "problem"),
)
_N_RANDOM = 14  # positions of a puzzle
_WHY = 3  # the level at which a mistake is explained


class Position(NamedTuple):
    """What a player has: the cells and digits in order of entry, and center marks by cell."""

    entered: dict[int, int]
    center: dict[int, int]


def text() -> str:
    """Return the file: one puzzle a line."""
    rng = random.Random(1)
    cases = ",\n".join(json.dumps(_case(rng, each), separators=(",", ":")) for each in _puzzles())
    sentences = json.dumps(hint_sentences(), indent=1, ensure_ascii=False)
    return f'{{"sentences": {sentences},\n"cases": [\n{cases}\n]}}\n'


def _puzzles() -> Iterator[Puzzle]:
    for name in ("four.txt", "six.sdk", "jigsaw6.solo", "killer6.json", "calcudoku5.in"):
        yield pandoku.load(EXAMPLES / name)
    four = pandoku.load(EXAMPLES / "four.txt")
    # Every other cell has two candidates, one of them right.
    digits = pandoku.solve(four).solutions[0]
    masks = (1 << digit - 1 | 1 << digit % 4 if at % 2 else 15 for at, digit in enumerate(digits))
    yield four.replace(candidates=tuple(masks))
    yield Puzzle(Geometry(9, (3, 3), extra=WINDOWS), (0, 3, 0, 7) + (0,) * 77)
    yield Puzzle(
        Geometry.latin(4), (1,) + (0,) * 15, (Cage("+", 5, (1, 2)), Cage("*", 8, (4, 5, 8)))
    )
    yield RULES["thermometer"].example
    yield Puzzle(4).with_(Thermometer("r1c1 r2c2 r3c2"), Difference("r3c1 r3c2"))


def _case(rng: random.Random, puzzle: Puzzle) -> dict[str, Any]:
    document = msgspec.to_builtins(puzzle_document(puzzle))
    path = pandoku.explain(puzzle) if puzzle.order < 6 or puzzle.cages else None
    randomly = [_position(rng, puzzle, document["solution"]) for _ in range(_N_RANDOM)]
    positions = [_asked(puzzle, each) for each in randomly]
    positions += [_asked(puzzle, position, step) for position, step in _on_path(path)]
    return {
        "puzzle": {name: document[name] for name in _RULES},
        "guide": _guide(path) if path is not None else None,
        "positions": positions,
    }


def _guide(path: Path) -> dict[str, Any]:
    """Return the guide of a path without its pictures."""
    guide = guide_of(path)
    return guide | {"steps": [step | {"before": {}, "after": {}} for step in guide["steps"]]}


# ---- positions


def _position(rng: random.Random, puzzle: Puzzle, solution: list[int] | None) -> Position:
    """Return a position of digits, most of them right, and center marks."""
    open_ = [cell for cell, given in enumerate(puzzle.givens) if not given]
    rng.shuffle(open_)
    n_filled = rng.randrange(len(open_) + 1 if solution else 6)
    share = rng.choice((0, 0.1, 0.4))
    entered = {
        cell: rng.randrange(1, puzzle.order + 1)
        if not solution or rng.random() < share
        else solution[cell]
        for cell in open_[:n_filled]
    }
    center = {cell: rng.randrange(1, 1 << puzzle.order) for cell in open_[n_filled:][:5]}
    if solution and rng.random() < 0.8:
        center = {cell: mask | 1 << (solution[cell] - 1) for cell, mask in center.items()}
    return Position(entered, center)


def _on_path(path: Path | None) -> Iterator[tuple[Position, Step]]:
    """Yield some positions on a path, with candidates as center marks, and the step next."""
    for each in path or ():
        board, givens = each.board, each.board.puzzle.givens
        if each.step.placements and each.number % 3 == 1:
            entered = {c: d for c, d in enumerate(board.digits) if d and not givens[c]}
            masks = {c: m for c, m in enumerate(board.masks) if not board.digits[c]}
            yield Position(entered, masks), each.step


# ---- what Python says


def _asked(puzzle: Puzzle, position: Position, step: Step | None = None) -> dict[str, Any]:
    digits = [position.entered.get(cell, given) for cell, given in enumerate(puzzle.givens)]
    center = tuple(position.center.get(cell, 0) for cell in range(len(digits)))
    board, marks = Board.start(puzzle, tuple(digits)), Marks(puzzle.order, center=center)
    hints = [
        hint(board, level, marks=marks, entered=[*position.entered])
        for level in range(len(HINT_LEVELS))
    ]
    if hints[0].is_problem:
        n_known = _n_of_mistake(hints[_WHY], board)
    else:
        # A file chooses among the steps of its path, and on the path as Python does.
        n_known = len(hints) if board.is_full or (step and hints[-1].step == step) else 1
    return {
        "entered": [*position.entered.items()],
        "center": [*position.center.items()],
        "hints": [each.text if level < n_known else None for level, each in enumerate(hints)],
    }


def _n_of_mistake(last: Hint, board: Board) -> int:
    """Return how many levels a file has of a mistake, given the last one."""
    clashes = find_conflicts(board.puzzle, board.digits)
    if last.repair is None:
        # Without a single solution only broken rules are seen without a search.
        return len(HINT_LEVELS) if clashes else 0
    cell, digit, is_mark = last.repair
    limits = board.puzzle.candidates
    is_plain = (
        is_mark
        or any(cell in clash.cells for clash in clashes)
        or (limits is not None and not limits[cell] >> (digit - 1) & 1)
    )
    return len(HINT_LEVELS) if is_plain else _WHY


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8", newline="\n")
