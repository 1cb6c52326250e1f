"""The words of steps name digits as the source of the puzzle writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pandoku.draw import draw_step
from pandoku.model import Board, Notes, note_step
from pandoku.techniques import TECHNIQUES, Technique, example_of, practice_of
from pandoku.words import StepReader

# Letters that are no words and name nothing else: colors and sets are A, B, C, ...
_SYMBOLS = "KLMNOPQRS"
_SHOWN = re.compile(rf"(?<![A-Za-z])([{_SYMBOLS}]+)(?=s?(?![A-Za-z]))")
_NAMES = re.compile(
    "(?i)"
    r"r\d+c\d+|(?:rows?|columns?|box(?:es)?|regions?|windows?|diagonals?|groups?|steps?|branch) \d+"
    r"(?:, \d+)*(?: and \d+)?|\d+ (?:different )?(?:steps|digits|cells|candidates|houses|links)|"
    r"^ *\d+(?:\.\d+)*\. |\(see \d+(?:\.\d+)*(?: and \d+(?:\.\d+)*)*\)"
)


def _boards(name: str) -> Iterator[Board]:
    examples = [example_of(name), *practice_of(name)]
    for example in examples[:3]:
        puzzle = example.board.puzzle if example else None
        if puzzle and not puzzle.cages and puzzle.order < 10 and not puzzle.numeric_rule:
            yield example.board  # type: ignore[union-attr]


def _usual(match: re.Match[str]) -> str:
    return "".join(str(_SYMBOLS.index(each) + 1) for each in match[1])


def _texts(technique: Technique, board: Board) -> list[str]:
    step = next(technique.steps(board, 1))
    told = technique.explain(step, board)
    drawn = draw_step(board, step)
    keys = [f"{key.text} {key.where}" for key in drawn.legend]
    noting = note_step(Notes.none(board.puzzle.order), step, board, technique.noted)
    noted = technique.explain(step, board, reader=StepReader(noting, names_places=True))
    return [told.heading, *told.full, *noted.full, technique.line(step, board), *keys, drawn.title]


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", list(TECHNIQUES))
def test_a_step_names_the_digits_of_the_source(name: str) -> None:
    technique = TECHNIQUES[name]
    for board in _boards(name):
        n = board.puzzle.order
        symbols = _SYMBOLS[:n]
        other = Board(board.puzzle.replace(symbols=symbols), board.digits, board.masks)
        for usual, shown in zip(_texts(technique, board), _texts(technique, other), strict=True):
            assert _SHOWN.sub(_usual, shown) == usual
            bare = _NAMES.sub("", shown.replace(technique.title, ""))
            assert not re.search(r"\d", bare), shown
