"""The drawing list of a puzzle, and its forms in the terminal and in SVG."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandoku.draw import THEMES, Drawing, draw, rich_text, size, svg, text
from pandoku.formats import load
from pandoku.model import Board, Cage, Geometry, Puzzle
from tests.data import EXAMPLE_FILES
from tests.together import together

FOUR = Puzzle(4, (1, 0, 0, 0, 0, 0, 2, 0) + (0,) * 8)


def plain(what: Puzzle | Board, *, candidates: bool = False) -> Drawing:
    """Return a drawing without the numbers of its rows and columns."""
    return draw(what, candidates=candidates, coordinates=False)


def roles(drawing: Drawing) -> Counter[str]:
    fills, lines, texts = drawing.fills, drawing.lines, drawing.texts
    return Counter([*(f.role for f in fills), *(e.role for e in lines), *(t.role for t in texts)])


# ------------------------------------------------------------------ the list


def test_placed_digits_and_givens_have_roles_of_their_own() -> None:
    board = Board.start(FOUR).place(1, 3)
    digits = {(t.x, t.y): (t.text, t.role) for t in plain(board).texts}
    assert digits == {
        (0.5, 0.5): ("1", "given"),
        (2.5, 1.5): ("2", "given"),
        (1.5, 0.5): ("3", "digit"),
    }


def test_candidates_are_drawn_when_asked_for_and_only_in_empty_cells() -> None:
    assert roles(draw(FOUR))["candidate"] == 0
    marks = [t for t in draw(FOUR, candidates=True).texts if t.role == "candidate"]
    cells = {(int(t.x), int(t.y)) for t in marks}
    assert len(cells) == 14
    assert [t.text for t in marks if (int(t.x), int(t.y)) == (1, 1)] == ["3", "4"]


def test_a_cage_that_may_repeat_has_a_bold_border_and_its_operation() -> None:
    drawing = draw(Puzzle(Geometry.latin(3), cages=(Cage("-", 2, (0, 1)),)))
    assert roles(drawing)["cage"] == 4
    assert roles(drawing)["sum"] == 0
    assert [t.text for t in drawing.texts if t.role == "clue"] == ["2−"]


def test_a_killer_cage_has_an_inset_border_and_its_sum_alone() -> None:
    drawing = draw(Puzzle(Geometry.sudoku(4), cages=(Cage("+", 7, (0, 1), repeats=False),)))
    border = [line for line in drawing.lines if line.role == "sum"]
    assert {(line.x1, line.y1) for line in border} == {(0.08, 0.08), (0.08, 0.92), (1.92, 0.08)}
    assert [t.text for t in drawing.texts if t.role == "clue"] == ["7"]


def test_a_cage_without_a_target_has_no_clue() -> None:
    assert plain(Puzzle(Geometry.sudoku(4), cages=(Cage("+", None, (0, 1)),))).texts == ()


def test_the_border_of_a_box_has_a_role_of_its_own_inside_a_cage() -> None:
    drawing = draw(Puzzle(Geometry.sudoku(4), cages=(Cage("+", 7, (1, 2, 5), repeats=False),)))
    crossed = [line for line in drawing.lines if line.role == "box-in-cage"]
    assert [(line.x1, line.y1, line.x2, line.y2) for line in crossed] == [(2, 0, 2, 1)]


def test_diagonals_extra_houses_and_highlights_have_their_roles() -> None:
    extra = ((0, 5, 10, 15),)
    drawing = draw(Puzzle(Geometry(4, (2, 2), diagonals=True, extra=extra)), highlights=(3,))
    assert roles(drawing)["diagonal"] == 2
    assert [(f.x, f.y) for f in drawing.fills if f.role == "extra"] == [
        (0, 0),
        (1, 1),
        (2, 2),
        (3, 3),
    ]
    assert [(f.x, f.y) for f in drawing.fills if f.role == "highlight"] == [(3, 0)]


@given(st.sets(st.integers(0, 24), min_size=1, max_size=25))
def test_the_border_of_any_killer_cage_is_closed(cells: set[int]) -> None:
    cage = Cage("+", None, tuple(cells))
    lines = [line for line in draw(Puzzle(5, cages=(cage,))).lines if line.role == "sum"]
    ends = Counter(
        (round(x, 3), round(y, 3))
        for line in lines
        for x, y in ((line.x1, line.y1), (line.x2, line.y2))
    )
    # Every corner joins one horizontal and one vertical line, so that no line has a loose end.
    assert set(ends.values()) == {2}
    assert all(0 < x < 5 and 0 < y < 5 for x, y in ends)


# ------------------------------------------------------------------ the terminal


def test_a_sudoku_is_drawn_with_its_boxes() -> None:
    assert text(plain(FOUR)).splitlines() == [
        "┏━━━━━━┳━━━━━━┓",
        "┃ 1  · ┃ ·  · ┃",
        "┃ ·  · ┃ 2  · ┃",
        "┣━━━━━━╋━━━━━━┫",
        "┃ ·  · ┃ ·  · ┃",
        "┃ ·  · ┃ ·  · ┃",
        "┗━━━━━━┻━━━━━━┛",
    ]


def test_cages_are_drawn_with_borders_and_clues() -> None:
    cages = (
        Cage("+", 5, (0, 3)),
        Cage("=", 3, (1,)),
        Cage("*", 6, (2, 5)),
        Cage("/", 3, (4, 7)),
        Cage("-", 1, (6,)),
        Cage("=", 2, (8,)),
    )
    drawn = text(plain(Puzzle(Geometry.latin(3), cages=cages)))
    assert drawn.splitlines() == [
        "┏━━━┳━━━┳━━━┓",
        "┃5+ ┃3  ┃6× ┃",
        "┃ · ┃ · ┃ · ┃",
        "┃   ┣━━━┫   ┃",
        "┃   ┃3÷ ┃   ┃",
        "┃ · ┃ · ┃ · ┃",
        "┣━━━┫   ┣━━━┫",
        "┃1− ┃   ┃2  ┃",
        "┃ · ┃ · ┃ · ┃",
        "┗━━━┻━━━┻━━━┛",
        "   The digits of a cage make the number in its corner with its sign.",
    ]


def test_a_killer_cage_across_a_box_border_shows_as_dashes() -> None:
    puzzle = Puzzle(
        Geometry.sudoku(4), cages=(Cage("+", 7, (1, 2), False), Cage("+", 6, (4, 8), False))
    )
    drawn = text(plain(puzzle)).splitlines()
    assert drawn[1] == "┃   │7  ┇   │   ┃"
    assert drawn[6] == "┣┅┅┅┿━━━╋━━━━━━━┫"
    in_ascii = text(plain(puzzle), ascii_only=True).splitlines()
    assert in_ascii[1] == "#   |7  :   |   #"
    assert in_ascii[6] == "+...+===+===+===+"


def test_a_jigsaw_is_drawn_with_its_regions() -> None:
    regions = (0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    drawn = text(plain(Puzzle(Geometry(4, regions=regions)))).splitlines()
    assert drawn[:4] == [
        "┏━━━━━━━━━━━┳━━━┓",
        "┃ ·   ·   · ┃ · ┃",
        "┃   ┏━━━━━━━┛   ┃",
        "┃ · ┃ ·   ·   · ┃",
    ]


def test_diagonals_and_extra_houses_show_without_colors() -> None:
    geometry = Geometry(4, (2, 2), diagonals=True, extra=((1, 4, 11, 14),))
    first, second = text(plain(Puzzle(geometry))).splitlines()[1:3]
    assert first == "┃ ╲  ▫ ┃ ·  ╱ ┃"
    assert second == "┃ ▫  ╲ ┃ ╱  · ┃"


def test_numbers_are_padded_to_the_widest() -> None:
    puzzle = Puzzle(12, (12, 3) + (0,) * 142)
    assert text(plain(puzzle)).splitlines()[1].startswith("┃ 12   3   ·   · ┃")


def test_highlighted_digits_stand_in_brackets() -> None:
    assert (
        text(draw(FOUR, highlights=(0, 1), coordinates=False)).splitlines()[1] == "┃[1][·]┃ ·  · ┃"
    )


def test_rows_and_columns_are_numbered() -> None:
    assert text(draw(FOUR)).splitlines()[:5] == [
        "    1  2   3  4",
        "  ┏━━━━━━┳━━━━━━┓",
        "1 ┃ 1  · ┃ ·  · ┃",
        "2 ┃ ·  · ┃ 2  · ┃",
        "  ┣━━━━━━╋━━━━━━┫",
    ]


def test_the_number_of_a_row_is_beside_its_digits_and_not_its_clues() -> None:
    *lines, rule, end = text(draw(Puzzle.killer(10, [(3, "r10c1 r10c2")]))).splitlines()
    assert " ".join([*rule.split(), *end.split()]).startswith("The digits of a cage add up")
    assert [line[:2] for line in lines if line[:2].strip()] == [f"{n:>2}" for n in range(1, 11)]
    assert lines[-2].startswith("10 ┃  ·   · │")


def test_drawings_stand_side_by_side() -> None:
    one, two = text(plain(FOUR)).splitlines(), text(plain(FOUR), plain(FOUR)).splitlines()
    assert two == [f"{line}   {line}" for line in one]


def test_candidates_stand_in_their_places() -> None:
    drawn = text(plain(FOUR, candidates=True)).splitlines()
    assert drawn[1:3] == [
        "┃     ┊   2 ┃     ┊     ┃",
        "┃  1  ┊ 3 4 ┃ 3 4 ┊ 3 4 ┃",
    ]


def test_a_very_long_clue_is_cut() -> None:
    puzzle = Puzzle(Geometry.latin(3), cages=(Cage("*", 10**40, (0, 1)),))
    assert "1000000000000…" in text(plain(puzzle))
    assert "1000000000000~" in text(plain(puzzle), ascii_only=True)


# The rules below a puzzle with cages or constraints may be lines of any length.
@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "path", [p for p in EXAMPLE_FILES if not load(p).further], ids=lambda path: path.name
)
@pytest.mark.parametrize("candidates", [False, True])
def test_every_example_makes_a_rectangle_of_characters(path: Path, candidates: bool) -> None:
    complete = draw(load(path), candidates=candidates)
    drawing = replace(complete, legend=())
    width, height = size(drawing)
    assert text(complete).startswith(text(drawing))
    for ascii_only in (False, True):
        lines = text(drawing, ascii_only=ascii_only).splitlines()
        assert len(lines) == height
        assert {len(line) for line in lines[1:]} == {width}
        assert len(lines[0]) <= width  # the numbers of the columns
    assert text(drawing, ascii_only=True).isascii()
    in_color = rich_text(drawing).plain.replace("[", " ").splitlines()
    assert [line.rstrip() for line in in_color] == text(drawing).splitlines()


# ------------------------------------------------------------------ SVG


@together("path", EXAMPLE_FILES, ids=lambda path: path.name)
def test_every_example_is_well_formed_svg_that_needs_nothing_else(path: Path) -> None:
    document = svg(draw(load(path), candidates=True))
    root = ElementTree.fromstring(document)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert re.findall(r"https?://[^\"']+", document) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in document
    assert "url(" not in document


def test_svg_is_light_in_print_and_dark_where_the_reader_prefers_it() -> None:
    auto, light, dark = (svg(draw(FOUR), theme=theme) for theme in THEMES)
    assert "@media screen and (prefers-color-scheme:dark)" in auto
    assert "prefers-color-scheme" not in light + dark
    assert ".paper{fill:#ffffff}" in auto
    assert ".paper{fill:#ffffff}" in light
    assert ".paper{fill:#ffffff}" not in dark


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="auto, light, dark, found 'sepia'"):
        svg(draw(FOUR), theme="sepia")


def test_svg_escapes_what_the_source_says() -> None:
    document = svg(draw(FOUR.replace(title="<script>&")))
    assert "<title>&lt;script&gt;&amp;</title>" in document


def test_svg_sets_a_long_clue_smaller_so_that_it_stays_in_its_cell() -> None:
    sizes = []
    for target in (12, 10**9):
        document = svg(draw(Puzzle(Geometry.latin(4), cages=(Cage("*", target, (0, 1)),))))
        (size_of_clue,) = re.findall(r'class="clue".*font-size="([\d.]+)"', document)
        sizes.append(float(size_of_clue))
    assert sizes[0] == 12
    assert sizes[1] < 7


def test_disjoint_groups_which_cover_the_grid_with_lone_cells_are_not_drawn() -> None:
    drawing = draw(Puzzle.sudoku(9, extra="disjoint-groups"))
    assert drawing.fills == ()
    assert [line for line in drawing.lines if line.role == "window"] == []


def test_a_second_set_of_regions_that_cover_the_grid_has_borders_but_no_shade() -> None:
    halves = tuple(tuple(4 * row + column for row in range(4)) for column in range(4))
    drawing = draw(Puzzle(Geometry(4, (2, 2), extra=halves)))
    assert drawing.fills == ()
    assert [line for line in drawing.lines if line.role == "window"] != []
