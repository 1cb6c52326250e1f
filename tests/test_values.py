"""Every public value can be compared, hashed, copied and sent to another process."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
from collections.abc import Callable
from dataclasses import is_dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pandoku
from pandoku import Batch, Board, Budget, Cage, Geometry, Marks, Puzzle, play
from pandoku.constraints import RULES, Thermometer
from pandoku.draw import Ring, draw
from pandoku.engines import Event, contradiction, get_engine, unneeded
from pandoku.formats import Lines, get_format, items
from pandoku.generation import (
    Missing,
    SearchPart,
    attempt,
    completion_request,
    get_kind,
    wishes_of,
)
from pandoku.logic import (
    HintSentence,
    PathStep,
    bounded_effort,
    judge_of,
    proved_paths,
    uniqueness_of,
    veil_of,
)
from pandoku.model import (
    HOUSE_SETS,
    CageFact,
    Differ,
    Disc,
    FrozenMap,
    Machine,
    Notes,
    NotesInCells,
    Only,
    Pairs,
    Reaches,
    Sign,
    Step,
    Stroke,
    Tile,
    Total,
    Ways,
    automaton_of,
    find_conflicts,
    note_step,
    table_of,
)
from pandoku.play import Edit, Game, Grade, Record, Store, Timer
from pandoku.press import Chapter, Layout
from pandoku.rating import LowerBound, Rating, StepEffort, get_scale
from pandoku.symmetry import random_symmetry
from pandoku.techniques import (
    Slip,
    Slipped,
    Technique,
    example_of,
    get_technique,
    outlines,
    reference_techniques,
)
from pandoku.words import Words
from tests.data import EASY, ESCARGOT
from tests.together import together

# Classes that stand for no value: they hold a file, an iterator, the tables of a scale, or pages.
TOOLS = {
    *("Automorphisms", "Choosing", "HintSentence", "KeepsErrors", "Lines", "Store", "Writer"),
    *("Book", "Document", "Page", "Plan"),
    *("Canvas", "Dice", "Proposer"),
}
OPEN = "1..............."  # several solutions
OTHER = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
NO_SOLUTION = Puzzle(4).with_("cage 3 r1c1 r1c2", "cage 7 r1c1 r2c1")
KILLER = Puzzle.killer(4, [(3, "r1c1 r1c2"), (7, "r2c1 r2c2")], title="small")


def path() -> pandoku.Path:
    return pandoku.explain(EASY)


def chain() -> PathStep:
    example = example_of("xy-chain")
    assert example is not None
    return pandoku.explain(example.board, techniques=["xy-chain"], limit=1)[0]


def drawing() -> pandoku.draw.Drawing:
    return chain().drawing()


def game() -> Game:
    puzzle = Puzzle(EASY)
    one, other = [cell for cell, given in enumerate(puzzle.givens) if not given][:2]
    return Game.start(puzzle).place(one, 6, at_ms=100).place(other, 1, at_ms=900)


def saved() -> play.Saved:
    with Store(":memory:", clock=lambda: datetime(2026, 11, 22, tzinfo=UTC)) as store:
        return store.saved(store.add(game(), title="a game"))


def first_empty(board: Board, limit: int) -> list[Step]:
    cell = board.digits.index(0)
    return [Step("first-empty", ((cell, digit),)) for digit in board.candidates(cell)[:1]]


def slipped_once(board: Board) -> list[Slipped]:
    return [Slipped("It sees no 1.", placements=((0, 1),))]


def words_of_it(w: Words) -> str:
    return "the first empty cell"


OWN = Technique(
    "first-empty", "a guess", first_empty, words_of_it, words_of_it,
    "the first empty cell", "by luck",
)  # fmt: skip


RISING = Machine(
    (0, 1), automaton_of(4, 2, 0, lambda last, d: d if d > int(str(last)) else None, bool)
)

# What makes the same value each time, by the name of its class.
MAKERS: dict[str, Callable[[], Any]] = {
    "Automaton": lambda: RISING.automaton,
    "Constraint": lambda: Thermometer("r1c1 r2c2").placed(4),
    "Differ": lambda: Differ((0, 5)),
    "Disc": lambda: Disc("bulb", ((0.5, 0.5),), 0.4),
    "Machine": lambda: RISING,
    "Only": lambda: Only(3, 0b101),
    "OutsideClue": lambda: RULES["x-sum"].example.further[0],
    "Pairs": lambda: Pairs(table_of(4, lambda a, b: a < b), ((0, 1),)),
    "Reaches": lambda: Reaches("*", 6, (0, 1)),
    "Rule": lambda: RULES["arrow"],
    "Sign": lambda: Sign(-0.5, -0.5, "21"),
    "Stroke": lambda: Stroke("arrow", ((0.5, 0.5), (1.5, 0.5)), has_head=True),
    "Tile": lambda: Tile("even", ((0.5, 0.5),), 0.7),
    "Total": lambda: Total.of([(0, 1), (1, -1)], (0,), 4),
    "Unneeded": lambda: unneeded("1234341221434321"),
    "Attempt": lambda: attempt(wishes_of(order=4, seed=1), 0, 0, 2),
    "Batch": lambda: Batch.of([Puzzle(EASY), Puzzle(OTHER)], origins=["a", "b"]),
    "BoundedEffort": lambda: bounded_effort(Puzzle(EASY), "easy"),
    "Board": lambda: Board.start(Puzzle(EASY)),
    "Budget": lambda: Budget(nodes=5, seconds=0.5),
    "Cage": lambda: Cage("+", 7, (0, 1)),
    "Completion": lambda: pandoku.complete("1" + "." * 15, seed=1)[0],
    "CompletionRequest": lambda: completion_request(Puzzle(4), seed=1),
    "StepEffort": lambda: StepEffort(1.5, True),
    "Changes": lambda: pandoku.explain_many([EASY], steps=True).placements,
    "CageFact": lambda: CageFact(0, ((1, 2),)),
    "Ways": lambda: Ways(0, (0, 1), ((1, 2),)),
    "Drafts": lambda: pandoku.generate_many(2, order=4, seed=1).drafts,
    "Chapter": lambda: Chapter("Easy", (EASY,)),
    "Check": lambda: pandoku.check(OPEN),
    "Combinations": lambda: play.combinations(Board.start(KILLER), 0),
    "Contradiction": lambda: contradiction(NO_SOLUTION),
    "Conflict": lambda: find_conflicts(Puzzle(4), (1, 1, *[0] * 14))[0],
    "Count": lambda: pandoku.count(OPEN, limit=5),
    "Curve": lambda: drawing().curves[0],
    "Drawing": drawing,
    "Drill": lambda: play.drill("x-wing", 1),
    "Edit": lambda: Edit("digit", 1, (2,)),
    "Engine": lambda: get_engine("lanes"),
    "Event": lambda: Event("place", 3, 4),
    "Example": lambda: example_of("x-wing"),
    "Explanation": lambda: path()[0].explanation,
    "Facts": lambda: path().steps[0].facts,
    "Fill": lambda: draw(EASY, highlights=[3]).fills[0],
    "Format": lambda: get_format("json"),
    "FrozenMap": lambda: FrozenMap({"a": [1, {"b": None}]}),
    "Game": game,
    "Generated": lambda: pandoku.generate_many(2, order=4, seed=1),
    "Geometry": lambda: Geometry.sudoku(9, diagonals=True),
    "Hint": lambda: pandoku.hint(EASY, 5),
    "HouseSet": lambda: HOUSE_SETS["windoku"],
    "HintSentence": lambda: HintSentence.SOLVED,
    "House": lambda: Geometry.sudoku(9).houses[20],
    "Item": lambda: next(iter(items(Lines.of(EASY)))),
    "Key": lambda: drawing().legend[0],
    "Kind": lambda: get_kind("killer"),
    "Layout": lambda: Layout(paper="6x9", press="kdp"),
    "Line": lambda: draw(EASY).lines[0],
    "Link": lambda: chain().step.facts.links[0],
    "Notes": lambda: Notes.none(4),
    "NotesInCells": lambda: NotesInCells(((0, 1),), (), ((1, 1),)),
    "Noting": lambda: note_step(Notes.none(4), Step("pointing"), Board.start(Puzzle(4))),
    "Marks": lambda: Marks.of(9, center={"r1c1": (1, 2)}),
    "Missing": lambda: Missing(0, 5, KILLER, "it has 19 givens"),
    "Move": lambda: game().moves[0],
    "Outcome": lambda: pandoku.solve(EASY),
    "Scale": lambda: get_scale("human"),
    "SearchPart": lambda: SearchPart(pandoku.generate_many(2, order=4, seed=1).drafts, (1, 2)),
    "Path": path,
    "PathCounts": lambda: pandoku.explain_many([EASY, OTHER]),
    "PathCounts with a bad puzzle": lambda: pandoku.explain_many([EASY, None], on_error="keep"),
    "ProvedPath": lambda: proved_paths(
        Batch.of([Puzzle.sudoku(EASY)]), ["full-house", "naked-single"]
    )[0],
    "PathSteps": lambda: pandoku.explain_many([EASY, OTHER], steps=True, short=True, values=True),
    "PathSteps with a bad puzzle": lambda: pandoku.explain_many(
        [EASY, None], steps=True, on_error="keep"
    ),
    "PathStep": lambda: path()[7],
    "Position": lambda: game().position,
    "Problem": lambda: Puzzle("11" + "." * 14).problems()[0],
    "Program": lambda: get_scale("se").program,
    "Puzzle": KILLER.replace,
    "PuzzleEffort": lambda: pandoku.explain(EASY).effort(),
    "PuzzlePart": lambda: unneeded("1234341221434321").each[0],
    "PuzzleRating": lambda: pandoku.rate(EASY),
    "PuzzleRating with an effort": lambda: pandoku.rate(EASY, effort=True),
    "PuzzleRatings": lambda: pandoku.rate_many([EASY, "." * 81]),
    "PuzzleRatings with efforts": lambda: pandoku.rate_many([EASY, "." * 81], effort=True),
    "PuzzleRatings with a bad puzzle": lambda: pandoku.rate_many([EASY, None], on_error="keep"),
    "LowerBound": lambda: LowerBound("easy", 1.2),
    "Rating": lambda: Rating("easy", 1.2),
    "Record": lambda: Record(Game.start(KILLER), "title", "2026-11-22"),
    "Repair": lambda: pandoku.hint(Board.start(EASY).place(1, 2), 3).repair,
    "Review": lambda: play.review(game()),
    "Ring": lambda: Ring(0.0, 0.0, 1.0, 1.0, 0.5),
    "Saved": saved,
    "Ingredient": lambda: wishes_of(constraints="arrow 2", seed=1).mix[0],
    "Interval": lambda: wishes_of(rating=(7.0, 7.5), seed=1).rating,
    "Spotted": lambda: play.Spotted(5, path().steps[0], None),
    "Statistics": lambda: play.statistics(game()),
    "Step": lambda: chain().step,
    "Symmetry": lambda: random_symmetry(Geometry.sudoku(9), 3),
    "Technique": lambda: get_technique("x-wing"),
    "Text": lambda: draw(EASY).texts[0],
    "Timer": Timer,
    "Turn": lambda: play.review(game()).turns[0],
    "Uniqueness": lambda: uniqueness_of(Puzzle(EASY)),
    "Judge": lambda: judge_of(Puzzle(EASY)),
    "Veil": lambda: veil_of(RULES["fog"].example),
    "Glimpse": lambda: play.first_sight(
        Puzzle(4, solution="1234341221434321").with_("fog r1c1", "thermometer r1c1 r1c2")
    ).further[0],
    "Grade": lambda: Grade(True, False, "right"),
    "Wishes": lambda: wishes_of("killer", order=4, seed=1),
    # More of a class that has several sorts.
    "Batch of masks": lambda: Batch.of([Puzzle(4, candidates=(15, 3) * 8)]),
    "Batch with cages": lambda: Batch.of([KILLER, KILLER]),
    "Ledger": lambda: path().ledger(),
    "Path of another program": lambda: pandoku.explain(EASY, scale="se"),
    "PathStep of another program": lambda: pandoku.explain(ESCARGOT, scale="se", limit=3)[2],
    "PathStep of my own Technique": lambda: pandoku.explain(EASY, techniques=[OWN])[0],
    "PuzzleRating of several solutions": lambda: pandoku.rate_many([OPEN])[0],
    "PuzzleRating se of several solutions": lambda: pandoku.rate_many(["." * 81])[0],
    "Sentence": lambda: path()[3].explanation.full[-1],
    "Glance": lambda: get_technique("x-wing").scan[0],
    "Outline": lambda: outlines()["x-wing"],
    "Slip": lambda: Slip("An error.", slipped_once),
    "Slipped": lambda: slipped_once(Board.start(Puzzle(4)))[0],
    "Span of a sentence": lambda: path()[3].explanation.short.spans[0],
    "Technique of my own": lambda: OWN,
    "Technique of another program": lambda: reference_techniques()[0],
}


@together("name", MAKERS)
def test_a_value_made_twice_is_equal_and_hashes_alike(name: str) -> None:
    one, other = MAKERS[name](), MAKERS[name]()
    assert one == other
    assert hash(one) == hash(other)
    assert one != "another"


@together("name", MAKERS)
def test_a_value_that_was_pickled_or_copied_is_the_same_value(name: str) -> None:
    value = MAKERS[name]()
    for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
        assert type(again) is type(value)
        assert again == value
        assert hash(again) == hash(value)
        assert str(again) == str(value) or " at 0x" in str(value)


def test_every_public_value_is_tried() -> None:
    homes = ("pandoku", *(f"pandoku.{room}" for room in pandoku._ROOMS))
    public = {
        name: value
        for home in map(importlib.import_module, homes)
        for name in home.__all__
        if inspect.isclass(value := getattr(home, name))
    }
    values = {
        name
        for name, value in public.items()
        if not issubclass(value, Exception | dict | list)
        and not getattr(value, "_is_protocol", False)
    }
    assert values - TOOLS <= set(MAKERS)
    assert all(is_dataclass(public[name]) or name not in TOOLS for name in values - TOOLS)


def test_arrays_that_differ_make_different_values() -> None:
    ratings = pandoku.rate_many([EASY, "." * 81])
    assert ratings != pandoku.rate_many(["." * 81, EASY])
    assert ratings != replace(ratings, score=ratings.score + 1)
    made = pandoku.generate_many(2, order=4, seed=1)
    assert made != pandoku.generate_many(2, order=4, seed=2)
    assert made[:1] != made
    counts = pandoku.explain_many([EASY, OTHER])
    assert counts != pandoku.explain_many([EASY, EASY])


def test_a_step_that_comes_back_from_another_process_is_in_the_set_of_those_sent() -> None:
    sent = {each: each.explanation for each in path()}
    for each in pickle.loads(pickle.dumps([*path()])):
        assert sent[each] == each.explanation


def test_a_technique_of_any_functions_can_be_copied() -> None:
    technique = replace(OWN, find=partial(first_empty))  # one partial is never equal to another
    assert copy.deepcopy(technique) == technique != replace(OWN, find=partial(first_empty))
