"""What the core answers to puzzles of all kinds, which is the same in Pyodide and natively.

Each part of the core has a function here, whose answers depend on neither time nor threads. Pyodide
has no NumPy, so a part that needs it answers with the name of the missing module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pandoku

SUDOKUS = {
    "easy": "004000067300470005150820003006000031802105604410000900700080046600012000930000710",
    "escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "17": "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "golden": "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....",
    "two": "...........5....9...4....1.2....3.5....7.....438...2......9.....1.4...6..........",
    "none": "12...7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
}


def variants() -> Iterator[tuple[str, pandoku.Puzzle]]:
    """Yield the name and the puzzle of other sizes, cages and rules."""
    cages = {((0, 0), (0, 1), (1, 0)): 7, ((0, 2), (0, 3), (1, 3)): 8, ((2, 2), (3, 2)): 7}
    cages |= {((1, 1), (1, 2), (2, 1)): 9, ((2, 0), (3, 0), (3, 1)): 6}
    yield "killer", pandoku.Puzzle.killer(4, cages | {((2, 3), (3, 3)): 3})
    yield "loose killer", pandoku.Puzzle.killer(4, cages)
    rules = ("thermometer r1c1 r2c2 r3c3 r4c4", "thermometer r4c1 r3c2")
    yield "thermometers", pandoku.Puzzle.sudoku(4).with_(*rules)
    yield "latin", pandoku.Puzzle.latin("1....2....3....4....5....")
    yield "whispers", pandoku.Puzzle.sudoku(6).with_("whisper line 2 r1c1 r1c2 r2c3 r3c4")


def puzzles() -> Iterator[tuple[str, pandoku.Puzzle]]:
    """Yield the name and the puzzle of all."""
    for name, text in SUDOKUS.items():
        yield name, pandoku.loads(text)
    yield from variants()


def solutions() -> Iterator[tuple[str, object]]:
    """Yield all solutions of each puzzle that has few.

    Which of many an engine finds first depends on the width of its vectors.
    """
    for name, puzzle in puzzles():
        outcome = pandoku.solve(puzzle, limit=3)
        found = [list(one) for one in outcome.solutions] if outcome.stopped is None else []
        yield name, [outcome.count, outcome.stopped, found]


def counts() -> Iterator[tuple[str, object]]:
    """Yield the number of solutions up to a limit."""
    for name, puzzle in puzzles():
        yield name, str(pandoku.count(puzzle, limit=300))


def paths() -> Iterator[tuple[str, object]]:
    """Yield the steps of each puzzle with one solution, as texts."""
    for name, puzzle in puzzles():
        if pandoku.count(puzzle, limit=2) == 1:
            path = pandoku.explain(puzzle)
            yield name, [step.explanation.text for step in path]


def hints() -> Iterator[tuple[str, object]]:
    """Yield the next step of each puzzle with one solution, at all levels."""
    for name, puzzle in puzzles():
        if pandoku.count(puzzle, limit=2) == 1:
            yield name, [pandoku.hint(puzzle, level).text for level in range(6)]


def ratings() -> Iterator[tuple[str, object]]:
    """Yield the rating of each puzzle with one solution."""
    for name, puzzle in puzzles():
        if pandoku.count(puzzle, limit=2) == 1:
            yield name, str(pandoku.rate(puzzle))


def made() -> Iterator[tuple[str, object]]:
    """Yield new puzzles with seeds."""
    for seed in range(3):
        yield f"easy {seed}", str(pandoku.generate(difficulty="easy", seed=seed))
    yield "killer", str(pandoku.generate("killer", 4, seed=1))
    yield "kenken", str(pandoku.generate("kenken", 4, seed=1))


Part = Callable[[], Iterator[tuple[str, object]]]

PARTS: tuple[Part, ...] = (
    solutions,
    counts,
    paths,
    hints,
    ratings,
    made,
)


def answers() -> dict[str, dict[str, object]]:
    """Return the answers of each part, by the names of the puzzles."""
    found: dict[str, dict[str, object]] = {}
    for part in PARTS:
        try:
            found[part.__name__] = dict(part())
        except ModuleNotFoundError as missing:
            found[part.__name__] = {"needs": missing.name}
    return found
