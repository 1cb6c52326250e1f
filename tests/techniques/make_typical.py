"""Writes typical.txt beside the techniques: up to three positions where people meet each one.

    ./run python -m tests.techniques.make_typical [NAME ...]

The positions are on the paths of new puzzles, of the examples of constraints, and of the puzzles
for practice. In the order of the scale human, the technique is the next step there. Techniques that
such paths do not need have no line, and their lessons show the board of examples.txt.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).parents[2])]

from pandoku.constraints import RULES  # noqa: E402
from pandoku.generation import generate_many  # noqa: E402
from pandoku.logic import explain, next_step  # noqa: E402
from pandoku.logic._order import is_bound  # noqa: E402
from pandoku.model import Board, Puzzle, Step  # noqa: E402
from pandoku.techniques import (  # noqa: E402
    TECHNIQUES,
    example_of,
    example_text,
    get_technique,
    practice_of,
    typical_of,
)
from tests.techniques.board_search import Source, kinds_for, puzzles_of  # noqa: E402
from tests.techniques.make_examples import write  # noqa: E402
from tests.techniques.seeing import SAME, oddness, traits  # noqa: E402

EXAMPLES = 3  # of a technique
ENOUGH = 5  # positions: techniques with fewer get more puzzles
KEPT = 25  # positions to choose from
LOOKED_AT = 400  # positions of a technique, after which no more are compared
# Kinds of puzzles that people play: kind, order, number of puzzles, difficulty.
PLAYED = (
    ("sudoku", 9, 900, None),
    ("killer", 9, 150, None),
    ("calcudoku", 6, 150, None),
    ("sudoku", 9, 60, "hard"),
    ("sudoku", 9, 30, "expert"),
    ("killer", 9, 20, "hard"),
    ("killer", 9, 8, "expert"),
    ("calcudoku", 6, 30, "hard"),
)


class Position(NamedTuple):
    """A board with the step that a person sees first there."""

    oddness: float
    board: Board
    step: Step


def main(names: Sequence[str]) -> None:
    wanted = names or list(TECHNIQUES)
    found: dict[str, list[Position]] = {}
    looked_at = dict.fromkeys(wanted, 0)

    def walk(puzzles: Iterable[Puzzle]) -> None:
        for puzzle in puzzles:
            meet(puzzle, found, looked_at)

    ruled = {name for name in wanted if "constraints" in get_technique(name).needs}
    walk(() if ruled.issuperset(wanted) else played())
    walk(rule.example.replace(title=None) for rule in RULES.values() if is_bound(rule.example))
    save(found, wanted)
    for name in rare(found, wanted):
        walk(each.board.puzzle for each in practice_of(name) if not each.by_chance)
    save(found, wanted)
    short = [name for name in rare(found, wanted) if name in ruled]
    for kind in dict.fromkeys(kind for name in short for kind in kinds_for(name)):
        walk(puzzles_of(Source(kind, 6, 8), 1, random.Random(1)))
    save(found, wanted)


def rare(found: Mapping[str, Sequence[Position]], wanted: Sequence[str]) -> list[str]:
    """Return the techniques that need more puzzles."""
    return [name for name in wanted if len(found.get(name, ())) < ENOUGH]


def save(found: Mapping[str, Sequence[Position]], wanted: Sequence[str]) -> None:
    """Write the positions of the wanted techniques, and keep the lines of all others."""
    boards = {name: list(typical_of(name)) for name in TECHNIQUES}
    boards |= {name: [each.board for each in chosen(found.get(name, ()))] for name in wanted}
    write("typical.txt", {name: list(map(example_text, of)) for name, of in boards.items()})
    few = {name: len(boards[name]) for name in wanted if len(boards[name]) < EXAMPLES}
    print(f"fewer than {EXAMPLES}: {few or 'none'}", flush=True)


def played() -> Iterator[Puzzle]:
    """Yield puzzles of the kinds that people play."""
    for kind, order, count, difficulty in PLAYED:
        made = generate_many(count, kind, order, seed=54, threads=1, difficulty=difficulty)
        yield from (each.replace(title=None) for each in made)
        print(f"walked: {kind} {order} {difficulty or ''}", flush=True)


def meet(puzzle: Puzzle, found: dict[str, list[Position]], looked_at: dict[str, int]) -> None:
    """Add the positions on a path to the positions of each technique, the least odd first."""
    path = explain(puzzle, is_proper=True, scale="human")
    best: dict[str, Position] = {}
    for board, step in zip(path.boards(), path.steps, strict=False):
        name = step.technique
        if looked_at.get(name, LOOKED_AT) >= LOOKED_AT:
            continue
        looked_at[name] += 1
        position = Position(oddness(board, step), board, step)
        if name not in best or position.oddness < best[name].oddness:
            best[name] = position
    for name, position in best.items():
        kept = sorted([*found.get(name, ()), position], key=lambda each: each.oddness)
        found[name] = kept[:KEPT]


def chosen(found: Iterable[Position]) -> list[Position]:
    """Return up to three positions that differ, the most typical first."""
    left = [position for each in found if (position := seen_alone(each)) is not None]
    left = [each for each in left if not is_practiced(each)]
    taken: list[Position] = []
    while left and len(taken) < EXAMPLES:
        shown = [traits(each.board, each.step) for each in taken]

        def worth(position: Position, shown: Sequence[set[object]] = shown) -> float:
            own = traits(position.board, position.step)
            return position.oddness + SAME * sum(len(own & other) for other in shown)

        taken.append(best := min(left, key=worth))
        left = [each for each in left if each.board.puzzle != best.board.puzzle]
    return taken


def is_practiced(position: Position) -> bool:
    """Return whether another board of the lesson asks for the step, which would be spoiled."""
    name, board, step = position.step.technique, position.board, position.step
    example = example_of(name)
    others = [each.board for each in (*practice_of(name), *([example] if example else []))]
    return any(
        other.puzzle.givens == board.puzzle.givens
        and other.puzzle.constraints == board.puzzle.constraints
        and changes & {*each.placements, *each.eliminations}
        for changes in ({*step.placements, *step.eliminations},)
        for other in others
        for each in get_technique(name).steps(other)
    )


def seen_alone(position: Position) -> Position | None:
    """Return the position with the step that its lesson shows, which needs no step before it."""
    board = position.board
    step = next_step(board, techniques=[get_technique(position.step.technique)], is_proper=True)
    return None if step is None else Position(oddness(board, step), board, step)


if __name__ == "__main__":
    main(sys.argv[1:])
