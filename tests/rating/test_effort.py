"""Effort: the sum of the steps of a path, and the file with its weights."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import exp

import pytest

import pandoku
from pandoku import Board, Path, Puzzle, PuzzleError, TechniqueError
from pandoku.kernel.logic import n_ways_onward
from pandoku.logic import step_searches
from pandoku.model import House, Step
from pandoku.model.step import Facts
from pandoku.rating import LEVELS, PuzzleEffort, Rating, effort_weights, get_scale
from pandoku.techniques import TECHNIQUES, Technique, get_technique
from tests.data import EASY, ESCARGOT

WEIGHTS = effort_weights()
MEDIUM = "4..........3......8.7....9.7...4.....258...3.....52..7.6..259....8..45.2...98...3"
KILLER = "examples/killer.txt"


@cache
def hard_path() -> Path:
    return pandoku.explain(ESCARGOT, is_proper=True)


def effort(technique: str, *, n_empty: int = 40, n_ways: int = 1) -> float:
    known = get_technique(technique)
    return WEIGHTS.step(Step(technique), known, n_empty, n_ways).effort


# ---- the weights


def test_every_rated_technique_has_a_cost() -> None:
    rated = {name for name, each in TECHNIQUES.items() if each.weight is not None}
    assert rated <= set(WEIGHTS.costs)
    assert set(WEIGHTS.costs) - rated == {"hidden-single in a box"}
    assert set(WEIGHTS.costs) >= WEIGHTS.measured


def test_costs_of_patterns_increase_with_the_rating_and_are_not_below_what_it_implies() -> None:
    for needs in ({"cages", "constraints"}, set[str]()):
        alike = [
            (each.weight, WEIGHTS.costs[name])
            for name, each in TECHNIQUES.items()
            if each.weight is not None
            and not name.endswith(("single", "full-house"))
            and bool(each.needs & {"cages", "constraints"}) == bool(needs)
        ]
        costs = [cost for _, cost in sorted(alike)]
        assert costs == sorted(costs)
        level = WEIGHTS.at_clue if needs else WEIGHTS.plain
        for weight, cost in alike:
            assert cost > 0.99 * level * exp(WEIGHTS.slope * (weight - 3.0))


def test_the_card_names_the_data_and_the_quality_on_puzzles_kept_apart() -> None:
    card = WEIGHTS.card
    assert "synnwang/sudoku_dataset_difficulty" in card["fitted_to"]
    by_players = dict(zip(card["least_players"], card["rank_correlation"], strict=True))
    assert by_players[30] >= 0.85
    assert by_players[20] >= 0.75
    assert card["puzzles_by_players"][0] == card["puzzles"] > 1500
    assert any("cages" in each for each in card["assumed"])


# ---- a step


def test_a_step_is_harder_with_more_empty_cells_and_fewer_ways_onward() -> None:
    usual = effort("naked-single", n_empty=40, n_ways=4)
    assert effort("naked-single", n_empty=60, n_ways=4) > usual
    assert effort("naked-single", n_empty=40, n_ways=8) < usual
    assert effort("x-wing") > effort("full-house")


def test_a_hidden_single_is_easier_in_a_box_than_in_a_row() -> None:
    def of(kind: str) -> float:
        facts = Facts(houses=(House(kind, 1, tuple(range(9)), f"{kind} 1"),))
        step = Step("hidden-single", placements=((0, 1),), facts=facts)
        return WEIGHTS.step(step, get_technique("hidden-single"), 40, 4).effort

    assert of("box") == of("region") < of("row") == of("column")


def test_a_technique_without_a_cost_falls_back_to_its_rating() -> None:
    def of(weight: float | None, needs: frozenset[str] = frozenset()) -> float:
        own = Technique(
            name="mine",
            summary="x",
            find=lambda board, limit: (),
            what=lambda words: "",
            reason=lambda words: (),
            look_for="x",
            why="x",
            weight=weight,
            needs=needs,
        )
        return WEIGHTS.step(Step("mine"), own, 40, 1).effort

    assert of(8.0) > of(4.0) > of(3.0) == of(None)
    assert of(4.0, frozenset({"constraints"})) < of(4.0)
    assert of(8.3) == pytest.approx(effort("als-xz"), rel=0.01)


@pytest.mark.turns(3)
def test_a_long_chain_costs_more_than_a_short_one() -> None:
    name = "alternating-chain"
    step = next(step for step in hard_path().steps if step.technique == name)
    rating, technique = get_scale("pandoku").rate(step), get_technique(name)
    assert rating is not None
    assert technique.weight is not None
    longer = rating.score - technique.weight
    assert longer > 0
    found = WEIGHTS.step(step, technique, 40, 1).effort
    assert found == pytest.approx(effort(name) * exp(WEIGHTS.slope * longer))


# ---- ways onward


def test_ways_onward_are_the_cells_that_singles_fill() -> None:
    # 4 is the last digit of row 1, and 3 is the last digit of box 1.
    assert n_ways_onward(Board.start("123." + "4..." + "." * 8)) == 2
    assert n_ways_onward(Board.start(Puzzle(9))) == 1


def test_naked_singles_are_ways_onward_only_without_hidden_singles() -> None:
    order = Puzzle.latin(4)
    naked = Board(order, (0,) * 16, (1, *(15,) * 15))
    assert n_ways_onward(naked) == 1
    two = Board(order, (0,) * 16, (1, *(15,) * 4, 2, *(15,) * 10))
    assert n_ways_onward(two) == 2
    hidden = Board(order, (0,) * 16, (1, 6, 14, 14, *(15,) * 12))
    assert n_ways_onward(hidden) == 1  # 1 at r1c1 is the only 1 of the row


def ways_by_hand(board: Board) -> int:
    """Count the singles of a board cell by cell."""
    geometry = board.puzzle.geometry
    open_cells = [cell for cell in range(geometry.n_cells) if not board.digits[cell]]
    hidden = set[int]()
    for house, digit in product(geometry.houses, range(geometry.order)):
        places = [cell for cell in house.cells if board.masks[cell] >> digit & 1]
        if len(places) == 1 and places[0] in open_cells:
            hidden |= {*places}
    naked = [cell for cell in open_cells if board.masks[cell].bit_count() == 1]
    return max(1, len(hidden) or len(naked))


@pytest.mark.parametrize("file", ["killer.txt", "jigsaw.json", "diagonal.json", "windoku.json"])
def test_ways_onward_are_counted_as_by_hand_on_the_whole_path(file: str) -> None:
    path = pandoku.explain(pandoku.load(f"examples/{file}"))
    boards = [*path.boards()]
    assert [n_ways_onward(board) for board in boards] == [ways_by_hand(board) for board in boards]


def test_searches_are_of_the_boards_before_the_steps() -> None:
    path = pandoku.explain(EASY)
    searches = [*step_searches(path.start, path.steps)]
    assert [step for step, _, _ in searches] == list(path.steps)
    empty = [n_empty for _, n_empty, _ in searches]
    assert empty[0] == path.start.digits.count(0)
    assert empty == sorted(empty, reverse=True)
    assert searches[-1][1:] == (1, 1)


# ---- a path


@pytest.mark.parametrize("text", [EASY, KILLER, "examples/mathdoku4.letters"])
def test_every_path_of_a_puzzle_has_the_same_effort(text: str) -> None:
    puzzle = pandoku.load(text) if text.startswith("examples") else pandoku.loads(text)
    path = pandoku.explain(puzzle)
    found = path.effort()
    assert found.effort > 0
    assert path.lean().effort() == found
    assert pandoku.explain(puzzle, scale="pandoku").effort() == found
    assert pandoku.explain(puzzle, reader="beginner").effort() == found
    assert pandoku.rate(puzzle, effort=True).effort == found


def test_a_path_of_another_program_has_the_effort_of_a_person() -> None:
    assert pandoku.explain(EASY, scale="se").effort() == pandoku.explain(EASY).effort()


@pytest.mark.turns(3)
@pytest.mark.parametrize("scale", ["human", "pandoku"])
@pytest.mark.parametrize("text", [ESCARGOT, EASY, KILLER, "examples/mathdoku4.letters"])
def test_no_step_is_above_the_word_of_its_path(text: str, scale: str) -> None:
    puzzle = pandoku.load(text) if text.startswith("examples") else pandoku.loads(text)
    path = pandoku.explain(puzzle, scale=scale)
    highest = LEVELS.index(path.rating().level)
    for each in (path, path.lean()):
        words = [LEVELS.index(rating.level) for rating in each.step_ratings() if rating]
        assert words
        assert max(words) <= highest


def test_the_effort_of_a_path_that_stops_early_is_a_lower_bound() -> None:
    cut = pandoku.explain(EASY, limit=5).effort()
    stuck = pandoku.explain(ESCARGOT, techniques=["full-house", "naked-single"]).effort()
    complete = pandoku.explain(EASY).effort()
    assert (cut.is_bound, stuck.is_bound, complete.is_bound) == (True, True, False)
    assert cut.effort < complete.effort
    assert cut.time.startswith("at least ")


def test_a_harder_puzzle_has_more_effort_and_a_wider_interval() -> None:
    easy, hard = (path.effort() for path in (pandoku.explain(EASY), hard_path()))
    assert (easy.level, hard.level) == ("easy", "extreme")
    assert hard.minutes > 10 * easy.minutes
    for each in (easy, hard):
        assert each.low < each.minutes < each.high
    assert hard.high / hard.low > easy.high / easy.low


def test_the_word_depends_on_the_cells_to_fill_and_on_the_hardest_step() -> None:
    least = WEIGHTS.starts[0]
    assert WEIGHTS.word(10 * least, 10, "easy") == "medium"
    assert WEIGHTS.word(10 * least, 11, "easy") == "easy"
    assert WEIGHTS.word(10 * least, 11, "hard") == "hard"
    # A naked single that is the only way onward on an empty grid is equally hard on all grids.
    for n_cells in (16, 81, 256):
        hard = effort("naked-single", n_empty=n_cells)
        assert WEIGHTS.step_word(hard, n_cells) == "medium"
        assert WEIGHTS.step_word(effort("nested-forcing-chain", n_empty=n_cells), n_cells) == (
            "extreme"
        )


def test_a_stuck_path_has_the_last_word() -> None:
    steps = [WEIGHTS.step(Step("full-house"), get_technique("full-house"), 1, 1)]
    assert WEIGHTS.total(steps, 1, 16, is_bound=True).level == "easy"
    assert WEIGHTS.total(steps, 1, 16, is_bound=True, is_stuck=True).level == "extreme"


def test_the_words_of_cages_come_from_effort_and_those_of_sudokus_from_the_number() -> None:
    killer = pandoku.load(KILLER)
    rating = pandoku.rate(killer)
    assert rating.effort is not None
    assert rating.level == rating.effort.level
    assert pandoku.explain(killer).rating() == Rating(rating.level, rating.score)
    (of_many,), (of_all,) = pandoku.rate_many([killer]), pandoku.rate_all([killer])
    assert rating == of_many == of_all
    for question in ({"effort": False}, {"at_least": 1.0}, {"at_most": 9.0}):
        without = pandoku.rate(killer, **question)
        assert (without.level, without.effort) == ("", None)
        assert str(without).endswith("(scale pandoku)")
    assert pandoku.rate(killer, at_most=9.0, effort=True).level == rating.level
    assert pandoku.rate(EASY, effort=False) == pandoku.rate(EASY)


# ---- in words


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((104.0, 6.2, 4.1, 9.4), "effort 104, about 6 minutes (4 to 9), easy"),
        ((14.0, 0.6, 0.4, 0.9), "effort 14, less than a minute, easy"),
        ((24.0, 1.1, 0.8, 1.4), "effort 24, about 1 minute, easy"),
        ((9000.0, 540.0, 240.0, 1170.0), "effort 9000, about 9 hours (4 to 20), easy"),
    ],
)
def test_an_effort_is_written_with_fitting_units(
    numbers: tuple[float, float, float, float], text: str
) -> None:
    assert str(PuzzleEffort(*numbers, "easy", False, 1)) == text


def test_a_lower_bound_is_written_as_one() -> None:
    bound = PuzzleEffort(104.0, 6.2, 4.1, 9.4, "easy", True, 1)
    assert str(bound) == "effort at least 104, at least 6 minutes, easy"


# ---- many ratings


def test_rate_many_adds_efforts_to_the_proper_puzzles() -> None:
    ratings = pandoku.rate_many([EASY, "." * 81, MEDIUM], effort=True)
    assert [each is None for each in ratings.efforts] == [False, True, False]
    assert ratings[0] == pandoku.rate(EASY, effort=True)
    assert [rating.effort for rating in ratings] == list(ratings.efforts)
    assert ratings.effort[0] == float(pandoku.explain(EASY).effort())
    assert ratings.minutes[2] > ratings.minutes[0]
    assert ratings.effort[1] != ratings.effort[1]  # nan
    assert pandoku.rate_many([EASY]).efforts == ()
    assert pandoku.rate(EASY).effort is None


def test_rate_many_takes_arrays_and_keeps_bad_puzzles() -> None:
    import numpy as np

    rows = np.array([[int(c) for c in EASY.replace(".", "0")]] * 2, np.uint8)
    for array in (rows, rows.astype(np.int64), pandoku.Batch.of([Puzzle(EASY)] * 2)):
        found = pandoku.rate_many(array, effort=True)
        assert found.efforts == (pandoku.explain(EASY).effort(),) * 2
    seen = list[tuple[int, int]]()
    kept = pandoku.rate_many(
        [None, EASY], effort=True, on_error="keep", on_progress=lambda *each: seen.append(each)
    )
    assert kept.efforts[0] is None
    assert kept.efforts[1] == pandoku.explain(EASY).effort()
    assert seen[-1] == (2, 2)


def test_rate_all_adds_efforts_to_mixed_puzzles() -> None:
    killer = pandoku.load(KILLER)
    mixed: list[Puzzle | str] = [EASY, killer, "." * 81]
    found = pandoku.rate_all(mixed, effort=True)
    assert [each.effort and each.effort.level for each in found] == [
        "easy", pandoku.explain(killer).effort().level, None
    ]  # fmt: skip


def test_a_rating_with_an_effort_has_it_in_json_and_in_sentences() -> None:
    rating = pandoku.rate(EASY, effort=True)
    assert rating.effort is not None
    assert rating.to_dict()["effort"] == rating.effort.to_dict()
    assert set(rating.effort.to_dict()) == {
        "effort", "minutes", "low", "high", "level", "is_bound", "version"
    }  # fmt: skip
    assert f"An average player needs {rating.effort.time}." in rating.describe()
    assert "effort" not in pandoku.rate(EASY).to_dict()


def test_an_effort_needs_a_proper_puzzle_and_a_yes_or_no() -> None:
    with pytest.raises(PuzzleError, match="exactly one solution"):
        pandoku.rate("." * 81, effort=True)
    with pytest.raises(TypeError, match="effort"):
        pandoku.rate(EASY, effort="yes")  # type: ignore[arg-type]
    with pytest.raises(TechniqueError):
        pandoku.rate(EASY, scale="none", effort=True)


def test_puzzles_of_an_iterator_have_efforts_too() -> None:
    puzzles = ["1.....2..3.....4", "1..............."]
    listed = pandoku.rate_many(puzzles, effort=True)
    assert pandoku.rate_many(iter(puzzles), effort=True).efforts == listed.efforts
