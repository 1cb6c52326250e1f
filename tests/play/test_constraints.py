"""Games of puzzles with constraints other than cages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandoku.constraints import RULES, Thermometer
from pandoku.errors import PuzzleError
from pandoku.model import Puzzle
from pandoku.play import Game, dumps_game, loads_game
from pandoku.play.lines.plain import _welcome
from pandoku.play.lines.reading import cell_aloud, conflicts_aloud
from pandoku.play.lines.table import Keeper, Table
from pandoku.play.store import Store
from tests.together import together

each_rule = together("name", sorted(RULES))


def solved(puzzle: Puzzle) -> Game:
    game = Game.start(puzzle)
    for cell, digit in enumerate(puzzle.solution or ()):
        if not game.digits[cell]:
            game = game.place(cell, digit)
    return game


@each_rule
def test_a_game_is_solved_with_its_rules(name: str) -> None:
    game = solved(RULES[name].example)
    assert game.conflicts() == ()
    assert game.is_solved


@each_rule
def test_a_text_brings_back_the_rules_of_a_game(name: str) -> None:
    game = solved(RULES[name].example)
    again = loads_game(dumps_game(game))
    assert again.puzzle == game.puzzle
    assert again.digits == game.digits


@pytest.mark.turns(3)
@each_rule
def test_the_store_brings_back_the_rules_of_a_game(name: str, tmp_path: Path) -> None:
    game = solved(RULES[name].example)
    with Store(tmp_path / "games") as store:
        number = store.add(game)
        assert store.game(number).puzzle == game.puzzle


def test_a_broken_rule_is_told_aloud_with_its_cells() -> None:
    puzzle = Puzzle(4, further=(Thermometer((0, 1, 2)),))
    game = Game.start(puzzle).place(0, 3).place(1, 2)
    (told,) = conflicts_aloud(puzzle, game.conflicts())
    assert told.startswith("The three-cell thermometer at r1c1 ")
    assert told.endswith(" r1c1 and r1c2.")
    assert cell_aloud(game, 1).endswith(" the three-cell thermometer at r1c1.")


def test_a_malformed_rule_cannot_be_played() -> None:
    with pytest.raises(PuzzleError, match=r"constraint 1 \(thermometer\)"):
        Game.start(Puzzle(4, further=(Thermometer((0, 99)),)))


def test_the_rules_of_cages_open_a_game_in_lines() -> None:
    puzzle = Puzzle.killer(4, [(3, "r1c1 r1c2")])
    first, *lines = _welcome(Table(Game.start(puzzle), Keeper(None), clock=lambda: 0))
    assert first == "Killer 4x4, no givens."
    assert "The digits of a cage add up to the number in its corner" in lines[0]
