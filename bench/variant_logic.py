"""Measure how published variants are explained: reach, trials, steps, words and time.

    python bench/variant_logic.py [--seconds 20] [--only GROUP ...] [--before FILE] [--out FILE]

Explains the rows of data/variants that a reader takes, one after the other in one process. The
table has a column for all rows, and one for the rows of GAS ("genuinely approachable Sudoku"),
whose setters want every step to be one that a person finds. With --before, each cell also has the
value of an earlier result.

to the end      the path ends with the solution
trial           a step that assumes a candidate and looks for a contradiction, or a step of a rule
                that states its result without a proof: the reason lists no ways and has no bound
named trial     only the techniques that assume a candidate
forcing chain   a technique whose name says so
words           the words of all that `pandoku explain --long` prints
lines           the lines that `pandoku explain` prints; a line has a step, or up to four singles
words in lines  the words of these lines
path, words     processor time, in seconds: to find the steps, and to write the text

Paths that are cut by the limit of seconds, or that are stuck, count as not explained to the end.
Shares of paths are shares of all rows. Medians of steps and words are over the rows explained to
the end. Ctrl-C ends the run, prints the table of the rows so far, and writes no file.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import pandoku
from pandoku import Board, PandokuError
from pandoku.bench import circumstances
from pandoku.cli.commands.explain import write_text
from pandoku.techniques import current_name

NAMED_TRIALS = {"rule-trial", "cage-trial", "nishio"}
# A step of these techniques is a trial if its text has a mark of a claim without a proof.
OF_RULES = {"rule-elimination", "rule-pointing", "rule-and-house", "two-rules"}
ALLOWS_ONLY = "allows only"
MARKS = ("By elimination", "by elimination", ALLOWS_ONLY)
GAS = "Nickleaton/sudoku"  # the repository that has the series
EVERY = 10  # puzzles between two lines of progress
# A budget is wall-clock time. On a busy machine, a path that was cut is repeated with a larger one.
TRIES = 3

Result = dict[str, Any]


class Explained(NamedTuple):
    """The measurements of one path.

    Attributes:
        steps: Number of steps by technique.
        trials: Number of steps that are trials.
        allows_only: Number of steps whose text states what a rule allows.
    """

    name: str
    source: str
    is_full: bool
    is_cut: bool
    steps: Counter[str]
    trials: int
    allows_only: int
    words: int
    lines: int
    words_in_lines: int
    path_s: float
    words_s: float

    @property
    def has_named_trial(self) -> bool:
        """True if a step assumes a candidate."""
        return not NAMED_TRIALS.isdisjoint(self.steps)

    @property
    def has_forcing_chain(self) -> bool:
        """True if a step is a forcing chain."""
        return any("forcing" in name for name in self.steps)


GROUPS: dict[str, Callable[[Explained], bool]] = {
    "all": lambda each: True,
    "GAS": lambda each: each.source.startswith(GAS),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20, help="processor time for one path")
    parser.add_argument("--only", choices=[*GROUPS], default="all", help="explain only this group")
    parser.add_argument("--before", type=Path, help="show the values of this result, too")
    parser.add_argument("--each", type=Path, help="write a line of JSON for each puzzle")
    parser.add_argument("--out", type=Path, help="write the result as JSON")
    asked = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        parser.error("expected PANDOKU_SHARED as the folder that has the puzzles in data/")
    boards = [*read_boards(asked.only)]
    found: list[Explained] = []
    is_done = False
    try:
        for name, source, board in boards:
            found.append(explained(name, source, board, asked.seconds))
            if len(found) % EVERY == 0:
                show_progress(found, len(boards))
        is_done = True
    except KeyboardInterrupt:
        print(f"stopped after {len(found)} of {len(boards)} puzzles", file=sys.stderr)
    groups = {name: summary([*filter(is_in, found)]) for name, is_in in GROUPS.items()}
    before = read_result(asked.before) if asked.before else {}
    print("\n".join(table(groups, before)))
    if not is_done:
        sys.exit(130)
    if asked.each is not None:
        lines = (json.dumps({**each._asdict(), "steps": dict(each.steps)}) for each in found)
        asked.each.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if asked.out is not None:
        result = circumstances() | {"seconds": asked.seconds, "groups": groups}
        asked.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def read_result(path: Path) -> dict[str, Result]:
    """Return the groups of an earlier result, with the present names of techniques."""
    groups: dict[str, Result] = json.loads(path.read_text(encoding="utf-8"))["groups"]
    for result in groups.values():
        shares = result["techniques"].items()
        result["techniques"] = {current_name(name): share for name, share in shares}
        if "steps of constraint" in result:
            result["rule eliminations"] = result.pop("steps of constraint")
    return groups


def read_boards(group: str) -> Iterator[tuple[str, str, Board]]:
    """Yield the name, the source and the first board of each row that a reader accepts."""
    path = Path(os.environ["PANDOKU_SHARED"]) / "data" / "variants" / "puzzles.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if group == "GAS" and not row["source"].startswith(GAS):
            continue
        payload = row["payload"]
        try:
            puzzle = pandoku.loads(payload if isinstance(payload, str) else json.dumps(payload))
            board = Board.start(puzzle)
        except PandokuError:  # rules that pandoku does not know
            continue
        yield row["id"], row["source"], board


def explained(name: str, source: str, board: Board, seconds: float) -> Explained:
    """Explain a puzzle, and count its steps and words."""
    budget = seconds
    for _ in range(TRIES):
        started = process_time()
        path = pandoku.explain(board, budget=budget)
        found = process_time()
        if not path.is_cut or found - started > 0.8 * seconds:
            break
        budget *= 1.2 * seconds / max(found - started, 0.05 * seconds)
    texts = [(step.technique, " ".join(words.full)) for step, words in
             zip(path.steps, path.explanations(), strict=True)]  # fmt: skip
    written = process_time()
    output = io.StringIO()
    write_text(output, path, length="long")
    lines = [*path.lines()]
    return Explained(
        name,
        source,
        path.stopped == "full",
        path.is_cut,
        Counter(technique for technique, _ in texts),
        sum(is_trial(technique, text) for technique, text in texts),
        sum(ALLOWS_ONLY in text for _, text in texts),
        len(output.getvalue().split()),
        len(lines),
        sum(len(line.split()) for line in lines),
        found - started,
        written - found,
    )


def is_trial(technique: str, text: str) -> bool:
    """Return whether a step assumes a candidate, or states the result of a rule without a proof."""
    return technique in NAMED_TRIALS or (
        technique in OF_RULES and any(mark in text for mark in MARKS)
    )


def show_progress(found: Sequence[Explained], n_puzzles: int) -> None:
    n_full = sum(each.is_full for each in found)
    print(f"{len(found)} of {n_puzzles} puzzles, {n_full} to the end", file=sys.stderr, flush=True)


def summary(found: Sequence[Explained]) -> Result:
    """Return the measurements of a group of puzzles, or {} if there are none."""
    full = [each for each in found if each.is_full]
    if not full:
        return {}
    steps = sum((each.steps for each in found), Counter[str]())
    n_steps = sum(steps.values())
    times = sorted(each.path_s for each in found)
    return {
        "puzzles": len(found),
        "to the end": len(full),
        "cut by the limit": sum(each.is_cut for each in found),
        "without trial": sum(not each.trials for each in full),
        "without trial or forcing chain": sum(
            not each.trials and not each.has_forcing_chain for each in full
        ),
        "without named trial": sum(not each.has_named_trial for each in full),
        "without named trial or forcing chain": sum(
            not each.has_named_trial and not each.has_forcing_chain for each in full
        ),
        "steps": n_steps,
        "steps, median": median(each.steps.total() for each in full),
        "steps, most": max(each.steps.total() for each in full),
        "words, median": median(each.words for each in full),
        "words, most": max(each.words for each in full),
        "lines, median": median(each.lines for each in full),
        "lines, most": max(each.lines for each in full),
        "words in lines, median": median(each.words_in_lines for each in full),
        "words in lines, most": max(each.words_in_lines for each in full),
        "trials, % of steps": percent(sum(each.trials for each in found), n_steps),
        '"allows only", % of steps': percent(sum(each.allows_only for each in found), n_steps),
        "path, median s": round(median(times), 3),
        "path, 99 % s": round(times[min(len(times) - 1, int(0.99 * len(times)))], 3),
        "path, longest s": round(times[-1], 3),
        "words, median s": round(median(each.words_s for each in found), 3),
        "techniques": {name: percent(n, n_steps) for name, n in steps.most_common()},
        "named trials": sum(steps[name] for name in NAMED_TRIALS),
        "rule eliminations": steps["rule-elimination"],
    }


def percent(part: int, of_all: int) -> float:
    return round(100 * part / of_all, 2)


def table(groups: dict[str, Result], before: dict[str, Result]) -> Iterator[str]:
    """Yield the lines of a Markdown table of all measurements, and one of the techniques."""
    yield f"| | {' | '.join(groups)} |"
    yield f"|---{'|---' * len(groups)}|"
    for key in groups["all"]:
        if key != "techniques":
            yield line_of(key, groups, before, partial(_value, key))
    yield ""
    yield f"| technique, % of steps | {' | '.join(groups)} |"
    yield f"|---{'|---' * len(groups)}|"
    names = dict.fromkeys(
        name
        for results in (groups, before)
        for result in results.values()
        for name in result.get("techniques", ())
    )
    for name in names:
        yield line_of(name, groups, before, partial(_share, name))


def _value(key: str, result: Result) -> Any:
    return result.get(key, "-")


def _share(name: str, result: Result) -> float:
    return float(result.get("techniques", {}).get(name, 0))


def line_of(
    name: str,
    groups: dict[str, Result],
    before: dict[str, Result],
    value_of: Callable[[Result], Any],
) -> str:
    cells = (
        f"{value_of(result)}" + (f" (was {value_of(before[group])})" if group in before else "")
        for group, result in groups.items()
    )
    return f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
