"""The items of pages and their positions."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from pandoku.draw.decorated import margins_of
from pandoku.press import Book, Chapter, Layout
from pandoku.press.items import Dots, Item, Picture, QrCode, Rule, Turned, Words
from tests.press.make_golden import NAMES
from tests.press.samples import (
    FOUR,
    calcudokus,
    documents,
    fours,
    killers,
    sudokus,
    variants,
)
from tests.together import together


def items_of(book: Book, number: int, kind: type) -> list[Item]:
    """Return the items of one kind on a page."""
    return [item for item in book.page(number).items if isinstance(item, kind)]


def words_of(book: Book, number: int) -> list[Words]:
    return [item for item in book.page(number).items if isinstance(item, Words)]


def pictures_of(book: Book, number: int) -> list[Picture]:
    return [item for item in book.page(number).items if isinstance(item, Picture)]


def boxes(book: Book, number: int) -> Iterator[tuple[float, float, float, float]]:
    """Yield the areas of the pictures and words of a page."""
    page = book.page(number)
    for item in page.items:
        if isinstance(item, Picture):
            left, top, right, bottom = margins_of(item.drawing.shapes, item.drawing.order)
            n, cell = item.drawing.order, item.cell
            yield (
                item.x - left * cell,
                item.y - (n + bottom) * cell,
                item.x + (n + right) * cell,
                item.y + top * cell,
            )
        elif isinstance(item, Words):
            width = page.face.width(item.text, item.size, bold=item.bold)
            part = {"left": 0.0, "center": 0.5, "right": 1.0}[item.align]
            yield (
                item.x - part * width,
                item.y,
                item.x + (1 - part) * width,
                item.y + 0.72 * item.size,
            )


@together("name", NAMES)
def test_everything_lies_inside_the_margins(name: str) -> None:
    document, _ = documents()[name]
    frame = document.plan.frame
    for number in range(1, document.plan.pages + 1):
        area = frame.whole(number)
        for left, bottom, right, top in boxes(document, number):  # type: ignore[arg-type]
            assert left >= area.left - 0.01
            assert right <= area.right + 0.01
            assert bottom >= area.bottom - 0.01
            assert top <= area.top + 0.01


# ---------------------------------------------------------------------- captions and bands


def test_a_caption_has_number_title_level_rating_and_givens() -> None:
    puzzle = sudokus()[0].replace(title="A title")
    book = Book([puzzle], Layout(caption="number,title,level,rating,givens", per_page=1))
    number, right, title, *_ = words_of(book, 1)
    assert (number.text, number.bold, number.align) == ("1", True, "left")
    assert title.text == "A title"
    level, rating, givens = right.text.split(", ")
    assert level in ("Easy", "Medium", "Hard", "Expert", "Extreme")
    assert float(rating) >= 1
    assert givens == f"{puzzle.n_givens} givens"


def test_a_long_title_is_cut_and_ends_before_the_level() -> None:
    puzzle = sudokus()[0].replace(title="word " * 80)
    book = Book([puzzle], Layout(caption="number,title,level", per_page=4))
    _, level, title, *_ = words_of(book, 1)
    width = book.page(1).face.width
    assert title.text.endswith("…")
    assert title.x + width(title.text, title.size) < level.x - width(level.text, level.size)


def test_pages_are_numbered_at_home_in_the_middle() -> None:
    book = Book(fours()[:2], Layout(per_page=1))
    foot = words_of(book, 1)[-1]
    assert (foot.text.split()[0], foot.text.split()[-1], foot.align) == ("1", "3", "center")
    assert words_of(book, 3)[-1].text == "3"
    plain = Book(fours()[:2], Layout(per_page=1, page_numbers=False, solutions="none"))
    assert not any("page" in words.text for words in words_of(plain, 1))


def test_pages_for_a_press_are_numbered_in_the_outer_corner() -> None:
    book = Book(sudokus() * 4, Layout(paper="6x9", press="kdp", per_page=1))
    for number in (1, 2):
        foot = words_of(book, number)[-1]
        area = book.plan.frame.whole(number)
        assert foot.text == str(number)
        assert foot.x == (area.right if number % 2 else area.left)


def test_a_sheet_has_lines_for_name_and_date_on_every_page() -> None:
    book = Book(calcudokus(), Layout(sheet=True, heading="Monday", per_page=4))
    for number in (1, 2):
        assert {"Monday", "Name", "Date"} <= {words.text for words in words_of(book, number)}
        assert len(items_of(book, number, Rule)) == 2
    assert "Name" not in [words.text for words in words_of(book, 3)]


# ---------------------------------------------------------------------- solutions


def test_solutions_at_the_foot_are_upside_down_in_the_order_of_the_puzzles() -> None:
    book = Book(fours()[:3], Layout(solutions="foot", per_page=4))
    (turned,) = items_of(book, 1, Turned)
    assert isinstance(turned, Turned)
    pictures = [item for item in turned.items if isinstance(item, Picture)]
    assert [picture.x for picture in pictures] == sorted(picture.x for picture in pictures)
    assert len(pictures) == 3
    lowest = min(p.y - 4 * p.cell for p in pictures_of(book, 1))
    assert lowest - max(picture.y for picture in pictures) >= 16 - 0.01
    assert all(picture.cell * 0.58 >= 7 - 0.01 for picture in pictures)


def test_the_backs_of_cards_are_mirrored() -> None:
    book = Book(fours()[:5], Layout(cards=True, per_page=6))
    fronts, backs = pictures_of(book, 1), pictures_of(book, 2)
    width = book.page(1).width
    for front, back in zip(fronts, backs, strict=True):
        middle = front.x + 2 * front.cell, front.y - 2 * front.cell
        behind = width - (back.x + 2 * back.cell), back.y - 2 * back.cell
        assert middle == pytest.approx(behind, abs=0.01)


def test_ticks_show_where_to_cut_outside_of_the_cards() -> None:
    book = Book(fours()[:4], Layout(cards=True, per_page=4))
    ticks = [item for item in items_of(book, 1, Rule) if isinstance(item, Rule)]
    assert len(ticks) == 12
    pictures = pictures_of(book, 1)
    left, right = min(p.x for p in pictures), max(p.x + 4 * p.cell for p in pictures)
    top, bottom = max(p.y for p in pictures), min(p.y - 4 * p.cell for p in pictures)
    for tick in ticks:
        x, y = (tick.x1 + tick.x2) / 2, (tick.y1 + tick.y2) / 2
        assert not (left < x < right and bottom < y < top)
        assert 0 < x < book.page(1).width
        assert 0 < y < book.page(1).height


def test_a_solution_shows_no_killer_cages_but_those_of_a_calcudoku() -> None:
    for puzzle, roles in ((killers()[0], {"sum"}), (calcudokus()[0], {"cage"})):
        (picture,) = pictures_of(Book([puzzle], Layout(per_page=1)), 2)
        shown = {line.role for line in picture.drawing.lines}
        assert (roles & shown) == roles - {"sum"}
        assert {text.role for text in picture.drawing.texts} <= {"given", "digit"}


# ---------------------------------------------------------------------- marks, codes, tabs


@pytest.mark.parametrize("marks", ["dots", "digits"])
def test_empty_cells_hold_a_mark_for_each_digit(marks: str) -> None:
    (dots,) = items_of(Book([FOUR], Layout(marks=marks)), 1, Dots)
    assert isinstance(dots, Dots)
    assert len(dots.places) == 12 * 4
    assert dots.digits == (marks == "digits")


def test_candidates_are_those_that_the_givens_leave() -> None:
    (picture,) = pictures_of(Book([FOUR], Layout(marks="candidates")), 1)
    candidates = [text for text in picture.drawing.texts if text.role == "candidate"]
    assert 12 < len(candidates) < 48


def test_a_code_holds_the_puzzle_and_its_modules_are_large_enough() -> None:
    segno = pytest.importorskip("segno")
    book = Book(sudokus()[:2], Layout(qr="{line}"))
    first, second = (item for item in items_of(book, 1, QrCode) if isinstance(item, QrCode))
    line = "".join(map(str, sudokus()[0].givens))
    expected = segno.make(line, error="m", micro=False, boost_error=False)
    assert [bytes(row) for row in expected.matrix] == [*first.rows]
    assert len(first.rows) == len(second.rows) == 29
    assert first.module >= 1.13
    # The quiet zone: four modules to the frame below and to the words next to it.
    picture = pictures_of(book, 1)[0]
    assert first.y - 29 * first.module - picture.y >= 4 * first.module


def test_tabs_are_at_the_outside_edge_one_below_the_other() -> None:
    book = Book(
        [Chapter("A", fours()[:6]), Chapter("B", fours()[6:])],
        Layout(tabs=True, per_page=6),
    )
    tabs = {
        number: [item for item in items_of(book, number, Rule) if isinstance(item, Rule)]
        for number in range(1, book.plan.pages + 1)
    }
    width = book.page(1).width
    assert [len(tabs[number]) for number in sorted(tabs)] == [1, 1, 1, 1, 0]
    assert max(tabs[1][0].x1, tabs[1][0].x2) == width
    assert min(tabs[2][0].x1, tabs[2][0].x2) == 0
    assert tabs[3][0].y1 + tabs[3][0].width / 2 < tabs[1][0].y1 - tabs[1][0].width / 2


# ---------------------------------------------------------------------- previews


def test_a_preview_shows_what_the_page_holds() -> None:
    for document, number in documents().values():
        page = document.page(number)
        root = ElementTree.fromstring(page.svg())
        assert root.get("viewBox") == f"0 0 {page.width:g} {page.height:g}"
        shown = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
        for words in page.items:
            if isinstance(words, Words):
                assert words.text in shown


def test_a_preview_has_the_cells_of_a_variant() -> None:
    page = Book(variants()[:1], Layout(paper="a6")).page(1)
    assert page.svg().count("<path") > 5
    assert page._repr_svg_() == page.svg()
