r"""Compare pandoku with other Python libraries, at the calls that their own pages show first.

    python -m venv ../peers
    ../peers/bin/pip install py-sudoku ortools && ../peers/bin/pip install --pre pencilmark
    python bench/libraries.py ../peers/bin/python --out bench/results/libraries.json \
        --page bench/libraries.md

Every library gets the same minimal 9x9 Sudokus, as text, one at a time and on one thread. Each run
is a separate process, and the libraries alternate. Only the processor time of the calls counts,
without imports and start-up. Each solution is compared with that of pandoku.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from math import floor, log10
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from pandoku.bench import circumstances, known_sets, read_set
from pandoku.bench.rates import peer_lines
from pandoku.model import Batch

MARK = "<!-- measured -->"


class Job(NamedTuple):
    """A piece of work, and the code of each library for it.

    Attributes:
        what: Description for the table.
        puzzles: Number of puzzles for each run.
        codes: For each library, the imports, and an expression of `text` that does the work on one
            puzzle. If the work has an answer, it is the value of the expression.
    """

    what: str
    puzzles: int
    codes: dict[str, tuple[str, str]]


_PY_SUDOKU = """
from sudoku import Sudoku
def solve(text):
    rows = [[int(c) or None for c in text[i:i + 9].replace(".", "0")] for i in range(0, 81, 9)]
    puzzle = Sudoku(3, 3, board=rows)
    solution = puzzle.solve()
    assert not puzzle.has_multiple_solutions()
    return "".join(str(digit) for row in solution.board for digit in row)
"""
_OR_TOOLS = """
from ortools.sat.python import cp_model
class Two(cp_model.CpSolverSolutionCallback):
    def __init__(self, cells):
        super().__init__()
        self.cells, self.found = cells, []
    def on_solution_callback(self):
        self.found.append("".join(str(self.value(cell)) for cell in self.cells))
        if len(self.found) == 2:
            self.stop_search()
def solve(text):
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") if c in ".0" else model.new_constant(int(c)) for c in text]
    for i in range(9):
        model.add_all_different(cells[9 * i:9 * i + 9])
        model.add_all_different(cells[i::9])
        corner = i // 3 * 27 + i % 3 * 3
        model.add_all_different([cells[corner + 9 * (k // 3) + k % 3] for k in range(9)])
    solver, two = cp_model.CpSolver(), Two(cells)
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, two)
    (solution,) = set(two.found)
    return solution
"""
_PANDOKU = """
import pandoku
def solve(text):
    outcome = pandoku.solve(text)
    assert outcome.is_unique
    return "".join(map(str, outcome.solutions[0]))
def explain(text):
    return [step.explanation.text for step in pandoku.explain(text)] and None
"""
_PENCILMARK = """
import pencilmark
def solve(text):
    return "".join(map(str, pencilmark.solve(text)))
"""

JOBS = (
    Job(
        "solve, and prove that the solution is unique",
        100,
        {
            "pandoku": (_PANDOKU, "solve(text)"),
            "py-sudoku": (_PY_SUDOKU, "solve(text)"),
            "OR-Tools": (_OR_TOOLS, "solve(text)"),
            "pencilmark": (_PENCILMARK, "solve(text)"),
        },
    ),
    Job(
        "rate, with the minutes of a player",
        20,
        {
            "pandoku": ("import pandoku", "pandoku.rate(text, effort=True) and None"),
            "pencilmark": ("import pencilmark", "pencilmark.rate(text) and None"),
        },
    ),
    Job(
        "explain every step in sentences",
        20,
        {
            "pandoku": (_PANDOKU, "explain(text)"),
            "pencilmark": (
                "import pencilmark",
                'pencilmark.rate(text, steps=True, explain="teach") and None',
            ),
        },
    ),
)

# A quick library solves all puzzles several times, because short times vary too much.
_RUN = """
import json, sys, time
given = json.load(sys.stdin)
names = {}
exec(given["imports"], names)
call = eval("lambda text: " + given["call"], names)
call(given["texts"][0])
rounds, seconds = 0, 0.0
while seconds < 0.5:
    started = time.process_time()
    answers = [call(text) for text in given["texts"]]
    seconds += time.process_time() - started
    rounds += 1
json.dump({"per_s": rounds * len(answers) / seconds, "answers": answers}, sys.stdout)
"""
_VERSIONS = """
import json
from importlib.metadata import version
names = ("py-sudoku", "ortools", "pencilmark")
print(json.dumps({name: version(name) for name in names}))
"""


def main() -> None:
    """Measure, print a table, and write the results and the page, if any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("peers", help="the interpreter that has the other libraries")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--page", type=Path, help="the page whose table is replaced")
    asked = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        parser.error("expected PANDOKU_SHARED as the folder that has the puzzles in data/")
    sets = {each.name: each for each in known_sets(Path(os.environ["PANDOKU_SHARED"]))}
    batch = read_set(sets["generated minimal"].path)
    assert isinstance(batch, Batch)
    texts = peer_lines(batch).decode().split()
    rows = [row for job in JOBS for row in _measured(job, texts, asked)]
    versions = json.loads(_output([asked.peers, "-c", _VERSIONS]))
    head = circumstances() | {"runs": asked.runs, "versions": versions}
    table = _table(rows)
    print(table)
    if asked.out:
        asked.out.write_text(json.dumps(head | {"rows": rows}, indent=1) + "\n")
    if asked.page:
        text, _, _ = asked.page.read_text("utf-8").partition(MARK)
        names = ", ".join(f"{name} {number}" for name, number in versions.items())
        where = f"{head['date']}, {head['cpu']}, Python {head['python']}, load {head['load']}"
        asked.page.write_text(f"{text}{MARK}\n\n{where}: {names}.\n\n{table}\n", "utf-8")


def _measured(job: Job, texts: list[str], asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Run all libraries on a job, in turn, and return a row for each of them."""
    rates: dict[str, list[float]] = {name: [] for name in job.codes}
    for number in range(asked.runs):
        answers = {}
        for name, (imports, call) in job.codes.items():
            given = {"imports": imports, "call": call, "texts": texts[: job.puzzles]}
            python = sys.executable if name == "pandoku" else asked.peers
            found = json.loads(_output([python, "-c", _RUN], json.dumps(given)))
            rates[name].append(found["per_s"])
            answers[name] = found["answers"]
        if any(each != answers["pandoku"] for each in answers.values()):
            sys.exit(f"{job.what}: expected the same solutions, found others")
        print(f"{job.what}: run {number + 1} of {asked.runs}", file=sys.stderr)
    rows = []
    for name, runs in rates.items():
        ratios = sorted(a / b for a, b in zip(rates["pandoku"], runs, strict=True))
        spread = {"ratio": median(ratios), "least": ratios[0], "most": ratios[-1]}
        row = {"what": job.what, "n": job.puzzles, "library": name, "per_s": median(runs)}
        rows.append(row | (spread if name != "pandoku" else {}))
    return rows


def _output(command: list[str], text: str = "") -> str:
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with status {done.returncode}")
    return done.stdout


def _table(rows: list[dict[str, Any]]) -> str:
    lines = [
        "| work | puzzles | library | puzzles per second | pandoku is faster by | over the runs |",
        "|---|---:|---|---:|---:|---|",
    ]
    for row in rows:
        ratio = spread = ""
        if "ratio" in row:
            ratio = _figure(row["ratio"])
            spread = f"{_figure(row['least'])} to {_figure(row['most'])}"
        cells = (row["what"], row["n"], row["library"], _figure(row["per_s"]), ratio, spread)
        lines += ["| " + " | ".join(map(str, cells)) + " |"]
    return "\n".join(lines)


def _figure(number: float) -> str:
    """Return a number with at most three digits, such as 1,300, 188 or 6.19."""
    return f"{round(number, 2 - floor(log10(number))):,.6g}"


if __name__ == "__main__":
    main()
