"""Random puzzles, boards, texts and other things, all from a random generator that is passed in."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import numpy as np

import pandoku
from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.formats import FORMATS
from pandoku.model import default_box
from tests.data import EASY, ESCARGOT, EXAMPLE_FILES
from tests.fuzz.constraints import some
from tests.hostile.texts import TEXTS

__all__ = ["any_board", "any_geometry", "any_puzzle", "any_text", "mutated", "odd", "texts"]

# Orders that every search ends soon for; and orders for what does not search.
_SMALL, _ALL = (1, 2, 3, 4, 4, 4, 4, 5, 6), (1, 2, 4, 6, 7, 9, 9, 10, 12, 16, 25, 35, 36)


def _knot() -> list[Any]:
    knot: list[Any] = []
    knot.append(knot)
    return knot


_ODD: tuple[Callable[[], object], ...] = (
    lambda: None, lambda: True, lambda: False, lambda: 0, lambda: -1, lambda: 37, lambda: 255,
    lambda: 256, lambda: 2**31, lambda: 2**63, lambda: 2**64, lambda: -(2**63), lambda: 10**30,
    lambda: 1.5, lambda: 2.0, lambda: float("nan"), lambda: float("inf"), lambda: -0.0,
    lambda: "", lambda: " ", lambda: "x", lambda: "\0", lambda: "\ud800", lambda: "\x1b[2J",
    lambda: "9" * 5000, lambda: "١", lambda: b"", lambda: b"\xff\xfe", lambda: bytearray(16),
    lambda: memoryview(b"1234"), list, lambda: [[]], lambda: [[[1]]], lambda: [None] * 16,
    lambda: ["1"] * 16, lambda: [[1, 2], [1]], lambda: [2**70] * 16, lambda: [-1] * 16,
    lambda: [1.5] * 16, _knot, dict, lambda: {"a": 1}, lambda: {0: 1, "0": 2}, lambda: {1, 2},
    object, lambda: len, lambda: int, lambda: range(16), lambda: iter([1, 2]), lambda: ...,
    lambda: Decimal("NaN"), lambda: Fraction(1, 3), lambda: 3 + 4j, lambda: Exception("x"),
    lambda: np.zeros(0), lambda: np.zeros((4, 4)), lambda: np.full((4, 4), np.nan),
    lambda: np.zeros((2, 2, 2, 2), int), lambda: np.array("x"), lambda: np.array(3),
    lambda: np.int64(-1), lambda: np.float64("inf"), lambda: np.True_, lambda: np.str_("x"),
    lambda: np.zeros((4, 4), object), lambda: np.full(16, 2**63, np.uint64),
    lambda: np.array([[1, 2], [3, 4]])[::-1, ::-1], lambda: np.array(["2020"], "M8"),
)  # fmt: skip


def odd(rng: Random) -> Any:
    """Return something of a kind that hardly anybody passes on purpose."""
    return rng.choice(_ODD)()


def any_geometry(rng: Random, *, small: bool = True) -> Geometry:
    """Return a geometry: with boxes, regions, diagonals, houses of any cells, or none of them."""
    order = rng.choice(_SMALL if small else _ALL)
    cells = range(order * order)
    diagonals = rng.random() < 0.15
    extra = [rng.sample(cells, order) for _ in range(rng.choice((0, 0, 0, 0, 1, 2)))]
    houses: Any = extra if rng.random() < 0.5 else {f"ring {i}": at for i, at in enumerate(extra)}
    kind = rng.randrange(4)
    if kind == 0 and order > 1:
        regions = [cell // order for cell in cells]
        for _ in range(rng.randrange(2 * order)):  # any shape: regions need not be connected
            one, other = rng.choice(cells), rng.choice(cells)
            regions[one], regions[other] = regions[other], regions[one]
        return Geometry(order, None, tuple(regions), diagonals, houses)
    if kind > 1 and default_box(order):
        return Geometry.sudoku(order, diagonals=diagonals, extra=houses)
    return Geometry.latin(order, diagonals=diagonals, extra=houses)


@cache
def _solution(geometry: Geometry) -> tuple[int, ...] | None:
    budget = pandoku.Budget(nodes=2000)
    return pandoku.solve(Puzzle(geometry), limit=1, budget=budget).solution


def _givens(rng: Random, geometry: Geometry) -> tuple[int, ...]:
    n, share = geometry.order, rng.random() ** 2
    solution = _solution(geometry) if n <= 6 and rng.random() < 0.8 else None
    digits = solution or [rng.randint(1, n) for _ in range(n * n)]
    return tuple(digit if rng.random() < share else 0 for digit in digits)


def _cage(rng: Random, geometry: Geometry) -> Cage:
    n = geometry.order
    first = rng.randrange(n * n)
    cells = [first]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        near = (cells[-1] + rng.choice((1, n))) % (n * n)
        cells.append(rng.randrange(n * n) if rng.random() < 0.05 else near)
    solution, operation = _solution(geometry) if n <= 6 else None, rng.choice("+++-*/=??")
    total = sum(solution[cell] for cell in cells) if solution else rng.randint(1, 3 * n)
    target = rng.choice((total, total, total, None, rng.randint(-1, 40), 10**18, 0))
    return Cage(operation, target, tuple(dict.fromkeys(cells)), rng.random() < 0.5)


def any_puzzle(rng: Random, *, small: bool = True) -> Puzzle:
    """Return a puzzle of any kind, proper or not, that every search of the fuzz targets bears."""
    if rng.random() < 0.1:
        return pandoku.loads(rng.choice((EASY, ESCARGOT)))
    geometry = any_geometry(rng, small=small)
    n = geometry.order
    cages: list[Cage] = []
    if rng.random() < 0.5:
        cages = [_cage(rng, geometry) for _ in range(rng.randrange(n * n // 2 + 1))]
    candidates = None
    if rng.random() < 0.15:
        candidates = tuple(rng.getrandbits(n) | rng.getrandbits(n) for _ in range(n * n))
    title = rng.choice((None, None, "A <b>title</b>", "two\nlines", "\x1b[31m", "🧩", "", "{}%s"))
    further = some(rng, geometry) if rng.random() < 0.25 else ()
    givens = _givens(rng, geometry)
    return Puzzle(geometry, givens, tuple(cages), candidates, title=title, further=further)


def any_board(rng: Random) -> Board:
    """Return a board: the start of a puzzle, one some way on, or one of any digits and masks."""
    puzzle = any_puzzle(rng)
    n = puzzle.order
    if rng.random() < 0.5:
        board = Board.start(puzzle)
        for _ in range(rng.randrange(6)):
            cell, digit = rng.randrange(n * n), rng.randint(1, n)
            if not board.digits[cell] and digit in board.candidates(cell):
                change = board.place if rng.random() < 0.3 else board.eliminate
                board = change(cell, digit)
        return board
    digits = tuple(rng.choice((0, 0, 0, rng.randint(1, n))) for _ in range(n * n))
    masks = tuple(0 if digit else rng.getrandbits(n) for digit in digits)
    return Board(puzzle, digits, masks)


@cache
def texts() -> tuple[bytes, ...]:
    """Return the texts that mutations start from: examples, one of each format, hostile ones."""
    examples = [path.read_bytes() for path in EXAMPLE_FILES]
    written = [module.example.encode() for module in FORMATS.values()]
    return (*examples, *written, *(text for text in TEXTS.values() if len(text) < 20_000))


_PIECES = (
    b"0", b"9", b"-1", b"37", b"1e400", b"NaN", b"null", b'"', b"{", b"}", b"[", b"]", b",", b"\n",
    b"\r\n", b"\t", b" ", b"|", b"+", b"*", b"\0", b"\xff", b"\xc3\xa9", b"\xef\xbb\xbf",
    b"99999999999999999999",
    b"<", b"</", b"&amp;", b"&#0;", b"\\ud800", b"#", b":", b"=", b"r1c1", b"\xe2\x94\x8f",
)  # fmt: skip


def mutated(rng: Random, text: bytes) -> bytes:
    """Return a text with a few bytes changed, taken away, repeated, or taken from another text."""
    data = bytearray(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at, span = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 8, 40))
        match rng.randrange(6):
            case 0:
                data[at : at + 1] = bytes((rng.randrange(256),))
            case 1:
                del data[at : at + span]
            case 2:
                data[at:at] = rng.choice(_PIECES)
            case 3:
                data[at : at + span] = rng.choice(_PIECES)
            case 4:
                data[at:at] = data[at : at + span] * rng.choice((1, 2, 50))
            case _:
                other = rng.choice(texts())
                start = rng.randrange(len(other) + 1)
                data[at : at + span] = other[start : start + span]
    return bytes(data)


def any_text(rng: Random) -> str | bytes:
    """Return a text of puzzles in some format, or what is left of one, as text or bytes."""
    text = rng.choice(texts())
    if len(text) > 3000 or rng.random() < 0.3:
        text = rng.choice(list(FORMATS.values())).example.encode()
    if rng.random() < 0.7:
        text = mutated(rng, text)
    return text if rng.random() < 0.3 else text.decode("utf-8", "surrogateescape")
