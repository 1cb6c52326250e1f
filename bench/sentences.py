"""Check every sentence of many paths by brute force, and measure the gaps in the texts.

    python -m bench.sentences [--puzzles 1000] [--only GROUP ...] [--seed N]
        [--out bench/sentences.md]

Puzzles of every kind are made from seeds. With PANDOKU_SHARED, puzzles of its collections are
added. Each sentence of a step makes claims about the board before the step
(`pandoku.words.claims`), and each claim is judged by brute force (`tests/techniques/claims.py`).
A false one is printed with the line that shows it again, and the exit status is then 1.

"not accounted for": naked singles whose text does not explain the absence of each other digit from
the cell, and hidden singles whose text does not explain each other empty cell of the house.
"repeated": steps with the same headline as the previous step.

The judges are tested as well: copies of some claims are judged with one number changed by one.
"refused" is the share of these copies that are judged false. It is not 100 %, because a changed
claim may be true: candidates within 1, 2 and 5 are within 1, 2 and 6 if 5 was not needed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

from pandoku import Board, Puzzle, explain, generate, read
from pandoku.bench import circumstances
from pandoku.errors import PandokuError
from pandoku.logic import PathStep
from pandoku.techniques import Explanation
from pandoku.words.claims import Gone, Placed
from tests.techniques.brute import seen_by
from tests.techniques.claims import is_true
from tests.techniques.sentences import false_claims, unnamed, wrong_steps


class Group(NamedTuple):
    """Puzzles of one kind, with its share of a thousand puzzles."""

    name: str
    share: int
    kind: str = ""
    order: int | None = None
    wishes: tuple[tuple[str, Any], ...] = ()
    file: str = ""  # below data in PANDOKU_SHARED, in place of a kind


# The first claim of a sentence is copied, and in every fifth step every fifth claim.
EVERY = 5
HARD = (("difficulty", "hard"),)
EXPERT = (("difficulty", "expert"),)
GROUPS = (
    Group("sudoku 4", 20, "sudoku", 4),
    Group("sudoku 6", 40, "sudoku", 6),
    Group("sudoku 9", 100, "sudoku", 9),
    Group("sudoku 9 hard", 80, "sudoku", 9, HARD),
    Group("sudoku 9 expert", 80, "sudoku", 9, EXPERT),
    Group("sudoku 12", 20, "sudoku", 12),
    Group("sudoku 16", 10, "sudoku", 16),
    Group("jigsaw 7", 40, "jigsaw", 7),
    Group("jigsaw 9", 40, "jigsaw", 9),
    Group("windoku 9", 50, "windoku", 9),
    Group("diagonal 9", 50, "diagonal", 9),
    Group("latin 6", 40, "latin", 6),
    Group("latin 9", 40, "latin", 9),
    Group("killer 4", 30, "killer", 4),
    Group("killer 6", 50, "killer", 6),
    Group("killer 9", 70, "killer", 9),
    Group("calcudoku 4", 30, "calcudoku", 4),
    Group("calcudoku 6", 70, "calcudoku", 6),
    Group("calcudoku 9", 40, "calcudoku", 9),
    Group("hardest 9x9", 20, file="sudoku/puzzles5_forum_hardest_1905_11+"),
    Group("top 1465", 20, file="sudoku/puzzles3_magictour_top1465"),
    Group("kenken6", 20, file="cages/kenken6.tatham.txt"),
    Group("kenken9", 15, file="cages/kenken9.jsonl"),
    Group("kenken12", 5, file="cages/kenken12.jsonl"),
    Group("killer9", 10, file="cages/killer9.jsonl"),
    Group("killer9 hard", 10, file="cages/killer9_hard_real.jsonl"),
)


@dataclass
class Counts:
    """The counts of one group.

    Attributes:
        singles: By technique: numbers of steps, and of steps with a gap.
        headlines: By technique: numbers of steps after another, and of repeated headlines.
        claims: By technique: numbers of claims, and of false claims.
        bare: By technique: number of sentences that name something without a claim about it.
        altered: By kind of claim: numbers of altered copies judged true, and judged false.
    """

    puzzles: int = 0
    full: int = 0
    steps: int = 0
    sentences: int = 0
    seconds: float = 0
    longest_ending: str = ""
    singles: Counter[tuple[str, bool]] = field(default_factory=Counter)
    headlines: Counter[tuple[str, bool]] = field(default_factory=Counter)
    claims: Counter[tuple[str, bool]] = field(default_factory=Counter)
    bare: Counter[str] = field(default_factory=Counter)
    altered: Counter[tuple[str, bool]] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def __iadd__(self, other: Counts) -> Counts:
        self.puzzles += other.puzzles
        self.full += other.full
        self.steps += other.steps
        self.sentences += other.sentences
        self.seconds += other.seconds
        self.longest_ending = max(self.longest_ending, other.longest_ending, key=len)
        for name in ("singles", "headlines", "claims", "bare", "altered"):
            getattr(self, name).update(getattr(other, name))
        self.false += other.false
        return self


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=1000, help="in all groups together")
    parser.add_argument("--only", action="append", metavar="GROUP", help="default: all groups")
    parser.add_argument("--seed", type=int, help="one puzzle: this seed, or place in its file")
    parser.add_argument("--out", type=Path, help="write the tables as Markdown")
    arguments = parser.parse_args()
    found: dict[str, Counts] = {}
    for group in GROUPS:
        if arguments.only and group.name not in arguments.only:
            continue
        found[group.name] = counts = Counts()
        n = max(1, round(arguments.puzzles * group.share / 1000))
        seeds = [arguments.seed] if arguments.seed is not None else range(1, n + 1)
        for seed, puzzle in puzzles_of(group, seeds):
            count_path(counts, puzzle, f'--only "{group.name}" --seed {seed}')
        print(row(group.name, counts), flush=True)
    if arguments.out:
        arguments.out.write_text("".join(report(found)), encoding="utf-8")
    sys.exit(any(counts.false for counts in found.values()))


def puzzles_of(group: Group, seeds: Any) -> Iterator[tuple[int, Puzzle]]:
    """Yield the puzzles of a group: made from seeds, or the lines of its file, from 1."""
    if group.kind:
        for seed in seeds:
            yield seed, generate(group.kind, group.order, seed=seed, **dict(group.wishes))
        return
    file = Path(os.environ.get("PANDOKU_SHARED", "/nowhere")) / "data" / group.file
    if file.exists():
        for number, puzzle in enumerate(islice(read(file), max(seeds)), 1):
            if number in seeds:
                yield number, puzzle


# ------------------------------------------------------------------ counting


def count_path(counts: Counts, puzzle: Puzzle, again: str) -> None:
    started = process_time()
    path = explain(puzzle, is_proper=True)
    counts.puzzles += 1
    counts.full += path.stopped == "full"
    if path.stopped != "full":
        counts.longest_ending = max(counts.longest_ending, path.summary(), key=len)
    before = ""
    for taken in path:
        counts.steps += 1
        try:
            words = taken.explanation
        except PandokuError as error:
            note(counts, f"{again}: step {taken.number}: {error}")
            continue
        counts.sentences += len(words.full)
        name, headline = taken.technique.name, words.short.partition(";")[0]
        counts.headlines[name, headline == before] += 1
        before = headline
        if name in OPEN:
            counts.singles[name, bool(OPEN[name](taken, words))] += 1
        count_claims(counts, taken, words, again)
    counts.seconds += process_time() - started


def count_claims(counts: Counts, taken: PathStep, words: Explanation, again: str) -> None:
    name, board = taken.technique.name, taken.board
    for sentence in words.full:
        false: list[object] = [*false_claims(sentence, board)]
        false += [f"step {number}" for number in wrong_steps(sentence, taken)]
        counts.claims[name, False] += max(0, len(sentence.claims) - len(false))
        counts.claims[name, True] += len(false)
        counts.bare[name] += bool(unnamed(sentence, board.puzzle))
        for said in sentence.claims[:: EVERY if taken.number % EVERY == 0 else sys.maxsize]:
            counts.altered[type(said).__name__, is_refused(said, board)] += 1
        for claim in false:
            note(counts, f"{again}: step {taken.number}, {name}: {sentence!r}: {claim}")


def is_refused(claim: Any, board: Board) -> bool:
    """Return whether a copy of a claim with one number changed is judged false."""
    rng = Random(repr(claim))
    left = [rng.randrange(max(1, n_numbers(claim)))]
    try:
        return not is_true(altered(claim, left, rng.choice((-1, 1))), board)
    except (LookupError, ValueError):  # there is no such cell, digit or house
        return True


def n_numbers(value: Any) -> int:
    return sum(map(n_numbers, value)) if isinstance(value, tuple) else isinstance(value, int)


def altered(value: Any, left: list[int], by: int) -> Any:
    """Return nested tuples with one number changed, the one after *left* others."""
    if isinstance(value, tuple):
        parts = [altered(each, left, by) for each in value]
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    if not isinstance(value, int):
        return value
    left[0] -= 1
    if left[0] != -1:
        return value
    return not value if isinstance(value, bool) else value + by


def note(counts: Counts, line: str) -> None:
    counts.false.append(line)
    print(f"false: python -m bench.sentences {line}", flush=True)


def open_digits(taken: PathStep, words: Explanation) -> set[int]:
    """Return the digits whose absence from a naked single's cell the text does not explain."""
    ((cell, digit),) = taken.step.placements
    said = {digit} | {each for at, each in ruled_out(taken.board, words) if at == cell}
    return {*range(1, taken.board.puzzle.order + 1)} - said


def open_cells(taken: PathStep, words: Explanation) -> set[int]:
    """Return the other empty cells of the house that a hidden single's text does not explain."""
    ((cell, digit),) = taken.step.placements
    said = {at for at, each in ruled_out(taken.board, words) if each == digit}
    cells = {c for c in taken.step.facts.houses[0].cells if not taken.board.digits[c]}
    return cells - said - {cell}


def ruled_out(board: Board, words: Explanation) -> Iterator[tuple[int, int]]:
    """Yield the candidates that a text excludes, by a digit in sight or another reason."""
    seen = seen_by(board.puzzle)
    for sentence in words.full:
        for claim in sentence.claims:
            if isinstance(claim, Placed):
                yield from ((cell, claim.digit) for cell in seen[claim.cell])
            elif isinstance(claim, Gone):
                yield from ((cell, digit) for cell in claim.cells for digit in claim.digits)


OPEN = {"naked-single": open_digits, "hidden-single": open_cells}


# ------------------------------------------------------------------ the report


def row(name: str, counts: Counts) -> str:
    cells = (
        name,
        counts.puzzles,
        f"{counts.full / max(1, counts.puzzles):.0%}",
        counts.steps,
        counts.sentences,
        sum(counts.claims.values()),
        len(counts.false),
        sum(counts.bare.values()),
        share(counts.singles, "naked-single"),
        share(counts.singles, "hidden-single"),
        share(counts.headlines),
        f"{counts.seconds:.0f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def share(of: Counter[tuple[str, bool]], name: str = "") -> str:
    """Return the share of the second count of a technique, or of all techniques."""
    both = [sum(n for (each, is_so), n in of.items() if is_so == so and name in ("", each))
            for so in (False, True)]  # fmt: skip
    return f"{both[1] / sum(both):.1%}" if sum(both) else "-"


COLUMNS = (
    "group",
    "puzzles",
    "to the end",
    "steps",
    "sentences",
    "claims",
    "false",
    "without claim",
    "naked singles not accounted for",
    "hidden singles not accounted for",
    "repeated headlines",
    "CPU, s",
)


# Measured in the same way from the facts of the steps, before sentences had claims.
BEFORE = """
## Before

At commit b653d65, the same seeds: 200 puzzles with 16 044 steps and 72 739 sentences, none of which
could be checked.

| group | naked singles not accounted for | hidden singles not accounted for |
|---|---|---|
| sudoku 9 | 16.1% | 5.1% |
| sudoku 9 expert | 40.8% | 15.6% |
| jigsaw 9 | 88.0% | 35.3% |
| diagonal 9 | 90.9% | 41.7% |
| killer 9 | 91.4% | 55.4% |
| calcudoku 6 | 88.9% | 59.3% |
| kenken6 | - | 74.1% |
| all | 64.9% | 30.4% |

Repeated headlines: 26.2% of cage bounds, 20.3% of cell forcing chains. Trivial steps: 376 cage
partners and 74 cage repeats among 6 182 steps of puzzles with cages. The words of 72 steps, chains
in jigsaws and puzzles with diagonals, ended with an error.
"""


def report(found: dict[str, Counts]) -> Iterator[str]:
    total = Counts()
    for counts in found.values():
        total += counts
    yield "# The sentences of explained paths\n\n"
    yield ", ".join(f"{key}: {value}" for key, value in circumstances().items()) + "\n\n"
    yield f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"
    yield from (f"{row(name, counts)}\n" for name, counts in found.items())
    yield f"{row('all', total)}\n\n## By technique\n\n"
    yield "| technique | steps | claims | false | sentences without claim | repeated headlines |\n"
    yield "|---|---|---|---|---|---|\n"
    for name in sorted({name for name, _ in total.headlines}):
        n = total.headlines[name, False] + total.headlines[name, True]
        claims = total.claims[name, False] + total.claims[name, True]
        yield (
            f"| {name} | {n} | {claims} | {total.claims[name, True]} | {total.bare[name]} "
            f"| {share(total.headlines, name)} |\n"
        )
    yield "\n## Judges\n\n| claim | altered copies | refused |\n|---|---|---|\n"
    for name in sorted({name for name, _ in total.altered}):
        n = total.altered[name, False] + total.altered[name, True]
        yield f"| {name} | {n} | {share(total.altered, name)} |\n"
    yield BEFORE
    yield f"\nThe longest line about a path that ends early: {total.longest_ending!r}\n"
    if total.false:
        yield "\n## False\n\n" + "".join(f"- `{line}`\n" for line in total.false)


if __name__ == "__main__":
    main()
