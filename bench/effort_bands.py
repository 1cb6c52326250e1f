"""Compare the words of efforts with the words of ratings, for published variants.

    PANDOKU_SHARED=... python -m bench.effort_bands [--seconds 4] [--out FILE]

Explains the rows of data/variants that a reader takes, one after the other in one process. The
rating of a row describes its hardest step, and its effort adds up all steps. The table counts the
rows by both words. Below it are the rows whose words differ most, with the facts that explain the
difference. Rows that are not solved within the limit are only counted.

The file has the names of those rows that may be copied. Other rows have an empty name.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.variant_logic import GAS, read_boards
from pandoku import Board, explain
from pandoku.bench import circumstances
from pandoku.logic import step_searches
from pandoku.rating import LEVELS, effort_weights, get_scale, word_of
from pandoku.techniques import TECHNIQUES

SCALE = get_scale("pandoku")
FREE = "Chris-Tophski/SudokuMakerConstraints"  # these rows are CC0
WORST = 10
EVERY = 20  # rows between two lines of progress


@dataclass(frozen=True)
class Row:
    """A row with both words.

    Attributes:
        name: The id of the row, or "" if it may not be copied.
        is_gas: Whether the setters of the row call it approachable.
        rating: The word of the rating.
        number: The rating in the scale pandoku.
        rated: The technique of the hardest step by its rating.
        effort: The word of the effort.
        per_cell: The effort for each cell that has to be filled.
        minutes: The estimated minutes of an average player.
        steps: The number of steps.
        alone: The number of steps that are the only way onward.
        hardest: The technique of the hardest step by its effort.
        hardest_word: The word for the effort of this step.
        most: The technique that adds most to the effort, and its share.
    """

    name: str
    is_gas: bool
    rating: str
    number: float
    rated: str
    effort: str
    per_cell: float
    minutes: float
    steps: int
    alone: int
    hardest: str
    hardest_word: str
    most: tuple[str, float]

    @property
    def apart(self) -> int:
        """The number of words between the two words, and 0 if they are equal."""
        return LEVELS.index(self.effort) - LEVELS.index(self.rating)


def row_of(name: str, source: str, board: Board, seconds: float) -> Row | None:
    """Explain a row. Return None if it is not solved within the limit, or full already."""
    path = explain(board, budget=seconds)
    if path.stopped != "full" or not path.steps:
        return None
    weights, shares = effort_weights(), dict[str, float]()
    hardest, number, alone = (0.0, ""), (0.0, ""), 0
    for step, n_empty, n_ways in step_searches(path.start, path.steps):
        effort = weights.step(step, TECHNIQUES[step.technique], n_empty, n_ways).effort
        shares[step.technique] = shares.get(step.technique, 0.0) + effort
        hardest = max(hardest, (effort, step.technique))
        if rating := SCALE.rate(step):
            number = max(number, (rating.score, step.technique))
        alone += n_ways == 1
    found, geometry = path.effort(), board.puzzle.geometry
    most = max(shares, key=lambda name: shares[name])
    return Row(
        name if source.startswith(FREE) else "",
        source.startswith(GAS),
        word_of(number[0]),
        number[0],
        number[1],
        found.level,
        round(found.effort / max(1, board.digits.count(0)), 1),
        found.minutes,
        len(path.steps),
        alone,
        hardest[1],
        weights.step_word(hardest[0], geometry.n_cells),
        (most, round(shares[most] / found.effort, 2)),
    )


def worst_of(rows: Iterable[Row]) -> list[Row]:
    """Return the rows whose words differ most. Equal differences are ordered by the effort."""
    far = sorted(rows, key=lambda row: (-abs(row.apart), -row.per_cell))
    return [row for row in far if row.apart][:WORST]


def table_of(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Return the number of rows by the word of the rating, then by the word of the effort."""
    counts = Counter((row.rating, row.effort) for row in rows)
    return {word: {each: counts[word, each] for each in LEVELS} for word in LEVELS}


def show(rows: list[Row]) -> None:
    print(f"| word of the rating | {' | '.join(LEVELS)} |")
    for word, counts in table_of(rows).items():
        print(f"| {word} | {' | '.join(map(str, counts.values()))} |")
    for row in worst_of(rows):
        print(row)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="limit for one row")
    parser.add_argument("--out", type=Path, help="write the result to this file")
    arguments = parser.parse_args()
    rows, unsolved = list[Row](), 0
    for at, (name, source, board) in enumerate(read_boards("all"), 1):
        row = row_of(name, source, board, arguments.seconds)
        if row is None:
            unsolved += 1
        else:
            rows.append(row)
        if at % EVERY == 0:
            print(f"{at} rows, {unsolved} not solved", flush=True)
    show(rows)
    if arguments.out is not None:
        result: dict[str, Any] = {
            "circumstances": circumstances(),
            "seconds": arguments.seconds,
            "version": effort_weights().version,
            "rows": len(rows),
            "not_solved": unsolved,
            "gas": dict(Counter(row.effort for row in rows if row.is_gas)),
            "table": table_of(rows),
            "worst": [asdict(row) for row in worst_of(rows)],
        }
        arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
