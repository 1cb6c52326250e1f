"""Drawings of steps on a board, and the golden pictures of every kind."""

import runpy
from itertools import pairwise
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pandoku
from pandoku.draw import STYLES, Drawing, Text, draw, draw_step, rich_text, svg, text
from pandoku.draw.curves import curves, reach_of
from pandoku.draw.drawing import candidate_center
from pandoku.draw.handout import blocks
from pandoku.draw.items import ARROWS
from pandoku.draw.roles import ROLES, roles_in_use
from pandoku.draw.routine import after_routine
from pandoku.kernel.logic import finders
from pandoku.logic import hint_ladder
from pandoku.model import (
    Board,
    Cage,
    CageFact,
    Facts,
    Geometry,
    Link,
    Notes,
    Puzzle,
    Step,
    note_step,
)
from pandoku.techniques import TECHNIQUES, example_of
from pandoku.words import StepReader
from tests.data import EXAMPLES
from tests.techniques.boards import step_for
from tests.together import together

GOLDEN = Path(__file__).with_name("golden")
MAKER = runpy.run_path(str(Path(__file__).with_name("make_golden.py")))
PICTURES = sorted(path.stem for path in GOLDEN.iterdir())
FOUR = Board.start(Puzzle(4, (1,) + (0,) * 15))


def first_step(name: str) -> tuple[Board, Step]:
    return step_for(name)


def example(name: str) -> tuple[Board, Step]:
    found = example_of(name)
    assert found
    return found.board, next(TECHNIQUES[name].steps(found.board, 1))


def keys(drawing: Drawing) -> set[tuple[str, str]]:
    return {(key.sign, key.text) for key in drawing.legend}


# ------------------------------------------------------------------ golden pictures


@pytest.fixture(scope="module")
def drawings() -> dict[str, Drawing]:
    made: dict[str, Drawing] = MAKER["pictures"]()
    return made


@together("name", PICTURES)
def test_pictures_equal_the_golden_ones(name: str, drawings: dict[str, Drawing]) -> None:
    kept = (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")
    assert svg(drawings[name]) == kept, "if the new picture is right, run tests/draw/make_golden.py"


def test_every_picture_has_a_golden_one_and_none_is_left_over(
    drawings: dict[str, Drawing],
) -> None:
    assert set(PICTURES) == set(drawings)


# ------------------------------------------------------------------ every technique


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", TECHNIQUES)
def test_every_example_is_drawn_with_all_it_shows_explained(name: str) -> None:
    board, step = example(name)
    drawing = draw_step(board, step)
    ElementTree.fromstring(svg(drawing))
    told = {key.style for key in drawing.legend}
    marks = [style for t in drawing.texts for style in t.style.split()]
    assert {*marks, *(f.role for f in drawing.fills)} & {*STYLES, "seen"} <= told
    signs = {key.sign for key in drawing.legend}
    assert ("goes" in signs) == any(t.struck for t in drawing.texts) == bool(step.eliminations)
    assert ("placed" in signs) == bool(step.placements)
    assert signs & {"house", "cover"} == {f.role for f in drawing.fills} & {"house", "cover"}
    assert ("order" in signs) == any(t.role == "order" for t in drawing.texts)
    assert {c.role for c in drawing.curves} == signs & {"strong", "weak", "leads", "ends"}
    assert bool(drawing.rings) == ("ring" in signs)
    placed = {cell for cell, _ in step.placements}
    roles = {role for cell, role in step.facts.cells if cell not in placed}
    roles |= {r for c, d, r in step.facts.candidates if (c, d) not in step.placements}
    legend = "\n".join(key.text for key in drawing.legend)
    looks = roles_in_use(sorted(roles)).values()
    words_of = {look.style: [e.words for e in looks if e.style == look.style] for look in looks}
    assert all(any(each in legend for each in words) for words in words_of.values())
    plain = text(drawing, ascii_only=True)
    assert plain.isascii()
    signs_of = str.maketrans("×÷−", "*/-")
    words = (key.text for key in drawing.legend if key.sign not in ARROWS)
    assert all(each.translate(signs_of) in plain for each in words)
    assert rich_text(drawing).plain.splitlines()[-1].rstrip() == text(drawing).splitlines()[-1]


# ------------------------------------------------------------------ the list


def test_eliminations_are_struck_and_the_pattern_has_a_style() -> None:
    board, step = first_step("x-wing")
    drawing = draw_step(board, step)
    struck = {(t.x, t.y) for t in drawing.texts if t.struck}
    assert struck == {candidate_center(board.puzzle, *pair) for pair in step.eliminations}
    proves = {(t.x, t.y) for t in drawing.texts if t.style == "a"}
    assert proves == {candidate_center(board.puzzle, c, d) for c, d, _ in step.facts.candidates}
    assert drawing.caption == drawing.title
    assert drawing.description.endswith(".")


def test_the_caption_of_a_complete_hint_names_its_technique() -> None:
    board, step = first_step("pointing")
    whole = hint_ladder(step, TECHNIQUES["pointing"], board)[-1]
    assert whole.drawing().caption == "Locked candidates (pointing); 1 candidate goes"


def test_a_placed_digit_fills_its_cell() -> None:
    drawing = draw_step(FOUR, Step("x", placements=((5, 2),)))
    assert [(t.text, t.x, t.y) for t in drawing.texts if t.role == "placed"] == [("2", 1.5, 1.5)]
    inside = [t for t in drawing.texts if (int(t.x), int(t.y)) == (1, 1)]
    assert [t.role for t in inside] == ["placed"]


def test_a_placed_digit_stays_a_candidate_where_a_link_leads_to_it() -> None:
    link = Link(((5, 3),), ((5, 2),), True)
    drawing = draw_step(FOUR, Step("x", placements=((5, 2),), facts=Facts(links=(link,))))
    inside = [t for t in drawing.texts if (int(t.x), int(t.y)) == (1, 1)]
    styles = {t.text: t.style for t in inside if t.role == "candidate"}
    assert styles == {"2": "placed", "3": "", "4": ""}


def test_an_unknown_role_gets_a_style_of_its_own_and_its_name_in_the_legend() -> None:
    cells = ((1, "pattern"), (2, "inner-part"), (3, "outer-part"))
    drawing = draw_step(FOUR, Step("x", eliminations=((1, 2),), facts=Facts(cells=cells)))
    assert keys(drawing) >= {("cell", "inner part"), ("cell", "outer part")}
    styles = [key.style for key in drawing.legend if key.sign == "cell"]
    assert len(set(styles)) == 3
    assert drawing.caption == "x"  # its technique is not registered


def test_every_role_of_the_core_has_a_style_and_words() -> None:
    assert {role for finder in finders() for role in finder.roles} <= {*ROLES}


def test_more_unknown_roles_than_styles_are_drawn_too() -> None:
    cells = tuple((cell, f"part-{cell}") for cell in range(1, 12))
    drawing = draw_step(FOUR, Step("x", eliminations=((1, 2),), facts=Facts(cells=cells)))
    assert len(keys(drawing)) == 12
    ElementTree.fromstring(svg(drawing))


def test_the_legend_lists_a_cage_with_its_fillings() -> None:
    puzzle = Puzzle(
        Geometry.sudoku(4), cages=(Cage("+", 7, (0, 1, 4), repeats=False), Cage("*", 4, (2, 3)))
    )
    facts = Facts(cages=(CageFact(0, ((1, 2, 4), (2, 1, 4))), CageFact(1)))
    drawing = draw_step(Board.start(puzzle), Step("x", eliminations=((0, 3),), facts=facts))
    # One swatch, one key.
    assert [(key.text, key.where) for key in drawing.legend if key.sign == "cage"] == [
        ("cages", "cage 7 at r1c1: 1 2 4; cage 4× at r1c3")
    ]
    assert sum(line.role == "told" for line in drawing.lines) == 10


def test_the_legend_names_branches_by_what_they_start_with() -> None:
    branches = (
        (Step("y", placements=((5, 2),)), Step("y", placements=((6, 3),))),
        (Step("y", eliminations=((5, 2),)), Step("y", placements=((5, 3),))),
    )
    drawing = draw_step(FOUR, Step("x", eliminations=((1, 2),), facts=Facts(branches=branches)))
    told = [(key.style, key.text) for key in drawing.legend if key.sign == "candidate"]
    assert told == [("a", "if r2c2 is 2"), ("b", "if r2c2 is not 2")]
    assert {(t.text, t.style) for t in drawing.texts if t.style} == {
        ("2", "a"),
        ("3", "a"),
        ("3", "b"),
    }


def test_jigsaw_houses_are_shaded_cell_by_cell() -> None:
    board, step = first_step("hidden-single")
    house = step.facts.houses[0]
    n = board.puzzle.order
    fills = [f for f in draw_step(board, step).fills if f.role == "house"]
    cells = {
        int(f.y + y) * n + int(f.x + x)
        for f in fills for x in range(int(f.width)) for y in range(int(f.height))
    }  # fmt: skip
    assert cells == set(house.cells)


# ------------------------------------------------------------------ links


def test_curves_begin_and_end_beside_their_candidates() -> None:
    puzzle = FOUR.puzzle
    link = Link(((5, 2),), ((15, 3),), False)
    (curve,) = curves(puzzle, [link], [])
    for (x, y), at in (((curve.x1, curve.y1), (5, 2)), ((curve.x2, curve.y2), (15, 3))):
        px, py = candidate_center(puzzle, *at)
        assert hypot(x - px, y - py) == pytest.approx(1.1 * reach_of(puzzle), rel=0.1)


def test_a_curve_goes_around_the_candidate_in_its_way() -> None:
    puzzle = Puzzle(9)
    link = Link(((0, 1),), ((8, 1),), True)
    (free,) = curves(puzzle, [link], [])
    (bent,) = curves(puzzle, [link], [(4, 1)])
    x, y = candidate_center(puzzle, 4, 1)
    assert free.cy == pytest.approx(y)
    away = [
        hypot((1 - t) ** 2 * bent.x1 + 2 * t * (1 - t) * bent.cx + t * t * bent.x2 - x,
              (1 - t) ** 2 * bent.y1 + 2 * t * (1 - t) * bent.cy + t * t * bent.y2 - y)
        for t in (k / 100 for k in range(101))
    ]  # fmt: skip
    assert min(away) > 0.8 * reach_of(puzzle)


def test_two_links_between_the_same_candidates_take_two_ways() -> None:
    links = [Link(((0, 1),), ((8, 1),), True), Link(((0, 1),), ((8, 1),), False)]
    one, two = curves(Puzzle(9), links, [])
    assert (one.cx, one.cy) != (two.cx, two.cy)


@pytest.mark.parametrize("name", ["x-chain", "xy-chain", "continuous-loop", "alternating-chain",
                                  "discontinuous-loop", "grouped-alternating-chain"])  # fmt: skip
def test_chains_stay_inside_the_picture(name: str) -> None:
    board, step = first_step(name)
    n, links = board.puzzle.order, draw_step(board, step).curves
    assert len(links) > 2
    for curve in links:
        for x, y in ((curve.x1, curve.y1), (curve.x2, curve.y2)):
            assert 0 <= x <= n
            assert 0 <= y <= n


# ------------------------------------------------------------------ media


def test_the_terminal_has_a_sign_for_each_part() -> None:
    board, step = first_step("finned-x-wing")
    lines = text(draw_step(board, step)).splitlines()
    digit = step.eliminations[0][1]
    grid = "\n".join(lines[:-5])
    assert grid.count(f"+{digit}") == 4
    assert grid.count(f"#{digit}") == 1
    assert grid.count(f"-{digit}") == 1
    assert lines[-5].startswith("-  removed: ")
    assert lines[-3].startswith("#  fin: ")
    assert [line[:8] for line in lines[-2:]] == ["   base:", "   cover"]


def test_a_placed_digit_shows_without_colors() -> None:
    board, step = first_step("naked-single")
    ((_, digit),) = step.placements
    assert f"={digit}=" in text(draw_step(board, step))


def test_the_legend_stays_inside_the_picture() -> None:
    for name in ("alternating-chain", "unique-rectangle-3"):
        root = ElementTree.fromstring(svg(draw_step(*first_step(name))))
        width, height = (float(v) for v in root.attrib["viewBox"].split()[2:])
        below = next(e for e in root if e.get("transform", "").startswith("scale("))
        scale = float(below.attrib["transform"][6:-1])
        words = [e for e in below if "words" in e.get("class", "")]
        assert words
        for element in words:
            size, length = float(element.attrib["font-size"]), len(element.text or "")
            assert length
            assert scale * (float(element.attrib["x"]) + 0.55 * size * length) <= width
            assert scale * float(element.attrib["y"]) < height
        rows = sorted({float(e.attrib["y"]) for e in words})
        assert all(b - a > 12 for a, b in pairwise(rows))


def test_each_style_has_a_shape_of_its_own() -> None:
    shapes = set()
    for style, role in zip(STYLES, ("color-a", "color-b", "color-c", "color-d", "color-e",
                                    "color-f"), strict=True):  # fmt: skip
        facts = Facts(candidates=((5, 2, role),))
        document = svg(draw_step(FOUR, Step("x", eliminations=((1, 2),), facts=facts)), style=False)
        bare = document.replace(f'mark {style}"', 'mark"').replace(f"in {style}", "in")
        shapes.add(bare.replace(f'edge {style}"', 'edge"').replace(role[-1].upper(), "?"))
    assert len(shapes) == len(STYLES)


def test_the_style_sheet_leaves_the_page_around_it_alone() -> None:
    sheet = svg(draw(FOUR)).partition("<style>")[2].partition("</style>")[0]
    sheet = sheet.replace("@media screen and (prefers-color-scheme:dark){", "")
    selectors = [
        s for rule in sheet.split("}") if "{" in rule for s in rule.split("{")[0].split(",")
    ]
    assert selectors
    assert all(f"{selector} ".startswith(".pandoku ") for selector in selectors)


def test_the_picture_has_a_title_and_a_description_for_screen_readers() -> None:
    board, step = first_step("xy-wing")
    root = ElementTree.fromstring(svg(draw_step(board, step)))
    told = TECHNIQUES["xy-wing"].explain(step, board)
    name = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{name}title") == told.heading
    described = root.findtext(f"{name}desc") or ""
    assert described.startswith(" ".join(told.full))
    assert "pivot: r6c3; wing: r4c2 r6c4" in described


# ------------------------------------------------------------------ the picture of the README


def test_the_picture_in_the_readme_is_what_the_program_draws() -> None:
    kept = MAKER["README_PICTURE"].read_text(encoding="utf-8")
    assert kept == svg(MAKER["readme_picture"]()), "run tests/draw/make_golden.py"


# ------------------------------------------------------------------ before any pencil marks


def candidates_in(drawing: Drawing) -> list[Text]:
    return [text for text in drawing.texts if text.role == "candidate"]


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "name", ["easy.list", "killer.txt", "mathdoku6.letters", "hidden5.json", "jigsaw6.solo"]
)
def test_the_pictures_of_a_beginner_show_only_what_is_written(name: str) -> None:
    puzzle = next(iter(pandoku.read(EXAMPLES / name)))
    path = pandoku.explain(puzzle, reader="beginner")
    assert path.n_unmarked
    for taken in path:
        drawing, noting = taken.drawing(), taken.reader.noting
        if noting is None:
            assert candidates_in(drawing) or not taken.step.eliminations
        else:
            assert len(candidates_in(drawing)) <= n_written(noting.noted)
    readers = tuple(path.readers())
    for part in blocks(path.start, path.steps, path.explanations(), readers=readers):
        if noting := part.taken[-1].reader.noting:
            shown = candidates_in(after_routine(part, candidates=True))
            assert len(shown) == n_written(noting.after)
            assert {*part.taken[-1].drawing().texts} == {*path[part.numbers[1] - 1].drawing().texts}


def n_written(notes: Notes) -> int:
    return sum(notes.written(cell).bit_count() for cell in range(len(notes.marks.corner)))


def test_the_handout_of_singles_for_a_beginner_shows_no_marks() -> None:
    puzzle = next(iter(pandoku.read(EXAMPLES / "easy.list")))
    plain, beginner = (pandoku.explain(puzzle, reader=each) for each in (None, "beginner"))
    assert 'class="candidate' in plain.page()
    assert 'class="candidate' not in beginner.page()


def test_a_hint_for_a_beginner_shows_no_marks() -> None:
    puzzle = next(iter(pandoku.read(EXAMPLES / "easy.list")))
    for level in range(1, 6):
        assert candidates_in(pandoku.hint(puzzle, level, reader="beginner").drawing()) == []


def test_candidates_that_are_given_are_drawn_for_a_beginner_too() -> None:
    board = Board.start(next(iter(pandoku.read(EXAMPLES / "sukaku.json"))))
    step = Step("my-own", eliminations=((0, 1),))
    noting = note_step(Notes.none(9), step, board)
    assert candidates_in(draw_step(board, step, reader=StepReader(noting)))
