"""Plans: the pages of puzzles, and their sizes."""

from __future__ import annotations

import json
import re

import pytest

from pandoku.errors import PressError
from pandoku.model import Puzzle
from pandoku.press import PAPERS, Book, Chapter, Layout
from tests.press.samples import FOUR, calcudokus, fours, killers, sudokus, variants
from tests.together import together

EMPTY_36 = Puzzle(36)


def kinds(book: Book) -> list[str]:
    """Return the kind of each page."""
    return [book.page(number).kind for number in range(1, book.plan.pages + 1)]


def printed_anyway(puzzle: Puzzle, **options: object) -> Book:
    """Return a book of a puzzle that is not proper."""
    return Book([puzzle], Layout(improper="print", **options))  # type: ignore[arg-type]


# ---------------------------------------------------------------------- order of pages


def test_the_parts_of_a_book_are_in_the_order_of_the_design() -> None:
    book = Book(
        [Chapter("One", fours()[:6]), Chapter("Two", fours()[6:])],
        Layout(rules=True, contents=True, hints=1, per_page=4),
        title="A",
        copyright="©",
    )
    assert kinds(book) == [
        "title",
        "copyright",
        "rules",
        "contents",
        "chapter",
        "puzzles",
        "puzzles",
        "chapter",
        "puzzles",
        "puzzles",
        "hints",
        "solutions",
    ]
    assert book.plan.chapters == (("One", 5, 6), ("Two", 8, 6))
    assert book.plan.first_solution_page == 12


def test_contents_lead_to_the_chapters_or_to_every_tenth_puzzle() -> None:
    chapters = Book(
        [Chapter("One", fours()[:6]), Chapter("Two", fours()[6:])], Layout(contents=True)
    )
    assert words_on(chapters, 1)[1:7] == ["One", "2", "Two", "4", "Solutions", "6"]
    plain = Book(fours(), Layout(contents=True, per_page=6, first_number=101))
    assert words_on(plain, 1)[1:7] == [
        "Puzzles 101–110",
        "2",
        "Puzzles 111–112",
        "3",
        "Solutions",
        "4",
    ]


def words_on(book: Book, number: int) -> list[str]:
    """Return the texts of a page."""
    texts = [getattr(item, "text", None) for item in book.page(number).items]
    return [text for text in texts if text]


def test_without_solutions_there_is_no_page_of_them() -> None:
    assert kinds(Book(fours()[:4], Layout(solutions="none"))) == ["puzzles"]
    assert kinds(Book(fours()[:4], Layout(solutions="foot", per_page=4))) == ["puzzles"]


def test_answers_apart_are_a_document_of_their_own() -> None:
    book = Book(calcudokus(), Layout(solutions="apart", sheet=True, heading="Monday", per_page=6))
    assert kinds(book) == ["puzzles"]
    answers = book.answers
    assert answers.plan.pages == 1
    assert answers.page(1).kind == "solutions"
    assert getattr(answers.page(1).items[0], "text", "") == "Monday: answers"


def test_a_card_and_its_back_share_a_sheet() -> None:
    book = Book(fours()[:6], Layout(cards=True, per_page=4), title="Cards")
    assert kinds(book) == ["title", "blank", "puzzles", "backs", "puzzles", "backs"]


def test_more_hints_are_longer() -> None:
    one, three = (Book(sudokus()[:1], Layout(hints=count)) for count in (1, 3))
    assert len(words_on(one, 2)) < len(words_on(three, 2))


# ---------------------------------------------------------------------- sizes


def test_the_number_of_puzzles_a_page_follows_from_their_cells() -> None:
    for puzzles, options, count in (
        (sudokus(), {}, 4),
        (sudokus(), {"paper": "a3"}, 6),
        (sudokus(), {"paper": "a6"}, 1),
        (killers(), {}, 6),
        (sudokus(), {"paper": "a5"}, 1),
        (sudokus(), {"landscape": True}, 2),
        (calcudokus(), {}, 6),
    ):
        many = [*puzzles] * 6
        layout = Layout(**options)
        assert Book(many, layout).plan.per_page == count
        for n in (1, 2, 3):  # fewer puzzles are larger
            assert Book(many[:n], layout).plan.per_page <= n + n // 3


def test_the_plan_is_a_json_value() -> None:
    plan = Book(sudokus(), Layout(per_page=4)).plan
    told = json.loads(json.dumps(plan.to_dict()))
    assert told["pages"] == plan.pages == 3
    assert told["puzzles"] == {
        "per_page": 4,
        "columns": 2,
        "rows": 2,
        "side": 249.64,
        "cells": {"9": 27.74},
        "digit": 16.09,
    }
    assert told["solutions"]["first_page"] == 3
    assert told["margins"] == {"inside": 36.0, "outside": 36.0, "top": 36.0, "bottom": 36.0}


@pytest.mark.parametrize(("paper", "count"), [("a4", 20), ("letter", 20)])
def test_a_page_at_home_holds_20_solutions(paper: str, count: int) -> None:
    plan = Book(sudokus() * 5, Layout(paper=paper)).plan
    assert plan.solutions is not None
    assert plan.solutions.count == count
    assert plan.solution_digit >= 7.25


def test_a_page_of_6x9_holds_12_solutions() -> None:
    plan = Book(sudokus() * 5, Layout(paper="6x9", press="kdp", per_page=1)).plan
    assert plan.solutions is not None
    assert plan.solutions.count == 12
    assert plan.solution_digit == pytest.approx(7.4, abs=0.05)


def test_orders_may_be_mixed_in_squares_of_one_side() -> None:
    plan = Book([*fours()[:2], *sudokus()[:2]], Layout(per_page=4)).plan
    assert plan.cells[4] * 4 == pytest.approx(plan.cells[9] * 9)


def test_rules_of_constraints_have_room_below_or_beside() -> None:
    for options in ({"per_page": 1, "landscape": True}, {"per_page": 4}, {"per_page": 6}):
        book = Book(variants(), Layout(**options))  # type: ignore[arg-type]
        slots = book.plan.slots
        assert slots.below or slots.beside
        assert any(type(item).__name__ == "RulesOnPage" for item in book.page(1).items)


@pytest.mark.turns(3)
def test_36x36_fits_a4_and_not_a5() -> None:
    plan = printed_anyway(EMPTY_36).plan
    assert plan.cell == pytest.approx(14.5, abs=0.05)
    assert plan.digit == pytest.approx(7.1, abs=0.05)
    with pytest.raises(PressError, match=r"36x36 .* 143 mm, .* 123 x 178 mm"):
        printed_anyway(EMPTY_36, paper="a5")


# ---------------------------------------------------------------------- puzzles that do not fit


def test_too_many_a_page_names_the_most_that_work() -> None:
    with pytest.raises(PressError, match=r"12\.1, but 12 .* 6x9 .* 11\.9; .* 6$") as caught:
        Book(sudokus() * 30, Layout(paper="6x9", press="kdp", per_page=12))
    most = int(str(caught.value).split()[-1])
    Book(sudokus() * 30, Layout(paper="6x9", press="kdp", per_page=most))


def test_margins_that_eat_the_page_name_what_is_left() -> None:
    with pytest.raises(PressError, match=r"25x25 .* 5\.0 in, .* 5x8 .* 4\.1 x 7\.0 in"):
        printed_anyway(Puzzle(25), paper="5x8", press="kdp")


def test_a_clue_that_is_too_small_is_named_with_its_puzzle() -> None:
    puzzle = Puzzle.kenken(9, [(("*", 123456789012), "r1c1 r1c2")])
    with pytest.raises(PressError, match=r"5\.5 .* 2\.9 for '123456789012×' .* 1 on a6"):
        printed_anyway(puzzle, paper="a6")


def test_large_print_says_which_paper_would_do() -> None:
    book = Book(killers(), Layout(large_print=True, paper="letter"))
    assert book.plan.per_page == 1
    assert book.plan.cell >= 36
    assert book.plan.solution_digit >= 16
    with pytest.raises(PressError, match=r"16x16 .* 36 points, .* a4 .* \d+\.\d; a3"):
        printed_anyway(Puzzle(16), large_print=True)
    with pytest.raises(PressError, match="; no usual paper"):
        printed_anyway(Puzzle(25), large_print=True)


def test_too_many_solutions_a_page_name_the_most_that_work() -> None:
    with pytest.raises(PressError, match=r"64 solutions .* a6; .* \d+$"):
        Book(sudokus(), Layout(paper="a6", solutions_per_page=60))


@together("paper", PAPERS)
@together("per_page", [None, 1, 2, 6, 12, 30])
def test_every_paper_prints_4x4_or_says_how_many_fit(paper: str, per_page: int | None) -> None:
    try:
        plan = Book([FOUR], Layout(paper=paper, per_page=per_page)).plan
    except PressError as error:
        assert re.search(r"maximum is \d+$", str(error))  # noqa: PT017
    else:
        assert plan.digit >= 5.5


@pytest.mark.parametrize("name", ["title", "copyright"])
def test_words_that_fill_more_than_a_page_are_refused(name: str) -> None:
    with pytest.raises(PressError, match="found 1950"):
        Book([FOUR], Layout(paper="a6"), **{name: "A long title. Not " * 108 + "so long"[:6]})
    with pytest.raises(PressError, match="one page, found"):
        Book([Chapter("word " * 400, [FOUR])])
