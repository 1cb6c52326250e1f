"""The course: its stops and their puzzles, and the progress of a learner."""

from __future__ import annotations

import json
import sqlite3
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pandoku.errors import FormatError, TechniqueError
from pandoku.logic import Hint, explain, hint, next_step
from pandoku.model import Board, Puzzle
from pandoku.play import Game, Move, hints, review
from pandoku.play import _database as database
from pandoku.play.drills import drill, drills
from pandoku.play.hints import hint_at
from pandoku.play.learned import PARTS, Fact, Learned, ahead_text, learned_text, read_learned
from pandoku.play.stops import BRANCHES, COURSE, find_stop, get_stop, stop_of_puzzle
from pandoku.play.store import Store
from pandoku.rating import DEFAULT_ORDER
from pandoku.techniques import kind_of_board, positions_of
from tests.play.make_stops import faults, hardest_of
from tests.together import together

XWING = get_stop("x-wing")


def learned(*facts: tuple[str, str, str]) -> Learned:
    return Learned(frozenset(Fact(*fact) for fact in facts))


def done_at(name: str) -> list[Fact]:
    """Return the facts that a stop requires."""
    stop = get_stop(name)
    boards = [Fact("drill", each, str(n)) for each in stop.techniques for n in range(stop.goal)]
    lessons = [Fact("lesson", each) for each in stop.techniques]
    return [*lessons, *boards, Fact("puzzle", name)]


def solved(puzzle: Puzzle) -> Game:
    game = Game.start(puzzle)
    solution = game.judge().solution
    assert solution is not None
    for cell, digit in enumerate(solution):
        if not puzzle.givens[cell]:
            game = game.place(cell, digit)
    return game


# ------------------------------------------------------------------ stops


def test_the_course_has_24_to_30_stops_with_names_of_their_own() -> None:
    assert 24 <= len(COURSE) <= 30
    assert len({stop.name for stop in COURSE} | set(BRANCHES)) == len(COURSE) + len(BRANCHES)
    assert {stop.branch for stop in COURSE} == set(BRANCHES)
    assert all(
        branch.after in ("", *(stop.name for stop in COURSE)) for branch in BRANCHES.values()
    )


def test_every_technique_of_a_stop_has_a_lesson_and_drills() -> None:
    assert {name for stop in COURSE for name in stop.techniques} <= set(drills())


def test_the_stops_of_a_branch_become_harder() -> None:
    for branch in ("sudoku", "killer", "calcudoku"):
        places = [hardest_of(stop.techniques) for stop in COURSE if stop.branch == branch]
        assert all(easier <= harder for easier, harder in pairwise(places)), branch


@pytest.mark.turns(3)
@together("name", [stop.name for stop in COURSE])
def test_a_puzzle_needs_its_stop_and_nothing_harder(name: str) -> None:
    assert list(faults(get_stop(name), get_stop(name).puzzle)) == []


def test_a_puzzle_leads_to_its_stop() -> None:
    for stop in COURSE:
        assert stop_of_puzzle(stop.puzzle) is stop
    assert stop_of_puzzle(Puzzle(4)) is None


def test_no_two_stops_have_the_same_solution() -> None:
    sudokus = [stop.puzzle for stop in COURSE if stop.branch == "sudoku"]
    assert len({Game.start(puzzle).judge().solution for puzzle in sudokus}) == len(sudokus)


@together(
    "name, stop",
    [
        ("x-wing", "x-wing"),
        ("X-Wing", "x-wing"),
        ("XY-chain", "xy-chain"),
        ("claiming", "locked-candidates"),
        ("XYZ wing", "xy-wing"),
        ("innie", "rule-of-45"),
    ],
)
def test_a_stop_is_found_by_its_name_title_or_technique(name: str, stop: str) -> None:
    assert get_stop(name).name == stop


def test_a_name_that_no_stop_has_is_refused_with_what_may_be_meant() -> None:
    with pytest.raises(TechniqueError, match="found 'swordfsh'; did you mean swordfish"):
        get_stop("swordfsh")
    with pytest.raises(TechniqueError, match="found 'nishio'; `pandoku course`"):
        get_stop("nishio")
    assert find_stop("\0" * 1000) is None


def test_what_is_known_grows_along_a_branch() -> None:
    assert get_stop("naked-single").known == ("full-house", "hidden-single", "naked-single")
    pointing = get_stop("cage-pointing").known
    assert {"naked-pair", "innie", "cage-combinations"} <= {*pointing}
    assert not {"x-wing", "cage-claiming"} & {*pointing}


# ------------------------------------------------------------------ progress


def test_a_stop_is_done_part_by_part() -> None:
    facts: list[Fact] = []
    parts = []
    for fact in done_at("xy-wing"):
        parts.append(Learned(frozenset(facts)).at(get_stop("xy-wing")).part)
        facts.append(fact)
    assert list(dict.fromkeys(parts)) == list(PARTS)
    progress = Learned(frozenset(facts)).at(get_stop("xy-wing"))
    assert progress.is_done
    assert progress.words == ("read", "4 of 4", "solved")


def test_more_boards_of_one_technique_do_not_stand_for_another() -> None:
    many = learned(*(("drill", "xy-wing", str(n)) for n in range(9)))
    assert many.at(get_stop("xy-wing")).n_right == 2
    assert many.next_drill(get_stop("xy-wing")) == "xyz-wing"


def test_the_next_stop_is_the_first_that_is_not_done() -> None:
    found = Learned(frozenset([*done_at("full-house"), *done_at("naked-single")]))
    ahead = found.next_in("sudoku")
    assert ahead is not None
    assert ahead.stop.name == "hidden-single"
    assert "hidden-single" in ahead_text(found)
    everything = Learned(frozenset(fact for stop in COURSE for fact in done_at(stop.name)))
    assert [everything.next_in(branch) for branch in BRANCHES] == [None] * len(BRANCHES)
    assert ahead_text(everything, get_stop("killer-pair")) == "All stops are done."


def test_facts_under_older_names_count() -> None:
    assert learned(("drill", "constraint-trial", "0")).n_right("rule-trial") == 1


def test_progress_is_read_as_it_was_written() -> None:
    found = learned(
        ("lesson", "x-wing", ""), ("drill", "my-own", "example"), ("puzzle", "gone", "")
    )
    assert read_learned(learned_text(found)) == found


@together(
    "text, message",
    [
        ("", "found something else"),
        ("[" * 100_000, "found something else"),
        ("[]", "found something else"),
        ('{"format": "pandoku games 1"}', "found 'pandoku games 1'"),
        ('{"format": "pandoku co', "a text that breaks off or is damaged at line 1, column 12"),
        ('{"format": "pandoku course 2"}', "install a newer pandoku"),
        (" " * 5_000_000, "found a longer text"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_learned(text)


def test_unusable_parts_of_a_text_are_left_out() -> None:
    text = json.dumps(
        {
            "format": "pandoku course 1",
            "lessons": ["x-wing", 5.5, None, "x" * 1000, "a\nb", ["x"]],
            "drills": {"x-wing": [0, "1", {}], "swordfish": 3, "": ["0"]},
            "puzzles": "full-house",
            "later": 1,
        }
    )
    assert read_learned(text) == learned(
        ("lesson", "x-wing", ""), ("drill", "x-wing", "0"), ("drill", "x-wing", "1")
    )


# ------------------------------------------------------------------ boards of a branch


@together("name", [stop.name for stop in COURSE if stop.kind])
def test_the_drills_of_a_branch_have_boards_of_its_kind(name: str) -> None:
    stop = get_stop(name)
    for technique in stop.techniques:
        found = drill(technique, 0, stop.kind)
        assert kind_of_board(found.board.puzzle) == found.kind == stop.kind
        assert kind_of_board(positions_of(technique, stop.kind)[0].puzzle) == stop.kind


def test_boards_of_a_kind_count_apart_from_other_boards() -> None:
    found = learned(("drill", "cage-single", "killer 0"))
    assert found.open_board("cage-single", 0, "killer") == 1
    assert found.open_board("cage-single", 0, "calcudoku") == 0
    assert found.n_right("cage-single") == 1
    assert read_learned(learned_text(found)) == found


def test_the_stop_after_a_stop_comes_next() -> None:
    done = [("puzzle", "x-wing", ""), ("lesson", "x-wing", "")]
    done += [("drill", "x-wing", str(n)) for n in range(3)]
    assert get_stop("hidden-pair") == learned(*done).after(XWING)
    assert get_stop("rule-of-45") == learned().after(get_stop("killer-pair"))


# ------------------------------------------------------------------ the store


def test_a_store_without_games_has_no_progress() -> None:
    with Store(":memory:") as store:
        assert store.learned() == Learned()


def test_right_drills_and_solved_puzzles_are_noted() -> None:
    with Store(":memory:") as store:
        store.record_drill("x-wing", True, board="2")
        store.record_drill("x-wing", True, board="2")
        store.record_drill("x-wing", False, board="3")
        game = solved(XWING.puzzle)
        store.append(store.add(Game.start(XWING.puzzle)), game)
        progress = store.learned().at(XWING)
        assert (progress.n_right, progress.is_solved, progress.is_read) == (1, True, False)


def test_a_solution_that_was_shown_does_not_count() -> None:
    with Store(":memory:") as store:
        solution = solved(XWING.puzzle).digits
        store.add(Game.start(XWING.puzzle).reveal(solution))
        assert not store.learned().at(XWING).is_solved


def test_progress_outlives_its_games() -> None:
    with Store(":memory:") as store:
        store.remove(store.add(solved(XWING.puzzle)))
        assert store.learned().at(XWING).is_solved


def test_two_stores_are_merged_in_any_order_and_twice() -> None:
    with Store(":memory:") as one, Store(":memory:") as other:
        one.learn([Fact("lesson", "x-wing"), Fact("drill", "x-wing", "0")])
        other.learn([Fact("drill", "x-wing", "0"), Fact("drill", "x-wing", "1")])
        assert one.learn(other.learned().facts) == 1
        assert one.learn(other.learned().facts) == 0
        assert other.learn(one.learned().facts) == 1
        assert one.learned() == other.learned()


def test_results_of_an_older_version_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.sqlite"
    with monkeypatch.context() as older:
        older.setattr(database, "MIGRATIONS", database.MIGRATIONS[:1])
        Store(file).close()
    with sqlite3.connect(file) as raw:
        raw.executemany(
            "INSERT INTO drills (technique, made, was_right, spent_ms) VALUES ('x-wing', ?, ?, 9)",
            [
                ("2026-01-01T00:00:00.000+00:00", 1),
                ("2026-01-02T00:00:00.000+00:00", 1),
                ("2026-01-03T00:00:00.000+00:00", 0),
            ],
        )
    raw.close()
    with Store(file) as store:
        assert store.learned().n_right("x-wing") == 2
        assert store.drill_results() == {"x-wing": (2, 3)}


def test_damaged_facts_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with Store(file) as store:
        store.learn([Fact("lesson", "x-wing")])
    with sqlite3.connect(file) as raw:
        raw.execute("INSERT INTO learned VALUES (x'ff', 'x', '', '')")
    raw.close()
    with Store(file) as store:
        assert store.learned() == learned(("lesson", "x-wing", ""))


# ------------------------------------------------------------------ the puzzle of a stop


@pytest.mark.parametrize("name", ["xy-chain", "cage-orders"])
def test_hints_in_the_puzzle_of_a_stop_use_only_what_was_taught(name: str) -> None:
    stop = get_stop(name)
    assert {each.technique for each in explain(stop.puzzle, scale=DEFAULT_ORDER)} - {*stop.known}
    game, used = Game.start(stop.puzzle), set[str]()
    while not game.is_solved:
        found = game.hint(5)
        assert found.step is not None, found.text
        used.add(found.technique)
        game = game.apply_hint(found)
    assert used <= {*stop.known}


def test_a_hint_of_a_stop_reports_mistakes_and_goes_beyond_the_course_if_it_must(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = get_stop("naked-single").puzzle
    solution = Game.start(puzzle).judge().solution
    assert solution is not None
    empty = puzzle.givens.index(0)
    asked = list[int]()

    def counted(board: Board, level: int, **options: Any) -> Hint:
        asked.append(level)
        return hint(board, level, **options)

    monkeypatch.setattr(hints, "hint", counted)
    game = Game.start(puzzle).place(empty, solution[empty] % 9 + 1)
    for level in range(4):
        assert game.hint(level).is_problem
    assert asked == [0, 1, 2, 3]  # a mistake is searched for once
    center = [0] * 81
    center[empty] = 1 << (solution[empty] % 9)
    assert hint_at(puzzle, puzzle.givens, center, 0).is_problem


def test_the_coach_advises_only_what_was_taught_by_then() -> None:
    stop = get_stop("xy-chain")
    game = Game.start(stop.puzzle)
    for name in ("w-wing", "x-wing"):
        game = game.play(Move("hint", number=2, name=name))
    assert review(game).named == ("w-wing", "x-wing")
    assert review(game).advice == ("x-wing",)


def test_the_coach_shows_the_easiest_step_that_was_taught() -> None:
    stop = get_stop("cage-orders")
    game = Game.start(stop.puzzle)
    solution = game.judge().solution
    assert solution is not None
    while (easiest := next_step(game.working_board, scale=DEFAULT_ORDER)) is not None:
        if easiest.technique not in stop.known:
            break
        game = game.apply_hint(game.hint(5))
    assert easiest is not None
    cell = game.digits.index(0)
    game = game.place(cell, solution[cell])
    missed = review(game).turns[-1].easiest
    assert missed is not None
    assert missed.technique in stop.known


def test_the_coach_says_that_no_technique_up_to_a_stop_gives_a_digit() -> None:
    puzzle = get_stop("naked-single").puzzle
    solution = Game.start(puzzle).judge().solution
    assert solution is not None
    game = Game.start(puzzle)
    for cell in (cell for cell, given in enumerate(puzzle.givens) if not given):
        game = game.place(cell, solution[cell])
    found = review(game)
    assert found.unexplained
    assert {turn.technique for turn in found.turns} - {None} <= {*get_stop("naked-single").known}
    assert "No technique up to this stop of the course, short of a chain, gives" in str(found)
