"""Documents as files: their bytes, pages, boxes, bookmarks, fonts and inks."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from pandoku.errors import PressError
from pandoku.formats import load
from pandoku.press import Book, Chapter, Layout
from pandoku.press.items import Picture
from tests.data import EXAMPLES, by_default
from tests.press.make_golden import GOLDEN, NAMES, contents
from tests.press.samples import (
    FOUR,
    calcudokus,
    content_of,
    documents,
    fours,
    killers,
    reader_of,
    sudokus,
    thirty,
    variants,
)
from tests.together import together

ROOT = Path(__file__).parents[2]
# Operators of colors, color spaces and transparency.
COLORED = re.compile(r"(?m)(?:^|\s)(rg|RG|k|K|cs|CS|sc|SC|scn|SCN|gs|sh)(?:\s|$)")
KDP = Layout(paper="6x9", press="kdp", per_page=1)
LOADED = ("jigsaw.json", "windoku.json", "twelve.txt", "sixteen.json", "twentyfive.json")


@pytest.fixture(scope="module")
def painted() -> dict[str, str]:
    return contents()


@pytest.mark.parametrize("name", NAMES)
def test_a_page_of_each_kind_equals_the_golden_content(name: str, painted: dict[str, str]) -> None:
    golden = (GOLDEN / f"{name}.content").read_text(encoding="utf-8")
    assert painted[name] == golden, "if this is right: python -m tests.press.make_golden"


def test_every_kind_of_document_has_a_golden_page() -> None:
    assert sorted(documents()) == NAMES


@pytest.mark.turns(3)
def test_another_process_writes_the_same_bytes() -> None:
    program = (
        "import sys; from tests.press.samples import documents\n"
        "for document, _ in documents().values(): document.write(sys.stdout.buffer)"
    )
    there = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONHASHSEED": "1", "PATH": "", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    ).stdout
    here = b"".join(document.to_bytes() for document, _ in documents().values())
    assert there == here
    assert len(here) > 10_000


def test_the_content_is_plain_gray_and_has_no_images(painted: dict[str, str]) -> None:
    for content in painted.values():
        assert not COLORED.search(content)
    for document, _ in documents().values():
        for page in reader_of(document).pages:
            resources: Any = page["/Resources"]
            assert "/ExtGState" not in resources
            for form in resources.get("/XObject", {}).values():
                assert form.get_object()["/Subtype"] == "/Form"


def created(book: Book) -> str:
    """Return the date in the file of a book."""
    metadata: Any = reader_of(book).metadata
    return str(metadata["/CreationDate"])


def test_the_date_is_that_of_the_layout() -> None:
    for date, shown in (
        ("2026-11-24", "20261124000000"),
        ("2026-11-24T12:30+02:00", "20261124103000"),
    ):
        book = Book([FOUR], Layout(date=date))
        assert created(book).startswith(f"D:{shown}")
    assert created(Book([FOUR])).startswith("D:20000101")


# ---------------------------------------------------------------------- at home


def test_a_book_at_home_has_bookmarks_of_its_parts() -> None:
    book = Book(
        [Chapter("First", fours()[:11]), Chapter("Second", fours()[11:])],
        Layout(rules=True, contents=True, hints=1, per_page=6),
        title="A book",
    )
    outline: Any = reader_of(book).outline
    titles = [each["/Title"] for each in outline if not isinstance(each, list)]
    assert titles == [
        "Title",
        "How to play",
        "Contents",
        "First",
        "Second",
        "Hints",
        "Solutions",
    ]
    nested = [each["/Title"] for some in outline if isinstance(some, list) for each in some]
    assert nested == ["Puzzle 1", "Puzzle 11"]


def test_a_title_may_be_greek_or_have_brackets_and_more_lines() -> None:
    for title in ('Παζλ "для" (1', "back\\slash)", "two\nlines", "— “quoted” —"):
        book = Book([FOUR], title=title, subtitle=title, author=title, copyright=title)
        reader = reader_of(book)
        shown = " ".join(title.split())
        assert shown in " ".join(reader.pages[0].extract_text().split())


def test_characters_that_the_font_lacks_are_named() -> None:
    with pytest.raises(PressError, match=r"数 独 .*title, '数独 9'"):
        Book([FOUR], title="数独 9")
    with pytest.raises(PressError, match=r"数.* puzzle 1"):
        Book([FOUR.replace(title="数独")])
    Book([FOUR.replace(title="数独")], Layout(caption="number"))  # it is not printed
    with pytest.raises(PressError, match=r"U\+0000 U\+D800 in title"):
        Book([FOUR], title="\0\ud800")


def test_a_booklet_has_a_side_of_a_sheet_for_two_pages() -> None:
    book = Book(fours()[:5], Layout(booklet=True, per_page=1))
    assert (book.plan.pages, book.plan.sheets) == (8, 2)
    pages = reader_of(book).pages
    assert len(pages) == 4
    assert pages[0].mediabox.width > pages[0].mediabox.height
    # Pages 8 and 1 are on the front: a blank page and the first puzzle.
    assert " page 6" in pages[0].extract_text()
    assert book.page(8).kind == "blank"


# ---------------------------------------------------------------------- for a press


@pytest.mark.parametrize("press", ["kdp", "ingram"])
def test_a_press_gets_even_pages_without_bookmarks_and_annotations(press: str) -> None:
    book = Book(thirty(), Layout(paper="6x9", press=press, per_page=1, improper="skip"), title="A")
    reader = reader_of(book)
    assert len(reader.pages) == book.plan.pages
    assert book.plan.pages % 2 == 0
    assert not reader.outline
    metadata: Any = reader.metadata
    assert {*metadata} - {"/Title"} <= {
        "/Author",
        "/CreationDate",
        "/Creator",
        "/Keywords",
        "/ModDate",
        "/Producer",
        "/Subject",
        "/Trapped",
    }
    assert not metadata.get("/Author")
    assert not any("/Annots" in page for page in reader.pages)
    if press == "ingram":
        assert book.page(book.plan.pages).kind == "blank"


def box(rectangle: Any) -> list[float]:
    """Return the sides of a box of a page."""
    return [float(each) for each in rectangle]


def test_without_bleed_the_boxes_are_the_page() -> None:
    for page in reader_of(Book(thirty(), KDP)).pages:
        assert box(page.mediabox) == box(page.trimbox) == [0, 0, 432, 648]


def test_with_bleed_the_page_is_larger_at_the_top_the_bottom_and_outside() -> None:
    book = Book(
        [Chapter("A", thirty()[:15]), Chapter("B", thirty()[15:])],
        Layout(paper="6x9", press="kdp", per_page=1, bleed=True, tabs=True),
    )
    for number, page in enumerate(reader_of(book).pages, 1):
        assert box(page.mediabox) == box(page.bleedbox) == [0, 0, 441, 666]
        left = 0 if number % 2 else 9
        assert box(page.trimbox) == [left, 9, left + 432, 657]


@pytest.mark.turns(3)
def test_lines_and_texts_for_a_press_are_not_below_its_least() -> None:
    book = Book(
        [*thirty()[:: by_default(2, full=1)], *variants()],
        Layout(
            paper="6x9",
            press="kdp",
            per_page=1,
            caption="number,title,level,rating,givens",
            rules=True,
            contents=True,
            hints=1,
            marks="candidates",
        ),
        title="A",
        copyright="©",
    )
    for page in reader_of(book).pages:
        content = content_of(page)
        widths = [float(each) for each in re.findall(r"(?m)^([\d.]+) w$", content)]
        sizes = [float(each) for each in re.findall(r" ([\d.]+) Tf", content)]
        assert min(sizes, default=7) >= 7 - 0.01
        assert min((each for each in widths if each), default=0.75) >= 0.75 - 1e-3


def test_the_gutter_fits_the_final_count_of_pages() -> None:
    book = Book(sudokus() * 19, KDP)
    assert 151 <= book.plan.pages <= 300
    assert book.plan.margins.inside == 45
    assert Book(thirty(), KDP).plan.margins.inside == 36


def test_a_book_with_too_few_pages_is_refused() -> None:
    with pytest.raises(PressError, match=r"24 to 828 .*, found 6"):
        Book(fours()[:4], KDP)


# ---------------------------------------------------------------------- writing


def test_a_stopped_book_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(b"old")

    def stop(done: int, count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Book([FOUR]).save(path, progress=stop)
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_bytes() == b"old"
    Book([FOUR]).save(path)
    assert path.read_bytes().startswith(b"%PDF-1.4")


@pytest.mark.parametrize("booklet", [False, True])
def test_progress_counts_the_pages(booklet: bool) -> None:
    book, calls = Book(fours()[:5], Layout(booklet=booklet, per_page=1)), list[tuple[int, int]]()
    book.write(BytesIO(), lambda done, count: calls.append((done, count)))
    count = book.plan.pages
    assert calls == [(number, count) for number in range(1, count + 1)]


@together("number", [0, 3, -1, True, "1", 1.0])
def test_a_page_that_is_not_there_is_refused(number: Any) -> None:
    with pytest.raises(PressError, match=r"page from 1 to 2|number of a page"):
        Book([FOUR]).page(number)


# ---------------------------------------------------------------------- by other programs


@pytest.mark.skipif(not shutil.which("pdffonts"), reason="poppler's tools are not installed")
def test_all_fonts_are_embedded(tmp_path: Path) -> None:
    for name, (document, _) in documents().items():
        path = tmp_path / f"{name}.pdf"
        document.save(path)
        lines = subprocess.run(
            ["pdffonts", str(path)], capture_output=True, check=True, text=True
        ).stdout.splitlines()[2:]
        assert lines
        assert all(re.search(r" yes (yes|no) +yes ", line) for line in lines)


@pytest.mark.turns(3)
@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler's tools are not installed")
@pytest.mark.parametrize("kind", ["sudoku", "killer", "calcudoku", "four", *LOADED])
def test_digits_are_found_in_their_cells(kind: str, tmp_path: Path) -> None:
    made = {"sudoku": sudokus, "killer": killers, "calcudoku": calcudokus, "four": fours}
    puzzles = made[kind]()[:1] if kind in made else [load(EXAMPLES / kind)]
    book = Book(puzzles, Layout(per_page=1, caption=""))
    path = tmp_path / "book.pdf"
    book.save(path)
    assert digits_on(path, 1, book) == [*puzzles[0].givens]
    (solved,) = (item for item in book.page(2).items if isinstance(item, Picture))
    solution = solved.drawing.texts
    assert len(solution) == puzzles[0].order ** 2
    assert digits_on(path, 2, book) == [int(text.text) for text in solution]


def digits_on(path: Path, number: int, book: Book) -> list[int]:
    """Return the large digits of a page, by cell of its only grid."""
    (picture,) = (item for item in book.page(number).items if isinstance(item, Picture))
    order, cell, height = picture.drawing.order, picture.cell, book.page(number).height
    command = ["pdftotext", "-bbox", "-f", str(number), "-l", str(number), str(path), "-"]
    found = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    digits = [0] * order**2
    for left, top, right, bottom, word in re.findall(
        r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(\d+)<', found
    ):
        column = ((float(left) + float(right)) / 2 - picture.x) / cell
        row = ((float(top) + float(bottom)) / 2 - (height - picture.y)) / cell
        if float(bottom) - float(top) > 0.4 * cell and 0 <= row < order and 0 <= column < order:
            digits[int(row) * order + int(column)] = int(word)
    return digits


@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
def test_qpdf_finds_no_error(tmp_path: Path) -> None:
    for name, (document, _) in documents().items():
        path = tmp_path / f"{name}.pdf"
        document.save(path)
        subprocess.run(["qpdf", "--check", str(path)], check=True, capture_output=True)
