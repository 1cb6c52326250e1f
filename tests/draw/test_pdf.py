"""Pictures as PDF: plain gray, fonts embedded, the same bytes each time."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops
from pypdf import PdfReader

from pandoku.constraints import RULES
from pandoku.constraints import Drawing as Drawn
from pandoku.draw import Drawing, draw, draw_step
from pandoku.draw.decorated import margins_of
from pandoku.draw.pdf import Column, Ink, new_canvas, paint, pdf, too_small, typeface
from pandoku.errors import MissingExtraError, PandokuError
from pandoku.formats import load
from pandoku.model import Cage, Puzzle, Stroke, Tile
from pandoku.techniques import TECHNIQUES, example_of
from tests.data import IS_FULL
from tests.draw.make_golden import (
    PRINTED,
    RASTERED,
    content_of,
    contents,
    pictures,
    raster_of,
    readme_picture,
)

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).with_name("golden")
KILLER = ROOT / "examples" / "killer.txt"
FOUR = Puzzle(4, (1,) + (0,) * 15)
# Operators for colors, color spaces and transparency.
COLORED = re.compile(r"(?m)(?:^|\s)(rg|RG|k|K|cs|CS|sc|SC|scn|SCN|gs|sh)(?:\s|$)")


def printed(drawing: Drawing, cell: float, ink: Ink) -> str:
    """Return the operators that paint the grid of a drawing on a separate page."""
    stream, face = BytesIO(), typeface()
    side = drawing.order * cell + 100
    canvas = new_canvas(stream, side, side, face)
    paint(canvas, drawing, 50, side - 50, cell, ink, face)
    canvas.showPage()
    canvas.save()
    return content_of(stream.getvalue())


def widths_of(content: str) -> set[float]:
    return {float(each) for each in re.findall(r"(?m)^([\d.]+) w$", content)}


def sizes_of(content: str) -> set[float]:
    return {float(each) for each in re.findall(r" ([\d.]+) Tf", content)}


def grays_of(content: str) -> set[float]:
    return {float(each) for each in re.findall(r"(?m)^([\d.]+) [gG]$", content)}


@pytest.fixture(scope="module")
def drawings() -> dict[str, Drawing]:
    return pictures()


# ---------------------------------------------------------------------- the file


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_painted_equals_the_golden_content(name: str) -> None:
    golden = (GOLDEN / f"{name}.content").read_text(encoding="utf-8")
    assert contents()[name] == golden, "if this is right: ./run python -m tests.draw.make_golden"


@pytest.mark.turns(3)
def test_two_processes_write_the_same_bytes() -> None:
    program = (
        "import sys, pandoku.draw as d, pandoku\n"
        f"sys.stdout.buffer.write(d.pdf(pandoku.load({str(KILLER)!r})))"
    )
    written = set()
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", program]
        written.add(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
    assert len(written) == 1
    assert written.pop().startswith(b"%PDF-1.4")


def test_the_date_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def date() -> str:
        return str(PdfReader(BytesIO(pdf(FOUR))).metadata["/CreationDate"])  # type: ignore[index]

    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert date().startswith("D:20000101")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert date().startswith("D:20231114")
    for wrong in ("soon", "-1", "9" * 20, "1.5"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", wrong)
        with pytest.raises(PandokuError, match=r"SOURCE_DATE_EPOCH .*found"):
            pdf(FOUR)


def test_the_file_says_what_the_picture_shows_and_nothing_else() -> None:
    drawing = draw(FOUR)
    reader = PdfReader(BytesIO(pdf(drawing)))
    found = {name: str(value) for name, value in (reader.metadata or {}).items()}
    assert found["/Title"] == drawing.title
    assert found["/Subject"] == drawing.description
    assert found["/Author"] == found["/Creator"] == ""
    assert len(reader.pages) == 1
    assert "/Annots" not in reader.pages[0]
    assert reader.outline == []


def test_a_page_is_as_large_as_the_picture() -> None:
    bare = PdfReader(BytesIO(pdf(draw(FOUR, coordinates=False)))).pages[0]
    assert [float(side) for side in bare.mediabox] == [0, 0, 156, 156]
    step = PdfReader(BytesIO(pdf(pictures()["step-als-xz"]))).pages[0]
    assert step.mediabox.height > step.mediabox.width  # the words are below the grid


def test_fonts_are_embedded_with_their_widths_and_characters() -> None:
    reader = PdfReader(BytesIO(pdf(load(KILLER))))
    fonts = reader.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    face = typeface()
    used = [each.get_object() for name, each in fonts.items() if name.startswith("/F")]
    assert {font["/BaseFont"].split("+")[1] for font in used} == {"Roboto-Regular"}
    for font in used:
        assert font["/FontDescriptor"]["/FontFile2"].get_object().get_data()
        assert b"beginbfchar" in font["/ToUnicode"].get_object().get_data()
        for digit in "0123456789":
            width = font["/Widths"][ord(digit) - font["/FirstChar"]]
            assert width == pytest.approx(face.width(digit, 1000), abs=1)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", [*RULES])
def test_constraints_are_painted_in_plain_grays(name: str) -> None:
    drawing = draw(RULES[name].example)
    for ink in (Ink(), Ink(press=True), Ink(large=True)):
        assert not COLORED.search(printed(drawing, 36, ink))


def test_what_a_setter_drew_has_its_color_only_if_colors_are_wanted() -> None:
    line = Stroke("line", ((0.5, 0.5), (3.5, 0.5)), color="#e6261f", width=0.05)
    puzzle = FOUR.with_(Drawn.of([line, Tile("rectangle", ((1.5, 2.5),), 0.8, color="#000080")]))
    for ink in (Ink(), Ink(press=True), Ink(large=True)):
        assert not COLORED.search(printed(draw(puzzle), 36, ink))
    colored = printed(draw(puzzle), 36, Ink(color=True))
    assert ".902 .149 .122 RG" in colored
    assert ".45 .45 .502 rg" in colored  # paler, because digits may be on it


def test_the_cells_of_a_drawn_cage_are_not_shaded() -> None:
    cage = FOUR.with_(Drawn.of([Tile("cage", ((0.5, 0.5), (1.5, 0.5)), rim="#000000")]))
    assert grays_of(printed(draw(cage), 36, Ink())) == grays_of(printed(draw(FOUR), 36, Ink()))


@pytest.mark.turns(3)
def test_steps_are_painted_in_plain_grays_unless_colors_are_wanted(
    drawings: dict[str, Drawing],
) -> None:
    for name, drawing in drawings.items():
        assert not COLORED.search(content_of(pdf(drawing))), name
    assert COLORED.search(content_of(pdf(drawings["step-als-xz"], color=True)))


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", [*TECHNIQUES])
def test_a_step_of_every_technique_is_printed(name: str) -> None:
    found = example_of(name)
    assert found
    step = next(iter(TECHNIQUES[name].steps(found.board, 1)))
    drawing = draw_step(found.board, step)
    content = content_of(pdf(drawing))
    assert not COLORED.search(content)
    assert min(sizes_of(content)) >= 4
    words = [drawing.caption, *(key.text for key in drawing.legend), *map(str, drawing.sums)]
    assert typeface().missing("".join(words)) == ""


def test_a_player_s_colors_are_those_of_the_screen_if_wanted(drawings: dict[str, Drawing]) -> None:
    content = content_of(pdf(drawings["marks"], color=True))
    tones = set(re.findall(r"(?m)^([\d.]+ [\d.]+ [\d.]+) rg$", content))
    assert len(tones) >= 9


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(MissingExtraError, match=r"PDF .*\"pandoku\[print\]\""):
        pdf(FOUR)


# ---------------------------------------------------------------------- ink


@pytest.fixture(scope="module")
def ruled() -> list[Drawing]:
    """Drawings of a killer and of the example of each constraint."""
    return [draw(each) for each in (load(KILLER), *(rule.example for rule in RULES.values()))]


@pytest.mark.turns(3)
@pytest.mark.parametrize("cell", [12.1, 14.5, 20, 28, 36, 58] if IS_FULL else [12.1, 28])
@pytest.mark.parametrize("large", [False, True])
def test_a_press_gets_no_line_and_no_gray_that_it_loses(
    cell: float, large: bool, ruled: list[Drawing]
) -> None:
    ink = Ink(press=True, large=large)
    for drawing in ruled:
        content = printed(drawing, cell, ink)
        assert min(widths_of(content)) >= 0.75, drawing
        assert max(grays_of(content) - {1.0}) <= 0.9, drawing


@pytest.mark.turns(3)
@pytest.mark.parametrize("cell", [12.0, 20.0, 28.0, 36.0] if IS_FULL else [12.0, 28.0])
def test_texts_that_are_too_small_are_found_before_they_are_painted(cell: float) -> None:
    ink = Ink(press=True)
    for puzzle in (load(KILLER), *(rule.example for rule in RULES.values())):
        drawing = draw(puzzle, coordinates=False)
        smallest = min(sizes_of(printed(drawing, cell, ink)), default=9)
        found = too_small(drawing, cell, ink)
        assert (found is not None) == (smallest < 7), puzzle
        if found:
            assert found.size == smallest
            assert found.least == 7


def test_a_clue_that_is_too_long_is_named() -> None:
    puzzle = Puzzle.kenken(4, [Cage("*", 123456789012, (0, 1))])
    found = too_small(draw(puzzle), 30)
    assert found is not None
    assert found.text == "123456789012×"
    assert found.size < found.least == 5.5
    assert too_small(draw(puzzle), 60) is None
    assert too_small(draw(puzzle), 30, Ink(solution=True)) is None


def test_small_cells_at_home_have_thinner_lines_in_proportion() -> None:
    ink = Ink()
    assert ink.cell_line(10) == pytest.approx(0.45)
    assert ink.box_line(10) == pytest.approx(2.67 * 0.45)
    assert ink.frame_line(10) == pytest.approx(3 * 0.45)
    assert [ink.cell_line(28), ink.box_line(28), ink.frame_line(28)] == [0.75, 2.0, 2.25]
    assert [ink.cell_line(100), ink.box_line(100), ink.frame_line(100)] == [1.25, 2.75, 3.25]


def test_with_large_print_nothing_gray_is_behind_digits() -> None:
    for rule in RULES.values():
        grays = grays_of(printed(draw(rule.example, coordinates=False), 40, Ink(large=True)))
        assert not {gray for gray in grays if 0.65 < gray < 1}, rule.name


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", [*RULES])
def test_large_print_leaves_no_line_out(name: str) -> None:
    drawing = draw(RULES[name].example, coordinates=False)
    usual, large = (printed(drawing, 66, Ink(large=large)) for large in (False, True))
    stroked = [len(re.findall(r"(?m)\b[SsBb]\*?$", content)) for content in (usual, large)]
    assert stroked[0] <= stroked[1]


def test_a_solution_shows_digits_and_borders_in_black() -> None:
    content = printed(draw(load(KILLER)), 20, Ink(solution=True))
    assert grays_of(content) <= {0.0}
    assert "Tf" not in content  # neither sums nor coordinates
    windoku = printed(draw(load(ROOT / "examples" / "windoku.json")), 20, Ink(solution=True))
    assert grays_of(windoku) <= {0.0}
    assert " re" not in windoku


def test_killer_cages_begin_and_end_with_a_dash() -> None:
    content = printed(draw(load(KILLER)), 28, Ink())
    dashes = re.findall(
        r"(?m)^\[([\d.]+) ([\d.]+)\] 0 d\nn\n([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", content
    )
    assert dashes
    for dash, gap, *ends in dashes:
        x1, y1, x2, y2 = map(float, ends)
        rest = (abs(x2 - x1) + abs(y2 - y1) - float(dash)) / (float(dash) + float(gap))
        assert rest == pytest.approx(round(rest), abs=0.02)


def test_a_side_that_is_too_short_for_a_gap_is_a_line() -> None:
    content = printed(draw(load(ROOT / "examples" / "killer6.json")), 3, Ink())
    gaps = [float(gap) for gap in re.findall(r"(?m)^\[1.8 (\S+)\] 0 d$", content)]
    assert min(gaps) > 0
    assert "[] 0 d\nn\n50.24 " in content


def test_puzzles_of_one_geometry_share_the_form_of_its_lines() -> None:
    stream, face = BytesIO(), typeface()
    canvas = new_canvas(stream, 400, 400, face)
    for x in (10, 200):
        paint(canvas, draw(FOUR), x, 390, 30, Ink(), face)
    paint(canvas, draw(FOUR), 10, 190, 40, Ink(), face)
    canvas.showPage()
    canvas.save()
    page = PdfReader(BytesIO(stream.getvalue())).pages[0]
    assert len(page["/Resources"]["/XObject"]) == 2  # type: ignore[index]
    assert page.get_contents().get_data().count(b" Do") == 3  # type: ignore[union-attr]


# ---------------------------------------------------------------------- words


def test_a_column_wraps_its_words_and_knows_its_height(drawings: dict[str, Drawing]) -> None:
    face = typeface()
    legend = drawings["constraints"].legend
    wide, narrow = Column(500, face), Column(150, face)
    for column in (wide, narrow):
        column.add_words("Rules", 12, 15, bold=True)
        column.add_space(5)
        column.add_keys(legend)
    assert narrow.height > wide.height > 20
    stream = BytesIO()
    canvas = new_canvas(stream, 160, narrow.height, face)
    narrow.paint(canvas, 5, narrow.height)
    canvas.showPage()
    canvas.save()
    words = PdfReader(BytesIO(stream.getvalue())).pages[0].extract_text().split()
    words.remove("24")  # in the sample of a number outside the grid
    in_dots = ["3", "3"]  # in the samples of dots
    assert words == ["Rules", *" ".join(key.text for key in legend).split(), *in_dots]


def test_a_calculation_has_its_notes_below_the_numbers() -> None:
    (calculation,) = readme_picture().sums
    face = typeface()
    one, several = Column(600, face), Column(90, face)
    for column in (one, several):
        column.add_sum(calculation)
    assert several.height >= 3 * one.height


# ---------------------------------------------------------------------- other programs


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def written(folder: Path, drawing: Any) -> str:
    path = folder / "picture.pdf"
    path.write_bytes(pdf(drawing))
    return str(path)


@pytest.mark.turns(3)
def test_pdffonts_finds_every_font_embedded(tmp_path: Path, drawings: dict[str, Drawing]) -> None:
    for drawing in drawings.values():
        path = written(tmp_path, drawing)
        shown = subprocess.run([tool("pdffonts"), path], capture_output=True, check=True).stdout
        lines = shown.decode().splitlines()[2:]
        assert lines
        assert all(re.search(r"yes +(yes|no) +yes +\d+ +\d+$", line) for line in lines), lines


def test_qpdf_has_nothing_to_say(tmp_path: Path, drawings: dict[str, Drawing]) -> None:
    for drawing in drawings.values():
        path = written(tmp_path, drawing)
        done = subprocess.run([tool("qpdf"), "--check", path], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", RASTERED)
def test_a_page_looks_like_the_golden_one(name: str, drawings: dict[str, Drawing]) -> None:
    golden = Image.open(GOLDEN / f"{name}.png").convert("L")
    found = Image.open(BytesIO(raster_of(pdf(drawings[name]), tool("pdftoppm")))).convert("L")
    assert found.size == golden.size
    changed = ImageChops.difference(found, golden).histogram()[65:]
    assert sum(changed) <= 0.005 * golden.width * golden.height


@pytest.mark.parametrize("file", ["escargot.txt", "killer.txt", "jigsaw.json", "sixteen.json",
                                  "twentyfive.json", "kenken12.json", "calcudoku5.in"])  # fmt: skip
def test_pdftotext_finds_the_digits_in_their_cells(tmp_path: Path, file: str) -> None:
    puzzle = load(ROOT / "examples" / file)
    drawing = draw(puzzle, coordinates=False)
    left, top, _, _ = margins_of(drawing.shapes, drawing.order)
    path = written(tmp_path, drawing)
    shown = subprocess.run([tool("pdftotext"), "-bbox", path, "-"], capture_output=True, check=True)
    found = [0] * puzzle.order**2
    for word in ElementTree.fromstring(shown.stdout).iter("{http://www.w3.org/1999/xhtml}word"):
        box = {side: float(word.attrib[side]) for side in ("xMin", "xMax", "yMin", "yMax")}
        x, y = (box["xMin"] + box["xMax"]) / 2 - 6, (box["yMin"] + box["yMax"]) / 2 - 6
        if box["yMax"] - box["yMin"] > 15:  # a digit, not a clue
            found[int(y / 36 - top) * puzzle.order + int(x / 36 - left)] = int(str(word.text))
    assert tuple(found) == (puzzle.givens or (0,) * len(found))


def test_ghostscript_needs_black_ink_only(tmp_path: Path, drawings: dict[str, Drawing]) -> None:
    for name in ("step-als-xz", "constraints"):
        command = [
            tool("gs"),
            "-q",
            "-o",
            "-",
            "-sDEVICE=inkcov",
            written(tmp_path, drawings[name]),
        ]
        inks = subprocess.run(command, capture_output=True, check=True).stdout.split()[:4]
        assert [float(ink) for ink in inks[:3]] == [0, 0, 0]
        assert float(inks[3]) > 0
