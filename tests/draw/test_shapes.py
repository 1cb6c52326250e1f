"""The roles of decorations: each has a look, legible in both themes and without colors."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot

import pytest

from pandoku.constraints import Drawing
from pandoku.draw import draw, svg
from pandoku.draw.looks import look_of_line
from pandoku.draw.palette import DARK, LIGHT
from pandoku.draw.pieces import Piece, piece_groups
from pandoku.draw.styles import style_sheet
from pandoku.model import Board, Decoration, Disc, Marks, Puzzle, Sign, Stroke, Tile
from pandoku.terminal.palette import contrast
from tests.draw.samples import DISCS, STROKES, TILES, Shown, every_role, shown
from tests.together import together

PALE, FAINT = 0.55, 0.21


def groups_of(*parts: Decoration) -> list[tuple[str, Piece]]:
    shapes = draw(shown(*parts)).shapes
    return [(group.layer, piece) for group in piece_groups(shapes, 9) for piece in group.pieces]


def pieces_of(puzzle: Puzzle) -> list[tuple[str, Piece]]:
    shapes = draw(puzzle).shapes
    return [(group.layer, piece) for group in piece_groups(shapes, 9) for piece in group.pieces]


def mixed(below: str, above: str, share: float) -> str:
    pairs = [(int(below[k : k + 2], 16), int(above[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


# ------------------------------------------------------------------ colors and patterns


@together("colors", [LIGHT, DARK])
@together("role", STROKES)
def test_texts_are_legible_on_lines(role: str, colors: dict[str, str]) -> None:
    look = look_of_line(role)
    share = {"faint": FAINT, "pale": PALE}.get(look.layer)
    if look.width < 0.15:  # thinner than any text
        return
    assert share is not None
    ground = mixed(colors["paper"], colors[look.color], share)
    assert contrast(colors["ink"], ground) > 6
    assert contrast(colors["digit"], ground) > 2.9  # a large digit
    assert contrast(colors["mark"], ground) > 2.7  # a candidate, which a line covers in part
    assert contrast(colors["paper"], ground) > 1.12, "the line does not show"


def test_shares_are_those_of_the_style_sheet() -> None:
    sheet = style_sheet("light", classes=None)
    for layer, share in (("faint", FAINT), ("pale", PALE)):
        assert f".shape-{layer}{{opacity:{share:g}}}".replace("0.", ".") in sheet


def test_pale_lines_differ_without_colors() -> None:
    with_ends = ("double-arrow", "lockout")  # circles and diamonds distinguish these
    looks = {
        role: (look.width, look.core)
        for role in STROKES
        if (look := look_of_line(role)).layer == "pale" and role not in with_ends
    }
    same = [pair for pair in combinations(looks, 2) if looks[pair[0]] == looks[pair[1]]]
    assert len(looks) > 12
    assert same == []


def test_lines_differ_by_color() -> None:
    gray = ("pair", "automaton", "arrow", "unknown-line")
    for colors in (LIGHT, DARK):
        hues = [colors[look_of_line(role).color] for role in STROKES if role not in gray]
        for one, other in combinations(dict.fromkeys(hues), 2):
            apart = [int(one[k : k + 2], 16) - int(other[k : k + 2], 16) for k in (1, 3, 5)]
            assert max(map(abs, apart)) >= 20, (one, other)


def test_a_picture_has_the_rules_of_its_own_shapes_only() -> None:
    sheet = svg(draw(shown(Stroke("whisper", ((0.5, 0.5), (1.5, 0.5)))))).partition("</style>")[0]
    assert ".shape-whisper{stroke:" in sheet
    assert "renban" not in sheet
    assert ".shape-disc" not in sheet


@together("role", [*STROKES, *DISCS, *TILES])
def test_a_role_that_is_named_has_a_rule(role: str) -> None:
    sheet = style_sheet("auto", classes=None)
    plain = {"arrow", "pair", "automaton", "even", "region", "clone", "extreme"}
    has_rule = f".shape-{role}{{" in sheet
    assert has_rule == (not role.startswith("unknown") and role not in plain)


# ------------------------------------------------------------------ pieces


def test_an_unknown_disc_or_tile_is_gray() -> None:
    disc, tile = Disc("new", ((0.5, 0.5),), 0.3), Tile("new", ((1.5, 0.5),))
    found = {piece.kind: layer for layer, piece in groups_of(disc, tile)}
    assert found == {"disc": "faint", "area": "faint"}


def test_a_head_has_no_pattern_where_its_line_has_one() -> None:
    found = groups_of(Stroke("whisper", ((0.5, 0.5), (3.5, 0.5)), has_head=True))
    assert [piece.role for _, piece in found] == [
        "shape-line shape-whisper",
        "shape-core shape-core-short",
        "shape-line shape-whisper",
    ]
    assert len(found[2][1].points) == 3
    # Nothing but the core has dashes.
    sheet = style_sheet("light", classes=None)
    dashed = re.findall(r"(\.shape-[^{},]+)\{[^}]*stroke-dasharray", sheet)
    assert {each for each in dashed if "core" not in each} == {".shape-disc.shape-count"}


def test_tiles_lie_below_the_lines_of_all_constraints() -> None:
    line = Stroke("whisper", ((0.5, 0.5), (1.5, 0.5)))
    tile = Tile("even", ((0.5, 0.5),), 0.7)
    puzzle = Puzzle.sudoku(9).with_(Shown((line,)), Shown((tile,)))
    kinds = [piece.kind for _, piece in pieces_of(puzzle)]
    assert kinds.index("area") < kinds.index("line")


@pytest.mark.parametrize(
    ("end", "start"),
    [
        (Tile("diamond", ((0.5, 0.5), (2.5, 0.5)), 0.5), 0.854),
        (Disc("end", ((0.5, 0.5),), 0.3), 0.8),
    ],
)
def test_a_line_begins_at_the_rim_of_its_end(end: Decoration, start: float) -> None:
    found = groups_of(Stroke("lockout", ((0.5, 0.5), (1.5, 0.5), (2.5, 0.5))), end)
    (line,) = [piece for _, piece in found if piece.kind == "line"]
    assert line.points[0] == pytest.approx((start, 0.5), abs=0.01)


def test_tiles_are_not_darker_where_they_share_cells() -> None:
    cells = tuple((x + 0.5, 0.5) for x in range(3))
    puzzle = Puzzle.sudoku(9).with_(Shown((Tile("region", cells),)), Shown((Tile("new", cells),)))
    groups = [*piece_groups(draw(puzzle).shapes, 9)]
    assert [group.layer for group in groups] == ["faint", "below"]
    assert [piece.kind for piece in groups[0].pieces] == ["area"] * 6


def test_a_diamond_stands_on_its_tip() -> None:
    ((_, piece),) = groups_of(Tile("diamond", ((1.5, 1.5),), 0.5))
    assert sorted(piece.points)[0] == pytest.approx((1.5 - 0.354, 1.5), abs=0.001)


def test_four_digits_of_a_quadruple_stand_in_two_lines() -> None:
    found = groups_of(Disc("quadruple", ((1, 1),), 0.25, "1 2 2 9"))
    texts = [piece for _, piece in found if piece.kind == "text"]
    assert [piece.text for piece in texts] == ["1 2", "2 9"]
    assert texts[0].points[0][1] < 1 < texts[1].points[0][1]
    assert {layer for layer, _ in found} == {"above"}


def test_a_chevron_lies_on_the_lines() -> None:
    found = groups_of(Stroke("comparison", ((0.9, 0.4), (1.06, 0.5), (0.9, 0.6))))
    assert [layer for layer, _ in found] == ["above", "above"]
    halo, chevron = (piece for _, piece in found)
    assert (halo.role, chevron.role) == ("shape-core", "shape-line shape-comparison")
    assert halo.size > chevron.size


def test_the_text_of_a_tile_stands_in_its_corner() -> None:
    (text,) = [p for _, p in groups_of(Tile("clone", ((2.5, 1.5),), text="A")) if p.kind == "text"]
    (x, y) = text.points[0]
    assert 2 < x - 0.1 < x + 0.1 < 2.5
    assert 1 < y - 0.1 < y + 0.1 < 1.5


def test_marks_and_candidates_keep_out_of_what_lies_on_edges_and_in_corners() -> None:
    cells = (0, 1, 9, 10)
    circle = Disc("quadruple", ((1, 1),), 0.25, "1 2 2 9")
    letters = Tile("clone", tuple((c % 9 + 0.5, c // 9 + 0.5) for c in cells), text="A")
    marks = Marks.of(9, corner=dict.fromkeys(cells, (1, 2, 3, 4, 5, 6, 7, 8)))
    for puzzle in (shown(circle), shown(circle, letters), shown(letters)):
        texts = [
            *draw(puzzle, candidates=True).texts,
            *draw(Board.start(puzzle), marks=marks).texts,
        ]
        places = [(t.x, t.y) for t in texts if t.role in ("candidate", "corner")]
        assert len(places) == 81 * 9 + 4 * 8
        if any(isinstance(part, Disc) for s in draw(puzzle).shapes for part in s.parts):
            assert min(hypot(x - 1, y - 1) for x, y in places) > 0.25 + 0.09
        if any(isinstance(part, Tile) for s in draw(puzzle).shapes for part in s.parts):
            assert min(y % 1 for x, y in places if x % 1 < 0.35) > 0.3


def test_groups_of_cells_have_borders_that_do_not_coincide() -> None:
    cells = tuple((x + 0.5, 0.5) for x in range(3))
    puzzle = Puzzle.sudoku(9).with_(Shown((Tile("region", cells),)), Shown((Tile("new", cells),)))
    lines = [piece for _, piece in pieces_of(puzzle) if piece.role == "shape-line shape-border"]
    assert len(lines) == 2 * 4
    assert len({piece.points for piece in lines}) == 8
    assert all(0 < y < 0.15 or 0.85 < y < 1 for each in lines for _, y in each.points)
    loose = groups_of(Tile("even", cells, 0.7), Tile("extreme", cells), Tile("region", cells[:1]))
    assert {piece.kind for _, piece in loose} == {"area"}


def test_a_long_text_of_a_tile_stays_in_its_cell() -> None:
    tile = Tile("clone", ((2.5, 1.5),), text="×3=-2/0")
    (text,) = [piece for _, piece in groups_of(tile) if piece.kind == "text"]
    half = 0.3 * text.size * len(text.text)
    assert 2 <= text.points[0][0] - half < text.points[0][0] + half <= 3


# ------------------------------------------------------------------ beside the grid


PLACES = [(0.5, -0.5), (4.5, -0.5), (-0.5, 2.5), (9.5, 2.5), (2.5, 9.5), (-0.5, -0.5), (9.5, 9.5)]


@together("place", PLACES)
def test_signs_of_one_place_do_not_overlap(place: tuple[float, float]) -> None:
    x, y = place
    arrows = [
        Shown((Sign(x, y, "24"), Stroke("diagonal", ((x, y), (x + dx, y + dy)), has_head=True)))
        for dx, dy in ((0.3, 0.3), (-0.3, 0.3), (0.3, 0.3))
    ]
    numbers = [Shown((Sign(x, y, text),)) for text in ("7", "35", "7")]
    for shapes in (numbers, arrows, [*numbers, *arrows], [arrows[0], numbers[1]]):
        puzzle = Puzzle.sudoku(9).with_(*shapes)
        signs = [piece for _, piece in pieces_of(puzzle) if piece.role == "shape-sign"]
        assert len(signs) == len(puzzle.further)
        boxes = [
            (cx - 0.1 * len(s.text), cy - 0.14, cx + 0.1 * len(s.text), cy + 0.14)
            for s in signs
            for cx, cy in s.points
        ]
        for one, other in combinations(boxes, 2):
            is_apart = one[2] <= other[0] or other[2] <= one[0]
            assert is_apart or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_a_sign_beside_an_arrow_stays_where_it_is() -> None:
    arrow = Shown((Sign(0.5, -0.5, "24"), Stroke("diagonal", ((0.8, -0.2), (1, 0)), has_head=True)))
    puzzle = Puzzle.sudoku(9).with_(arrow, Shown((Sign(0.5, -0.5, "7"),)))
    places = [piece.points[0] for _, piece in pieces_of(puzzle) if piece.role == "shape-sign"]
    assert places[0] == (0.5, -0.5)
    assert places[1][0] == 0.5
    assert places[1][1] < -0.8


def test_every_role_is_drawn_in_every_theme() -> None:
    for theme in ("light", "dark"):
        document = svg(draw(every_role()), theme=theme)
        for role in (*STROKES, *TILES):
            assert f"shape-{role}" in document


def test_a_long_text_that_is_only_drawn_is_cut_in_the_picture_and_complete_below_it() -> None:
    text = "The total of both diagonals is somewhere between twenty and thirty"
    for x, y in ((-0.5, 0.5), (0.5, -0.5), (2.5, 2.5), (4.5, 0.5), (2.0, 2.0)):
        short, long = (
            Puzzle.sudoku(4).with_(Drawing.of([Sign(x, y, each)])) for each in (text[:12], text)
        )
        assert max(map(len, str(long).splitlines())) <= 80
        assert _box_of(svg(long)).split()[2] == _box_of(svg(short)).split()[2]
        told = " ".join(svg(long).replace("<", ">").split(">"))
        assert all(word in told for word in text.split())


def _box_of(picture: str) -> str:
    found = re.search(r'viewBox="([^"]*)"', picture)
    assert found
    return found[1]
