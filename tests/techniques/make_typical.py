"""Writes typical.txt beside the techniques: three positions where people meet each one.

    ./run python -m tests.techniques.make_typical [--anew] [NAME ...]

Positions that are there are compared with new ones, unless --anew drops them. There are two
searches. The first one walks the puzzles that people play, and puzzles with rules, in the order of
the scale human: a technique is the next step at its positions. Without names, it walks hundreds of
Sudokus and killers, which takes an hour. With names, it only walks puzzles with the rules that the
techniques are for.

The second search is for techniques with fewer than `ENOUGH` positions. It walks puzzles like people
who have just learned a technique: after the easier techniques, or after the easy ones only. Then it
walks puzzles for practice that were moved and have another given. Very rare techniques get moved
boards for practice.

The number of puzzles is limited, not the time, so the positions are the same on every machine.
Techniques without a position have no line, and their lessons show the board of examples.txt.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import inf
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).parents[2])]

from pandoku.constraints import RULES  # noqa: E402
from pandoku.generation import generate_many  # noqa: E402
from pandoku.logic import explain, next_step  # noqa: E402
from pandoku.logic._order import is_bound  # noqa: E402
from pandoku.model import Board, Puzzle, Step  # noqa: E402
from pandoku.play.drills import image_of  # noqa: E402
from pandoku.play.stops import COURSE  # noqa: E402
from pandoku.techniques import (  # noqa: E402
    TECHNIQUES,
    example_of,
    example_text,
    get_technique,
    kind_of_board,
    practice_of,
    typical_of,
)
from tests.techniques.board_search import (  # noqa: E402
    ODD,
    Source,
    order_for,
    puzzles_of,
    relatives,
    sources_for,
    taken,
)
from tests.techniques.make_examples import write  # noqa: E402
from tests.techniques.rule_puzzles import KINDS  # noqa: E402
from tests.techniques.seeing import SAME, oddness, traits  # noqa: E402

EXAMPLES = 3  # of a technique
ENOUGH = 5  # positions: techniques with fewer get more puzzles
KEPT = 25  # positions of each kind of board to choose from
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
RULED = 4  # puzzles of each kind with rules
# The second search: the greatest weight of the easier techniques that a person knows. Techniques in
# Python take longer, so the paths with few of them come first.
WEIGHTS = {True: (inf, 5.6, 4.0), False: (4.0, inf)}
SEEDS = (54_001, 54_002)
RELATIVES = 10  # of each puzzle for practice
FEW = 400  # puzzles of a seed at most
USUAL_WORDS, WORDS = 150, 20  # words of a proof, and words more that count as one of oddness
LATER = 6  # oddness of a position where another technique is the next step in the scale human


class Position(NamedTuple):
    """A board with the step of a technique that a person sees first there."""

    oddness: float
    board: Board
    step: Step


Found = dict[str, list[Position]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    wanted = [name for name in TECHNIQUES if name in (asked.names or TECHNIQUES)]
    found: Found = {name: [] for name in wanted}
    for name in () if asked.anew else wanted:
        for board in typical_of(name):
            add(found, judged(board, name))
    looked_at = Counter[str]()
    for puzzles in [] if asked.names else played():
        walk(puzzles, found, looked_at)
        save(found)
    ruled = [name for name in wanted if "constraints" in get_technique(name).needs]
    kinds = [source.kind for name in rare(found) if name in ruled for source in sources_for(name)]
    for kind in dict.fromkeys(kind for kind in kinds if kind in KINDS):
        walk(made(Source(kind, 9, RULED), SEEDS[0]), found, looked_at)
        save(found)
    for name in rare(found):
        learn(name, found)
        save(found)
    if not {*rare(found)}.isdisjoint(ruled):
        examples = (rule.example.replace(title=None) for rule in RULES.values())
        walk((each for each in examples if is_bound(each)), found, looked_at)
        save(found)


# ---- the searches


def played() -> Iterator[Sequence[Puzzle]]:
    """Yield puzzles of the kinds that people play."""
    for kind, order, count, difficulty in PLAYED:
        many = generate_many(count, kind, order, seed=54, threads=1, difficulty=difficulty)
        yield [each.replace(title=None) for each in many]
        print(f"walked: {kind} {order} {difficulty or ''}", flush=True)


def walk(puzzles: Iterable[Puzzle], found: Found, looked_at: Counter[str]) -> None:
    """Add the least odd position of each technique on each path in the order of the scale human."""
    for puzzle in puzzles:
        path = explain(puzzle, is_proper=True, scale="human")
        best: Found = {}
        for board, step in zip(path.boards(), path.steps, strict=False):
            name = step.technique
            if name in found and looked_at[name] < LOOKED_AT:
                looked_at[name] += 1
                best.setdefault(name, []).append(Position(oddness(board, step), board, step))
        for name, positions in best.items():
            add(found, seen_alone(min(positions, key=lambda each: each.oddness).board, name))


def learn(name: str, found: Found) -> None:
    """Add positions of a technique on the paths of people who have just learned it."""
    orders = [order_for(name, most) for most in WEIGHTS[get_technique(name).is_native]]
    for puzzles, order in ((each, order) for each in puzzles_for(name) for order in orders):
        for boards in taken(puzzles, order, {name}):
            board, _ = min(boards[name], key=lambda each: oddness(*each))
            add(found, judged(board, name))
            if name not in rare(found):
                return
    if len(found[name]) < EXAMPLES:
        for seed, each in enumerate(practice_of(name), 1):
            add(found, judged(image_of(each.board, seed), name))


def puzzles_for(name: str) -> Iterator[Sequence[Puzzle]]:
    """Yield new puzzles where a technique is looked for, and those like the ones for practice."""
    for seed, source in product(SEEDS, sources_for(name)):
        if source.only == (name if name in ODD else ""):
            yield made(source, seed)
    yield [*relatives(name, RELATIVES)]


@lru_cache(maxsize=64)
def made(source: Source, seed: int) -> Sequence[Puzzle]:
    few = source._replace(n_puzzles=min(source.n_puzzles, FEW))
    return list(puzzles_of(few, seed, random.Random(seed)))


def judged(board: Board, name: str) -> Position | None:
    """Return the position of a technique on a board, odder if another comes first or it is long."""
    position = seen_alone(board, name)
    first = next_step(board, scale="human", is_proper=True)
    if position is None or first is None:
        return None
    n_words = len(str(get_technique(name).explain(position.step, board)).split())
    odd = LATER * (first.technique != name) + max(0, n_words - USUAL_WORDS) / WORDS
    return position._replace(oddness=position.oddness + odd)


def seen_alone(board: Board, name: str) -> Position | None:
    """Return the position with the step that its lesson shows, which needs no step before it."""
    step = next_step(board, techniques=[get_technique(name)], is_proper=True)
    return None if step is None else Position(oddness(board, step), board, step)


def add(found: Found, position: Position | None) -> None:
    """Add a position, unless it would spoil a board for practice. Each puzzle has one at most."""
    if position is not None and not is_practiced(position):
        name, best = position.step.technique, dict[Puzzle, Position]()
        for each in sorted([*found[name], position], key=lambda each: each.oddness):
            best.setdefault(each.board.puzzle, each)
        counts = Counter[str]()
        found[name] = []
        for each in best.values():
            counts[kind := kind_of_board(each.board.puzzle)] += 1
            if counts[kind] <= KEPT:
                found[name].append(each)


def rare(found: Found) -> list[str]:
    """Return the techniques that need more puzzles. Small puzzles with rules do not count."""
    return [name for name, of in found.items() if sum(not is_small(each) for each in of) < ENOUGH]


def is_small(position: Position) -> bool:
    """Return whether a position is in a puzzle with rules that is smaller than those of people."""
    puzzle = position.board.puzzle
    return bool(puzzle.further) and puzzle.order < 9


# ---- the choice


def save(found: Found) -> None:
    """Write the positions that were chosen, and keep the lines of techniques without any."""
    boards = {name: [each.board for each in chosen(of)] for name, of in found.items() if of}
    boards = {name: list(typical_of(name)) for name in TECHNIQUES} | boards
    few = {name: len(boards[name]) for name in found if len(boards[name]) < EXAMPLES}
    write("typical.txt", {name: list(map(example_text, of)) for name, of in boards.items()})
    print(f"fewer than {EXAMPLES}: {few or 'none'}", flush=True)


def chosen(found: Collection[Position]) -> list[Position]:
    """Return up to three positions that differ, the most typical first.

    Among them is a board of each kind that the course teaches the technique on.
    """
    left, picked = [*found], list[Position]()
    names = {each.step.technique for each in left}
    needed = {stop.kind for stop in COURSE if stop.kind and names & {*stop.techniques}}
    while left and len(picked) < EXAMPLES:
        shown = [traits(each.board, each.step) for each in picked]

        def worth(position: Position, shown: Sequence[set[object]] = shown) -> float:
            own = traits(position.board, position.step)
            return position.oddness + SAME * sum(len(own & other) for other in shown)

        of_kind = [each for each in left if kind_of_board(each.board.puzzle) in needed]
        is_last_chance = len(picked) + len(needed) >= EXAMPLES
        picked.append(best := min(of_kind if of_kind and is_last_chance else left, key=worth))
        left.remove(best)
        needed.discard(kind_of_board(best.board.puzzle))
    return picked


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


if __name__ == "__main__":
    main()
