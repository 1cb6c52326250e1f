"""Every sentence of an explanation is true, and the judges of claims know false ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import pandoku
from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.constraints import AntiKnight, Thermometer
from pandoku.logic import explain
from pandoku.model import Link
from pandoku.techniques import TECHNIQUES, example_of, explain_step
from pandoku.words.claims import (
    Allows,
    Apart,
    Branch,
    CageNeeds,
    CagePlaces,
    Claim,
    Concludes,
    Entails,
    Fillings,
    Follows,
    Forces,
    Gone,
    Holds,
    Impossible,
    Inside,
    Linked,
    Needs,
    Not,
    NoTotal,
    OneOf,
    Only,
    Open,
    Paired,
    Parity,
    Placed,
    Places,
    RuleWays,
    SameDigits,
    Sees,
    Sets,
    Swaps,
    Total,
)
from tests.data import EXAMPLE_FILES, IS_FULL, by_default
from tests.techniques.claims import JUDGES, is_true
from tests.techniques.sentences import false_claims, unnamed, wrong_steps
from tests.together import together

NAMES = list(TECHNIQUES)

# ---- the judges

# 1 2 . .      r1c3 can be 3 or 4, r1c4 only 4.
# . . . .
# . . . .
# . . . 3
GRID = Board.start(Puzzle(4, (1, 2) + (0,) * 13 + (3,)))
ROW1, ROW2, BOX1 = 0, 1, 8
ROW = GRID.puzzle.geometry.houses[ROW1]
# The first row of a Latin square: 5+ (2 and 3) and 4* (1 and 4); r2c1 is 4, so r1c1 is not.
CAGES = Board.start(
    Puzzle(
        Geometry.latin(4),
        (0, 0, 0, 0, 4) + (0,) * 11,
        (Cage("+", 5, (0, 1)), Cage("*", 4, (2, 3))),
    )
)
# A grid without the digits 1 and 2: two places for each everywhere.
PAIRS = Board.start(Puzzle(4, (0, 0, 3, 4, 3, 4, 0, 0, 0, 0, 4, 3, 4, 3, 0, 0)))


# A thermometer from r1c1 to r2c3, and cells a knight's move apart that differ.
RULED = Board.start(Puzzle(4).with_(Thermometer("r1c1 r1c2 r2c3"), AntiKnight()))


def link(start: tuple[int, int], end: tuple[int, int], strong: bool, in_row: bool = True) -> Linked:
    return Linked(Link((start,), (end,), strong, ROW if in_row else None))


# If r1c3 is 4, no digit is left for r1c4; with a 4 at r2c3, r1c3 is 3 whatever r1c4 is.
IF_4 = Branch((2, 4, True), (Follows(((2, 4, True),), (3, 4, False)), Only((3,), (4,))))
IF_3 = Branch((2, 3, True), ())
IF_NOT_4 = Branch(
    (3, 4, False),
    (Follows(((6, 4, True),), (2, 4, False)), OneOf(((2, 4), (3, 4)), houses=(ROW1,))),
)
TRUE: list[tuple[Board, Claim]] = [
    (GRID, Placed(0, 1)),
    (GRID, Gone((2, 3), (1, 2))),
    (GRID, Only((2, 3), (3, 4))),
    (GRID, Needs(ROW1, 3)),
    (GRID, Places(ROW1, 3, (2,))),
    (GRID, Sees(0, (1, 5, 12))),
    (GRID, SameDigits((2, 3), (4, 5), (ROW1, BOX1))),
    (GRID, Open((2, 3), (4,))),
    (GRID, Inside((0, 1), (ROW1, BOX1))),
    (GRID, OneOf(((2, 4), (3, 4)), houses=(ROW1,))),
    (GRID, OneOf(((2, 4), (2, 3)), cells=(2,))),
    (GRID, OneOf(((2, 3),))),
    (GRID, Entails((), (2, 3, True), houses=(ROW1,))),
    (GRID, Entails((), (2, 4, False), branches=(IF_4,))),
    (GRID, Entails((), (2, 4, False), branches=(IF_4, IF_3))),
    (GRID, Entails(((6, 4, True),), (3, 4, True), branches=(IF_NOT_4,))),
    (GRID, Swaps((8, 9, 12, 13), (3, 4))),
    (PAIRS, Paired(())),
    (GRID, link((2, 4), (3, 4), strong=True)),
    (GRID, link((2, 4), (3, 4), strong=False)),
    (GRID, link((2, 3), (2, 4), strong=True, in_row=False)),
    (GRID, Follows(((3, 4, True),), (2, 4, False))),
    (GRID, Follows(((2, 4, False),), (2, 3, True))),
    (GRID, Impossible(((2, 4),), houses=(ROW1,))),
    (GRID, Impossible(((2, 4),), cells=(3,))),
    (GRID, Impossible(((2, 4),))),
    (GRID, Concludes(((2, 3),), ((2, 4),))),
    (GRID, Not(Placed(2, 3))),
    (CAGES, Fillings(0, (0, 1), ((1, 4), (2, 3), (3, 2)))),
    (CAGES, Fillings(0, (1,), ((3,),), assuming=((0, 2),))),
    (CAGES, Sets(0, ((1, 4), (2, 3)))),
    (CAGES, Sets(0, ((2, 3),), assuming=((2, 1), (3, 4)))),
    (CAGES, CageNeeds(1, 4)),
    (CAGES, CagePlaces(0, 4, (1,))),
    (CAGES, Total((2, 3), (), 5, (ROW1,), (0,), ())),
    (CAGES, Total((0, 1), (), 6, (ROW1,), (1,), (), times=True)),
    (CAGES, Total((0, 1), (4,), 1, (), (0,), (4,))),
    (CAGES, NoTotal(((0, 2),), (0, 1), (), 4)),
    (CAGES, Holds((0, 1), (1, 2), 1, 1, cages=(0,))),
    (CAGES, Holds((2, 3), (1, 2, 4), 1, 2, houses=(ROW1,))),
    (CAGES, Holds((0,), (1, 2, 3), 1, 1)),
    (CAGES, Parity((2, 3), True, (ROW1,), (0,), ())),
    (CAGES, NoTotal(((0, 3),), (0,), (1,), 3)),
    (CAGES, NoTotal(((0, 2),), (0, 1), (), 5, without=((1, 3),))),
    (RULED, Apart(0, (6, 9), 1)),
    (RULED, Allows(0, (0,), (1, 2))),
    (RULED, Allows(0, (1, 6), (2, 3, 4))),
    (RULED, RuleWays((0,), (0,), ((1,), (2,)))),
    (RULED, RuleWays((0,), (1,), (), (), ((0, 3),))),
    (RULED, RuleWays((0, 1), (0,), ((1,), (2,), (3,)))),
    (RULED, Forces(((0, 1, False),), (6, 3, False), 0)),
    (RULED, Forces(((0, 3, True),), (9, 3, False), 1)),
]
FALSE: list[tuple[Board, Claim]] = [
    (RULED, Apart(0, (1,), 1)),
    (RULED, Apart(0, (6,), 0)),
    (RULED, Allows(0, (0,), (1,))),
    (RULED, RuleWays((0,), (0,), ((1,),))),
    (RULED, RuleWays((0,), (1,), (), (), ((0, 2),))),
    (RULED, RuleWays((0,), (15,), ((1,), (2,), (3,), (4,)))),
    (RULED, Forces(((0, 2, False),), (6, 3, False), 0)),
    (RULED, Forces(((0, 3, True),), (9, 3, False), 0)),
    (RULED, Allows(0, (6,), (3,))),
    (RULED, Allows(0, (15,), (1, 2, 3, 4))),
    (CAGES, NoTotal(((0, 2),), (0, 1), (), 5, without=((1, 2),))),
    (GRID, Placed(0, 2)),
    (GRID, Placed(2, 3)),  # it will be, but is not yet
    (GRID, Gone((2, 3), (3,))),
    (GRID, Gone((0,), (2,))),  # the cell is full
    (GRID, Only((2, 3), (3,))),
    (GRID, Needs(ROW1, 1)),
    (GRID, Places(ROW1, 4, (2,))),
    (GRID, Sees(0, (1, 10))),
    (GRID, Open((2, 3), (3,))),
    (GRID, Inside((0, 2), (ROW1, BOX1))),
    (GRID, SameDigits((2, 3), (4, 6), (ROW1, BOX1))),
    (GRID, OneOf(((4, 3),), houses=(ROW2,))),
    (GRID, OneOf(((4, 3),))),
    (GRID, Entails((), (4, 3, True), houses=(ROW2,))),
    (GRID, Entails((), (2, 3, True))),  # neither a pattern nor a chain says so
    (GRID, Entails(((3, 4, False),), (2, 3, True), houses=(ROW1,))),  # no premise to suppose
    (GRID, Entails((), (2, 3, False), branches=(IF_4,))),  # supposes something else
    (GRID, Entails((), (6, 1, False), branches=(Branch((6, 4, True), ()),))),  # r2c3 may be 3
    (GRID, Entails((), (2, 4, False), branches=(IF_4._replace(claims=()),))),  # leads nowhere
    (GRID, Entails(((12, 4, True),), (2, 4, False), branches=(IF_4,))),  # has no part in it
    (GRID, Entails((), (3, 4, True), branches=(IF_NOT_4,))),  # r2c3 is not known to be 4
    (GRID, Swaps((4, 5, 8, 10), (3, 4))),
    (GRID, Swaps((0, 1, 12, 13), (1, 2))),  # two are given
    (PAIRS, Paired(((8, 1),))),
    (GRID, Paired(((2, 4),))),
    (GRID, link((2, 3), (3, 4), strong=True)),
    (GRID, link((2, 3), (3, 4), strong=False)),
    (GRID, link((6, 3), (6, 4), strong=True, in_row=False)),
    (GRID, Follows((), (4, 3, True))),
    (GRID, Follows(((4, 3, True),), (13, 4, False))),  # right, but it takes two houses
    (GRID, Follows(((2, 1, True),), (9, 1, True))),  # the premise is none
    (GRID, Impossible(((4, 3),), houses=(ROW2,))),
    (GRID, Impossible(((2, 4),), cells=(4,))),
    (GRID, Impossible(((4, 3),))),
    (GRID, Concludes(((4, 3),), ())),
    (GRID, Concludes((), ((2, 3),))),
    (GRID, Not(Placed(0, 1))),
    (CAGES, Fillings(0, (0, 1), ((1, 4), (2, 3)))),
    (CAGES, Fillings(0, (0, 1), ((1, 4), (2, 3), (3, 2), (4, 1)))),
    (CAGES, Sets(0, ((1, 4),))),
    (CAGES, CageNeeds(0, 1)),
    (CAGES, CagePlaces(0, 3, (1,))),
    (CAGES, Total((2, 3), (), 6, (ROW1,), (0,), ())),
    (CAGES, Total((2, 3), (), 5, (ROW1,), (), ())),  # nothing says so without the cage
    (CAGES, Total((2,), (), 1, (ROW1,), (0,), (3,))),  # r1c4 is not placed
    (CAGES, NoTotal(((0, 1),), (0, 1), (), 4)),
    (CAGES, Holds((0, 1), (1, 2), 2, 2, cages=(0,))),
    (CAGES, Holds((2, 3), (1, 2, 4), 2, 2, houses=(ROW1,))),
    (CAGES, Parity((2, 3), False, (ROW1,), (0,), ())),
    (CAGES, Parity((2, 3), True, (), (1,), ())),  # a product says nothing about the sum
]


@together("board, claim", TRUE, ids=lambda value: type(value).__name__)
def test_what_holds_is_judged_true(board: Board, claim: Claim) -> None:
    assert is_true(claim, board)


@together("board, claim", FALSE, ids=lambda value: type(value).__name__)
def test_what_does_not_hold_is_judged_false(board: Board, claim: Claim) -> None:
    assert not is_true(claim, board)


def test_every_kind_of_claim_has_a_judge_that_knows_both() -> None:
    kinds = set(Claim.__args__)
    assert {*JUDGES} == kinds
    assert {type(claim) for _, claim in TRUE} == kinds
    assert {type(claim) for _, claim in FALSE} == kinds


# ---- the sentences


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_the_sentences_of_an_example_are_true_and_claim_what_they_name(name: str) -> None:
    example = example_of(name)
    assert example is not None
    step = next(TECHNIQUES[name].steps(example.board))
    for sentence in explain_step(step, example.board).full:
        assert false_claims(sentence, example.board) == [], sentence
        assert unnamed(sentence, example.board.puzzle) == [], sentence


# Every sentence about the larger and the hardest ones takes seconds.
LONG = {"twentyfive", "sixteen"} | (set() if IS_FULL else {"kenken12", "twelve", "escargot"})
FILES = [path for path in EXAMPLE_FILES if path.stem not in LONG]


@pytest.mark.turns(3)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_sentences_of_a_path_are_true_and_claim_what_they_name(path: Path) -> None:
    found = explain(pandoku.load(path))
    every = by_default(1 + len(found) // 12, full=1)
    for taken in found:
        if taken.number % every == 0:
            for sentence in taken.explanation.full:
                assert false_claims(sentence, taken.board) == [], (taken.number, sentence)
                assert unnamed(sentence, taken.board.puzzle) == [], (taken.number, sentence)
                assert wrong_steps(sentence, taken) == [], (taken.number, sentence)
