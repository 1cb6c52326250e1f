"""Solve the 5x5 Calcudoku on standard input: `python3 calcudoku.py < test1_in.in`.

The paper requires a search in a single loop, which counts its checks and backtracks. The engine
`brute-force` is this loop. Before the solution is printed, the functions that the paper requires
validate it.
"""

from __future__ import annotations

import argparse

from pandoku.classics._front import complain, read_stdin
from pandoku.classics.calcudoku.func_calcudoku import validate_all
from pandoku.engines import brute_force
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import loads
from pandoku.model import Outcome, Puzzle

__all__ = ["main", "read_puzzle", "render"]

SIZE = 5
FORMS = ("s2019", "w2017", "w2022")


def main() -> int:
    """Read, solve and print. Return the exit status: 0 for a solution, 1 for any failure."""
    form = _parser().parse_args().form
    try:
        puzzle = read_puzzle(read_stdin())
    except PandokuError as error:
        return complain(str(error), code=1)
    outcome = brute_force.ENGINE.solve(puzzle, limit=1)
    if not outcome.solution:
        defects = [p.message for p in puzzle.problems() if p.severity == "error"]
        return complain("\n".join(["no solution", *defects, _counts(outcome)]), code=1)
    print(render(puzzle, outcome, form), end="", flush=True)  # before the counts on stderr
    if form == "s2019":  # this form has no counts in its output
        complain(_counts(outcome), code=0)
    return 0


def read_puzzle(text: str) -> Puzzle:
    """Return the puzzle of an input text. The line of a cage may also have the number of its cells.

    Raises:
        FormatError: The text is not in the format `cages`, or the puzzle is not 5x5.
    """
    puzzle = loads(text, format="cages")
    if puzzle.order != SIZE:
        n = puzzle.order
        raise FormatError(f"expected cages that cover 5x5 cells, found {n}x{n}", format="cages")
    return puzzle


def render(puzzle: Puzzle, outcome: Outcome, form: str) -> str:
    """Return the output that the paper prescribed in the quarter *form*.

    In "s2019", the output only has the five rows. In "w2017" and "w2022", it has the prompts, a
    heading, the rows with a space after every number, and the counts.
    """
    cages = [[cage.target or 0, *cage.cells] for cage in puzzle.cages]
    digits = list(outcome.solution or ())
    grid = [digits[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)]
    assert validate_all(grid, cages)
    rows = [" ".join(map(str, row)) for row in grid]
    if form == "s2019":
        return "\n".join(rows) + "\n"
    prompts = "Number of cages: " + "".join(f"Cage number {i}: " for i in range(len(cages)))
    heading = "---Solution---" if form == "w2017" else "--Solution--"
    return "\n".join([prompts, heading, "", *(f"{row} " for row in rows), "", _counts(outcome), ""])


def _counts(outcome: Outcome) -> str:
    return f"checks: {outcome.stats['checks']} backtracks: {outcome.stats['backtracks']}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="calcudoku.py", description="Solve the 5x5 Calcudoku on standard input."
    )
    help = "the quarter whose output to print (s2019: only the grid); the input may be of any"
    parser.add_argument("--form", choices=FORMS, default="s2019", help=help)
    return parser
