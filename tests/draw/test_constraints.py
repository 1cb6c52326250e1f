"""Constraints in every medium: each shape is drawn, and nothing is outside the picture."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import chain
from typing import ClassVar
from xml.etree import ElementTree

import pytest

from pandoku.constraints import (
    RULES,
    XV,
    AntiKnight,
    Arrow,
    Difference,
    Even,
    GreaterThan,
    LittleKiller,
    Maximum,
    Minimum,
    NoDifference,
    Quadruple,
    Ratio,
    Thermometer,
)
from pandoku.draw import draw, draw_step, png, rich_text, size, svg, text
from pandoku.draw.decorated import _extents
from pandoku.draw.page import page
from pandoku.model import (
    Board,
    Constraint,
    Decoration,
    Disc,
    Facts,
    Geometry,
    Puzzle,
    Relation,
    Sign,
    Step,
    Stroke,
)
from tests.draw.make_golden import with_every_shape
from tests.together import together

NINE = Puzzle.sudoku(9)
EVERY = with_every_shape()
EXAMPLES = {name: rule.example for name, rule in RULES.items()}
PUZZLES = [*EXAMPLES.values(), EVERY]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def with_(*constraints: Constraint) -> Puzzle:
    return NINE.with_(*constraints)


def classes(document: str) -> set[str]:
    return {each for found in re.findall(r'class="([^"]+)"', document) for each in found.split()}


# ------------------------------------------------------------------ pictures


@together("name", EXAMPLES)
def test_each_decoration_is_drawn_in_svg(name: str) -> None:
    puzzle = EXAMPLES[name]
    document, found = svg(draw(puzzle), style=False), set[str]()
    is_shown = any(each.decorations(puzzle.geometry) for each in puzzle.further)
    for constraint in puzzle.further:
        for part in constraint.decorations(puzzle.geometry):
            if isinstance(part, Sign):
                assert f">{part.text}</text>" in document
            else:
                found.add(f"shape-{part.role}")
    assert found <= classes(document)
    if not is_shown:  # a rule about all cells is below the picture
        words = re.findall(r'class="words told-words"[^>]*>([^<]*)<', document)
        rule = puzzle.further[0].rule(puzzle.geometry) or RULES[name].text
        assert " ".join(words).replace("&#x27;", "'") == rule


def test_what_is_drawn_has_rules_in_the_style_sheet() -> None:
    document = svg(draw(EVERY))
    sheet = document.partition("<style>")[2].partition("</style>")[0]
    drawn = {each for each in classes(document) if each.startswith("shape-")}
    assert {"shape-thermometer", "shape-slow-bulb", "shape-ring", "shape-end"} < drawn
    own = {"shape-arrow", "shape-value"}  # these look like any line or any text
    assert all(f".{each}" in sheet for each in drawn - own)
    assert "shape" not in svg(draw(NINE))


@together("puzzle", PUZZLES)
def test_nothing_lies_outside_the_picture(puzzle: Puzzle) -> None:
    for candidates in (False, True):
        root = ElementTree.fromstring(svg(draw(puzzle, candidates=candidates)))
        width, height = (float(each) for each in root.attrib["viewBox"].split()[2:])
        for left, top, right, bottom in boxes(root):
            assert left >= 0
            assert top >= 0
            assert right <= width
            assert bottom <= height


def boxes(root: ElementTree.Element) -> Iterator[tuple[float, float, float, float]]:
    """Yield the box of each text beside the grid, and each point of a stroke."""
    grid = (part for part in root if not part.get("transform"))  # without the words below it
    for element in chain.from_iterable(part.iter() for part in grid):
        role = element.get("class", "")
        if "shape-line" in role:
            values = [float(each) for each in NUMBER.findall(element.attrib["d"])]
            for x, y in zip(values[::2], values[1::2], strict=True):
                yield x, y, x, y
        if role in ("shape-sign", "coordinate"):
            size = float(element.attrib["font-size"])
            for each in (element, *element):
                if "x" in each.attrib and each.text:
                    xs = [float(x) for x in each.attrib["x"].split()]
                    y, half = float(each.attrib["y"]), 0.3 * size * len(each.text) / len(xs)
                    yield min(xs) - half, y - 0.75 * size, max(xs) + half, y


def test_the_grid_is_where_the_picture_says_it_is() -> None:
    document = svg(draw(EVERY), style=False)
    found = re.findall(r'data-grid="(\S+) (\S+) (\S+)"', document)[0]
    left, top, cell = (float(each) for each in found)
    frame = re.findall(r'<path class="frame" d="M(\S+) (\S+?)H([0-9.]+)', document)[0]
    assert (float(frame[0]), float(frame[1])) == (left, top)
    assert float(frame[2]) == left + 9 * cell
    assert left > 0.75 * cell  # a number is to the left of it


def test_numbers_of_lines_move_outward_beside_clues() -> None:
    board = Board.start(with_(LittleKiller("r1c3", "DR", 24)))
    numbers = [t for t in draw(board).texts if t.role == "coordinate"]
    assert {t.y for t in numbers if t.y < 0} == {-0.8 - 0.25}
    assert {t.x for t in numbers if t.x < 0} == {-0.25}
    # A step still finds the row and the column that it names.
    facts = Facts(houses=(NINE.geometry.houses[1], NINE.geometry.houses[12]))
    drawn = draw_step(board, Step("x", eliminations=((0, 1),), facts=facts))
    named = [t for t in drawn.texts if t.style == "named"]
    assert [(t.text, t.y < 0) for t in named] == [("4", True), ("2", False)]


@pytest.mark.parametrize(
    ("bulb", "shaft", "rim"), [("r1c1", "r1c2 r1c3", 0.88), ("r1c1 r1c2", "r1c3 r1c4", 1.88)]
)
def test_an_arrow_begins_at_the_rim_of_its_bulb(bulb: str, shaft: str, rim: float) -> None:
    document = svg(draw(with_(Arrow(bulb, shaft)), coordinates=False), style=False)
    start = re.findall(r'shape-arrow" stroke-width="\S+" d="M(\S+) (\S+?)L', document)[0]
    assert float(start[0]) == pytest.approx(6 + 48 * rim, abs=0.2)
    assert float(start[1]) == 30


def test_arrows_of_one_bulb_have_one_ring() -> None:
    arrows = draw(with_(Arrow("r5c5", "r5c6 r5c7"), Arrow("r5c5", "r4c5")))
    assert svg(arrows, style=False, caption=False).count("shape-ring") == 1


def test_numbers_in_one_place_lie_side_by_side() -> None:
    puzzle = with_(LittleKiller("r1c3", "DR", 24), LittleKiller("r1c1", "DL", 5))
    signs = [p for s in draw(puzzle).shapes for p in s.parts if isinstance(p, Sign)]
    assert [(sign.text, sign.x > 1.5, sign.y) for sign in signs] == [
        ("24", True, -0.5),
        ("5", False, -0.5),
    ]


def test_candidates_leave_room_for_dots() -> None:
    def nearest(puzzle: Puzzle) -> float:
        texts = draw(puzzle, candidates=True).texts
        return min(t.y % 1 for t in texts if t.role == "candidate")

    assert nearest(with_(Difference("r1c1 r2c1"))) > 0.25 > nearest(with_(AntiKnight()))
    assert nearest(NINE) == nearest(with_(Thermometer("r1c1 r1c2")))


def test_thermometers_let_the_colors_of_cells_through() -> None:
    lines = svg(draw(EVERY), style=False, caption=False).splitlines()
    tubes = [line for line in lines if "shape-bulb" in line or "shape-slow-bulb" in line]
    assert len(tubes) == 2
    assert all(line.startswith('<g class="shape-faint">') for line in tubes)
    assert "shape-core" in tubes[1]  # colors alone do not distinguish a slow one


def test_a_png_shows_the_shapes() -> None:
    pytest.importorskip("resvg_py")
    given = EVERY.replace(further=())
    assert len({png(draw(given.with_(each)), scale=0.5) for each in EVERY.further}) == 16


# ------------------------------------------------------------------ characters


@pytest.mark.turns(3)
@together("ascii_only", [False, True])
@together("puzzle", PUZZLES)
def test_a_text_names_every_constraint(puzzle: Puzzle, ascii_only: bool) -> None:
    for candidates in (False, True):
        shown = text(draw(puzzle, candidates=candidates), ascii_only=ascii_only)
        words = " ".join(shown.split())
        for constraint in puzzle.further:
            assert constraint.heading() in words
            assert constraint.places(puzzle.geometry) in words
        assert shown.isascii() or not ascii_only


def test_a_letter_marks_the_cells_of_a_line_large_at_its_bulb() -> None:
    shown = text(draw(with_(Thermometer("r1c1 r1c2 r2c2")), coordinates=False)).splitlines()
    assert shown[1].startswith("┃ · A · a ·  ┃")
    assert shown[2].startswith("┃ ·   · a ·  ┃")
    assert "A  thermometer: r1c1 r1c2 r2c2" in shown


def test_dots_lie_between_their_cells() -> None:
    dots = (Difference("r1c1 r1c2"), Ratio("r1c2 r2c2", 3), Difference("r1c3 r1c4", 2))
    shown = text(draw(with_(*dots), coordinates=False)).splitlines()
    assert shown[1].startswith("┃ · ○ · ┊ · ② · ┊")
    assert shown[2].startswith("┃┈┈┈ ┈❸┈ ┈┈┈┃")
    plain = text(draw(with_(*dots), coordinates=False), ascii_only=True).splitlines()
    assert plain[1].startswith("| . o .   . o .")


def test_signs_of_sums_and_orders_lie_between_their_cells() -> None:
    marks = XV("r1c1 r1c2", 10), XV("r1c2 r2c2", 5), XV("r2c4 r2c5", 12)
    signs = GreaterThan("r1c3 r1c4"), GreaterThan("r3c3 r2c3")
    shown = text(draw(with_(*marks, *signs), coordinates=False)).splitlines()
    assert shown[1].startswith("┃ · X · ┊ · > · ┊")
    assert shown[2].startswith("┃┈┈┈ ┈V┈ ┈┈┈┃")
    assert shown[3].startswith("┃ · ┊ · ┊ · ┃ · ◇ · ┊")
    assert shown[4].startswith("┃┈┈┈ ┈┈┈ ┈∧┈┃")
    plain = text(draw(with_(*marks, *signs), coordinates=False), ascii_only=True).splitlines()
    assert plain[4].startswith("+         ^ +")
    assert {"◇  sum mark 12: r2c4 r2c5", "∧  inequality: r3c3 > r2c3"} <= {*shown}


def test_circles_lie_on_the_corners_of_their_cells() -> None:
    circle = Quadruple("r1c1 r1c2 r2c1 r2c2", (1, 2))
    shown = text(draw(with_(circle), coordinates=False)).splitlines()
    assert shown[2].startswith("┃┈┈┈◎┈┈┈ ┈┈┈┃")
    assert "◎  quadruple 1 2: r1c1 r1c2 r2c1 r2c2" in shown


def test_single_cells_of_a_kind_share_a_sign() -> None:
    cells = Even("r1c1 r1c2"), Even("r1c3"), Minimum("r2c1"), Minimum("r2c3"), Maximum("r2c2")
    shown = text(draw(with_(*cells), coordinates=False)).splitlines()
    assert shown[1].startswith("┃ · □ · □ · □┃")
    assert shown[2].startswith("┃ · A · B · A┃")
    assert "A  minimum: r2c1, r2c3" in shown
    assert "A" not in text(draw(with_(*cells[:2])))


def test_numbers_beside_the_grid_have_arrows() -> None:
    puzzle = with_(LittleKiller("r1c3", "DR", 24), LittleKiller("r4c1", "UR", 14))
    above, *rest = text(draw(puzzle, coordinates=False)).splitlines()
    assert above.strip() == "24↘"
    beside = [line for line in rest if line.startswith("14↗ ")]
    assert len(beside) == 2  # in the row, and in the legend
    assert rest[-4:-2] == [
        "24↘ little killer 24: r1c3 r2c4 r3c5 r4c6 r5c7 r6c8 r7c9",
        "14↗ little killer 14: r4c1 r3c2 r2c3 r1c4",
    ]


def test_a_cell_of_many_lines_says_that_there_are_more() -> None:
    lines = [Thermometer(f"r5c5 {end}") for end in ("r4c4", "r4c5", "r4c6", "r5c4")]
    assert "· AB+" in text(draw(with_(*lines)))


def test_the_size_of_a_text_includes_what_is_beside_and_below_the_grid() -> None:
    drawing = draw(EVERY)
    lines = rich_text(drawing).plain.splitlines()
    width, height = size(drawing)
    assert len(lines) == height
    assert {len(line) for line in lines[:21]} == {width}
    assert max(map(len, lines)) == width


def test_the_sentences_below_a_grid_fit_the_width_or_are_not_wrapped() -> None:
    drawing = draw(EVERY)
    lines = rich_text(drawing).plain.splitlines()
    n_grid = next(at for at, line in enumerate(lines) if line.startswith("A  "))
    for columns in (45, 60, 120):
        narrow = rich_text(drawing, columns=columns).plain.splitlines()
        assert narrow[:n_grid] == lines[:n_grid]
        assert max(map(len, narrow[n_grid:])) <= columns
        assert len(narrow) == size(drawing, columns=columns)[1]
    in_file = text(drawing, columns=None).splitlines()[n_grid:]
    assert all(any(key.text in line for line in in_file) for key in drawing.legend)
    assert len(in_file) < len(text(drawing, columns=45).splitlines()[n_grid:])


def test_the_rules_of_a_puzzle_stand_below_it_in_every_medium() -> None:
    for name, rule in EXAMPLES.items():
        sentence = rule.further[0].rule(rule.geometry) or RULES[name].text
        drawing = draw(rule)
        told = [key.text for key in drawing.legend] + [drawing.caption]
        assert sentence in told
        assert sentence in " ".join(text(drawing).split())
        words = re.findall(r'<text class="words[^>]*>([^<]*)<', svg(drawing))
        assert sentence in unescape(" ".join(words))
        assert not re.findall(r'<text class="words[^>]*>', svg(drawing, caption=False))


def test_the_sample_of_a_rule_looks_like_its_shape() -> None:
    for puzzle in EXAMPLES.values():
        drawing = draw(puzzle)
        for key in drawing.legend:
            roles = {getattr(part, "role", "") for part in key.parts}
            shown = {getattr(part, "role", "") for s in drawing.shapes for part in s.parts}
            assert roles
            assert roles <= shown
            for x, y, across, down in (each for part in key.parts for each in _extents(part)):
                assert -0.05 <= x - across < x + across <= 1.55
                assert -0.05 <= y - down < y + down <= 1.05


def test_boards_side_by_side_share_the_legend() -> None:
    drawing = draw(with_(Thermometer("r1c1 r1c2")))
    assert text(drawing, drawing).count("thermometer: ") == 1


# ------------------------------------------------------------------ words and pages


def test_a_description_names_each_constraint() -> None:
    told = draw(EVERY).description
    assert "Thermometer: r1c1 r2c2 r3c3 r3c4. Slow thermometer: r1c4 r2c4 r2c3 r3c2." in told
    assert "Arrow: bulb r9c1 r9c2, shaft r8c3 r7c3 r6c2." in told
    assert "Little killer 14: r4c1 r3c2 r2c3 r1c4." in told
    assert told.endswith(RULES["anti-knight"].text)


def test_a_step_outlines_the_constraints_that_it_uses() -> None:
    board = Board.start(with_(Difference("r1c1 r1c2", 1), Thermometer("r5c1 r5c2"), AntiKnight()))
    facts = Facts(constraints=(0, 1, 2))  # a line needs no border
    drawing = draw_step(board, Step("x", eliminations=((0, 9),), facts=facts))
    told = [line for line in drawing.lines if line.role == "told"]
    assert {(line.x1, line.x2) for line in told if line.y1 == line.y2} == {(0.04, 1.96)}
    (key,) = [key for key in drawing.legend if key.sign == "cage"]
    assert (key.text, key.where) == ("rule", "white dot between r1c1 and r1c2")


def test_a_page_has_the_rules_and_the_shapes() -> None:
    document = "".join(page(Board.start(EVERY), ()))
    assert "<dt>Rules</dt><dd>Every row" in document
    assert ".shape-thermometer{" in document
    assert "shape-between" in document
    assert "shape-" not in "".join(page(Board.start(NINE), ()))
    for rule in ("thermometer", "arrow", "anti-knight"):  # once, below the board or in the list
        assert unescape(document).count(RULES[rule].text) == 1
    assert document.count('<li><svg class="pandoku"') == len(draw(EVERY).legend)


@dataclass(frozen=True, slots=True)
class Odd(Constraint):
    """A kind that is not registered and has an unknown look."""

    NAME: ClassVar[str] = "odd line"

    cells: tuple[int, ...]

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        return ()

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        return Stroke("odd", ((0.5, 0.5), (1.5, 1.5))), Disc("odd", ((1.5, 1.5),), 0.2)


def test_a_kind_without_a_known_rule_or_look_is_drawn_and_named() -> None:
    drawing = draw(with_(Odd((0, 10))))
    assert "shape-line shape-odd" in svg(drawing)
    assert "A  odd line: r1c1 r2c2" in text(drawing)
    assert drawing.description == "Odd line: r1c1 r2c2."


def test_the_rule_of_missing_dots_has_its_values() -> None:
    drawing = draw(with_(NoDifference((1, 4))))
    assert drawing.caption == NoDifference((1, 4)).rule(EVERY.geometry)
