"""Setters' colors are unchanged on white, legible on dark, and gray on paper."""

from __future__ import annotations

from itertools import product

import pytest

from pandoku import Puzzle
from pandoku.constraints import Drawing, Thermometer
from pandoku.draw import draw, svg
from pandoku.draw.ink import Ink
from pandoku.draw.listing import listing
from pandoku.draw.palette import DARK, LIGHT, PALE, OwnColor, own_color
from pandoku.draw.pieces import Piece, piece_groups
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile
from tests.together import together

COLORS = ["#" + "".join(each) for each in product(("00", "55", "aa", "ff"), repeat=3)]
ROW = ((0.5, 0.5), (3.5, 0.5))


def parts(color: str) -> list[float]:
    return [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def seen(color: str, ground: str, opacity: float) -> list[float]:
    pairs = zip(parts(color), parts(ground), strict=True)
    return [opacity * part + (1 - opacity) * below for part, below in pairs]


def contrast(one: list[float], other: list[float]) -> float:
    """Return the contrast of WCAG, from 1 to 21."""
    lights = []
    for color in (one, other):
        red, green, blue = (p / 12.92 if p <= 0.04 else ((p + 0.055) / 1.055) ** 2.4 for p in color)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    return max(lights) / min(lights)


def pieces(shape: Decoration) -> dict[str, list[Piece]]:
    drawing = draw(Puzzle(4).with_(Drawing.of([shape])))
    found: dict[str, list[Piece]] = {}
    for layer, group in piece_groups(drawing.shapes, 4):
        found.setdefault(layer, []).extend(group)
    return found


@together("color", COLORS)
def test_digits_are_legible_on_every_color(color: str) -> None:
    own = OwnColor(color, is_behind=True)
    opacity = PALE if own.is_pale else 1.0
    assert contrast(seen(own.light, LIGHT["paper"], opacity), parts(LIGHT["ink"])) > 3
    assert contrast(seen(own.dark, DARK["paper"], opacity), parts(DARK["ink"])) > 5.5


@together("color", COLORS)
def test_lines_and_borders_are_visible_in_dark_pictures(color: str) -> None:
    own = OwnColor(color)
    assert own.light == color
    assert contrast(parts(own.dark), parts(DARK["paper"])) > 4.4


@pytest.mark.parametrize("color", ["#cfcfcf", "#ffccaa", "#f0f0f0", "#aaffcc", "#80c0ff"])
def test_a_pale_color_is_seen_on_white_as_its_setter_chose_it(color: str) -> None:
    own = OwnColor(color, is_behind=True)
    assert seen(own.light, "#ffffff", PALE) == pytest.approx(parts(color), abs=0.005)
    assert own.paper == pytest.approx(parts(color), abs=0.001)


def test_white_covers_with_the_color_of_the_paper() -> None:
    own = OwnColor("#ffffff", is_behind=True)
    assert (own.light, own.dark, own.is_pale) == (LIGHT["paper"], DARK["paper"], False)
    assert [*pieces(Disc("circle", ((1.5, 1.5),), 0.4, color="#ffffff"))] == ["below"]


@pytest.mark.parametrize("own", [OwnColor(""), OwnColor("#123abc"), OwnColor("#ffffff", True)])
def test_a_color_has_a_name_from_which_it_is_found_again(own: OwnColor) -> None:
    assert own_color(own.name) == own


def test_a_line_has_the_color_and_width_of_its_setter() -> None:
    found = pieces(Stroke("line", ROW, color="#67f067", width=0.3))
    (line,) = found["pale"]
    assert (line.size, line.rim) == (0.3, OwnColor("#67f067", is_behind=True))
    (thin,) = pieces(Stroke("line", ROW, color="#000000", width=0.05))["below"]
    assert thin.rim == OwnColor("#000000")


def test_the_border_and_the_text_of_a_translucent_circle_are_not_translucent() -> None:
    disc = Disc("circle", ((1.5, 1.5),), 0.4, "7", color="#34bbe6", rim="#000000")
    found = pieces(disc)
    assert [(each.inside, each.rim) for each in found["pale"]] == [
        (OwnColor("#34bbe6", is_behind=True), OwnColor(""))
    ]
    border, text = found["below"]
    assert (border.inside, border.rim) == (OwnColor(""), OwnColor("#000000"))
    assert (text.text, text.role) == ("7", "shape-value shape-on-ring")


@pytest.mark.parametrize(("color", "ground"), [("#000000", "black"), ("#ffee00", "white")])
def test_the_text_of_a_dot_contrasts_with_its_color(color: str, ground: str) -> None:
    found = pieces(Disc("circle", ((1.0, 0.5),), 0.15, "2", color=color))
    assert found["above"][1].role == f"shape-value shape-on-{ground}"


def test_a_rectangle_has_its_sides_and_is_turned() -> None:
    tile = Tile("rectangle", ((2.0, 2.0),), 1.0, color="#ff0000", height=0.1, angle=90)
    ((area,),) = pieces(tile).values()
    assert sorted((round(x, 3), round(y, 3)) for x, y in area.points) == [
        (1.95, 1.5),
        (1.95, 2.5),
        (2.05, 1.5),
        (2.05, 2.5),
    ]


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_picture_has_a_rule_for_each_color_of_its_setter(theme: str) -> None:
    shapes: list[Decoration] = [
        Stroke("line", ROW, color="#8b0000", width=0.05),
        Sign(2, -0.5, "9", "#0000ff", 0.5),
    ]
    picture = svg(Puzzle(4).with_(Drawing.of(shapes)), theme=theme)
    for name, key in (("rim-8b0000", "stroke"), ("in-0000ff", "fill")):
        own = OwnColor("#" + name[-6:])
        selector = f".pandoku .shape-own.shape-own.shape-{name}"
        assert f'shape-own shape-{name}"' in picture
        assert (f"{selector}{{{key}:{own.light}}}" in picture) == (theme != "dark")
        assert (f"{selector}{{{key}:{own.dark}}}" in picture) == (theme != "light")


def test_on_paper_a_color_is_a_gray_that_a_press_prints() -> None:
    assert Ink().own(OwnColor("#000000")) == 0
    assert Ink().own(OwnColor("#ffffff")) == 1
    assert Ink().own(OwnColor("#fcfce0", is_behind=True)) == pytest.approx(0.92)
    assert Ink(press=True).own(OwnColor("#fcfce0")) == pytest.approx(0.9)
    assert Ink(color=True).own(OwnColor("#ff0000")) == (1.0, 0.0, 0.0)


def test_a_list_for_the_page_has_the_colors_for_light_and_dark() -> None:
    line = Stroke("line", ROW, color="#8b0000", width=0.05)
    ((_, ((*_, colors),)),) = listing(Puzzle(4).with_(Drawing.of([line])))["shapes"]
    own = OwnColor("#8b0000")
    assert colors == ["", "", own.light, own.dark]
    ((_, (first, *_)),) = listing(Puzzle(4).with_(Thermometer((0, 1))))["shapes"]
    assert first[5] == []


def test_a_drawn_cage_has_one_border_in_the_color_of_its_setter() -> None:
    cage = Tile("cage", ((0.5, 0.5), (1.5, 0.5)), rim="#ff0000")
    lines = [each for each in pieces(cage)["below"] if each.kind == "line"]
    assert len(lines) == 4
    assert {each.rim for each in lines} == {OwnColor("#ff0000")}


def test_lines_of_one_color_are_not_darker_where_they_cross() -> None:
    lines = [
        Stroke("line", ((0.5, 0.5), (3.5, 3.5)), color="#67f067", width=0.3),
        Stroke("line", ((0.5, 3.5), (3.5, 0.5)), color="#67f067", width=0.3),
        Stroke("line", ((0.5, 2.5), (3.5, 2.5)), color="#ff0000", width=0.3),
    ]
    puzzle = Puzzle(4).with_(*(Drawing.of([each]) for each in lines))
    groups = [*piece_groups(draw(puzzle).shapes, 4)]
    assert [len(group.pieces) for group in groups] == [2, 1]


def test_no_line_crosses_the_letters_in_the_corners_of_cells() -> None:
    cage = Drawing.of([Tile("cage", ((0.5, 0.5), (1.5, 0.5)), text="12")])
    line = Drawing.of([Stroke("line", ROW, color="#67f067", width=0.3)])
    *_, last = piece_groups(draw(Puzzle(4).with_(cage, line)).shapes, 4)
    assert {piece.text for piece in last.pieces} == {"12"}


def test_digits_have_an_outline_only_where_colors_lie_behind_them() -> None:
    tile = Tile("highlight", ((0.5, 0.5),), color="#000080")
    edge = Tile("highlight", ((0.5, 0.5),), rim="#000080")
    dot = Disc("white", ((1.0, 0.5),), 0.15, color="#000080")
    outlined = [
        '<g class="outlined">' in svg(Puzzle(4).with_(Drawing.of([each])))
        for each in (tile, edge, dot)
    ]
    assert outlined == [True, False, False]
    assert "outlined" not in svg(Puzzle(4)).partition("</style>")[2]
