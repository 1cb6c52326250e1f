"""The command constraints."""

from __future__ import annotations

import json

from pandoku import Puzzle
from pandoku.constraints import RULES
from tests.cli.command import invoke


def test_every_kind_is_listed_with_a_line_that_can_be_typed() -> None:
    told = [json.loads(line) for line in invoke("constraints", "--json").out.splitlines()]
    assert [each["name"] for each in told] == [*RULES]
    for each in told:
        order = RULES[each["name"]].example.order
        assert Puzzle.sudoku(order).with_(each["line"]).further
    names = {row.split()[0] for row in invoke("constraints").out.splitlines() if row[:1].strip()}
    assert names == {"constraint", *RULES}


def test_the_lines_of_a_description_can_be_typed() -> None:
    for name in ("whisper-line", "sum-mark", "inequality", "sandwich", "clone"):
        out = invoke("constraints", name).out
        head, _, rest = out.partition("\nLines to type")
        assert name in head
        lines = [line.strip() for line in rest.splitlines()[1:] if line.startswith("  ")]
        puzzle = Puzzle.sudoku(RULES[name].example.order)
        shown = lines[: len([line for line in lines if line and line[0].isalpha()])]
        typed = [line for line in shown if " r" in f" {line}" and "┃" not in line]
        assert typed
        assert all(puzzle.with_(line).further for line in typed)


def test_an_unknown_kind_is_refused_with_a_suggestion() -> None:
    done = invoke("constraints", "thremo", status=2)
    assert "'thremo'; try thermo" in done.err


def test_a_letter_that_is_a_row_is_remarked_once() -> None:
    done = invoke("solve", "1...............", "." * 15 + "2", "--with", "thermo A3 A4")
    assert done.err.count("--with: A3 is read as r1c3: the letter is the row") == 1
