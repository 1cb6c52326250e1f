"""The coach: the reason for each digit, easier steps, and the time spent."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.logic import explain
from pandoku.model import Board
from pandoku.play import Game, statistics
from pandoku.play.coach import Review, review
from pandoku.play.reasons import Reasons
from pandoku.play.timer import clock_text
from pandoku.techniques import TECHNIQUES, example_of
from tests import data

EASY = pandoku.loads(data.EASY)
FOUR = pandoku.load(data.EXAMPLES / "four.txt")
(SOLUTION,) = pandoku.solve(EASY).solutions
PAIRS = pandoku.loads(
    "080053007000400009100000200502090008804005190010040006600000000000100020000076500"
)
KILLER = pandoku.load(data.EXAMPLES / "killer6.json")


def wrong(cell: int) -> int:
    return SOLUTION[cell] % 9 + 1


def test_a_digit_has_the_easiest_technique_that_gives_it() -> None:
    path = explain(EASY, is_proper=True)
    game = Game.start(EASY)
    for number, step in enumerate(path.steps):
        for cell, digit in step.placements:
            game = game.place(cell, digit, at_ms=1000 * number)
    found = review(game)
    placing = [step for step in path.steps if step.placements]
    assert [turn.technique for turn in found.turns] == [step.technique for step in placing]
    assert [turn.easiest for turn in found.turns] == placing
    assert found.missed == found.mistakes == found.unexplained == ()
    assert found.techniques.total() == len(placing)
    assert "None was wrong." in found.text
    assert found.text.startswith("You solved ")


def test_eliminations_that_a_digit_takes_are_named_by_the_hardest() -> None:
    path = explain(PAIRS, is_proper=True)
    game, techniques = Game.start(PAIRS), []
    for each in path:
        for cell, digit in each.step.placements:
            game = game.place(cell, digit)
            techniques.append(each.step.technique)
    turns = review(game).turns
    hardest = [step.technique for step in path.steps if not step.placements]
    assert hardest
    helped = [turn.reason for turn in turns if turn.reason and turn.reason.after]
    assert helped
    assert {reason.after.technique for reason in helped if reason.after} <= {*hardest}
    told = review(game).told(next(turn for turn in turns if turn.reason and turn.reason.after))
    assert ". Then " in told


@pytest.mark.parametrize("name", ["naked-single", "innie", "cage-hidden-single", "outie"])
def test_a_digit_that_an_example_places_has_its_technique_or_an_easier_one(name: str) -> None:
    example = example_of(name)
    assert example is not None
    order = [each.name for each in TECHNIQUES.values()]
    (step,) = TECHNIQUES[name].steps(example.board, 1)
    reason = Reasons(example.board.puzzle, True).of_digit(example.board, *step.placements[0])
    assert reason is not None
    assert order.index(reason.technique) <= order.index(name)
    assert step.placements[0] in reason.step.placements


def test_a_reason_is_sound_and_takes_no_chain() -> None:
    puzzle = pandoku.loads(data.ESCARGOT)
    (solution,) = pandoku.solve(puzzle).solutions
    board, reasons = Board.start(puzzle), Reasons(puzzle, True)
    for cell, digit in enumerate(solution):
        if not puzzle.givens[cell]:
            assert reasons.of_digit(board, cell, digit % 9 + 1) is None
            reason = reasons.of_digit(board, cell, digit)
            if reason is not None:
                assert reason.step.placements == ((cell, digit),)
                assert "chain" not in reason.technique


def test_a_guess_has_no_reason_and_is_told_what_was_easier() -> None:
    puzzle = pandoku.loads(data.ESCARGOT)
    (solution,) = pandoku.solve(puzzle).solutions
    found = review(Game.start(puzzle).place(1, solution[1], at_ms=9000))
    (turn,) = found.turns
    assert (turn.was_right, turn.technique) == (True, None)
    assert found.unexplained == found.missed == (turn,)
    told = found.told(turn)
    assert told.startswith(f"At 0:09 you wrote {solution[1]} in r1c2, after 9 seconds. ")
    assert "No technique short of a chain gives it" in told
    assert told.partition("Easier at that moment: ")[2].startswith("hidden single")
    assert re.search(r"No technique .* then:\n- At 0:09 ", found.text)


def test_marks_are_part_of_what_a_digit_follows_from() -> None:
    puzzle = pandoku.loads(data.ESCARGOT)
    (solution,) = pandoku.solve(puzzle).solutions
    game = Game.start(puzzle).enter("center", solution[1], "r1c2").place(1, solution[1])
    assert review(game).turns[0].technique == "naked-single"


def test_a_wrong_digit_has_no_reason_and_leaves_those_after_it_alone() -> None:
    path = explain(EASY, is_proper=True)
    ((cell, digit),), ((other, right),) = path.steps[0].placements, path.steps[1].placements
    game = Game.start(EASY).place(cell, wrong(cell), at_ms=1000)
    game = game.place(other, right, at_ms=2000).undo(2, at_ms=5000).place(cell, digit, at_ms=6000)
    first, second, third = review(game).turns
    assert (first.was_right, first.reason, first.corrected_ms) == (False, None, 5000)
    assert second.technique is not None
    assert (third.was_right, third.spent_ms) == (True, 4000)
    text = review(game).text
    assert re.search(r"One digit was wrong.*:\n- At 0:01 ", text)
    assert "back at 0:05." in text
    assert "still there" in review(Game.start(EASY).place(cell, wrong(cell))).text


def test_a_wrong_digit_may_follow_from_another() -> None:
    puzzle = pandoku.loads("0000001001033040")
    (solution,) = pandoku.solve(puzzle).solutions
    first, *others = (cell for cell, given in enumerate(puzzle.givens) if not given)
    game = Game.start(puzzle).place(first, solution[first] % 4 + 1)
    assert not review(game).turns[0].follows_mistake
    games = [game.place(cell, digit) for cell in others for digit in range(1, 5)]
    followed = [found for each in games if (found := review(each)).turns[-1].follows_mistake]
    assert followed
    for found in followed:
        assert found.turns[-1].was_right is False
        assert "wrong already" in found.text


def test_steps_in_the_marks_are_credited_once_each() -> None:
    path = explain(PAIRS, is_proper=True)
    game = Game.start(PAIRS).fill(at_ms=500)
    at = 1000
    for each in path:
        for cell, digit in each.step.placements:
            game = game.place(cell, digit, tidy=True, at_ms=(at := at + 1000))
        for cell, digit in each.step.eliminations:
            game = game.enter("center", digit, (cell,), at_ms=(at := at + 1000))
    found = review(game)
    made = [step.technique for step in path.steps if not step.placements]
    assert [each.step.technique for each in found.spotted] == made
    assert found.missed == ()
    assert "in your marks)" in found.text


def test_cleaning_up_what_a_digit_rules_out_is_no_step() -> None:
    cell = EASY.givens.index(0)
    game = Game.start(EASY).enter("center", EASY.givens[2], (cell,)).enter("center", 1, (cell,))
    game = game.enter("center", EASY.givens[2], (cell,))
    assert review(game).spotted == ()


def test_a_much_easier_step_is_pointed_out() -> None:
    (solution,) = pandoku.solve(PAIRS).solutions
    reasons = Reasons(PAIRS, True)
    start = Game.start(PAIRS)
    cell = next(
        cell
        for cell, digit in enumerate(solution)
        if not PAIRS.givens[cell]
        and (reason := reasons.of_digit(start.board, cell, digit))
        and reason.after
        and reason.after.technique not in ("pointing", "claiming")
    )
    found = review(start.place(cell, solution[cell]))
    (turn,) = found.missed
    assert turn.easiest is not None
    assert "easier:\n- At 0:00 " in found.text


def test_slow_digits_are_where_the_time_went() -> None:
    game, at = Game.start(EASY), 0
    for number, step in enumerate(explain(EASY, is_proper=True).steps[:6]):
        at += 60_000 if number == 3 else 2000
        for cell, digit in step.placements:
            game = game.place(cell, digit, at_ms=at)
    found = review(game)
    assert [turn.spent_ms for turn in found.slow] == [60_000]
    assert "time went:\n- At 1:06 " in found.text
    assert ", after 60 seconds." in found.text
    assert re.match(r"After 1:10 .* 6 digits", found.text)


def test_what_a_hint_gave_is_not_credited() -> None:
    game = Game.start(EASY)
    for level in (1, 4):
        game = game.record_hint(game.hint(level))
    game = game.apply_hint(game.hint(4), at_ms=3000)
    found = review(game)
    assert found.turns[0].hint == 4
    assert found.techniques.total() == 0
    assert "level 4." in found.told(found.turns[0])
    assert "hints once." in found.text


def solved_by_hints(game: Game) -> Game:
    while not game.is_solved:
        for level in range(1, 6):
            found = game.hint(level)
            game = game.record_hint(found)
        game = game.apply_hint(found)
    return game


def test_a_game_that_hints_solved_is_not_praised_as_solved_by_the_player() -> None:
    game = solved_by_hints(Game.start(FOUR))
    n = FOUR.givens.count(0)
    told = review(game).text
    assert f"All {n} digits came right after a hint with the complete step." in told
    assert f"hints {n} times." in told
    assert "wrong" not in told
    assert "You solved" not in told


def test_the_coach_and_the_statistics_count_hints_alike() -> None:
    game = solved_by_hints(Game.start(FOUR))
    found = statistics(game)
    assert found.n_hints == found.n_told == found.n_digits == FOUR.givens.count(0)
    assert found.is_by_hints
    assert f"hints {found.n_hints} times." in review(game).text


def test_digits_of_hints_are_told_apart_from_those_of_the_player() -> None:
    game = Game.start(FOUR)
    found = game.hint(5)
    game = game.record_hint(found).apply_hint(found)
    for step in explain(FOUR, is_proper=True).steps:
        for cell, digit in step.placements:
            game = game.place(cell, digit)
    n = FOUR.givens.count(0)
    told = review(game).text
    assert f"1 of {n} digits came right after a hint" in told
    assert not statistics(game).is_by_hints


def test_what_a_hint_named_in_the_marks_is_not_credited() -> None:
    game = Game.start(PAIRS).fill()
    while (found := game.hint(4)).step and found.step.placements:
        game = game.apply_hint(found, tidy=True)
    assert found.step is not None
    own = game.apply_hint(found)
    assert review(own).techniques[found.technique] == 1
    told = review(game.record_hint(found).apply_hint(found))
    assert told.techniques[found.technique] == 0
    assert [each.hint for each in told.spotted] == [4]


def test_digits_that_come_back_are_not_told_again() -> None:
    path = explain(EASY, is_proper=True)
    ((cell, digit),) = path.steps[0].placements
    game = Game.start(EASY).place(cell, digit).checkpoint("a").undo().redo().clear(cell)
    game = game.return_to("a")
    assert len(review(game).turns) == 1
    assert len(review(game.reveal(SOLUTION)).turns) == 1
    assert "solution shown" in review(game.reveal(SOLUTION)).text


def test_with_several_solutions_nothing_is_called_right_or_wrong() -> None:
    game = Game.start(Puzzle(4)).place(0, 1).place(1, 1).place(5, 2)
    found = review(game)
    assert [turn.was_right for turn in found.turns] == [None] * 3
    assert found.mistakes == ()
    assert "several solutions" in found.text
    assert "With several solutions, no technique" in found.told(found.turns[0])


def test_a_puzzle_without_a_solution_is_reviewed() -> None:
    for givens in ((1, 1) + (0,) * 14, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8):
        assert "no solution" in review(Game.start(Puzzle(4, givens)).place(15, 1)).text


def test_cages_give_digits_too() -> None:
    game = Game.start(KILLER)
    for step in explain(KILLER, is_proper=True).steps:
        for cell, digit in step.placements:
            game = game.place(cell, digit)
    found = review(game)
    assert found.unexplained == ()
    assert any(name.startswith(("cage", "innie", "outie")) for name in found.techniques)


def test_a_game_without_digits_has_a_review() -> None:
    assert "no digit" in review(Game.start(EASY)).text


def test_times_are_told_as_on_a_clock() -> None:
    assert [clock_text(ms) for ms in (0, 59_999, 60_000, 3_600_000)] == [
        "0:00",
        "0:59",
        "1:00",
        "1:00:00",
    ]


# Words that claim to know what the player saw, used, tried, knew or meant.
_CLAIMS = re.compile(
    r"\b(?:you|your) (?:us|saw|see|sp[oe]t|f[io]u?nd|miss|overlook|guess|tr[iy]|kn[eo]w|forg[eo]t|"
    r"thought|meant|want|notic|learn|understood|look|need|should)\w*"
    r"|\b(?:guess\w*|overlooked|missed|unaware|by luck|of thought)\b",
    re.IGNORECASE,
)


def simulated(puzzle: Puzzle, seed: int) -> Game:
    """Return a game with hints of all levels, mistakes, marks, and steps that are left out."""
    chance, at = random.Random(seed), 0
    game = Game.start(puzzle)
    (solution,) = pandoku.solve(puzzle).solutions
    for number, each in enumerate(explain(puzzle, is_proper=True)):
        at += chance.choice((1000, 4000, 90_000))
        if chance.random() < 0.2:
            for level in range(1, chance.randrange(2, 7)):
                game = game.record_hint(game.hint(level), at_ms=at)
        if number == 4:
            game = game.fill(at_ms=at)
        open_cells = [cell for cell, digit in enumerate(game.digits) if not digit]
        if open_cells and chance.random() < 0.2:  # any digit, right or wrong
            cell = chance.choice(open_cells)
            digit = chance.choice((solution[cell], chance.randrange(puzzle.order) + 1))
            game = game.place(cell, digit, at_ms=at)
            if digit != solution[cell] and chance.random() < 0.7:
                game = game.undo(at_ms=at + 500)
        for cell, digit in each.step.eliminations if chance.random() < 0.7 else ():
            if not game.digits[cell]:
                game = game.enter("center", digit, (cell,), at_ms=at + 600)
        for cell, digit in each.step.placements if chance.random() < 0.8 else ():
            game = game.place(cell, digit, tidy=chance.random() < 0.5, at_ms=at + 700)
    return game


def texts_of(found: Review) -> Iterator[str]:
    yield str(found)
    yield from map(found.told, found.turns)


@pytest.mark.turns(3)
@pytest.mark.parametrize("puzzle", [FOUR, EASY, PAIRS, KILLER], ids=["four", "easy", "pairs", "k6"])
def test_the_coach_claims_nothing_about_the_mind_of_the_player(puzzle: Puzzle) -> None:
    for seed in range(6 if puzzle is FOUR else 2):
        found = review(simulated(puzzle, seed))
        for text in texts_of(found):
            assert not _CLAIMS.search(text), text
        assert len(found.advice) <= 3
        assert not {*found.advice} & {*found.techniques}, "done without help"
        wanted = [turn.easiest.technique for turn in found.missed if turn.easiest]
        assert {*found.advice} <= {*wanted, *found.named}


def test_advice_is_about_hints_and_easier_steps_only() -> None:
    game = Game.start(PAIRS)
    named = []
    for _ in range(3):
        for level in (1, 2, 4):
            found = game.hint(level)
            game = game.record_hint(found)
        named.append(found.technique)
        game = game.apply_hint(found, tidy=True)
    found_by = review(game)
    assert found_by.named == (*named,)
    assert {*found_by.advice} == {*named}
    title = TECHNIQUES[named[0]].title
    assert str(found_by).endswith(found_by.advice_text)
    assert title in found_by.advice_text
    only_where = review(Game.start(EASY).record_hint(Game.start(EASY).hint(1)))
    assert (only_where.named, only_where.advice, only_where.advice_text) == ((), (), "")


def test_what_the_player_does_without_help_is_not_advised() -> None:
    game = Game.start(EASY)
    found = game.hint(2)
    game = game.record_hint(found)
    assert review(game).advice == (found.technique,)
    for cell, digit in (pair for step in explain(EASY).steps[:12] for pair in step.placements):
        game = game.place(cell, digit)
    assert found.technique in review(game).techniques
    assert review(game).advice == ()
