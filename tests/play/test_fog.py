"""Fog: nothing that a player is shown or told depends on what lies in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

import pandoku
from pandoku.constraints import Even, Fog, RulesInWords, Thermometer, Whisper, drawn_cells
from pandoku.draw import draw, text
from pandoku.errors import PuzzleError
from pandoku.logic import hint, veil_of
from pandoku.model import Cage, Constraint, Puzzle, cell_name
from pandoku.play import (
    CHECKS,
    Edit,
    Game,
    Move,
    dumps_game,
    first_sight,
    loads_game,
    review,
    shown_mistakes,
)
from pandoku.play.lines.plain import LINE_COMMANDS, _welcome, reply_to
from pandoku.play.lines.table import Keeper, Table
from pandoku.terminal import pane
from pandoku.terminal.scene import Scene
from pandoku.words import kind_text, rules_text
from tests.data import EXAMPLES, SHARED, by_default, needs
from tests.terminal.board_scenes import painter_of, written

VARIANTS = SHARED / "variants" / "puzzles.jsonl"
NO_MORE = "Nothing more can be seen yet."
ASKED = ("left", "check", "cages", "rewind", "candidates r1c1", "where 1", "row 1", "r1c1", "")

# A 6x6 whose first thermometer leaves the light, with a given and a cage in the fog.
SOLUTION = "124653635241312465546132263514451326"
LIT = "r1c1 r1c2 r2c1 r2c2 r3c1 r3c2"
HIDDEN = Puzzle.sudoku("." * 35 + "6", solution=SOLUTION).with_(
    Fog(LIT), Thermometer("r1c1 r1c2 r1c3"), Cage("+", 12, (14, 15, 16), repeats=False)
)


def shown(game: Game, levels: tuple[int, ...] = (0, 5)) -> Iterator[str]:
    """Yield everything that a player sees and hears at a position, with hints of some levels."""
    seen, order = game.seen, game.puzzle.order
    yield text(draw(game.board, marks=game.marks))
    yield written(painter_of(seen, "small", Scene(game.digits, game.marks)))
    yield pane.keypad(game, 40).plain
    for cell in (0, order + 1, order * order - 1):
        yield pane.about_cell(game, cell, [cell]).plain
        yield pane.about_cage(game, cell).plain
        yield pane.about_constraints(game, cell).plain
    yield f"{kind_text(seen)}. {rules_text(seen)}"
    yield repr(game.conflicts())
    yield repr([sorted(shown_mistakes(game, mode, game.judge().solution)) for mode in CHECKS])
    yield repr((game.entered, game.is_full, game.is_solved, game.fill().marks.center))
    yield repr(game.enter("digit", 1, range(order), tidy=True).marks)
    for level in levels:
        found = game.hint(level)
        yield f"{found.text} {found.cells} {found.step} {found.repair}"
        yield text(found.drawing())
    yield review(game).text
    table = Table(game, Keeper(None), clock=lambda: 0)
    for line in ASKED:
        yield from reply_to(table, line, LINE_COMMANDS)
    yield from _welcome(Table(game, Keeper(None), clock=lambda: 0))


def is_right(game: Game, cell: int, digit: int) -> bool:
    veil = veil_of(game.puzzle)
    assert veil is not None
    return veil.solution[cell] == digit


def play_side_by_side(one: Puzzle, other: Puzzle, rng: Random, n_moves: int, last: int = 5) -> None:
    """Play two puzzles that differ in the fog alike, and compare all that is shown.

    No digit is right in one and wrong in the other, or brings a difference to light.
    """
    a, b = Game.start(one), Game.start(other)
    veil, n = veil_of(one), one.order
    assert veil is not None
    assert a.seen == b.seen
    assert [*shown(a)] == [*shown(b)]
    for _ in range(n_moves):
        free = [cell for cell, digit in enumerate(a.digits) if not digit]
        cell = rng.choice(free)
        digit = rng.choice((veil.solution[cell], rng.randint(1, n)))
        line = f"{cell_name(n, cell)} {digit}"
        now_a, now_b = (game.place(cell, digit, tidy=True) for game in (a, b))
        if is_right(a, cell, digit) != is_right(b, cell, digit) or now_a.seen != now_b.seen:
            continue
        assert heard(a, line) == heard(b, line)
        a, b = now_a.fill([0, 1, 2]), now_b.fill([0, 1, 2])
        assert [*shown(a, (last,))] == [*shown(b, (last,))]


def heard(game: Game, line: str) -> list[str]:
    return reply_to(Table(game, Keeper(None), clock=lambda: 0), line, LINE_COMMANDS)


def with_another_hidden_part(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle whose fog hides a given in every cell, and no constraint that it can."""
    solution = pandoku.solve(puzzle).solutions[0]
    lights = {cell for each in puzzle.further if isinstance(each, Fog) for cell in each.lights}
    givens = [
        given if cell in lights else digit
        for cell, (given, digit) in enumerate(zip(puzzle.givens, solution, strict=True))
    ]
    further = [
        each
        for each in puzzle.further
        if isinstance(each, Fog)
        or any(other.DEPENDS_ON_OTHERS for other in puzzle.further)
        or not (drawn := drawn_cells(each, puzzle.geometry))
        or lights.intersection(drawn)
    ]
    cages = [cage for cage in puzzle.cages if lights.intersection(cage.cells)]
    return puzzle.replace(givens=givens, further=further, cages=cages, solution=solution)


def of_the_examples() -> Iterator[Puzzle]:
    for path in sorted(EXAMPLES.rglob("*")):
        if path.is_file() and "fog" in path.name:
            yield pandoku.load(path)
    yield pandoku.constraints.RULES["fog"].example


def published() -> Iterator[Puzzle]:
    for line in VARIANTS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        is_text = "foglight" in line or "fogofwar" in line
        if is_text or row["source_format"].startswith("Sudoku Maker"):  # whose links are packed
            payload = row["payload"]
            puzzle = pandoku.loads(payload if isinstance(payload, str) else json.dumps(payload))
            if any(isinstance(each, Fog) for each in puzzle.further):
                yield puzzle


@pytest.mark.turns(3)
def test_examples_tell_nothing_of_their_fog() -> None:
    for puzzle in of_the_examples():
        play_side_by_side(puzzle, with_another_hidden_part(puzzle), Random(1), 2)


@needs(VARIANTS)
def test_published_puzzles_tell_nothing_of_their_fog() -> None:
    puzzles = [*published()]
    assert puzzles
    for puzzle in puzzles:
        play_side_by_side(puzzle, with_another_hidden_part(puzzle), Random(1), 1, last=0)


def made(rng: Random) -> tuple[Puzzle, Puzzle]:
    """Return two proper puzzles with different solutions that look alike at their start."""
    n = rng.choice((4, 4, 4, 6))
    light = Fog.around([rng.randrange(n * n)], n)
    lit = [*light.lights]
    bare = pandoku.solve(Puzzle(n, (*rng.sample(range(1, n + 1), n), *[0] * (n * n - n))))
    assert bare.solution is not None
    solution = bare.solution
    known = {cell: solution[cell] for cell in rng.sample(lit, 1)}
    pairs = [(a, b) for a in lit for b in lit if abs(a - b) == 1 and solution[a] < solution[b]]
    rules: list[Constraint] = [Thermometer(rng.choice(pairs))] if pairs else []
    rules += [Even((cell,)) for cell in lit if solution[cell] % 2 == 0][:1]
    givens = tuple(known.get(cell, 0) for cell in range(n * n))
    start = Puzzle(n, givens).with_(light, *rules)
    found = pandoku.solve(start, limit=60).solutions
    return tuple(hidden(start, lit, rng.choice(found), rng) for _ in range(2))  # type: ignore[return-value]


def hidden(start: Puzzle, lit: list[int], solution: tuple[int, ...], rng: Random) -> Puzzle:
    """Return a puzzle with givens and rules of a solution in the fog, so many that it is proper."""
    n, givens = start.order, [*start.givens]
    dark = [cell for cell in range(n * n) if cell not in lit]
    apart = [
        (a, b)
        for a in dark
        for b in dark
        if b - a == n and abs(solution[a] - solution[b]) >= n // 2
    ]
    puzzle = start.replace(solution=solution).with_(*[Whisper(pair) for pair in apart[:1]])
    if rng.random() < 0.5:
        cells = tuple(rng.sample(dark, 1))
        puzzle = puzzle.with_(Cage("+", solution[cells[0]], cells))
    for cell in rng.sample(dark, len(dark)):
        if pandoku.solve(puzzle.replace(givens=givens)).is_unique:
            break
        givens[cell] = solution[cell]
    # A light that fog leaves open may need more than the fog can hold: then both say so alike.
    return puzzle.replace(givens=givens)


@pytest.mark.turns(3)
def test_made_puzzles_tell_nothing_of_their_fog() -> None:
    rng, pairs = Random(7), 0
    while pairs < by_default(8, full=50):
        one, other = made(rng)
        if not (pandoku.solve(one).is_unique and pandoku.solve(other).is_unique):
            continue
        pairs += 1
        play_side_by_side(one, other, rng, 1, last=2)


def test_a_given_in_the_fog_is_an_empty_cell() -> None:
    game = Game.start(HIDDEN)
    assert (game.digits[35], game.givens[35], len(game.position.clear or ())) == (0, 0, 6)
    wrong = game.place("r6c6", 3).enter("corner", 2, "r6c5")
    assert (wrong.digits[35], wrong.entered) == (3, (35,))
    right = wrong.place("r6c6", 6)
    assert right.givens[35] == 6
    assert right.position.clear == (game.position.clear or frozenset()) | {28, 29, 34, 35}
    with pytest.raises(PuzzleError, match=r"^r6c6: .*given"):
        right.place("r6c6", 1)
    assert right.enter("digit", 1, "r6c6") is right
    assert right.undo().position == wrong.position
    assert loads_game(dumps_game(right)) == right
    assert loads_game(dumps_game(right)).position == right.position


def test_what_was_written_comes_back_with_the_fog() -> None:
    game = Game.start(HIDDEN).place("r6c6", 3).place("r6c5", 2)
    assert (game.digits[35], game.entered) == (6, (34,))
    assert game.clear("r6c5").digits[35] == 3
    marked = Game.start(HIDDEN).enter("center", 2, "r6c6 r6c4").place("r6c5", 2, tidy=True)
    assert (marked.marks.center[35], marked.marks.center[33]) == (0, 0)
    under = Game.start(HIDDEN).enter("center", 4, "r6c6").place("r6c5", 2)
    assert under.place("r5c6", 4, tidy=True).marks.center[35] == 8


def test_a_move_is_judged_by_what_was_seen_before_it() -> None:
    both = Move("edit", (Edit("digit", 2, (34,)), Edit("digit", 5, (35,))))
    assert Game.start(HIDDEN).play(both).digits[34:] == (2, 6)
    with pytest.raises(PuzzleError):
        Game.start(HIDDEN).place(34, 2).play(both)


def test_parts_of_lines_tell_as_much_as_can_be_seen() -> None:
    seen = first_sight(HIDDEN)
    assert [each for each in seen.further if isinstance(each, Thermometer)] == [Thermometer((0, 1))]
    assert not seen.cages
    assert "in the fog" not in rules_text(first_sight(HIDDEN.without("fog")))
    without_bulb = Puzzle.sudoku(6, solution=SOLUTION).with_(
        Fog("r1c2 r1c3"), Thermometer("r1c1 r1c2 r1c3")
    )
    (line, _) = first_sight(without_bulb).further
    assert (line.heading(), line.relations(without_bulb)) == ("thermometer, partly in the fog", ())
    reverse = Puzzle.sudoku(6).with_(Fog("r1c2 r1c3"), Thermometer("r1c4 r1c3 r1c2"))
    assert veil_of(reverse) is None  # several solutions, and none is claimed: nothing lifts it
    whisper = Puzzle.sudoku(6, solution=SOLUTION).with_(
        Fog("r1c2 r1c3 r1c5 r1c6"), Whisper("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6", 1)
    )
    runs = [each.cells for each in first_sight(whisper).further if isinstance(each, Whisper)]
    assert runs == [(1, 2), (4, 5)]


@pytest.mark.turns(3)
def test_hints_are_taken_from_what_can_be_seen() -> None:
    example = pandoku.constraints.RULES["fog"].example
    game, told = Game.start(example), 0
    while (found := game.hint(5)).step is not None:
        clear = game.position.clear or frozenset()
        assert {cell for cell, digit in found.step.placements} <= set(range(36))
        assert found.board is not None
        assert found.board.puzzle == game.seen
        assert clear.issuperset(
            cell for cell, given in enumerate(found.board.puzzle.givens) if given
        )
        game, told = game.apply_hint(found), told + 1
    assert (game.is_solved, told > 20) == (True, True)
    bare = HIDDEN.without("thermometer")
    assert hint(bare, 5).text == Game.start(bare).hint(5).text == NO_MORE
    assert (hint(bare, 0).is_problem, hint(bare).is_problem) == (False, True)


def test_wrong_marks_mislead_no_hint_in_the_fog() -> None:
    example = pandoku.constraints.RULES["fog"].example
    game = Game.start(example)
    step = game.hint(5).step
    assert step is not None
    wrong = [(c, d) for c in range(36) for d in (1, 2) if not game.digits[c]]
    marked = game
    for cell, digit in wrong:
        marked = marked.enter("center", digit, (cell,))
    found = marked.hint(5)
    assert found.step is not None
    veil = veil_of(example)
    assert veil is not None
    assert all(veil.solution[cell] == digit for cell, digit in found.step.placements)
    assert all(veil.solution[cell] != digit for cell, digit in found.step.eliminations)


def test_without_a_solution_nothing_is_hidden_and_the_game_says_so() -> None:
    puzzle = Puzzle.sudoku(4).with_(Fog("r1c1"), RulesInWords("Row 1 rises."))
    game = Game.start(puzzle)
    assert game.seen is puzzle
    assert "nothing is hidden" in game.judge().problem
