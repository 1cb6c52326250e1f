"""Paths in the order in which a person looks, for everybody and for beginners."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

import pandoku
from pandoku import Board, Geometry, Puzzle, TechniqueError, explain, hint
from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.kernel.logic import ChosenFinders, finder, walk_chosen
from pandoku.logic import READERS, Path, next_step, path_as_json, rate_all
from pandoku.model import Step
from pandoku.rating import get_scale, scales_with_numbers
from pandoku.techniques import TECHNIQUES, Technique
from tests import data

EASY = pandoku.loads(data.EASY)
MARKED = pandoku.loads(
    ".......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87"
)
SETS = pandoku.loads(
    ".7......4..91.7....26...3..9..6.4.3..1..9..8...4.....52...8.....6.4.......12396.."
)
KILLER = pandoku.load(data.EXAMPLES / "killer.txt")
KENKEN = pandoku.load(data.EXAMPLES / "mathdoku4.letters")
HUMAN = get_scale("human").choosing
BOX = ("box", "region")


def kinds(step: Step) -> set[str]:
    return {house.kind for house in step.facts.houses}


def shown(board: Board) -> Board:
    """Return the board that the digits leave, without any other elimination."""
    return Board.start(board.puzzle, board.digits)


def cells(step: Step) -> set[int]:
    return {cell for cell, _ in (*step.placements, *step.eliminations)}


@pytest.fixture(scope="module")
def paths() -> list[Path]:
    return [explain(each, is_proper=True) for each in (EASY, MARKED, KILLER, KENKEN)]


def test_every_step_is_one_that_its_technique_finds(paths: list[Path]) -> None:
    for path in paths:
        assert path.stopped == "full"
        assert path.end.digits == pandoku.solve(path.start.puzzle).solution
        for each in path:
            for part in each.step.parts:
                assert part in TECHNIQUES[part.technique].steps(each.board)


def test_a_full_house_comes_before_all_other_singles(paths: list[Path]) -> None:
    for path in paths:
        for each in path:
            if each.step.technique in ("hidden-single", "naked-single"):
                assert not list(finder("full-house")(each.board))


def test_a_digit_that_its_box_shows_is_explained_by_the_box(paths: list[Path]) -> None:
    n_hidden = 0
    for path in paths[:3]:
        for each in path:
            if each.step.technique == "hidden-single":
                n_hidden += 1
                by_box = {
                    other.placements
                    for other in finder("hidden-single")(shown(each.board))
                    if kinds(other) & {*BOX}
                }
                assert each.step.placements not in by_box or kinds(each.step) & {*BOX}
    assert n_hidden > 50


def test_no_cell_is_counted_out_while_a_box_shows_a_digit(paths: list[Path]) -> None:
    naked = [each for path in paths for each in path if each.step.technique == "naked-single"]
    assert naked
    for each in naked:
        board = shown(each.board)
        assert not any(kinds(other) & {*BOX} for other in finder("hidden-single")(board))


def test_of_equal_steps_one_near_the_last_is_taken() -> None:
    def distance(path: Path) -> float:
        def way(a: int, b: int) -> int:
            return abs(a // 9 - b // 9) + abs(a % 9 - b % 9)

        ways = [
            min(way(a, b) for a in cells(one) for b in cells(two))
            for one, two in pairwise(path.steps)
        ]
        return sum(ways) / len(ways)

    assert distance(explain(EASY)) < 0.9 * distance(explain(EASY, scale="pandoku"))


def test_the_path_starts_near_the_cells_where_the_reader_looks() -> None:
    def way(step: Step | None, to: int) -> int:
        assert step is not None
        ((cell, _),) = step.placements
        return abs(cell // 9 - to // 9) + abs(cell % 9 - to % 9)

    first, last = (next_step(EASY, near=[near]) for near in (0, 80))
    assert way(first, 0) < way(last, 0)
    assert way(last, 80) < way(first, 80)


def test_a_hint_stays_near_the_last_entry() -> None:
    solution = pandoku.solve(EASY).solution
    assert solution is not None
    board = Board.start(EASY)
    hints = []
    for last in (EASY.givens.index(0), 80 - EASY.givens[::-1].index(0)):
        filled = board.place(last, solution[last])
        found = hint(filled, 4, entered=[last])
        assert found.step == next_step(filled, near=[last], is_proper=True)
        hints.append(found.step)
    assert hints[0] != hints[1]


def test_small_sets_come_before_large_ones() -> None:
    families = ("sue-de-coq", "als-xz", "als-xy-wing", "als-chain", "death-blossom")

    def sizes(scale: str) -> list[int]:
        steps = explain(SETS, scale=scale, is_proper=True).steps
        return [len({c for c, _ in s.facts.cells}) for s in steps if s.technique in families]

    assert max(sizes("pandoku")) > max(sizes("human")) > 0


def test_cages_with_few_combinations_come_first() -> None:
    path = explain(KILLER, is_proper=True)
    of_cages = [step for step in path.steps if step.technique == "cage-combinations"]
    few = [len(step.facts.cages[0].digits) for step in of_cages[:8]]
    assert 0 < max(few) <= 2


@pytest.mark.parametrize("puzzle", [EASY, MARKED, SETS, KILLER, KENKEN], ids=str)
def test_a_puzzle_has_the_number_that_rate_gives_it(puzzle: Puzzle) -> None:
    path = explain(puzzle, is_proper=True)
    (rated,) = rate_all([puzzle], scale="pandoku")
    assert path.rating() == path.rating("pandoku") == (rated.level, rated.score)
    shown = pandoku.rate(puzzle)
    assert path.usual_rating() == (shown.scale, (shown.level, shown.score))
    assert f"rated {shown.score:.1f} ({shown.level})" in path.summary()
    (same,) = rate_all([puzzle], scale="human")
    assert same == rated


def test_a_board_with_progress_has_the_number_of_its_own_path() -> None:
    board = explain(MARKED, is_proper=True)[20].board
    path, other = (explain(board, scale=name, is_proper=True) for name in ("human", "pandoku"))
    assert path.rating() == other.rating()
    few = ["full-house", "naked-single", "hidden-single", "pointing"]
    path, other = (explain(MARKED, techniques=few, scale=name) for name in ("human", "pandoku"))
    assert path.rating() == other.rating()


def test_a_path_that_was_cut_has_the_number_of_its_steps() -> None:
    rate = get_scale("pandoku").rate
    path = explain(MARKED, is_proper=True, limit=3)
    assert path.is_cut
    assert path.rating().score == max(r.score for step in path.steps if (r := rate(step)))


def test_named_techniques_are_tried_as_named() -> None:
    names = ["naked-single", "hidden-single"]
    path = explain(EASY, techniques=names)
    for each in path:
        has_naked = bool(list(finder("naked-single")(each.board)))
        assert (each.step.technique == "naked-single") is has_naked
    assert path.techniques == tuple(names)
    first = path.steps[0]
    assert explain(EASY, techniques=names, limit=1).steps == (first,)


def test_a_technique_in_python_comes_after_all_that_the_order_knows() -> None:
    def find(board: Board, limit: int) -> list[Step]:
        cell = next(c for c, d in enumerate(board.digits) if not d)
        solution = pandoku.solve(board.puzzle).solution
        assert solution is not None
        return [Step("oracle", ((cell, solution[cell]),))]

    oracle = Technique("oracle", "", find, lambda w: "x", lambda w: (), "", "")
    mixed = explain(MARKED, techniques=["full-house", "naked-single", oracle, "hidden-single"])
    assert mixed.stopped == "full"
    for each in mixed:
        before = [TECHNIQUES[name] for name in ("full-house", "naked-single")]
        found = any(list(technique.steps(each.board, 1)) for technique in before)
        assert (each.step.technique == "oracle") is not found


@pytest.mark.turns(3)
def test_paths_end_on_every_kind_of_board() -> None:
    assert explain(Puzzle(1)).stopped == "full"
    assert explain(EASY, techniques=[]).steps == ()
    assert explain(Board.start(EASY).place(0, 9)).stopped == "broken"
    assert explain(Puzzle(4)).stopped == "stuck"
    jigsaw = Geometry(5, regions=data.JIGSAW5)
    grid = pandoku.solve(Puzzle(jigsaw), limit=1).solutions[0]
    nearly = Puzzle(jigsaw, tuple(d if c % 3 else 0 for c, d in enumerate(grid)))
    assert explain(nearly, debug=True).stopped == "full"
    sixteen = Puzzle(16, (1,) + (0,) * 255)
    assert explain(sixteen, is_proper=False).stopped == "stuck"


def test_counts_are_those_of_the_paths_one_by_one() -> None:
    table = pandoku.explain_many([EASY, MARKED], scale="human", is_proper=True)
    for index, puzzle in enumerate((EASY, MARKED)):
        names = [step.technique for step in explain(puzzle, is_proper=True).steps]
        assert table.counts[index].tolist() == [names.count(name) for name in table.techniques]


@pytest.mark.turns(3)
def test_a_beginner_writes_marks_only_when_they_are_needed() -> None:
    path = explain(MARKED, reader="beginner", is_proper=True)
    assert path.stopped == "full"
    assert path.marks_at is not None
    assert path.marks_at > 5
    assert HUMAN is not None
    before = path.steps[: path.marks_at - 1]
    assert {step.technique for step in before} <= {*HUMAN.plain}
    board = path[path.marks_at - 1].board
    for name in ("full-house", "hidden-single", "naked-single"):
        assert not list(finder(name)(board))
    assert path.marks_words.startswith("Write ")
    lines = str(path).splitlines()
    at = lines.index(path.marks_words)
    numbered = next(line for line in lines[at + 1 :] if line[0].isdigit())
    assert re.match(rf"{path.marks_at}[.-]", numbered)
    assert path.rating() == explain(MARKED, is_proper=True).rating()
    told = [each.explanation.full for each in path]
    assert [n for n, full in enumerate(told, 1) if path.marks_words in full] == [path.marks_at]
    assert path_as_json(path)["marks"] == {"before": path.marks_at, "text": path.marks_words}
    assert path.marks_words in path.page()


def test_a_beginner_notes_at_most_four_sums_next_to_a_cage() -> None:
    path = explain(KILLER, reader="beginner", is_proper=True)
    assert path.marks_at is None
    notings = [each.noting for each in path.readers()]
    noted = [each.beside[1] for each in notings if each is not None and each.beside]
    assert noted
    assert max(map(len, noted)) in (3, 4)


def test_a_path_says_nothing_of_marks_that_nobody_needs() -> None:
    assert explain(EASY, reader="beginner").marks_at is None
    assert explain(EASY, reader="beginner").marks_words == ""
    assert explain(MARKED).marks_at is None
    noted = Board.start(MARKED)
    cell = next(c for c, mask in enumerate(noted.masks) if mask.bit_count() > 2)
    solution = pandoku.solve(MARKED).solution
    assert solution is not None
    gone = next(d for d in noted.candidates(cell) if d != solution[cell])
    assert explain(noted.eliminate(cell, gone), reader="beginner").marks_at is None
    assert explain(Puzzle(4), reader="beginner").marks_at is None


def test_a_limit_counts_all_steps_of_a_beginner() -> None:
    whole = explain(MARKED, reader="beginner", is_proper=True)
    assert whole.marks_at is not None
    for limit in (1, whole.marks_at - 1, whole.marks_at, whole.marks_at + 1):
        path = explain(MARKED, reader="beginner", is_proper=True, limit=limit)
        assert path.steps == whole.steps[:limit]
        assert path.marks_at == (whole.marks_at if limit >= whole.marks_at else None)


def test_readers_that_are_unknown_are_refused() -> None:
    assert READERS == ("beginner",)
    with pytest.raises(ValueError, match="'beginner', found 'expert'"):
        explain(EASY, reader="expert")
    with pytest.raises(ValueError, match=r"'human' .*found 'se'"):
        explain(EASY, reader="beginner", scale="se")


def test_a_scale_that_chooses_has_no_numbers_of_its_own() -> None:
    assert get_scale("human").base == "pandoku"
    assert "human" not in scales_with_numbers()
    assert get_scale("hodoku").choosing is None
    assert HUMAN is not None
    assert set(get_scale("human").order) == set(HUMAN.efforts) == set(get_scale("pandoku").order)


SINGLES = SinglesEffort(few=3, glance=(1, 2, 3), shown=(4, 5, 6), noted=(7, 8, 9))


def test_the_core_leaves_out_steps_that_take_more_than_asked() -> None:
    efforts = [(finder("hidden-single"), Effort(1, most=4))]
    steps = walk_chosen(Board.start(EASY), ChosenFinders(efforts, SINGLES))
    assert steps
    by_line = [step for step in steps if not kinds(step) & {*BOX}]
    board = Board.start(EASY)
    for step in steps:
        if step in by_line:
            (house,) = step.facts.houses
            assert sum(not board.digits[cell] for cell in house.cells) <= SINGLES.few
        board = board.after(step)


def test_the_core_refuses_what_it_cannot_walk() -> None:
    board = Board.start(EASY)
    with pytest.raises(ValueError, match=r"limit .*found 0"):
        walk_chosen(board, ChosenFinders([(finder("full-house"), Effort(1))], SINGLES), limit=0)
    with pytest.raises(TechniqueError, match="no finder 'magic'"):
        ChosenFinders([(finder("magic"), Effort(1))], SINGLES)
    assert walk_chosen(board, ChosenFinders([], SINGLES)) == []
