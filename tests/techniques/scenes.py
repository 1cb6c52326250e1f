"""Boards whose steps are told in ways that no example shows: `scenes.txt` has their texts.

`./run python -m tests.techniques.make_texts` writes the texts. Tests of what a step does, or of
what a sentence refers to, take their boards from here too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.constraints import Odd, Thermometer
from pandoku.logic.ledger import ledger_of
from pandoku.model import Step
from pandoku.techniques import TECHNIQUES, Explanation, explain_step
from pandoku.words import Cause, Ledger
from tests.techniques.boards import board_for

__all__ = ["EMPTY", "SCENES", "Scene", "board_of", "row_of_three_cages"]

# 1 2 . .   r1c3 sees 1 and 2.
EMPTY = Board.start(Puzzle(4, (1, 2) + (0,) * 14))


def board_of(n: int, *cages: Cage, box: tuple[int, int] | None = None, **few: str) -> Board:
    """Return a board with cages; each further name is a cell, with its candidates."""
    start = Board.start(Puzzle(Geometry(n, box=box), cages=cages))
    masks = list(start.masks)
    for name, digits in few.items():
        row, column = int(name[1]) - 1, int(name[3]) - 1
        masks[row * n + column] = sum(1 << int(d) - 1 for d in digits)
    return replace(start, masks=tuple(masks))


def row_of_three_cages() -> Board:
    """Row 1 of a 6x6 grid is three cages of two cells."""
    return board_of(6, Cage("+", 5, (0, 1)), Cage("+", 7, (2, 3)), Cage("+", 9, (4, 5)))


def without(board: Board, *gone: tuple[int, int]) -> Board:
    """Return a board without some candidates (cell, digit)."""
    for cell, digit in gone:
        board = board.eliminate(cell, digit)
    return board


@dataclass(frozen=True)
class Scene:
    """A step on a board: the first of a technique, or the first that removes a candidate.

    Attributes:
        technique: Name of the technique.
        board: The board.
        removes: A candidate (cell, digit) that the step removes, or None for the first step.
        ledger: What removed candidates before.
    """

    technique: str
    board: Board
    removes: tuple[int, int] | None = None
    ledger: Ledger = field(default_factory=dict)

    @property
    def step(self) -> Step:
        """The step."""
        steps = TECHNIQUES[self.technique].steps(self.board)
        return next(s for s in steps if self.removes in (None, *s.eliminations))

    @property
    def told(self) -> Explanation:
        """What is said of the step."""
        return explain_step(self.step, self.board, self.ledger or None)


def _partner_gone() -> Scene:
    board = board_of(6, Cage("+", 9, (0, 1)), r1c1="345", r1c2="456")
    taken = Step("naked-pair", eliminations=((0, 3),))
    ledger = ledger_of(board, (taken,))
    return Scene("cage-partners", board.after(taken), ledger=ledger)


def _in_a_cage() -> Scene:
    cages = (Cage("+", 6, (0, 1, 4), repeats=False), Cage("+", 6, (5, 10, 11), repeats=False))
    board = Board.start(Puzzle(Geometry.sudoku(4), (0,) * 10 + (3,) + (0,) * 5, cages))
    board = without(board, (5, 3), (5, 2), (5, 4))
    ledger = {(5, 2): Cause("step", 1), (5, 4): Cause("step", 1)}
    return Scene("naked-single", board, ledger=ledger)


def _beside_clues() -> Board:
    """Return a board with candidates that clues alone exclude, and with a 1 and a 4."""
    clues = Thermometer("r1c1 r2c2"), Thermometer("r1c4 r2c3"), Odd("r3c4")
    puzzle = Puzzle(4, (0,) * 12 + (0, 0, 4, 1)).with_(*clues)
    return without(Board.start(puzzle), (0, 4), (3, 4), (11, 2))


def _fifteen() -> Board:
    return board_of(9, Cage("+", 15, (0, 1)), r1c1="12345689", r1c2="12345689")


_FLOWER = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"

# Boards are made when a test asks for them.
SCENES: dict[str, Callable[[], Scene]] = {
    "a bound of a cage": lambda: Scene(
        "cage-bounds",
        board_of(6, Cage("+", 12, (0, 1, 6)), r1c1="123456", r1c2="56", r2c1="2345"),
    ),
    "both bounds of a cage are one step": lambda: Scene(
        "cage-bounds", board_of(9, Cage("+", 14, (0, 1, 9)), r1c1="19", r1c2="234", r2c1="5678")
    ),
    "the partners of all cages are one step": lambda: Scene(
        "cage-partners",
        board_of(6, Cage("-", 3, (0, 1)), Cage("/", 2, (7, 8)), r1c1="125", r1c2="2345",
                 r2c2="136", r2c3="23"),
    ),
    "a partner that is gone names the step that removed it": _partner_gone,
    "each filling is in sight of the candidates that it rules out": lambda: Scene(
        "cage-permutations",
        board_of(6, Cage("*", 24, (0, 1, 6)), r1c1="134", r1c2="26", r2c1="124"),
    ),
    "innies name the sum that fails for each digit": lambda: Scene(
        "innies", board_of(6, Cage("+", 9, (0, 1, 2)), r1c4="2346", r1c5="256", r1c6="256")
    ),
    "a cage trial is told as branches are": lambda: Scene("cage-trial", board_for("cage-trial")),
    "a multiplying cage has its sign": lambda: Scene(
        "cage-combinations", board_of(6, Cage("*", 60, (0, 1, 2)))
    ),
    "a killer cage has no sign": lambda: Scene(
        "cage-combinations", board_of(6, Cage("+", 9, (6, 7), repeats=False))
    ),
    "a cage is named by the sums that are left": lambda: Scene(
        "cage-combinations", board_of(9, Cage("+", 8, (0, 1)), r1c1="1234567", r1c2="1267")
    ),
    "a difference with one pair of digits": lambda: Scene(
        "cage-combinations", board_of(6, Cage("-", 5, (0, 1)))
    ),
    "sets that the target allows are ruled out": lambda: Scene("cage-combinations", _fifteen()),
    "quotients that the cells do not allow": lambda: Scene(
        "cage-combinations", board_of(9, Cage("/", 2, (0, 1)), r1c1="12345678", r1c2="124578")
    ),
    "a set that is out names earlier steps": lambda: Scene(
        "cage-combinations", _fifteen(), ledger={(0, 7): Cause("step", 4), (1, 7): Cause("step", 9)}
    ),
    "a digit in the cage leaves its sets": lambda: Scene(
        "cage-combinations", board_of(9, Cage("-", 2, (0, 1))).place("r1c2", 5)
    ),
    "the sets of a product": lambda: Scene(
        "cage-combinations", board_of(12, Cage("*", 567, (0, 1, 12)))
    ),
    "small digits of a product would need a second time": lambda: Scene(
        "cage-combinations", board_of(12, Cage("*", 360, (0, 1, 12)))
    ),
    "small digits of a product": lambda: Scene(
        "cage-combinations", board_of(12, Cage("*", 180, (0, 1, 12)))
    ),
    "an innie is a subtraction": lambda: Scene(
        "innie",
        Board.start(
            Puzzle(Geometry.latin(4), cages=(Cage("+", 6, (0, 1, 2)), Cage("-", 1, (4, 5))))
        ),
    ),
    "two cells that would have to be equal are in one house": lambda: Scene(
        "innies-and-outies",
        board_of(6, Cage("+", 15, (0, 1, 2, 3, 11)), r1c5="46", r1c6="123", r2c6="123"),
    ),
    "two halves of a sum are in one house": lambda: Scene(
        "innies", board_of(6, Cage("+", 10, (0, 1, 2)), r1c4="256", r1c5="236", r1c6="356")
    ),
    "a sum out of reach": lambda: Scene(
        "innies-and-outies",
        board_of(6, Cage("+", 19, (0, 1, 2, 3, 10, 11)), r1c5="46", r1c6="123", r2c5="12",
                 r2c6="123"),
    ),
    "a cell with the supposed candidate only": lambda: Scene(
        "innies", board_of(6, Cage("+", 9, (0, 1, 2)), r1c4="5", r1c5="45", r1c6="23456")
    ),
    "an equation of equals is not written out": lambda: Scene(
        "innies-and-outies",
        board_of(6, Cage("+", 21, (0, 1, 2, 3, 11)), r1c5="3", r1c6="123", r2c6="456"),
    ),
    "each way to fill a house is followed to its end": lambda: Scene(
        "house-fillings", row_of_three_cages()
    ),
    "a way that reaches beyond the house is followed too": lambda: Scene(
        "house-fillings",
        board_of(9, Cage("+", 18, (9, 0, 1)), Cage("-", 7, (2, 3)), Cage("/", 2, (6, 7))),
        removes=(9, 1),
    ),
    "a naked single names each digit's place, and a step": lambda: Scene(
        "naked-single", EMPTY.eliminate("r1c3", 4), ledger={(2, 4): Cause("step", 7)}
    ),
    "digits that went in one step are told together": lambda: Scene(
        "naked-single",
        without(Board.start(Puzzle(4)), (0, 1), (0, 2), (0, 3)),
        ledger={(0, 1): Cause("step", 5), (0, 2): Cause("step", 3), (0, 3): Cause("step", 3)},
    ),
    "digits that went in many steps are told together": lambda: Scene(
        "naked-single",
        without(Board.start(Puzzle(Geometry.latin(5))), *((0, digit) for digit in range(1, 5))),
        ledger={(0, digit): Cause("step", 10 + digit) for digit in range(1, 5)},
    ),
    "without a ledger a digit is not in the pencil marks": lambda: Scene(
        "naked-single", EMPTY.eliminate("r1c3", 4)
    ),
    "a cell sees the digits of its cage": _in_a_cage,
    "a hidden single names the digits that keep it out": lambda: Scene(
        "hidden-single", Board.start(Puzzle(4, (0,) * 6 + (3,) + (0,) * 9)).place("r4c2", 3)
    ),
    "a hidden single names the clues that keep it out": lambda: Scene(
        "hidden-single", _beside_clues()
    ),
    "a naked single names the clue that leaves it": lambda: Scene("naked-single", _beside_clues()),
    "a hidden single names the step in which the digit went": lambda: Scene(
        "hidden-single", EMPTY.eliminate("r1c4", 3), ledger={(3, 3): Cause("step", 12)}
    ),
    "a pattern names the steps that left it": lambda: Scene(
        "claiming",
        without(Board.start(Puzzle(4)), (2, 1), (3, 1)),
        ledger={(2, 1): Cause("step", 4), (3, 1): Cause("step", 9)},
    ),
    "of many steps the last is named": lambda: Scene(
        "claiming",
        without(Board.start(Puzzle(Geometry.sudoku(6))), (3, 1), (4, 1), (5, 1), (2, 1)),
        ledger={(cell, 1): Cause("step", 10 + cell) for cell in (3, 4, 5, 2)},
    ),
}  # fmt: skip
