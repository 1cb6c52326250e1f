"""Drills: boards that need one technique, and the replies to answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pandoku.errors import TechniqueError
from pandoku.logic import HINT_LEVELS, next_step, uniqueness_of
from pandoku.model import Step, digits_of
from pandoku.play import drills as room
from pandoku.play.drills import Drill, drill, drills, exercises
from pandoku.techniques import TECHNIQUES, example_of, get_technique, practice_of
from pandoku.words import cage_name
from tests import data
from tests.in_full import in_full
from tests.techniques.board_search import always_too

QUICK = ("hidden-single", "naked-pair", "cage-combinations")


@pytest.fixture(scope="module")
def pair() -> Drill:
    return drill("naked pair", 1)


def test_every_technique_with_an_example_has_drills() -> None:
    assert set(drills()) == {name for name in TECHNIQUES if example_of(name)}


@pytest.mark.parametrize("name", drills() if data.IS_FULL else QUICK)
def test_a_drill_has_a_proper_board_on_which_the_technique_comes_next(name: str) -> None:
    found = drill(name, 1)
    assert found.steps
    solution = uniqueness_of(found.board.puzzle).solution
    assert solution is not None
    assert all(digit in digits_of(m) for m, digit in zip(found.board.masks, solution, strict=True))
    step = next_step(found.board, scale="pandoku", is_proper=True)
    assert step is not None
    assert found.is_easiest is (step.technique == name)
    assert found.is_easiest or always_too(name)


def test_the_boards_that_are_kept_come_first() -> None:
    kept = [each.board for each in practice_of("swordfish")]
    assert [drill("swordfish", number).board for number in range(len(kept))] == kept
    assert exercises("swordfish")[2] == drill("swordfish", 2)
    assert (drill("swordfish").source, drill("swordfish").is_easiest) == ("practice", True)


def test_then_come_boards_of_new_puzzles() -> None:
    found = drill("hidden-single", 40)
    assert (found.source, found.is_easiest) == ("made", True)
    assert found.board not in [each.board for each in practice_of("hidden-single")]


def test_a_drill_may_be_of_one_kind() -> None:
    for number in range(6):
        puzzle = drill("innie", number, "killer").board.puzzle
        assert puzzle.cages
        assert puzzle.geometry.box == (3, 3)
        assert drill("innie", number, "calcudoku").board.puzzle.geometry.box is None
    with pytest.raises(TechniqueError, match=r"innie \(killer or calcudoku\), found 'sudoku'"):
        drill("innie", 0, "sudoku")
    with pytest.raises(TechniqueError, match="'chess'"):
        drill("innie", 0, "chess")


@pytest.mark.parametrize("name", ["naked-quad", "cage-parity"])
def test_an_example_is_shown_as_a_random_image(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_met", lambda technique, number, kind: None)
    monkeypatch.setattr(room, "practice_of", lambda name: ())
    boards = {number: drill(name, number).board for number in range(3)}
    assert len(set(boards.values())) > 1
    assert in_full(drill(name, 2).board) == in_full(boards[2])
    example = example_of(name)
    assert example is not None
    kept = [sorted(map(int.bit_count, b.masks)) for b in (example.board, *boards.values())]
    assert len(set(map(tuple, kept))) == 1
    if example.board.puzzle.cages:
        clues = [sorted(cage.clue for cage in b.puzzle.cages) for b in boards.values()]
        assert clues == [sorted(cage.clue for cage in example.board.puzzle.cages)] * 3
    assert drill(name).source == "image"


def test_the_same_number_is_the_same_drill(pair: Drill) -> None:
    assert drill("naked-pair", 1) == pair
    assert drill("naked-pair", 2) != pair


def test_any_step_of_the_technique_is_right(pair: Drill) -> None:
    for each in drill("hidden-single").steps:
        assert drill("hidden-single").grade(each.placements).is_complete
    for step in pair.steps:
        verdict = pair.grade(eliminations=step.eliminations)
        assert verdict.is_complete
        assert verdict.text.startswith("Right. Naked pair: ")


def test_part_of_a_step_is_right_but_not_complete() -> None:
    found = next(
        d for n in range(9) if len((d := drill("naked-pair", n)).steps[0].eliminations) > 1
    )
    verdict = found.grade(eliminations=found.steps[0].eliminations[:1])
    assert (verdict.is_right, verdict.is_complete) == (True, False)
    assert verdict.text.startswith("Right so far. ")
    assert not any(found.board.puzzle.geometry.name(cell) in verdict.text for cell in range(81))


def test_what_does_not_follow_is_refused_without_telling_the_answer(pair: Drill) -> None:
    cell, digit = next(wrong_eliminations(pair))
    name = pair.board.puzzle.geometry.name(cell)
    verdict = pair.grade(eliminations=[(cell, digit), pair.steps[0].eliminations[0]])
    assert not verdict.is_right
    assert re.match(f"No naked pair here rules out {digit} at {name}", verdict.text)
    assert pair.grade([(cell, digit)]).text.startswith("No digit follows at once")


def wrong_eliminations(task: Drill) -> Iterator[tuple[int, int]]:
    """Yield the candidates that the steps of a drill do not remove."""
    board, gone = task.board, {pair for step in task.steps for pair in step.eliminations}
    for cell, mask in enumerate(board.masks):
        if not board.digits[cell]:
            yield from ((cell, d) for d in digits_of(mask) if (cell, d) not in gone)


def test_every_wrong_answer_gets_a_fact_and_several_are_counted(pair: Drill) -> None:
    single = drill("hidden-single")
    board, names = single.board, single.board.puzzle.geometry.name
    given = next(cell for cell, digit in enumerate(board.puzzle.givens) if digit)
    solved = next(c for c, d in enumerate(board.digits) if d and not board.puzzle.givens[c])
    empty, seen = next(
        (cell, board.digits[peer])
        for cell, digit in enumerate(board.digits)
        for peer in board.puzzle.sight[cell]
        if not digit and board.digits[peer]
    )
    of_pattern = pair.steps[0].facts.candidates[0][:2]
    wrong = [*wrong_eliminations(pair)]
    replies = {
        single.grade([(given, 1)]): f"^{names(given)} is a given: it holds .\\.$",
        single.grade([(solved, 1)]): f"^{names(solved)} is solved: it holds .\\.$",
        single.grade([(empty, seen)]): f"^{seen} is not a candidate at {names(empty)}: "
        rf"r\dc\d is {seen}, in the same (row|column|box)\.$",
        single.grade([(empty, 12)]): "^There is no digit 12 here: the digits are 1 to 9.$",
        single.grade(
            (), [next(wrong_eliminations(single))]
        ): "^A hidden single gives a digit: write it",
        pair.grade((), [of_pattern]): r"It is part of the pattern, .* Put it back\.$",
        pair.grade((), wrong[:2]): r"\. One more entry does not follow either\.$",
        pair.grade((), wrong): rf"\. {len(wrong) - 1} more entries do not follow either\.$",
    }
    for verdict, expected in replies.items():
        assert not verdict.is_right
        assert re.search(expected, verdict.text), verdict.text


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["hidden-single", "naked-single"])
def test_the_reply_is_the_same_whether_or_not_the_digit_is_in_the_solution(name: str) -> None:
    task = drill(name)
    solution = uniqueness_of(task.board.puzzle).solution
    assert solution is not None
    right = {pair for step in task.steps for pair in step.placements}
    shapes = {True: set[str](), False: set[str]()}
    for cell, digit in wrong_eliminations(task):
        if (cell, digit) not in right:
            text = task.grade([(cell, digit)]).text
            shapes[solution[cell] == digit].add(text.split(" gives ")[0])
    assert shapes[True] == shapes[False] == {f"No {task.title} here"}


def test_a_candidate_that_another_technique_removes_is_not_called_false() -> None:
    told = {
        task.grade((), [pair]).text
        for task in exercises("x-wing")[:2]
        for pair in wrong_eliminations(task)
    }
    assert any(re.search(r"It goes by an? .* Look for an X-wing\.$", text) for text in told)


def test_nothing_yet_is_neither_wrong_nor_complete(pair: Drill) -> None:
    verdict = pair.grade()
    assert (verdict.is_right, verdict.is_complete) == (True, False)
    assert verdict.text.startswith("Naked pair: ")


@pytest.mark.parametrize("name", ["naked-pair", "hidden-single", "innie"])
def test_a_drill_is_answered_in_a_game(name: str) -> None:
    found = drill(name, 1)
    game = found.start()
    assert not any(found.answer(game.digits, game.marks.center))
    step = found.steps[0]
    for cell, digit in step.placements:
        game = game.place(cell, digit, tidy=True)
    for cell, digit in step.eliminations:
        game = game.enter("center", digit, (cell,))
    placed, gone = found.answer(game.digits, game.marks.center)
    assert (sorted(placed), sorted(gone)) == (sorted(step.placements), sorted(step.eliminations))
    assert found.grade(placed, gone).is_complete


def test_hints_of_a_drill_lead_to_the_technique(pair: Drill) -> None:
    assert pair.hint(2).technique == "naked-pair"
    assert pair.hint(5).step in pair.steps


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", drills())
def test_every_place_that_a_hint_names_is_in_the_answer(name: str) -> None:
    for task in exercises(name)[:: data.by_default(10, full=1)]:
        puzzle, step = task.board.puzzle, task.steps[0]
        assert task.grade(step.placements, step.eliminations).is_complete
        told = get_technique(name).explain(step, task.board)
        answer = _places_in(" ".join(map(str, (told.heading, *told.full))))
        answer |= {cage_name(puzzle, fact.cage) for fact in step.facts.cages}
        for index, cage in enumerate(puzzle.cages):
            if cage_name(puzzle, index) in answer:
                answer |= {*map(puzzle.geometry.name, cage.cells)}
        answer |= {puzzle.geometry.name(cell) for cell, _ in step.facts.cells}
        for index in step.facts.constraints:
            cells = puzzle.constraints[index].cells_on(puzzle.geometry)
            answer |= {*map(puzzle.geometry.name, cells)}
        for house in puzzle.geometry.houses:  # an XY-wing names cells, and no row
            if not answer.isdisjoint(map(puzzle.geometry.name, house.cells)):
                answer.add(house.name)
        for level in range(1, len(HINT_LEVELS)):
            hint = task.hint(level)
            assert _places_in(hint.text) <= answer, (task.number, level, hint.text)
            assert hint.step in (step, None)


def _places_in(text: str) -> set[str]:
    """Return the cells, houses and cages that a text names, each by itself: "row 2"."""
    places = {*re.findall(r"r\d+c\d+", text), *re.findall(r"the \S+?[- ]cage at r\d+c\d+", text)}
    pattern = r"\b(row|column|box|diagonal|region|window)(?:e?s)? ((?:\d+(?:, | and | or )?)+)"
    for kind, numbers in re.findall(pattern, text, re.IGNORECASE):
        places |= {f"{kind.lower()} {number}" for number in re.findall(r"\d+", numbers)}
    return places


def test_a_technique_without_drills_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "example_of", lambda name: None)
    monkeypatch.setattr(room, "practice_of", lambda name: ())
    with pytest.raises(TechniqueError, match=r"drills\(\) lists those"):
        drill("naked-pair")
    with pytest.raises(ValueError, match="number"):
        drill("naked-pair", -1)


def test_the_digits_of_a_step_are_a_complete_answer() -> None:
    """A step for rules may place digits and rule out candidates besides."""
    task = next(each for each in exercises("dot-partners") if _is_mixed(each.steps[0]))
    step = task.steps[0]
    first = task.grade(step.placements[:1])
    assert (first.is_right, first.is_complete) == (True, len(step.placements) == 1)
    assert task.grade(step.placements).is_complete
    assert task.grade(step.placements, step.eliminations).is_complete
    assert not task.grade((), step.eliminations).is_complete
    assert task.found(step.placements, ()) == step


def _is_mixed(step: Step) -> bool:
    return bool(step.placements and step.eliminations)


def test_the_task_is_about_the_step_that_hints_lead_to() -> None:
    """Other steps on the board may place a digit, or only rule out candidates."""
    for task in (drill("thermometer", number) for number in range(6)):
        assert task.places == bool(task.steps[0].placements)
        assert ("write" in task.text) == task.places
        assert task.grade(task.steps[0].placements, task.steps[0].eliminations).is_complete


def test_drills_of_rules_do_not_end_with_the_stored_boards() -> None:
    assert drill("thermometer", 60).source == "image"


def test_a_stored_board_without_a_step_is_no_drill() -> None:
    name = "rule-pointing"
    kept = practice_of(name)
    stale = [
        number for number, each in enumerate(kept) if not [*TECHNIQUES[name].steps(each.board, 1)]
    ]
    assert len(exercises(name)) == len(kept) - len(stale)
    assert all(drill(name, number).steps for number in stale)
