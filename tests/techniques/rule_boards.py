"""Boards with a few rules, and the first step of a technique on them."""

from __future__ import annotations

from pandoku import Board, Puzzle
from pandoku.model import Constraint, Step, digits_of
from pandoku.techniques import explain_step, get_technique
from tests.techniques.sentences import false_claims, unnamed

EMPTY = (0,) * 81


def board_with(*constraints: Constraint, givens: dict[str, int] | None = None) -> Board:
    digits = list(EMPTY)
    for name, digit in (givens or {}).items():
        digits[number_of(name)] = digit
    return Board.start(Puzzle(9, tuple(digits)).with_(*constraints))


def number_of(name: str) -> int:
    return (int(name[1]) - 1) * 9 + int(name[3]) - 1


def step_of(name: str, board: Board) -> tuple[Step, str]:
    """Return the first step of a technique and the text of its explanation."""
    step = next(iter(get_technique(name).steps(board, 1)))
    full = explain_step(step, board).full
    for sentence in full:
        assert false_claims(sentence, board) == []
        assert unnamed(sentence, board.puzzle) == []
    return step, " ".join(full)


def left(board: Board, step: Step, name: str) -> str:
    """Return the digits that a step leaves in a cell."""
    return "".join(map(str, digits_of(board.after(step).masks[number_of(name)])))


def lacking(board: Board, gone: dict[str, str]) -> Board:
    """Return the board without some candidates of some cells."""
    for name, digits in gone.items():
        for digit in digits:
            board = board.eliminate(name, int(digit))
    return board
