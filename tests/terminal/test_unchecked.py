"""A game shows rules in words and how its text was read, and names drawings once."""

from __future__ import annotations

import asyncio

import pytest

from pandoku import Puzzle
from pandoku.constraints import Drawing, RulesInWords, Thermometer
from pandoku.draw import text
from pandoku.model import Disc, Sign
from pandoku.play import Game
from pandoku.play.opening import Opening
from pandoku.terminal.pane import about_constraints
from pandoku.terminal.screens.open import find
from pandoku.terminal.screens.play import Play
from pandoku.terminal.widgets import ClickableText
from pandoku.words import rule_sentences
from tests.data import EXAMPLES
from tests.terminal.app_screens import running, shown, until

NOTICE = "Inferred from the drawings."
XV_FILE = EXAMPLES / "sudokupad" / "xv.json"


def test_drawings_are_counted_and_rules_in_words_are_shown() -> None:
    drawings = [Drawing.of([Sign(0.5 + at, -0.5, "1")]) for at in range(3)]
    puzzle = Puzzle.latin(4).with_("anti-king", *drawings, RulesInWords("Row 1 is odd."))
    shown = about_constraints(Game.start(puzzle), 0).plain
    assert "Row 1 is odd." in shown
    assert shown.count("rawing") == 1
    assert shown.endswith("not checked: 3 drawings, rules in words.")


def test_rules_in_words_stand_before_the_clues_of_other_cells() -> None:
    puzzle = Puzzle.latin(4).with_(Thermometer("r1c1 r1c2"), RulesInWords("Row 1 is odd."))
    shown = about_constraints(Game.start(puzzle), 15).plain.split("\n")
    assert shown[:2] == ["Row 1 is odd.", "A thermometer  r1c1 r1c2"]
    assert "rules in words" not in shown


def test_the_rule_of_cages_is_shown() -> None:
    puzzle = Puzzle.killer(4, [(3, "r1c1 r1c2")])
    (rule,) = rule_sentences(puzzle.cages, puzzle.geometry)
    assert "cage" in rule
    assert about_constraints(Game.start(puzzle), 15).plain == rule
    shown = about_constraints(Game.start(puzzle.with_("anti-king")), 15).plain
    assert shown.split("\n")[-1] == rule


def test_the_words_of_a_setter_are_at_the_end() -> None:
    puzzle = Puzzle.latin(4).replace(words="Have fun.")
    said = "In the words of its setter: Have fun."
    assert about_constraints(Game.start(puzzle), 0).plain == said
    shown = about_constraints(Game.start(puzzle.with_("anti-king")), 0).plain.split("\n")
    assert len(shown) > 1
    assert shown[-1] == said


def test_a_picture_explains_drawings_once() -> None:
    drawings = [Drawing.of([Disc("ring", ((0.5 + at, 0.5),), 0.3)]) for at in range(3)]
    assert text(Puzzle.latin(4).with_(*drawings)).count("not checked") == 1


@pytest.mark.turns(3)
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
def test_how_a_text_was_read_is_shown(size: tuple[int, int]) -> None:
    async def run() -> None:
        several = Puzzle.sudoku(4)
        async with running(Opening(puzzle=several, notice=NOTICE), size=size) as (app, pilot):
            await until(pilot, "solutions.")
            assert NOTICE in " ".join(shown(pilot).split())
            assert isinstance(app.screen, Play)
            part = app.screen.query_one("#notice", ClickableText)
            assert str(part.content).startswith(NOTICE)

    asyncio.run(run())


def test_an_opened_file_says_how_it_was_read() -> None:
    found = find(str(XV_FILE))
    assert len(found.games) == 1
    assert "drawings" in found.notices[0]
    assert found.notices[0].endswith(".")


@pytest.mark.turns(3)
def test_control_characters_of_a_file_are_shown_as_escapes() -> None:
    words = "\x1b]0;x\x07"
    puzzle = Puzzle.latin(4).with_(RulesInWords(words)).replace(title=words, words=words)

    async def run() -> None:
        async with running(Opening(puzzle=puzzle), size=(120, 40)) as (_, pilot):
            screen = shown(pilot)
            assert "\x1b" not in screen
            assert screen.count("\\x1b]0;x\\x07") == 3
            await pilot.press("q")
            await until(pilot, "Continue")
            assert "\\x1b]0;x" in shown(pilot)
            assert "\x1b" not in shown(pilot)

    asyncio.run(run())
