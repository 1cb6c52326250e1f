"""Sets, houses, decorations and marks can be distinguished, and nothing covers anything else."""

import re
from itertools import combinations

import pytest

from pandoku.draw import STYLES, Drawing, draw, draw_step, svg, text
from pandoku.draw.palette import DARK, LIGHT
from pandoku.model import Board, Cage, CageFact, Facts, Geometry, Puzzle, Step
from tests.techniques.boards import step_for
from tests.together import together

FOUR = Board.start(Puzzle(4, (1,) + (0,) * 15))
SHADES = ("window", "highlight", *STYLES, "seen", "goes", "placed")


def step_of(name: str) -> tuple[Board, Step, Drawing]:
    board, step = step_for(name)
    return board, step, draw_step(board, step)


def with_facts(facts: Facts, board: Board = FOUR) -> Drawing:
    return draw_step(board, Step("x", eliminations=((15, 2),), facts=facts))


def test_a_cell_of_two_sets_shows_both() -> None:
    drawing = with_facts(Facts(cells=((5, "set-a"), (6, "set-a"), (5, "set-b"))))
    fills = {(f.x, f.width, f.role) for f in drawing.fills}
    assert fills == {(1, 0.5, "a"), (1.5, 0.5, "b"), (2, 1, "a")}
    given = with_facts(Facts(cells=((0, "set-a"), (0, "set-b"))))
    assert "+1#" in text(given)


def test_a_candidate_of_two_sets_has_two_marks() -> None:
    facts = Facts(candidates=((5, 3, "set-a"), (5, 3, "set-b")))
    drawing = with_facts(facts)
    assert [t.style for t in drawing.texts if t.style] == ["a b"]
    document = svg(drawing, style=False)
    assert 'class="edge a"' in document
    assert 'class="mark b"' in document


def test_a_candidate_needs_no_mark_of_the_set_that_its_cell_shows() -> None:
    facts = Facts(
        cells=((5, "set-a"),), candidates=((5, 3, "set-a"), (5, 3, "restricted"), (5, 4, "set-a"))
    )
    styles = {t.text: t.style for t in with_facts(facts).texts if t.style}
    assert styles == {"3": "f", "4": "a"}


def test_the_rows_and_columns_of_a_fish_differ() -> None:
    for name, base in (("x-wing", "column"), ("swordfish", "row"), ("finned-jellyfish", "column")):
        _, step, drawing = step_of(name)
        half = len(step.facts.houses) // 2
        assert {h.kind for h in step.facts.houses[:half]} == {base}
        keys = {key.sign: key.text for key in drawing.legend}
        assert keys["house"].startswith(f"base: {base}s")
        assert keys["cover"].startswith("cover: ")
        is_upright = {(f.role, f.height > f.width) for f in drawing.fills if f.width != f.height}
        assert is_upright == {("house", base == "column"), ("cover", base == "row")}


def test_houses_of_one_kind_look_alike() -> None:
    _, _, drawing = step_of("skyscraper")
    assert [k.text for k in drawing.legend if k.sign in ("house", "cover")] == [
        "columns 2, 9",
        "row 5",
    ]
    # Two rows and two columns of sets with several digits are no fish.
    houses = FOUR.puzzle.geometry.houses
    facts = Facts(candidates=((5, 2, "set-a"), (6, 3, "set-b")), houses=houses[1:3] + houses[4:6])
    assert ("house", "rows 2, 3") in {(k.sign, k.text) for k in with_facts(facts).legend}


@pytest.mark.parametrize("colors", [LIGHT, DARK])
def test_decoration_and_marks_share_no_tint(colors: dict[str, str]) -> None:
    def channels(name: str) -> list[int]:
        return [int(colors[name][k : k + 2], 16) for k in (1, 3, 5)]

    for one, other in combinations(SHADES, 2):
        differ = [abs(a - b) for a, b in zip(channels(one), channels(other), strict=True)]
        assert max(differ) >= 5, (one, other)


def test_windows_have_a_border_of_their_own() -> None:
    drawing = draw(Puzzle(Geometry.sudoku(9, windows=True)))
    assert sum(line.role == "window" for line in drawing.lines) == 4 * 4


def test_digits_that_a_step_counts_are_marked_where_they_stand() -> None:
    _, step, drawing = step_of("outies")
    counted = {c for c, _, role in step.facts.candidates if role == "counted"}
    shaded = {int(f.y) * drawing.order + int(f.x) for f in drawing.fills if f.role == "c"}
    assert counted == shaded
    assert "cell" in {key.sign for key in drawing.legend}


def test_cages_alike_share_a_key() -> None:
    cages = tuple(Cage("+", 5, (k, k + 1), repeats=False) for k in range(0, 16, 2))
    facts = Facts(cages=tuple(CageFact(k) for k in range(8)))
    drawing = with_facts(facts, Board.start(Puzzle(Geometry.sudoku(4), cages=cages)))
    assert [key.sign for key in drawing.legend].count("cage") == 1


@together("candidates", [False, True])
@together("order, target", [(4, 12), (6, 120), (9, 45), (9, 362880)])
def test_clues_never_touch_digits_or_candidates(order: int, target: int, candidates: bool) -> None:
    cages = (Cage("*", target, (0, 1)), Cage("*", target, (2,)))
    givens = (0, 1) + (0,) * (order * order - 2)
    puzzle = Puzzle(Geometry.latin(order), givens, cages=cages)
    groups = re.findall(
        r'<g class="(clue|given|candidate)" font-size="([\d.]+)">(.*?)</g>',
        svg(draw(puzzle, candidates=candidates), style=False),
    )
    tops, bottoms = [], []
    for role, size, inside in groups:
        baselines = [float(y) for y in re.findall(r' y="([\d.]+)"', inside)]
        if role == "clue":
            bottoms += [min(baselines)]
        else:
            tops += [min(baselines) - 0.73 * float(size)]
    assert bottoms
    assert tops
    assert max(bottoms) < min(tops)


def test_the_regions_of_a_jigsaw_are_told_to_those_who_cannot_see_them() -> None:
    regions = (0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    drawing = draw(Puzzle(Geometry(4, regions=regions)), candidates=True)
    assert "Region 2: r1c4 r2c2 r2c3 r2c4." in drawing.description
    assert "The candidates" in drawing.description


def test_a_step_is_told_with_what_is_marked_where() -> None:
    _, _, drawing = step_of("x-wing")
    assert ": 3 at r1c2; pattern" in drawing.description


def test_pictures_stay_small_as_a_page_has_hundreds() -> None:
    # Half of what one element for each candidate would take.
    assert max(len(svg(step_of(n)[2], style=False)) for n in ("grouped-alternating-chain",
                                                               "killer-quad")) < 12_000  # fmt: skip
