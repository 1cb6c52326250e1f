"""The puzzles of a book: solutions, order, chapters and duplicates."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pandoku.errors import ImproperError, PressError
from pandoku.model import Puzzle, PuzzleLike
from pandoku.press import Book, Chapter, Layout
from pandoku.press.entries import read_entries
from pandoku.symmetry import isomorphs
from tests.data import EASY, ESCARGOT
from tests.press.samples import FOUR, OPEN, calcudokus, fours, killers, sudokus, variants

# It is rated a hundred times as fast as ESCARGOT.
EXTREME = "...6...38...2.....3.7..5.4.9......6.8.6...7.5.1......9.7.4..9.2.....3...25...1..."
CONTRADICTORY = FOUR.replace(givens=(1, 1) + (0,) * 14)


def test_puzzles_may_have_any_form() -> None:
    forms: list[PuzzleLike] = ["1.....2..3.....4", FOUR.givens, FOUR]
    entries = read_entries(forms, Layout()).all
    assert [entry.puzzle for entry in entries] == [FOUR] * 3
    assert [entry.number for entry in entries] == [1, 2, 3]


def test_the_solution_is_searched_not_taken_from_the_file() -> None:
    wrong = FOUR.replace(solution=(1,) * 16)
    (entry,) = read_entries([wrong], Layout()).all
    assert entry.solution is not None
    assert FOUR.accepts([*entry.solution])


@pytest.mark.parametrize("puzzles", [[], (), iter([])])
def test_a_book_needs_a_puzzle(puzzles: Any) -> None:
    with pytest.raises(PressError, match=r"puzzles .*found none"):
        Book(puzzles)


@pytest.mark.parametrize("puzzles", [FOUR, "1.....2..3.....4", 4, None])
def test_a_single_puzzle_is_no_list(puzzles: Any) -> None:
    with pytest.raises(PressError, match="list of puzzles"):
        Book(puzzles)


# ---------------------------------------------------------------------- one solution


def test_improper_puzzles_are_all_named_and_refused() -> None:
    with pytest.raises(ImproperError) as caught:
        Book([FOUR, OPEN.replace(title="Open"), CONTRADICTORY, fours()[0]])
    first, *lines = str(caught.value).splitlines()
    assert first == "2 puzzles do not have exactly one solution; skip or print them"
    assert lines[0].startswith("  puzzle 2 (Open): ")
    assert lines[1].startswith("  puzzle 3: ")
    assert len(lines) == 2


def test_skipped_puzzles_are_named_and_the_others_numbered_anew() -> None:
    book = Book([OPEN, FOUR, fours()[0]], Layout(improper="skip"))
    assert book.n_puzzles == 2
    assert book.warnings[0].startswith("left out puzzle 1: ")
    assert [entry.number for entry in read_entries([OPEN, FOUR], Layout(improper="skip")).all] == [
        1
    ]
    with pytest.raises(PressError, match="solution, found none"):
        Book([OPEN], Layout(improper="skip"))


def test_a_printed_improper_puzzle_has_words_in_place_of_its_solution() -> None:
    entries = read_entries([OPEN, CONTRADICTORY, FOUR], Layout(improper="print")).all
    lacks = [entry.lacks for entry in entries]
    assert lacks == ["more than one solution", "no solution", ""]
    book = Book([OPEN, FOUR], Layout(improper="print"))
    texts = [getattr(item, "text", "") for item in book.page(2).items]
    assert lacks[0] in " ".join(texts)


# ---------------------------------------------------------------------- duplicates


def test_a_puzzle_in_disguise_is_reported_with_both_numbers() -> None:
    disguised = next(isomorphs(ESCARGOT, 1, seed=3))
    puzzles: list[PuzzleLike] = [EASY, ESCARGOT, disguised]
    book = Book(puzzles, Layout(first_number=5))
    assert len(book.warnings) == 1
    assert book.warnings[0].startswith("puzzle 7 is the same as puzzle 6,")


def test_puzzles_of_all_kinds_are_compared() -> None:
    puzzles = [*killers(), *calcudokus(), *variants()]
    found = Book([*puzzles, killers()[1], variants()[0]], Layout(per_page=1)).warnings
    assert [re.findall(r"\d+", each) for each in found] == [["13", "2"], ["14", "10"]]


# ---------------------------------------------------------------------- order


def test_sorting_puts_the_easiest_first_and_numbers_follow() -> None:
    entries = read_entries([EXTREME, EASY], Layout(sort="level")).all
    assert [entry.level for entry in entries] == ["easy", "extreme"]
    assert [entry.number for entry in entries] == [1, 2]


def test_sorting_keeps_chapters_together() -> None:
    chapters = [Chapter("Two", [EXTREME, EASY]), Chapter("One", [EASY])]
    read = read_entries(chapters, Layout(sort="level"))
    assert read.parts == (("Two", 2), ("One", 1))
    assert [entry.level for entry in read.all] == ["easy", "extreme", "easy"]


def test_chapters_by_level_go_from_easy_to_extreme() -> None:
    read = read_entries([EXTREME, EASY, EXTREME], Layout(chapters="level"))
    assert read.parts == (("Easy", 1), ("Extreme", 2))


def test_chapters_by_kind_are_in_the_order_of_the_puzzles() -> None:
    puzzles = [killers()[0], sudokus()[0], killers()[1], *calcudokus()[:1]]
    read = read_entries(puzzles, Layout(chapters="kind"))
    assert [part.n_puzzles for part in read.parts] == [2, 1, 1]
    assert read.parts[0].title == "Killer"


def test_chapters_of_two_sorts_contradict_each_other() -> None:
    with pytest.raises(PressError, match="level or kind, found both"):
        Book([Chapter("One", [FOUR])], Layout(chapters="level"))
    with pytest.raises(PressError, match=r"chapters .*tabs, found none"):
        Book([FOUR], Layout(tabs=True))


@pytest.mark.parametrize("chapter", [Chapter("", [FOUR]), Chapter("One", [])])
def test_a_chapter_needs_a_title_and_puzzles(chapter: Chapter) -> None:
    with pytest.raises(PressError, match="title and puzzles"):
        Book([chapter])


def test_a_puzzle_with_a_defect_is_refused_with_the_defect() -> None:
    with pytest.raises(ImproperError, match=r"puzzle 1: .*1"):
        Book([Puzzle(4, (1, 1) + (0,) * 14)])
