"""Whatever a function does not take is refused with one message, at the door."""

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import Batch, Board, Cage, Geometry, Marks, PandokuError, Puzzle
from pandoku.play import Game
from tests.together import together

TEXT = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR = Puzzle(4)


class FrameLike:
    """What matters of a pandas DataFrame here: it has columns, and its repr has many lines."""

    columns = ("a", "b")

    def __repr__(self) -> str:
        return "   a  b\n0  1  2"


def generator() -> Iterator[int]:
    yield from (0,) * 16


NO_PUZZLES: dict[str, Any] = {
    "none": None,
    "a float": 3.5,
    "a number": 9,
    "a boolean": True,
    "a set": {1, 2, 3, 4},
    "a dict": {"givens": TEXT},
    "a file": StringIO(TEXT),
    "a path": Path("puzzles.txt"),
    "a data frame": FrameLike(),
    "an empty list": [],
    "a ragged list": [[1, 0, 0, 0], [0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    "no square": [0] * 15,
    "letters": [["q", 0], [0, 0]],
    "a digit of another type": [[True, 0], [0, 0]],
    "half a digit": [[0.5, 0], [0, 0]],
    "a generator": generator(),
    "an empty text": "",
    "a word": "hello",
    "the name of a file": "puzzles/hard.sdm",
    "binary data": b"\x00\xff\x00",
    "a class": Puzzle,
    "an object": object(),
    "an array of booleans": np.zeros((4, 4), bool),
    "an array without shape": np.array(5),
    "an array of many": np.zeros((2, 4, 4, 4), int),
}

TAKE_A_PUZZLE: dict[str, Callable[[Any], object]] = {
    "solve": pandoku.solve,
    "count": pandoku.count,
    "check": pandoku.check,
    "true_candidates": pandoku.true_candidates,
    "explain": pandoku.explain,
    "rate": pandoku.rate,
    "hint": lambda what: pandoku.hint(what, 2),
    "dumps": pandoku.dumps,
    "svg": pandoku.svg,
    "draw": pandoku.draw.draw,
    "text": pandoku.draw.text,
    "Game.start": Game.start,
    "minimize": lambda what: pandoku.minimize(what, 1),
    "is_minimal": pandoku.is_minimal,
}
TAKE_A_TEXT: dict[str, Callable[[Any], object]] = {
    "loads": pandoku.loads,
    "loads_board": pandoku.loads_board,
}
TAKE_A_GRID: dict[str, Callable[[Any], object]] = {
    "Puzzle": Puzzle,
    "Puzzle.sudoku": Puzzle.sudoku,
    "Puzzle.latin": Puzzle.latin,
    "Puzzle.kenken": lambda what: Puzzle.kenken(what, []),
    "Puzzle.killer": lambda what: Puzzle.killer(what, []),
    "Puzzle.jigsaw": lambda what: Puzzle.jigsaw(what, "AABBAABBCCDDCCDD"),
}
TAKE_MANY: dict[str, Callable[[Any], object]] = {
    "solve_many": pandoku.solve_many,
    "count_many": lambda what: pandoku.count_many(what, 2),
    "true_candidates_many": pandoku.true_candidates_many,
    "explain_many": pandoku.explain_many,
    "rate_many": pandoku.rate_many,
}
# A file is its lines, which may be puzzles.
NO_MANY = {name: value for name, value in NO_PUZZLES.items() if name != "a file"}
# A number is an order.
NO_GRIDS = {
    name: value
    for name, value in NO_PUZZLES.items()
    if name not in ("a number", "an array without shape")
}
OPTIONS: dict[str, Callable[[], object]] = {
    "limit 0": lambda: pandoku.solve(FOUR, limit=0),
    "limit True": lambda: pandoku.solve(FOUR, limit=True),
    "limit 2.0": lambda: pandoku.solve(FOUR, limit=2.0),  # type: ignore[arg-type]
    "limit text": lambda: pandoku.count(FOUR, limit="2"),  # type: ignore[arg-type]
    "limit of many": lambda: pandoku.solve_all([FOUR], limit=0),
    "limit of arrays": lambda: pandoku.solve_many([FOUR], limit=True),
    "limit of counts": lambda: pandoku.count_many([FOUR], "many"),  # type: ignore[call-overload]
    "limit of a path": lambda: pandoku.explain(FOUR, limit=0),
    "engine 3": lambda: pandoku.solve(FOUR, engine=3),  # type: ignore[arg-type]
    "engine list": lambda: pandoku.solve(FOUR, engine=["lanes"]),  # type: ignore[arg-type]
    "budget 0": lambda: pandoku.solve(FOUR, budget=0),
    "budget text": lambda: pandoku.solve(FOUR, budget="1 s"),  # type: ignore[arg-type]
    "budget True": lambda: pandoku.count(FOUR, budget=True),
    "nodes 1.5": lambda: pandoku.Budget(nodes=1.5),  # type: ignore[arg-type]
    "seconds text": lambda: pandoku.Budget(seconds="1"),  # type: ignore[arg-type]
    "looks 0": lambda: pandoku.rate(TEXT, budget=0),
    "looks of many": lambda: pandoku.rate_many([TEXT], budget=1.5),  # type: ignore[arg-type]
    "looks in seconds": lambda: pandoku.rate(TEXT, budget=pandoku.Budget(seconds=1)),  # type: ignore[arg-type]
    "at_least text": lambda: pandoku.rate(TEXT, at_least="7"),  # type: ignore[arg-type]
    "at_least True": lambda: pandoku.rate(TEXT, at_least=True),
    "at_least 0": lambda: pandoku.rate(TEXT, at_least=0),
    "at_most 21": lambda: pandoku.rate_many([TEXT], at_most=21),
    "at_most 7.25": lambda: pandoku.rate_many([TEXT], at_most=7.25),
    "at_most nan": lambda: pandoku.rate(TEXT, at_most=float("nan")),
    "at_most below at_least": lambda: pandoku.rate(TEXT, at_least=3, at_most=2),
    "scale of a rating": lambda: pandoku.rate(TEXT, scale="sse"),
    "scale of many ratings": lambda: pandoku.rate_many([TEXT], scale=3),  # type: ignore[arg-type]
    "se of a 4x4": lambda: pandoku.rate(FOUR, scale="se"),
    "threads of ratings": lambda: pandoku.rate_many([TEXT], threads=0),
    "threads text": lambda: pandoku.solve_all([FOUR], threads="2"),  # type: ignore[arg-type]
    "threads 0": lambda: pandoku.explain_many([FOUR], threads=0),
    "threads of arrays": lambda: pandoku.solve_many([FOUR], threads=True),
    "seed text": lambda: pandoku.minimize(FOUR, seed="1"),  # type: ignore[arg-type]
    "seed -1": lambda: pandoku.minimize(FOUR, seed=-1),
    "level 9": lambda: pandoku.hint(FOUR, 9),
    "level text": lambda: pandoku.hint(FOUR, "2"),  # type: ignore[arg-type]
    "techniques 3": lambda: pandoku.explain(FOUR, techniques=3),  # type: ignore[arg-type]
    "technique None": lambda: pandoku.explain(FOUR, techniques=[None]),  # type: ignore[list-item]
    "scale 3": lambda: pandoku.explain(FOUR, scale=3),  # type: ignore[arg-type]
    "format 3": lambda: pandoku.dumps(FOUR, 3),  # type: ignore[arg-type]
    "path None": lambda: pandoku.load(None),  # type: ignore[arg-type]
    "path 0": lambda: pandoku.load(0),  # type: ignore[arg-type]
    "board of texts": lambda: pandoku.load_board(["a"]),  # type: ignore[arg-type]
    "many of one": lambda: pandoku.solve_all(FOUR),  # type: ignore[arg-type]
    "many of a text": lambda: pandoku.solve_all(TEXT),
    "theme": lambda: pandoku.svg(FOUR, theme="blue"),
    "scale of a picture": lambda: pandoku.png(FOUR, scale=-1),
    "marks": lambda: pandoku.hint(FOUR, 2, marks={0: (1, 2)}),  # type: ignore[arg-type]
    "marks of a drawing": lambda: pandoku.draw.draw(FOUR, marks=[1]),  # type: ignore[arg-type]
    "texts of one": lambda: pandoku.loads_many(TEXT),
    "batch of texts": lambda: Batch.of([TEXT]),  # type: ignore[list-item]
    "board of no puzzle": lambda: Board(TEXT, (0,) * 81, (1,) * 81),  # type: ignore[arg-type]
    "start of no puzzle": lambda: Board.start(None),  # type: ignore[arg-type]
    "batch of a text": lambda: Batch("9", bytes(81)),  # type: ignore[arg-type]
    "batch with cages": lambda: Batch(4, bytes(16), cages=[(Cage("+", 3, (0, 1)),)]),
    "batch of order 37": lambda: Batch(37, bytes(37)),
    "marks of None": lambda: Marks.of(None),  # type: ignore[arg-type]
    "marks of words": lambda: Marks.of(4, center={0: "ab"}),  # type: ignore[dict-item]
    "marks of an order": lambda: Marks("9"),  # type: ignore[arg-type]
    "order True": lambda: Puzzle(True),
    "order 37": lambda: Puzzle(37),
    "order 0": lambda: Geometry.sudoku(0),
    "order text": lambda: Geometry.latin("9"),  # type: ignore[arg-type]
    "box 3": lambda: Geometry(9, 3),  # type: ignore[arg-type]
    "windows of 6": lambda: Puzzle.sudoku(6, windows=True),
    "digit 10": lambda: Board.start(Puzzle(9)).place(2, 10),
    "digit -1": lambda: Board.start(FOUR).place(2, -1),
    "digit True": lambda: Board.start(FOUR).place(2, True),
    "cell 16": lambda: Board.start(FOUR).place(16, 1),
    "cell -1": lambda: Board.start(FOUR).place(-1, 1),
    "cell r5c1": lambda: Board.start(FOUR).place("r5c1", 1),
    "cell of a pair": lambda: Board.start(FOUR).place((0, 4), 1),
    "cell None": lambda: Board.start(FOUR).candidates(None),  # type: ignore[call-overload]
    "candidate 5": lambda: Board.start(FOUR).eliminate(0, 5),
    "digits of a board": lambda: Board(FOUR, (5,) * 16, (1,) * 16),
    "digits of a start": lambda: Board.start(FOUR, (5,) * 16),
    "givens of a start": lambda: Board.start(Puzzle(4, (5,) * 16)),
    "masks of a board": lambda: Board(FOUR, (0,) * 16, (16,) * 16),
    "masks below 0": lambda: Board(FOUR, (0,) * 16, (-1,) * 16),
    "masks of texts": lambda: Board(FOUR, (0,) * 16, ("1",) * 16),  # type: ignore[arg-type]
    "candidates": lambda: Puzzle(4, candidates=(31,) + (15,) * 15),
    "candidates in a text": lambda: pandoku.loads(f'{{"size":4,"candidates":{[31] + [15] * 15}}}'),
    "cell of a geometry": lambda: Geometry.sudoku(4).name(16),
    "move": lambda: Game.start(FOUR).place(0, 5),
    "move to nowhere": lambda: Game.start(FOUR).clear("r9c9"),
    "step": lambda: pandoku.explain(Puzzle(4, (1, 2, 3, 0) + (0,) * 12))["x"],  # type: ignore[call-overload]
    "cage of text": lambda: Cage("+", 3, "r1c1"),  # type: ignore[arg-type]
    "cage of halves": lambda: Cage("+", 3.5, (0, 1)),  # type: ignore[arg-type]
    "cages of one": lambda: Puzzle(3, cages=Cage("+", 3, (0, 1))),  # type: ignore[arg-type]
    "cages of None": lambda: Puzzle.killer(9, None),  # type: ignore[arg-type]
    "count -1": lambda: pandoku.generate_many(-1),
    "count text": lambda: pandoku.generate_many("3"),  # type: ignore[arg-type]
    "count of each": lambda: pandoku.generate_each(1.5),  # type: ignore[arg-type]
    "kind 3": lambda: pandoku.generate(3),  # type: ignore[arg-type]
    "kind of a puzzle": lambda: pandoku.generate("soduku"),
    "order of a kind": lambda: pandoku.generate(order=37),
    "order without boxes": lambda: pandoku.generate(order=7),
    "order of a windoku": lambda: pandoku.generate("windoku", 6),
    "a wish": lambda: pandoku.generate(given=30),  # type: ignore[call-arg]
    "a wish of cages": lambda: pandoku.generate(operations="+"),
    "givens -1": lambda: pandoku.generate(givens=-1),
    "givens text": lambda: pandoku.generate(givens="a few"),
    "givens and blanks": lambda: pandoku.generate(givens=17, blanks=30, symmetry="rotate-90"),
    "givens of a symmetry": lambda: pandoku.generate(givens=18, symmetry="rotate-90"),
    "symmetry": lambda: pandoku.generate(symmetry="round"),
    "difficulty": lambda: pandoku.generate(difficulty="harder"),
    "rating text": lambda: pandoku.generate(rating="hard"),
    "rating and difficulty": lambda: pandoku.generate(rating=7.0, difficulty="easy"),
    "needs": lambda: pandoku.generate(needs="xxyy-wing"),
    "needs of cages": lambda: pandoku.generate(needs="cage-trial"),
    "needs and at_most": lambda: pandoku.generate(needs="xy-wing", at_most="full-house"),
    "pattern": lambda: pandoku.generate(pattern="1.."),
    "pattern 3": lambda: pandoku.generate(pattern=3),  # type: ignore[arg-type]
    "solution": lambda: pandoku.generate(solution="1" * 81),
    "solution with blanks": lambda: pandoku.generate(solution=TEXT),
    "climb to nothing": lambda: pandoku.generate(climb=True),
    "smooth text": lambda: pandoku.generate(smooth="yes"),  # type: ignore[arg-type]
    "seed of a puzzle as text": lambda: pandoku.generate(seed="monday"),  # type: ignore[arg-type]
    "seed -1 of a puzzle": lambda: pandoku.generate(seed=-1),
    "budget of attempts": lambda: pandoku.generate(budget=0),
    "box of a latin square": lambda: pandoku.generate("latin", box=(3, 3)),
    "box 2x4": lambda: pandoku.generate(box="2x4"),
    "regions": lambda: Puzzle.jigsaw(4, "AAAB"),
    "regions None": lambda: Puzzle.jigsaw(4, None),
}
DOORS = {
    door: {f"{door} takes {name}": partial(function, value) for name, value in values.items()}
    for doors, values in (
        (TAKE_A_PUZZLE, NO_PUZZLES),
        (TAKE_A_TEXT, NO_PUZZLES),
        (TAKE_A_GRID, NO_GRIDS),
        (TAKE_MANY, NO_MANY),
    )
    for door, function in doors.items()
}


@together("door", DOORS)
def test_a_value_that_is_no_puzzle_is_refused_with_one_message(door: str) -> None:
    for name, call in DOORS[door].items():
        _refused_with_one_message(name, call)


@together("name", OPTIONS)
def test_an_option_is_refused_with_one_message(name: str) -> None:
    _refused_with_one_message(name, OPTIONS[name])


def _refused_with_one_message(name: str, call: Callable[[], object]) -> None:
    with pytest.raises((PandokuError, ValueError, TypeError)) as caught:
        call()
    message = str(caught.value)
    told = f"{name}: {message}"
    assert any(
        words in message for words in ("expected", "there is no", "recognizes", "works only with")
    ), told
    assert "found" in message or "there is no" in message or "starts with" in message, told
    assert len(message.partition("\n")[0]) < 400, told
    assert message[0].islower(), told
    assert not message.endswith("."), told
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert "/pandoku/" in frame.filename.replace("\\", "/"), frame
    # Raised on purpose, and not by an operation on something that has another type.
    assert frame.line is not None
    assert "raise" in frame.line or frame.line.startswith(('f"', '"')), frame.line
