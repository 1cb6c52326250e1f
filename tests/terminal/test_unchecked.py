"""The pane of a game names drawings once, whatever their number, and shows rules in words."""

from __future__ import annotations

from pandoku import Puzzle
from pandoku.constraints.unchecked import Drawing, RulesInWords
from pandoku.model import Sign
from pandoku.play import Game
from pandoku.terminal.pane import about_constraints


def test_drawings_are_counted_and_rules_in_words_are_shown() -> None:
    drawings = [Drawing.of([Sign(0.5 + at, -0.5, "1")]) for at in range(3)]
    puzzle = Puzzle.latin(4).with_("anti-king", *drawings, RulesInWords("Row 1 is odd."))
    shown = about_constraints(Game.start(puzzle), 0).plain
    assert "Row 1 is odd." in shown
    assert shown.count("rawing") == 1
    assert shown.endswith("Parts of this puzzle are not checked: 3 drawings, rules in words.")
