"""The ledger says of every candidate that is gone what removed it, and when."""

from __future__ import annotations

import pandoku
from pandoku.logic import explain, ledger_of
from pandoku.model import Board
from tests.data import EXAMPLES


def test_it_has_what_is_gone_and_nothing_else() -> None:
    path = explain(pandoku.load(EXAMPLES / "killer.txt"))
    ledger, order = path.ledger(), path.start.puzzle.order
    missing = {
        (cell, digit)
        for cell, mask in enumerate(path.end.masks)
        for digit in range(1, order + 1)
        if not mask >> (digit - 1) & 1
    }
    assert {*ledger} == missing
    assert len(ledger) == len(missing)


def test_each_cause_holds_on_the_boards_before_and_after_its_step() -> None:
    path = explain(pandoku.load(EXAMPLES / "killer.txt"))
    boards = [*path.boards(), path.end]
    for (cell, digit), cause in path.ledger().items():
        assert not boards[cause.step].masks[cell] >> (digit - 1) & 1
        if cause.step:
            assert boards[cause.step - 1].masks[cell] >> (digit - 1) & 1
        if cause.by == "step":
            assert (cell, digit) in path.steps[cause.step - 1].eliminations
        if cause.house >= 0:
            cells = path.start.puzzle.geometry.houses[cause.house].cells
            assert {cell, cause.cell} <= {*cells}
            assert boards[cause.step].digits[cause.cell] == digit


def test_what_the_puzzle_itself_rules_out_is_gone_from_the_start() -> None:
    puzzle = pandoku.Puzzle(4).replace(candidates=(14,) + (15,) * 15)
    assert ledger_of(Board.start(puzzle))[0, 1].by == "start"
