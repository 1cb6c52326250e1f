"""Writes web/test/games.json: games that the page's own game must play move by move as Python does.

Run ``python -m tests.web.make_games`` after a change of `pandoku.play` that games can show. Each
game has the puzzle's document, what the player pressed, what stood on the grid on the way, and what
came of it. Everything is random, and the same at each run.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from pandoku import Cage, Geometry, Puzzle
from pandoku.calls.documents import puzzle_document
from pandoku.constraints import (
    RULES,
    Arrow,
    Difference,
    Even,
    Fog,
    Renban,
    RulesInWords,
    Thermometer,
    Whisper,
)
from pandoku.errors import FormatError
from pandoku.logic import Hint
from pandoku.model import Constraint, House, Step
from pandoku.model.conflicts import find_conflicts
from pandoku.play import LAYERS, Game, Move, dumps_game, loads_record, statistics
from pandoku.words import cage_name, constraint_name
from tests.data import JIGSAW5, WINDOWS

GAMES = Path(__file__).parents[2] / "web" / "test" / "games.json"
_TRIES = 40  # of digits that may break a rule, for each number of digits
_LOOK = 8  # presses from one look at the grid to the next
_NAMES = ("a", "before the guess", "Zürich 😀")
_START = "2026-11-22T14:05:03+00:00"


def games() -> str:
    """Return the file: one game, or one list of texts, a line."""
    played = [_played(number, puzzle) for number, puzzle in enumerate(puzzles())]
    value = {"games": played, "texts": _texts()}
    lines = [f'"{key}": [\n{_lines(each)}\n]' for key, each in value.items()]
    return "{" + ",\n".join(lines) + "}\n"


def _lines(values: Sequence[Any]) -> str:
    return ",\n".join(json.dumps(v, ensure_ascii=False, separators=(",", ":")) for v in values)


# ------------------------------------------------------------------------- puzzles


def puzzles() -> Iterator[Puzzle]:
    """Yield a puzzle of every kind that the rules of a game tell apart."""
    rng = random.Random(1)
    for order, box in ((4, (2, 2)), (6, (2, 3)), (9, (3, 3)), (10, (2, 5)), (16, (4, 4))):
        yield _thinned(rng, Geometry(order, box), pattern(order, box))
    yield _thinned(rng, Geometry(25, (5, 5)), pattern(25, (5, 5)), 0.8)
    yield _thinned(rng, Geometry(36, (6, 6)), pattern(36, (6, 6)), 0.97)
    yield Puzzle(Geometry(5, None, JIGSAW5), (0, 3) + (0,) * 23)
    yield Puzzle(Geometry(4, (2, 2), diagonals=True), (1, 0, 0, 0) + (0,) * 12)
    yield Puzzle(Geometry(9, (3, 3), extra=WINDOWS), (0, 3, 0, 7) + (0,) * 77, title="Wind & <b>")
    yield _killer(rng)
    yield _calcudoku(rng, 6)
    yield Puzzle.killer(9, [(17, tuple(range(9, 18, 3))), (None, "r5c5 r5c6 r6c6")])
    yield _with_repeats()
    yield Puzzle(4, (0,) * 16, candidates=(7, *(15,) * 14, 9), title="a\u2028b")
    yield Puzzle(2, (0,) * 4)
    yield Puzzle(3, (1, 1) + (0,) * 7)
    for rule in RULES.values():
        yield rule.example
    yield from _fogged(rng)
    yield from _judged()


def pattern(order: int, box: tuple[int, int]) -> tuple[int, ...]:
    """Return a grid that obeys the rules: each row is the one above, moved on."""
    rows, columns = box
    return tuple(
        (columns * (row % rows) + row // rows + column) % order + 1
        for row in range(order)
        for column in range(order)
    )


def _thinned(
    rng: random.Random, geometry: Geometry, solution: Sequence[int], share: float = 0.7
) -> Puzzle:
    return Puzzle(geometry, tuple(digit if rng.random() < share else 0 for digit in solution))


def parts(rng: random.Random, order: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the cells of a grid in connected groups of random sizes."""
    free = set(range(order**2))
    while free:
        cells, size = [min(free)], rng.randrange(1, most + 1)
        free.remove(cells[0])
        while len(cells) < size:
            near = [n for c in cells for n in neighbors(order, c) if n in free]
            if not near:
                break
            cells.append(near[rng.randrange(len(near))])
            free.remove(cells[-1])
        yield tuple(cells)


def neighbors(order: int, cell: int) -> Iterator[int]:
    row, column = divmod(cell, order)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < order and 0 <= c < order:
            yield r * order + c


def _killer(rng: random.Random) -> Puzzle:
    solution = pattern(9, (3, 3))
    cages = []
    for cells in parts(rng, 9, 5):
        digits = [solution[cell] for cell in cells]
        if len(set(digits)) == len(digits):
            cages.append(Cage("+", sum(digits), cells, repeats=False))
    givens = tuple(digit if rng.random() < 0.3 else 0 for digit in solution)
    return Puzzle(Geometry.sudoku(9), givens, tuple(cages))


def _calcudoku(rng: random.Random, order: int) -> Puzzle:
    """Return a calcudoku with every operation, hidden ones too."""
    solution = [(row * 5 + column) % order + 1 for row in range(order) for column in range(order)]
    cages = []
    for cells in parts(rng, order, 3):
        digits = sorted(solution[cell] for cell in cells)
        found = [cage for op in "-/*+" if (cage := _cage(op, digits, cells))]
        cages.append(found[rng.randrange(len(found))] if len(cells) > 1 else found[-1])
    hidden = [Cage("?", cage.target, cage.cells) for cage in cages[:4] if len(cage.cells) > 1]
    return Puzzle(Geometry.latin(order), (), (*cages[: -len(hidden) or None], *hidden))


def _cage(operation: str, digits: list[int], cells: tuple[int, ...]) -> Cage | None:
    if len(cells) == 1:
        return Cage("=", digits[0], cells)
    targets = [t for t in range(1, 400) if Cage(operation, t, cells).allows(tuple(digits))]
    return Cage(operation, targets[0], cells) if targets else None


def _with_repeats() -> Puzzle:
    """Return a puzzle with cages that repeat digits, and some that are too large to be listed."""
    cages = (
        Cage("+", 13, (0, 1, 9, 10)),
        Cage("*", 36, (4, 5, 13, 14)),
        Cage("-", 1, (7, 8, 17, 26)),
        Cage("/", 2, (27, 36, 37)),
        Cage("+", 60, tuple(range(45, 57))),
        Cage("?", 5, (72, 73, 64)),
        Cage("+", 30, (60, 61, 62, 69, 70, 71)),
    )
    return Puzzle(Geometry.latin(9), (), cages)


def _fogged(rng: random.Random) -> Iterator[Puzzle]:
    """Yield puzzles in fog that hides givens, cages, lines, dots, clues and candidates."""
    for order, box in ((4, (2, 2)), (6, (2, 3)), (9, (3, 3))):
        geometry, solution = Geometry(order, box), pattern(order, box)
        givens = tuple(digit if rng.random() < 0.2 else 0 for digit in solution)
        cages = [
            Cage("+", sum(digits), cells, repeats=False)
            for cells in parts(rng, order, 3)
            if len(cells) > 1 and len(digits := {solution[cell] for cell in cells}) == len(cells)
        ]
        masks = tuple(
            geometry.all_mask & ~(1 << rng.randrange(order)) | 1 << (digit - 1)
            for digit in solution
        )
        puzzle = Puzzle(geometry, givens, cages[::2], candidates=masks, solution=solution)
        yield puzzle.with_(
            Fog.around([order + 1], order), *constraints_in(rng, solution, order, 4 * order)
        )


def constraints_in(
    rng: random.Random, solution: Sequence[int], order: int, tries: int
) -> Iterator[Constraint]:
    """Yield constraints that hold in a grid, all over it: at most one for each of the tries."""
    for _ in range(tries):
        way = [rng.randrange(order**2)]
        while near := [cell for cell in neighbors(order, way[-1]) if cell not in way]:
            way.append(near[rng.randrange(len(near))])
            if len(way) == 4:
                break
        digits = [solution[cell] for cell in way]
        steps = [abs(a - b) for a, b in pairwise(digits)]
        if digits[0] < digits[1] < digits[2]:
            yield Thermometer(tuple(way[: 4 if digits[2] < digits[3] else 3]))
        elif min(steps) >= order // 3:
            yield Whisper(tuple(way), order // 3)
        elif len({*digits}) == 4 and max(digits) - min(digits) == 3:
            yield Renban(tuple(way))
        elif steps[0] == 1:
            yield Difference(tuple(sorted(way[:2])), 1)
        elif digits[0] == sum(digits[1:3]):
            yield Arrow(tuple(way[:1]), tuple(way[1:3]))
        elif digits[0] % 2 == 0:
            yield Even(tuple(way[:1]))


def _judged() -> Iterator[Puzzle]:
    """Yield puzzles of which some rules are only in words, with all or some of their solution."""
    solution = pattern(4, (2, 2))
    for known in (solution, solution[:6] + (0,) * 10):
        words = RulesInWords("Something about the first row.")
        yield Puzzle(4, (0, 2) + (0,) * 14, solution=known).with_(words)


# ------------------------------------------------------------------------- play


def _played(number: int, puzzle: Puzzle) -> dict[str, Any]:
    """Return a game of random presses, with what is seen on the way."""
    rng, document = random.Random(number), puzzle_document(puzzle)
    game, presses, looks = Game.start(puzzle), [], []
    n_presses = 8 if puzzle.further else 40 if puzzle.order > 10 else 80
    if puzzle.unchecked or game.position.veil is not None:
        n_presses = 240
    breaking = [*_breaking(rng, puzzle)]
    breaking += [["check", None]] * (-len(breaking) % _LOOK)  # until the next look
    for at in range(n_presses + len(breaking)):
        press = _press(rng, game, document.solution) if at >= len(breaking) else breaking[at]
        game = made(game, press, document.solution)
        presses.append([*press, len(game.moves)])
        if len(presses) % _LOOK == 0:
            looks.append(_look(game, document.solution))
    took = statistics(game, document.solution)
    value = msgspec.to_builtins(document)
    return {
        "puzzle": {key: value[key] for key in value if key not in _UNUSED} | _without_words(value),
        "presses": presses,
        "looks": looks,
        "entered": game.entered,
        "statistics": took._asdict(),
        "text": dumps_game(game, title="Sunday", started=_START),
    }


# The parts of a document that do not affect moves.
_UNUSED = "picture", "link", "told"


def _without_words(document: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of a document without their words for screen readers."""
    return {
        name: [{key: each[key] for key in each if key != "spoken"} for each in document[name]]
        for name in ("cages", "constraints")
    }


def _breaking(rng: random.Random, puzzle: Puzzle) -> Iterator[list[Any]]:
    """Yield presses that break the rule of the puzzle's first constraint, with few digits."""
    for constraint in puzzle.further[:1]:
        relations, full = constraint.relations(puzzle), puzzle.geometry.all_mask
        own, every = constraint.cells_on(puzzle.geometry), range(puzzle.geometry.n_cells)
        for cells in (own, every):  # an indexer is about others, too
            empty = [cell for cell in cells if not puzzle.givens[cell]]
            for count in (each for each in range(1, len(empty) + 1) for _ in range(_TRIES)):
                chosen = {
                    cell: rng.randrange(puzzle.order) + 1 for cell in rng.sample(empty, count)
                }
                digits = [chosen.get(cell, given) for cell, given in enumerate(puzzle.givens)]
                masks = [1 << (digit - 1) if digit else full for digit in digits]
                if all(relation.may_hold(masks) for relation in relations):
                    continue  # which is quicker than all conflicts of the puzzle
                if any(each.where == constraint for each in find_conflicts(puzzle, digits)):
                    yield from (["place", cell, d, False, None] for cell, d in chosen.items())
                    return


def _press(rng: random.Random, game: Game, solution: list[int] | None) -> list[Any]:
    """Return something that a player may press: a word, what it takes, and when."""
    order, n_cells = game.puzzle.order, game.puzzle.geometry.n_cells
    cells = sorted({rng.randrange(n_cells) for _ in range(rng.randrange(1, 5))})
    at_ms = max(0, game.played_ms + rng.randrange(-50, 4000)) if rng.random() < 0.8 else None
    layer, tidy = LAYERS[rng.randrange(4)], rng.random() < 0.5
    match rng.randrange(40):
        case 0:
            return ["fill", None, at_ms]
        case 1 | 2:
            return ["fill", cells, at_ms]
        case 3 | 4 | 5:
            return ["undo", rng.randrange(1, 4), at_ms]
        case 6 | 7 | 8:
            return ["redo", rng.randrange(1, 4), at_ms]
        case 9 | 10:
            return ["checkpoint", _NAMES[rng.randrange(3)], at_ms]
        case 11 | 12 if game.checkpoints:
            return ["return", list(game.checkpoints)[rng.randrange(len(game.checkpoints))], at_ms]
        case 13 if solution:
            return ["rewind", at_ms]
        case 14 if solution and rng.random() < 0.2:
            return ["reveal", at_ms]
        case 15:
            return ["check", at_ms]
        case 16:
            return ["hint", rng.randrange(6), ("", "naked-pair")[rng.randrange(2)], at_ms]
        case 17 | 18 | 19:
            return ["apply", *_step(rng, game), tidy, at_ms]
        case 20 | 21 | 22 | 23:
            return ["erase", cells, layer, at_ms]
        case 24 if rng.random() < 0.2:
            return ["restart", at_ms]
        case each if each < 30:
            empty = [cell for cell in cells if not game.puzzle.givens[cell]] or cells
            digit = solution[empty[0]] if solution and rng.random() < 0.7 else rng.randrange(order)
            return ["place", empty[0], digit, tidy, at_ms]
    most = 9 if layer == "color" else order
    return ["enter", layer, rng.randrange(most + 1), cells, tidy, at_ms]


def _step(rng: random.Random, game: Game) -> tuple[list[list[int]], list[list[int]]]:
    """Return placements and eliminations, right or wrong, in no order."""
    order = game.puzzle.order
    open_ = [cell for cell, given in enumerate(game.puzzle.givens) if not given]
    drawn = [(open_[rng.randrange(len(open_))], rng.randrange(order) + 1) for _ in range(4)]
    pairs = [list(pair) for pair in dict.fromkeys(drawn)]
    return ([], pairs) if rng.random() < 0.5 else (pairs[:1], pairs[1:3])


def made(game: Game, press: list[Any], solution: list[int] | None) -> Game:
    """Return the game after a press; one that is refused leaves it as it is."""
    word, *rest, at_ms = press
    match word:
        case "place" if game.position.givens(game.puzzle)[rest[0]]:
            return game
        case "place":
            return game.place(rest[0], rest[1], tidy=rest[2], at_ms=at_ms)
        case "enter":
            return game.enter(rest[0], rest[1], rest[2], tidy=rest[3], at_ms=at_ms)
        case "rewind" | "reveal":
            assert solution
            return getattr(game, word)(solution, at_ms=at_ms)  # type: ignore[no-any-return]
        case "check":
            return game.play(Move("check", at_ms=game.played_ms if at_ms is None else at_ms))
        case "hint":
            time = game.played_ms if at_ms is None else at_ms
            return game.play(Move("hint", number=rest[0], name=rest[1], at_ms=time))
        case "apply":
            places, gone = ([(cell, digit) for cell, digit in pairs] for pairs in rest[:2])
            step = Step("naked-single", tuple(places), tuple(gone))
            return game.apply_hint(
                Hint(5, "", step=step, board=game.board), tidy=rest[2], at_ms=at_ms
            )
    method = getattr(game, {"return": "return_to"}.get(word, word))
    return method(*rest, at_ms=at_ms)  # type: ignore[no-any-return]


def _look(game: Game, solution: list[int] | None) -> dict[str, Any]:
    """Return what stands on the grid, and what is wrong with it; of marks only those that are.

    In fog, the page knows a constraint as a whole or in part, and Python its parts: so there all
    cells of constraints that are broken are one list without a name.
    """
    marks, puzzle, is_fogged = game.marks, game.seen, game.position.veil is not None
    masks = [
        {cell: mask for cell, mask in enumerate(each) if mask}
        for each in (marks.corner, marks.center, marks.colors)
    ]
    conflicts = [
        [
            cage_name(puzzle, puzzle.cages.index(where))
            if isinstance(where, Cage)
            else where.phrase
            if isinstance(where, House)
            else constraint_name(puzzle, puzzle.constraints.index(where)),
            digit,
            cells,
        ]
        for where, digit, cells in game.conflicts()
        if not (is_fogged and isinstance(where, Constraint) and not isinstance(where, Cage))
    ]
    if is_fogged:
        broken = (
            cell
            for where, _, cells in game.conflicts()
            if not isinstance(where, Cage | House)
            for cell in cells
        )
        conflicts.append(["", 0, sorted({*broken})])
    own = {
        cell: digit
        for cell, digit in enumerate(game.digits)
        if digit and (is_fogged or not puzzle.givens[cell])
    }
    return {
        "digits": own,
        "masks": masks,
        "conflicts": conflicts,
        "wrong": game.wrong_cells(solution) if solution else [],
        "back": game.mistakes_after(solution) if solution else 0,
        "left": [len(game.line), len(game.undone)],
        "solved": game.is_solved,
    }


# ------------------------------------------------------------------------- texts

_FOUR = '{"version":1,"size":4,"box":[2,2],"givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}'
_HEAD = f"pandoku game 1\npuzzle: {_FOUR}\n"

TEXTS = (
    _HEAD,
    _HEAD + "0:01.000 digit 2 r1c2",
    "\ufeff# mine\r\n pandoku game 1 \r\n\r\n title:  A b \r\nstarted: 2026-11-22\r\n"
    f" puzzle : {_FOUR}\r\n  0:01  digit 2  r1c3 r1c2 r1c3 \r\n# end\r\n",
    _HEAD + "1:00:00.001 center 3 r2c2;corner +1 r2c3 ;color -9 r1c1 ; digit 0 r4c4\n"
    "0:00.500 hint 0\n0:00 undo 1\n0:00 undo\n",
    _HEAD.replace("puzzle", "started: 20261122T140503Z\npuzzle") + "0:00 checkpoint a b\n",
    _HEAD.replace("game 1", "game 2"),
    "",
    "pandoku game 1\n",
    "pandoku game 1\nname: x\n",
    "pandoku game 1\ntitle: x\ntitle: x\n",
    "pandoku game 1\ntitle: " + "x" * 201 + "\n",
    "pandoku game 1\nstarted: today\n",
    _HEAD + "digit 2 r1c2\n",
    _HEAD + "0:60 digit 2 r1c2\n",
    _HEAD + "1:60:00 undo\n",
    _HEAD + "0:01.000 digit 2 r1c1\n",
    _HEAD + "0:01.000 digit 5 r1c2\n",
    _HEAD + "0:01.000 digit +2 r1c2\n",
    _HEAD + "0:01.000 digit 2 r1c2 r5c1\n",
    _HEAD + "0:01.000 digit 2\n",
    _HEAD + "0:01.000 digit\n",
    _HEAD + "0:01.000 color +10 r1c2\n",
    _HEAD + "0:01.000 corner 1 r1c2; ink 3 r1c3\n",
    _HEAD + "0:01.000 reveal\n",
    _HEAD + "0:01.000 undo\n",
    _HEAD + "0:01.000 digit 2 r1c2\n0:01.000 undo 0\n",
    _HEAD + "0:01.000 digit 2 r1c2\n\n0:01.000 undo 2\n",
    _HEAD + "0:01.000 digit 2 r1c2\n0:01.000 undo 1x\n",
    _HEAD + "0:01.000 redo\n",
    _HEAD + "0:01.000 edit\n",
    _HEAD + "0:01.000 jump  1\n",
    _HEAD + "0:01.000 check now\n",
    _HEAD + "0:01.000 checkpoint\n",
    _HEAD + "0:01.000 checkpoint " + "x" * 81 + "\n",
    _HEAD + "0:01.000 return b\n",
    _HEAD + "0:01.000 hint 6\n",
    _HEAD + "0:01.000 hint\n",
    _HEAD + "0:01.000 check\u200b\n",
    _HEAD + "0:01.000 digit 2 r1c2;\n",
    _HEAD + "0:01.000 digit 2 r1c2;" * 1000 + "\n",
)


def _texts() -> list[dict[str, Any]]:
    """Return texts with what is read from them: the text written again, or where it is refused."""
    found = []
    for text in TEXTS:
        try:
            record = loads_record(text.encode())
        except FormatError as error:
            found.append({"text": text, "line": error.line, "column": error.column})
            continue
        again = dumps_game(record.game, title=record.title, started=record.started)
        found.append({"text": text, "again": again})
    return found


if __name__ == "__main__":
    GAMES.write_text(games(), encoding="utf-8", newline="\n")
