"""The scale se: its steps are those of Sudoku Explainer, line by line, with its numbers."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path as FilePath
from typing import NamedTuple

import jsonschema
import numpy as np
import pytest

import pandoku
from pandoku import Board, Marks, Puzzle, PuzzleError, TechniqueError
from pandoku.draw import svg
from pandoku.kernel.rating import REFERENCE_ENDS, rate_rows
from pandoku.logic import (
    Path,
    explain,
    explain_many,
    hint,
    next_step,
    path_as_json,
    rate_many,
)
from pandoku.model import Facts, Link, Step
from pandoku.rating import get_scale, in_order, word_of
from pandoku.rating._lengths import lengthening
from pandoku.techniques import TECHNIQUES, reference_techniques
from tests import data
from tests.rating.proofs import check_chain
from tests.together import together

pytestmark = pytest.mark.turns(3, whole=True)

TRACES = data.SHARED / "ratings" / "se121_steps.txt"
RATINGS = data.SHARED / "ratings" / "se121_dev.csv"

SE = get_scale("se")
GEOMETRY = Puzzle.sudoku([[0] * 9] * 9).geometry
BOX, ROW = (next(h for h in GEOMETRY.houses if h.kind == kind) for kind in ("box", "row"))

EASY = data.EASY.replace("0", ".")
# ER 9.0: forcing chains of nearly every kind.
HARD = "...6.......8.9..1...6.154........97152..7...4...8..2..7..3........56...246...7..."


def number(step: Step) -> float:
    rating = SE.rate(step)
    assert rating is not None
    assert rating.level == word_of(rating.score)
    return rating.score


def replayed(puzzle: str, limit: int | None = None) -> Path:
    return explain(puzzle, scale="se", limit=limit)


@pytest.fixture(scope="module")
def escargot() -> Path:
    """The path of a puzzle of ER 10.5, with chains in chains."""
    return explain(data.ESCARGOT, scale="se", debug=True)


@pytest.fixture(scope="module")
def hard() -> Path:
    return replayed(HARD)


# ---- the reference's own lines


class Trace(NamedTuple):
    puzzle: str
    lines: list[str]
    ratings: tuple[float, ...]


def traces() -> Iterator[Trace]:
    """Yield the puzzles of the file of traces."""
    puzzle, lines = "", list[str]()
    for line in TRACES.read_text().splitlines():
        if line.startswith("# "):
            puzzle, lines = line[2:], []
        elif line.startswith("= "):
            yield Trace(puzzle, lines, tuple(map(float, line[2:].split("/"))))
        elif line:
            lines.append(line)


_CELL = re.compile(r"r[1-9]c[1-9]")
_SINGLE = re.compile(r"Single: (r.c.): (\d)")
_CHAIN = re.compile(r"(r.c.)\.(\d) (on|off|both on & off)$")
_TRIED = re.compile(r": (r.c.)\.(\d) (on|off) ==> .* both on & off$")


def agrees(line: str, step: Step) -> bool:
    """Return whether a step is the one that a line of the reference states."""
    name = GEOMETRY.name
    placed = [(name(cell), str(digit)) for cell, digit in step.placements]
    gone = [(name(cell), str(digit)) for cell, digit in step.eliminations]
    if found := _SINGLE.search(line):
        return placed == [found.groups()]
    if found := _TRIED.search(line):
        start, digit, sign = found.groups()
        return (start, digit) in (gone if sign == "on" else placed)
    if found := _CHAIN.search(line):
        target, digit, sign = found.groups()
        return [(target, digit)] == (placed if sign == "on" else gone)
    pattern = {name(cell) for cell, role in step.facts.cells if role not in ("single", "excludes")}
    subset = {name(cell) for cell, role in step.facts.cells if role == "subset"}
    return {*_CELL.findall(line)} == pattern - subset


@data.needs(TRACES)
@pytest.mark.parametrize("part", range(4))
def test_every_step_is_the_one_that_the_reference_takes(part: int) -> None:
    step_of_parts = 4 if data.IS_FULL else 12  # a part has a step's share of the puzzles
    for trace in islice(traces(), part, None, step_of_parts):
        path = replayed(trace.puzzle)
        told = [f"{number(step):.1f}" for step in path.steps]
        assert told == [line.split()[0] for line in trace.lines], trace.puzzle
        wrong = [
            (line, step)
            for line, step in zip(trace.lines, path.steps, strict=True)
            if not agrees(line, step)
        ]
        assert not wrong, trace.puzzle
        assert path.rating().score == trace.ratings[0]


@data.needs(RATINGS)
def test_the_ratings_of_the_steps_are_those_that_the_core_rates_by() -> None:
    every = 10 if data.IS_FULL else 60
    rows = list(islice(csv.DictReader(RATINGS.read_text().splitlines()), 7, None, every))
    digits = [[0 if c == "." else int(c) for c in row["puzzle"]] for row in rows]
    givens = np.array(digits, np.uint8)
    ratings, n = np.zeros((len(rows), 3), np.uint8), len(rows)
    hardest, ends = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
    rate_rows(givens, ratings, hardest, ends)
    assert {REFERENCE_ENDS[end] for end in ends} == {"rated"}
    for row, expected in zip(rows, ratings.tolist(), strict=True):
        assert [round(10 * float(row[key])) for key in ("er", "ep", "ed")] == expected
        steps = replayed(row["puzzle"]).steps
        most = list(accumulate(map(number, steps), max))
        first_placed = next(at for at, step in enumerate(steps) if step.placements)
        found = [most[-1], most[first_placed], most[0]]
        assert [round(10 * each) for each in found] == expected, row["puzzle"]


# ---- what a step costs


def cells(role: str, n: int) -> tuple[tuple[int, str], ...]:
    return tuple((cell, role) for cell in range(n))


def links(n: int, *, is_loop: bool) -> Facts:
    """Return facts with n links, of a loop or of a chain to the opposite of its start."""
    nodes = [((cell, 1),) for cell in range(n)]
    ends = [*nodes[1:], nodes[0]]
    strong = [at % 2 == 1 for at in range(n)]
    assert is_loop == (strong[0] != strong[-1])
    return Facts(links=tuple(map(Link, nodes, ends, strong)))


@together(
    "step, expected",
    [
        (Step("hidden-single", facts=Facts(houses=(BOX,))), 1.2),
        (Step("hidden-single", facts=Facts(houses=(ROW,))), 1.5),
        (Step("unique-rectangle-1", facts=Facts(cells=cells("floor", 4))), 4.5),
        (Step("unique-loop-2", facts=Facts(cells=cells("floor", 6))), 4.6),
        (Step("unique-loop-2", facts=Facts(cells=cells("roof", 8))), 4.7),
        (Step("unique-loop-2", facts=Facts(cells=cells("roof", 10))), 5.0),
        (Step("unique-rectangle-3", facts=Facts(cells=cells("subset", 2))), 4.7),
        (Step("unique-rectangle-3-hidden", facts=Facts(cells=cells("subset", 2))), 4.6),
        (Step("bug-3", facts=Facts(cells=cells("subset", 3))), 6.0),
        (Step("x-cycle", facts=links(6, is_loop=True)), 6.5),
        (Step("x-cycle", facts=links(8, is_loop=True)), 6.6),
        (Step("forcing-x-chain", facts=links(5, is_loop=False)), 6.6),
        (Step("forcing-chain", facts=links(7, is_loop=False)), 7.1),
    ],
)
def test_a_step_costs_what_its_technique_and_its_size_cost(step: Step, expected: float) -> None:
    assert number(step) == expected


def test_a_technique_that_the_reference_lacks_has_no_rating() -> None:
    assert SE.rate(Step("skyscraper")) is None


def test_a_path_that_the_reference_cannot_finish_is_rated_as_it_rates_it() -> None:
    assert SE.of_stuck_path([]) == ("extreme", 20.0)


def test_a_stuck_path_of_another_scale_has_a_rating_too() -> None:
    path = explain("." * 81, is_proper=True)
    assert path.stopped == "stuck"
    assert path.rating("se") == ("easy", 0)


def test_a_chain_costs_a_tenth_more_for_each_limit_of_its_length() -> None:
    limits = [limit for power in range(2, 12) for limit in (2**power, 3 * 2 ** (power - 1))]
    assert limits[:8] == [4, 6, 8, 12, 16, 24, 32, 48]
    for n in range(3000):
        assert lengthening(n) == sum(limit < n for limit in limits)


def on(cell: int, digit: int, *offs: tuple[int, int]) -> Step:
    facts = Facts(candidates=tuple((*off, "off") for off in offs))
    return Step("naked-single", ((cell, digit),), facts=facts)


def off(cell: int, digit: int, by: tuple[int, int], technique: str = "weak-link") -> Step:
    role = "on" if technique == "weak-link" else "off"
    return Step(technique, (), ((cell, digit),), Facts(candidates=((*by, role),)))


SUPPOSED = Step("assumption", ((0, 1),))


def test_what_both_sides_of_a_contradiction_rest_on_counts_twice() -> None:
    shared = [SUPPOSED, off(1, 1, (0, 1)), on(1, 2, (1, 1))]
    branch = (*shared, off(2, 2, (1, 2)), on(2, 2, (1, 1)))
    clash = Facts(candidates=((0, 1, "source"), (2, 2, "contradiction")), branches=(branch,))
    # 4 nodes lead to "2 is off", 3 to "2 is on": 7 are one more than the first limit allows.
    assert number(Step("nishio", facts=clash)) == 7.6
    assert number(Step("nishio", facts=Facts(branches=(branch,)))) == 7.5


def test_a_chain_within_a_chain_counts_once_and_decides_the_level() -> None:
    def with_inner(*inner: Step) -> float:
        branch = (SUPPOSED, *inner)
        return number(Step("dynamic-cell-chain", facts=Facts(branches=(branch, branch))))

    def chain(cell: int, technique: str, facts: Facts) -> Step:
        return Step(technique, (), ((cell, 5),), facts)

    assert with_inner() == 8.5
    assert with_inner(chain(3, "pointing", Facts())) == 9.0
    five = links(5, is_loop=False)
    once = with_inner(chain(3, "forcing-chain", five))
    twice = with_inner(chain(3, "forcing-chain", five), chain(4, "forcing-chain", five))
    assert (once, twice) == (9.7, 9.8)  # 4 + 6 and 6 + 6 nodes
    branches = Facts(branches=((SUPPOSED,),))
    assert with_inner(chain(3, "region-forcing-chain", branches)) == 10.0
    assert with_inner(chain(3, "dynamic-double-chain", branches)) == 10.5


# ---- words


@pytest.mark.parametrize(
    ("step", "sentences"),
    [
        (
            Step(
                "direct-claiming",
                ((13, 5),),
                facts=Facts(
                    ((0, "pattern"), (1, "pattern"), (13, "single")), houses=(ROW, BOX, ROW)
                ),
            ),
            ("Both are in box 1 too, so no other cell", "and leaves only r2c5 for 5."),
        ),
        (
            Step(
                "bug-3",
                eliminations=((3, 7),),
                facts=Facts(
                    ((0, "pattern"), (1, "pattern"), (2, "subset")),
                    ((0, 7, "extra"), (1, 8, "extra"), (2, 7, "subset"), (2, 8, "subset")),
                    (ROW,),
                ),
            ),
            ("Without 7 at r1c1 and 8 at r1c2", "that makes two cells of row 1 for two digits"),
        ),
        (
            Step(
                "bug-4",
                eliminations=((0, 1),),
                facts=Facts(
                    ((0, "pattern"), (1, "pattern")),
                    ((0, 7, "extra"), (1, 7, "extra"), (0, 9, "pair"), (1, 9, "pair")),
                    (ROW,),
                ),
            ),
            ("Without 7 at r1c1 and r1c2", "In row 1, 9 can only be at r1c1, r1c2"),
        ),
    ],
    ids=["direct-claiming", "bug-3", "bug-4"],
)
def test_rare_steps_have_words(step: Step, sentences: tuple[str, ...]) -> None:
    technique = next(each for each in in_order("se") if each.name == step.technique)
    text = " ".join(technique.explain(step, Board.start(Puzzle(GEOMETRY))).full)
    for sentence in sentences:
        assert sentence in text


def test_an_implication_refers_to_the_line_that_rules_a_candidate_out() -> None:
    false = off(0, 2, (0, 1))
    seen = Step("weak-link", (), ((1, 1),), Facts((), ((0, 1, "on"),), (ROW,)))
    branch = (SUPPOSED, false, seen, on(1, 2, (1, 1)))
    facts = Facts(candidates=((0, 1, "source"), (0, 3, "source")), branches=(branch, branch))
    step = Step("dynamic-cell-chain", ((1, 2),), facts=facts)
    technique = next(each for each in in_order("se") if each.name == step.technique)
    lines = technique.explain(step, Board.start(Puzzle(GEOMETRY))).full
    assert "2. Then r1c1 is not 2, because the cell is 1 (see 1)." in lines
    assert "3. Then r1c2 is not 1, because r1c1 in row 1 is (see 1)." in lines
    assert "4. Then r1c2 is 2: not 1 (see 3)." in lines


def test_a_chain_of_links_is_told_below_what_it_proves(escargot: Path) -> None:
    told = [line for each in escargot for line in each.explanation.full]
    starts = [at for at, line in enumerate(told) if re.match(r" +[0-9]+\.1\. Suppose", line)]
    assert len(starts) > 10
    for at in starts:
        number = told[at].strip().split(".")[0]
        what = r"(forcing chain|forcing X-chain|XY?-cycle|Y-cycle)"
        assert re.match(rf"{number}\. .* r.c. is not .: {what}", told[at - 1])


# ---- paths


@pytest.mark.parametrize("name", ["hard", "escargot"])
def test_every_chain_is_proved_by_its_implications(
    name: str, request: pytest.FixtureRequest
) -> None:
    path = request.getfixturevalue(name)
    chains = [each for each in path if each.step.facts.links or each.step.facts.branches]
    for each in chains:
        check_chain(each.board, each.step)
    assert len(chains) > 10


def test_no_step_contradicts_the_solution(escargot: Path) -> None:
    assert pandoku.solve(data.ESCARGOT).solutions == (escargot.end.digits,)


def test_a_path_is_rated_as_the_puzzle_is(hard: Path) -> None:
    (rating,) = rate_many([HARD], scale="se")
    assert hard.rating() == (rating.level, rating.er) == ("extreme", 9.0)
    assert [*hard.scores()] == [number(step) for step in hard.steps]


def test_a_path_names_the_techniques_of_the_reference_in_its_order(hard: Path) -> None:
    assert hard.techniques == SE.order
    assert {*hard.unregistered} == {*reference_techniques()}
    assert hard.left_out == ()
    names = {technique.name for technique in reference_techniques()}
    assert not names & TECHNIQUES.keys()
    assert {each.name for each in in_order("se")} == names | ({*SE.order} & TECHNIQUES.keys())


def test_every_step_has_words_a_picture_and_a_place_in_the_document(escargot: Path) -> None:
    for each in escargot:
        assert each.explanation.heading.startswith(each.technique.title)
    hardest = max(escargot, key=lambda each: number(each.step))
    assert hardest.explanation.heading in svg(hardest.drawing())
    document = path_as_json(escargot)
    assert len(document["steps"]) == len(escargot)
    if not data.IS_FULL:  # the least step of each technique: 20 times as quick to validate
        least = sorted(document["steps"], key=lambda step: len(json.dumps(step)), reverse=True)
        document["steps"] = [*{step["technique"]: step for step in least}.values()]
        assert len(document["steps"]) == len({each.technique.name for each in escargot})
    schema = FilePath(pandoku.logic.__file__).with_name("path.schema.json").read_text()
    jsonschema.validate(document, json.loads(schema))
    assert "dynamic" in escargot.page()


def test_a_technique_of_the_reference_finds_the_step_that_is_next(hard: Path) -> None:
    at = next(each for each in hard if each.technique in hard.unregistered)
    other = next(each for each in hard.unregistered if each is not at.technique)
    assert list(at.technique.steps(at.board)) == [at.step]
    assert not list(other.steps(at.board))


def test_the_next_step_and_a_hint_are_those_of_the_path(hard: Path) -> None:
    at = next(each for each in hard if each.technique in hard.unregistered)
    assert next_step(at.board, scale="se") == at.step
    marks = Marks(9, center=at.board.masks)
    found = hint(at.board, 3, marks=marks, scale="se")
    assert found.text.lower().startswith(at.technique.title.lower())


def test_a_limit_ends_the_path() -> None:
    path = replayed(EASY, limit=3)
    assert path.steps == replayed(EASY).steps[:3]
    assert path.is_cut


def test_a_path_goes_on_from_a_board(hard: Path) -> None:
    assert explain(hard[10].board, scale="se").steps == hard.steps[10:]


# ---- what the reference does not do


def test_a_scale_that_replays_takes_no_techniques() -> None:
    assert SE.program is not None
    assert get_scale("pandoku").program is None
    with pytest.raises(TechniqueError, match=r"techniques .*'se'"):
        explain(EASY, scale="se", techniques=["x-wing"])


def test_many_paths_are_not_replayed_at_once() -> None:
    with pytest.raises(TechniqueError, match="'se'"):
        explain_many([EASY], scale="se")


@pytest.mark.parametrize(
    ("puzzle", "found"),
    [
        ("." * 16, "found 4x4, boxes 2x2"),
        (Puzzle.latin(9), "found 9x9;"),
        (pandoku.load(data.EXAMPLES / "killer.txt"), "found cages"),
        (Puzzle(9, candidates=(511,) * 81), "found a puzzle that limits its candidates"),
    ],
    ids=["order 4", "no boxes", "cages", "candidates"],
)
def test_a_puzzle_of_another_kind_is_refused(puzzle: Puzzle | str, found: str) -> None:
    with pytest.raises(TechniqueError, match=f"'se', {found}.* 'pandoku'"):
        explain(puzzle, scale="se")


@pytest.mark.parametrize(
    ("puzzle", "found"),
    [("." * 81, "found several"), ("12345678........9" + "." * 64, "found none")],
)
def test_a_puzzle_that_is_not_proper_is_refused(puzzle: str, found: str) -> None:
    with pytest.raises(PuzzleError, match=f"one solution .*{found}; "):
        explain(puzzle, scale="se", is_proper=True)


def test_a_board_that_excludes_the_solution_is_refused() -> None:
    board = Board.start(pandoku.loads(EASY))
    (solution,) = pandoku.solve(EASY).solutions
    masks = list(board.masks)
    masks[0] &= ~(1 << (solution[0] - 1))
    with pytest.raises(PuzzleError, match=rf"r1c1: .*found one without {solution[0]}"):
        explain(Board(board.puzzle, board.digits, tuple(masks)), scale="se")
