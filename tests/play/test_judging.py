"""The judge of the digits: the rules, or the solution of the puzzle's source."""

from __future__ import annotations

import re

import pandoku
from pandoku.calls.documents import puzzle_document
from pandoku.constraints import Drawing, RulesInWords, Thermometer
from pandoku.logic import hint, judge_of
from pandoku.model import Disc, Puzzle
from pandoku.play import Game, review, shown_mistakes, statistics
from pandoku.play.lines.plain import LINE_COMMANDS, reply_to
from pandoku.play.lines.table import Keeper, Table
from tests.data import EXAMPLES

SOLUTION = "1234341221434321"
OTHER = "1234341241232341"  # a grid of the same rows 1 and 2
WORDS = RulesInWords("The corners of box 3 differ by one.")
OPEN = Puzzle(4, "1234........4321", solution=SOLUTION).with_(WORDS)
DRAWN = Puzzle(4, "1234" + "." * 12, solution=SOLUTION).with_(
    Drawing.of([Disc("ring", ((0.5, 2.5),), 0.4)])
)
PARTIAL = Puzzle(4, "1234" + "." * 12, solution="1234341221......").with_(WORDS)
BROKEN = Puzzle(4, "1234" + "." * 12, solution=SOLUTION).with_(WORDS, Thermometer("r3c1 r3c2"))
READ = Puzzle(4, "1234" + "." * 12, solution=SOLUTION)
LEAVE_SEVERAL = "The rules that pandoku can check leave several solutions."
SEVERAL = "This puzzle has several solutions."


def played(puzzle: Puzzle, digits: str) -> Game:
    game = Game.start(puzzle)
    for cell, digit in enumerate(digits):
        if not puzzle.givens[cell] and digit != ".":
            game = game.place(cell, int(digit))
    return game


def test_rules_that_are_all_read_judge() -> None:
    proper = Puzzle("..4....3.....3.1")
    judge = judge_of(proper.replace(solution=None))
    assert (judge.by, judge.is_complete, judge.problem) == ("rules", True, "")
    several = judge_of(READ)
    assert (several.by, several.solution) == ("", None)
    assert several.problem.startswith(SEVERAL)
    assert played(READ, OTHER).is_solved


def test_the_solution_of_the_source_judges_what_no_rule_checks() -> None:
    for puzzle in (DRAWN, Puzzle(4, "1234" + "." * 12, solution=SOLUTION).with_(WORDS)):
        judge = judge_of(puzzle)
        assert (judge.by, judge.problem, judge.is_complete) == ("source", "", True)
        wrong = played(puzzle, OTHER)
        assert puzzle.accepts(OTHER)
        assert (wrong.is_full, wrong.is_solved) == (True, False)
        assert played(puzzle, SOLUTION).is_solved
        assert 8 in shown_mistakes(wrong, "solution", judge.solution)
        assert statistics(wrong, judge.solution).n_mistakes == len(judge.wrong_cells(wrong.digits))
        told = wrong.hint(3)
        assert told.is_problem
        assert told.repair is not None
        assert told.repair.cell == 8
        assert hint(wrong.board, 0, entered=wrong.entered).is_problem
        assert wrong.rewind(judge.solution or ()).wrong_cells(judge.solution or ()) == ()
        assert any(turn.was_right is False for turn in review(wrong).turns)
        document = puzzle_document(puzzle)
        assert (document.judge, document.problem) == ("source", "")
        assert document.solution == [*map(int, SOLUTION)]
        assert SEVERAL not in wrong.hint(1).text + review(wrong).text


def test_the_puzzle_of_words_is_judged_by_its_source() -> None:
    puzzle = pandoku.load(EXAMPLES / "sudokupad" / "words.json")
    first = pandoku.solve(puzzle).solutions[0]
    game = played(puzzle, "".join(map(str, first)))
    assert puzzle.accepts(first)
    assert not game.is_solved
    assert game.hint(0).is_problem
    table = Table(game, Keeper(None))
    assert reply_to(table, "check", LINE_COMMANDS)[0].startswith("Not right: ")
    assert puzzle.solution is not None
    assert played(puzzle, "".join(map(str, puzzle.solution))).is_solved


def test_a_partial_solution_judges_its_cells_only() -> None:
    judge = judge_of(PARTIAL)
    assert (judge.by, judge.is_complete) == ("source", False)
    assert "10 of 16" in judge.problem
    assert judge.wrong_cells(tuple(map(int, OTHER))) == (8,)
    fine = played(PARTIAL, SOLUTION)
    assert fine.is_solved
    assert not played(PARTIAL, OTHER).is_solved
    clash = played(PARTIAL, "....34122143....").place("r4c1", 1)
    assert shown_mistakes(clash, "solution", judge.solution) >= {0, 12}
    assert clash.hint(0).is_problem
    assert not played(PARTIAL, "....34122143....").hint(0).is_problem
    shown = played(PARTIAL, "").reveal(judge.solution or ())
    assert (shown.digits.count(0), shown.is_solved) == (6, False)


def test_a_solution_that_breaks_a_rule_is_reported_and_not_used() -> None:
    judge = judge_of(BROKEN)
    assert (judge.by, judge.solution) == ("", None)
    assert judge.problem.startswith(LEAVE_SEVERAL)
    assert "thermometer at r3c1" in judge.problem
    given = judge_of(Puzzle(4, "2" + "." * 15, solution=SOLUTION).with_(WORDS))
    assert re.search("1 at r1c1.* 2 ", given.problem)
    proper = judge_of(Puzzle("..4....3.....3.1", solution=SOLUTION))
    assert (proper.by, "is not used" in proper.problem) == ("rules", True)
    document = puzzle_document(BROKEN)
    assert (document.judge, document.solution, document.problem) == ("", None, judge.problem)


def test_several_solutions_are_claimed_of_puzzles_whose_rules_are_read() -> None:
    unread = Puzzle(4).with_(WORDS)
    assert judge_of(unread).problem.startswith(LEAVE_SEVERAL)
    for text in (Game.start(unread).hint(1).text, review(Game.start(unread)).text):
        assert SEVERAL not in text
        assert "several" not in text or LEAVE_SEVERAL[1:-1] in text
    assert judge_of(Puzzle(4)).problem.startswith(SEVERAL)
    assert str(pandoku.check(unread)).splitlines()[0].endswith(LEAVE_SEVERAL[4:-1])
    assert "more than one" not in hint(unread, 5).text
