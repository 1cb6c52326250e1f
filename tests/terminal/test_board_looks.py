"""The looks of a board: its characters in three sizes, and its colors in five themes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES, Theme

from pandoku.constraints import RULES
from pandoku.draw.decorated import shapes_of
from pandoku.formats import load
from pandoku.model import Marks, Puzzle, Stroke
from pandoku.play import Game
from pandoku.terminal.cell_text import BIG_LINES, Content, big, cell_lines
from pandoku.terminal.grid import SIZES, Size, best_size, grid_of, needed
from pandoku.terminal.highlights import Candidate
from pandoku.terminal.hints import about_hint, highlights_of, hint_legend
from pandoku.terminal.palette import Palette, contrast, palette_of
from pandoku.terminal.scene import Scene
from pandoku.terminal.theme_colors import usual_theme
from pandoku.terminal.themes import TERMINAL_THEMES
from tests.data import EASY, EXAMPLES
from tests.terminal.board_scenes import (
    INKS,
    LAYERS,
    hinted,
    nine_played,
    painter_of,
    scenes,
    styles,
    with_signs_in_cells,
    written,
)
from tests.together import together

GOLDEN = Path(__file__).with_name("golden") / "board"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.txt"))
SHADED = [theme for theme in TERMINAL_THEMES if not theme.ansi]
READ = ("given", "digit", "placed", "wrong", "corner", "center", "center same", "clue", "sign")


@pytest.fixture(scope="module")
def by_name() -> dict[str, tuple[Puzzle, Size, Scene]]:
    return {name: (puzzle, size, scene) for name, puzzle, size, scene in scenes()}


@together("name", NAMES)
def test_a_board_is_drawn_as_it_was_looked_at(
    name: str, by_name: dict[str, tuple[Puzzle, Size, Scene]]
) -> None:
    puzzle, size, scene = by_name[name]
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert written(painter_of(puzzle, size, scene)) == golden


def test_the_styles_are_those_that_were_looked_at() -> None:
    assert styles() == GOLDEN.with_name("board_styles.txt").read_text(encoding="utf-8")


def test_every_board_has_a_golden_one_and_none_is_left_over(
    by_name: dict[str, tuple[Puzzle, Size, Scene]],
) -> None:
    assert set(NAMES) == set(by_name)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("file", sorted(path.name for path in EXAMPLES.glob("*.json")))
def test_every_line_of_every_board_has_the_width_that_is_needed(file: str, size: Size) -> None:
    puzzle = load(EXAMPLES / file)
    marks = Marks(puzzle.order, center=(puzzle.geometry.all_mask,) * puzzle.geometry.n_cells)
    painter = painter_of(puzzle, size, Scene(puzzle.givens, marks, 0))
    columns, lines = needed(puzzle, size)
    widths = {sum(cell_len(text) for text, _, _ in painter.pieces(at)) for at in range(lines)}
    assert widths == {columns}


@pytest.mark.turns(3)
@together("size", SIZES)
@together("name", RULES)
def test_a_board_shows_the_signs_of_every_kind_of_constraint(name: str, size: Size) -> None:
    puzzle = RULES[name].example
    for scene in (Scene(puzzle.givens, cursor=0), Scene(puzzle.givens, has_signs=True)):
        painter = painter_of(puzzle, size, scene)
        columns, lines = needed(puzzle, size)
        written_lines = ["".join(t for t, _, _ in painter.pieces(at)) for at in range(lines)]
        assert {cell_len(line) for line in written_lines} == {columns}
        shown = "".join(written_lines)
        grid = painter.grid
        drawn = {} if grid.strokes is None else grid.strokes.cells
        signs = zip(grid.signs, grid.shapes.signs, shapes_of(puzzle), strict=True)
        for sign, on_border, shape in signs:
            if sign != on_border and grid.strokes is not None:
                points = [at for part in shape.parts if isinstance(part, Stroke)
                          for at in part.points]  # fmt: skip
                cells = {int(y) * puzzle.order + int(x) for x, y in points}
                assert sign.isdigit() or cells <= drawn.keys()
            else:
                # A letter is small where its line has neither a circle nor a square.
                assert any(each in shown for each in (sign, sign.lower(), on_border))


@pytest.mark.parametrize("size", SIZES)
def test_cells_are_found_beside_numbers_too(size: Size) -> None:
    grid = grid_of(RULES["sandwich"].example, size)
    assert grid.left
    assert grid.right
    found = [grid.cell_at(x, y) for y in range(-1, grid.height + 1) for x in range(grid.width + 1)]
    counts = [found.count(cell) for cell in range(36)]
    assert set(counts) == {grid.box.width * grid.box.height}
    assert grid.cell_at(grid.lefts[4], grid.tops[2]) == 16


def test_letters_have_the_colors_of_their_lines() -> None:
    puzzle = with_signs_in_cells()
    painter = painter_of(puzzle, "small", Scene(puzzle.givens, cursor=-1))
    inks = {text: ink for at in range(painter.grid.height) for text, _, ink in painter.pieces(at)}
    assert inks["a"] == "shape-whisper"
    assert inks["□"] == inks["1"] == inks["∧"] == "shape"


def test_the_sizes_of_a_usual_sudoku_suit_usual_windows() -> None:
    puzzle = Puzzle(EASY)
    assert best_size(puzzle, 80, 24) == "medium"
    assert best_size(puzzle, 55, 21) == "wide"
    assert best_size(puzzle, 54, 24) == "small"
    assert best_size(puzzle, 40, 18) == "compact"
    assert best_size(puzzle, 30, 13) == "tiny"
    assert best_size(puzzle, 73, 37) == "large"
    assert best_size(puzzle, 28, 12) is None


@pytest.mark.parametrize("size", SIZES)
def test_each_cell_is_found_at_its_characters_and_nothing_at_the_lines(size: Size) -> None:
    grid = grid_of(load(EXAMPLES / "killer.txt"), size)
    found = [grid.cell_at(x, y) for y in range(-1, grid.height + 1) for x in range(grid.width + 1)]
    counts = [found.count(cell) for cell in range(81)]
    assert set(counts) == {grid.box.width * grid.box.height}
    assert grid.cell_at(grid.lefts[4], grid.tops[2]) == 22


def test_a_cursor_beside_the_grid_is_not_drawn() -> None:
    puzzle = Puzzle(4)
    shown = written(painter_of(puzzle, "small", Scene(puzzle.givens, cursor=-1)))
    assert not set("╔═║") & set(shown)


def test_only_the_rows_that_changed_are_painted_again() -> None:
    puzzle, scene = nine_played()
    painter = painter_of(puzzle, "small", scene)
    digits = [*scene.digits]
    digits[5] = 3 if digits[5] != 3 else 0
    assert painter.paint(replace(scene, digits=digits)) == {0, 1, 2}
    assert painter.paint(replace(scene, digits=digits)) == set()


def test_what_is_painted_again_equals_a_board_painted_anew() -> None:
    puzzle, scene = nine_played()
    painter = painter_of(puzzle, "medium", scene)
    _, hint = hinted("xy-wing")
    for after in (
        replace(scene, cursor=0),
        replace(scene, selection=frozenset([0, 1, 80]), has_signs=True),
        replace(scene, mode="center", mistakes=frozenset([1])),
        replace(scene, highlights=highlights_of(hint)),
        replace(scene, is_hidden=True),
    ):
        painter.paint(after)
        assert written(painter) == written(painter_of(puzzle, "medium", after))


def test_a_hidden_board_shows_no_digit_and_no_hint() -> None:
    puzzle, scene = nine_played()
    lit = replace(scene, highlights=highlights_of(hinted("xy-wing")[1]))
    hidden = replace(lit, is_hidden=True, has_signs=True)
    shown = written(painter_of(puzzle, "small", hidden)).partition("\n\n")[0]
    assert not set("123456789ABCDEF⠁•+-#") & set(shown)


def test_a_mistake_has_a_sign_in_every_size() -> None:
    for size in SIZES:
        box = grid_of(Puzzle(9), size).box
        lines = cell_lines(Content(5, "digit", is_wrong=True), box)
        assert "!" in "".join(text for line in lines for text, _ in line)


def test_large_digits_of_givens_and_of_the_player_have_different_strokes() -> None:
    for digit in range(10):
        heavy, light = big(str(digit), is_heavy=True), big(str(digit), is_heavy=False)
        assert len(heavy) == len(light) == BIG_LINES
        assert not set("".join(heavy)) & set("".join(light)) - {" "}
    assert len({big(str(digit), is_heavy=True) for digit in range(10)}) == 10


@pytest.mark.parametrize(
    ("size", "line", "found"), [("medium", 1, ["1234", "…"]), ("large", 1, ["123456", "…"])]
)
def test_more_marks_than_fit_are_not_passed_over_in_silence(
    size: Size, line: int, found: list[str]
) -> None:
    lines = cell_lines(Content(corner=0b11, center=0b111111111), grid_of(Puzzle(9), size).box)
    assert [text for text, _ in lines[line]] == found
    assert [text.strip() for text, ink in lines[0] if ink == "corner"] == ["1", "2"]


def test_many_marks_in_a_small_cell_are_a_picture_or_a_number() -> None:
    def shown(order: int, *, center: int = 0, corner: int = 0) -> str:
        content = Content(center=center, corner=corner)
        (line,) = cell_lines(content, grid_of(Puzzle(order), "small").box)
        return "".join(text for text, _ in line)

    assert shown(9, center=0b111000111) == " ⠭⠅"
    assert shown(9, corner=0b111000111) == "'⠭⠅"
    assert shown(16, center=0b11) == "1 2"
    assert shown(16, center=0b111) == " ⠉⠁"
    assert shown(25, center=0b11111) == " :5"
    assert shown(25, corner=0b111111111111) == " '…"
    assert shown(25, center=1 << 11) == "12?"


@pytest.mark.parametrize(
    ("size", "center", "corner", "found"),
    [
        ("wide", (2, 4, 5, 6, 8), (), "24568"),
        ("wide", (1, 2, 3, 4, 5, 6, 7, 8, 9), (), " 1-9 "),
        ("wide", (4, 5, 6, 7, 8, 1), (), " 14-8"),
        ("wide", (1, 2, 4, 5, 6, 8, 9), (), " ≠37 "),
        ("wide", (5, 6), (1, 2), "56'12"),
        ("wide", (2, 4, 5, 6), (1, 2), "2456'"),
        ("wide", (), (1, 2, 3, 4, 5), " '1-5"),
        ("small", (2, 4), (5,), "24'"),
        ("small", (2,), (5,), "2'5"),
        ("small", (2, 4, 7), (5,), "⠎⠀'"),
        ("tiny", (2,), (5,), "2'"),
        ("tiny", (), (5, 6), "'…"),
    ],
)
def test_marks_of_a_cell_with_one_line(
    size: Size, center: tuple[int, ...], corner: tuple[int, ...], found: str
) -> None:
    masks = [sum(1 << (digit - 1) for digit in sorted(each)) for each in (center, corner)]
    content = Content(center=masks[0], corner=masks[1])
    (line,) = cell_lines(content, grid_of(Puzzle(9), size).box)
    assert "".join(text for text, _ in line) == found


def test_the_first_candidate_of_a_small_cell_stands_for_several_parts() -> None:
    box = grid_of(Puzzle(9), "small").box
    same = (Candidate(1, "+", "a"), Candidate(2, "+", "a"))
    other = (Candidate(1, "+", "a"), Candidate(2, "-", "goes"))
    assert cell_lines(Content(candidates=same), box)[0] == (("+12", "a"),)
    assert cell_lines(Content(candidates=other), box)[0] == (("+1…", "a"),)


# ------------------------------------------------------------------ hints


def test_a_hint_shows_no_more_than_its_level_says() -> None:
    _, low = hinted("xy-wing", 2)
    _, middle = hinted("xy-wing", 3)
    assert set(highlights_of(low).fills.values()) == {"highlight"}
    assert not highlights_of(low).candidates
    marked = [
        each
        for cell in highlights_of(middle).candidates.values()
        for each in cell
        if each.sign != " "
    ]
    assert {each.digit for each in marked} == {9}  # the digit that the hint asks for
    assert hint_legend(low) == ()
    assert len(hint_legend(middle)) == 1


def test_no_level_of_a_hint_leaves_the_board_without_a_highlight() -> None:
    for name in ("thermometers", "arrows"):
        game = Game.start(load(EXAMPLES / f"sudokupad/{name}.json"))
        for level in range(1, 6):
            hint = game.hint(level)
            assert hint.level == level
            assert highlights_of(hint).fills, (name, level)


def test_every_sign_on_the_board_is_in_the_legend() -> None:
    for technique in ("xy-wing", "finned-swordfish", "innies", "naked-pair", "als-xz"):
        _, hint = hinted(technique)
        lights = highlights_of(hint)
        signs = {each.sign for cell in lights.candidates.values() for each in cell} - {" "}
        signs |= {lights.sign(cell, has_colors=False) for cell in lights.fills}
        assert signs <= {line.sign for line in hint_legend(hint)}


def test_a_legend_names_few_places_and_counts_many_and_has_the_colors_of_the_board() -> None:
    hint = Game.start(load(EXAMPLES / "sudokupad/thermometers.json")).hint(5)
    removed = next(line for line in hint_legend(hint) if line.sign == "-")
    assert hint.step
    assert removed.text == f"removed ({len(hint.step.eliminations)})"
    _, pair = hinted("naked-pair")
    found = hint_legend(pair)
    assert any(line.text == "pair: r1c1 r1c2" for line in found) or [line.text for line in found]
    palette = palette_of(TERMINAL_THEMES[0])
    styles = {str(span.style) for span in about_hint(pair, can_apply=True, palette=palette).spans}
    assert {palette.swatch(line.ink) for line in found} <= styles
    assert about_hint(pair, can_apply=True, palette=palette).plain.startswith("Hint  H does it\n")


def test_the_numbers_of_a_chain_follow_its_links() -> None:
    _, hint = hinted("alternating-chain")
    assert hint.step
    first = hint.step.facts.links[0]
    shown = highlights_of(hint).candidates
    for (cell, digit), number in ((first.start[0], "¹"), (first.end[0], "²")):
        (found,) = [each for each in shown[cell] if each.digit == digit]
        assert found.sign == number
    assert "¹²" in {line.sign for line in hint_legend(hint)}


# ------------------------------------------------------------------ themes


@pytest.mark.parametrize("theme", SHADED, ids=lambda theme: theme.name)
def test_everything_can_be_read_over_everything(theme: Theme) -> None:
    palette = palette_of(theme)
    for behind in ((), *LAYERS):
        for ink in READ:
            style = palette.style(behind, ink)
            assert style.color
            assert style.bgcolor
            found = contrast(style.color.name, style.bgcolor.name)
            assert found >= (4.5 if ink in ("given", "digit") else 3.5), (behind, ink)


@pytest.mark.parametrize("is_coarse", [False, True])
@pytest.mark.parametrize("theme", SHADED, ids=lambda theme: theme.name)
def test_what_is_behind_a_cell_is_seen(theme: Theme, is_coarse: bool) -> None:
    palette = palette_of(theme, is_coarse=is_coarse)
    system = ColorSystem.EIGHT_BIT if is_coarse else ColorSystem.TRUECOLOR

    def ground(layers: tuple[str, ...]) -> Color:
        found = palette.style(layers, "given").bgcolor
        assert found
        return found.downgrade(system)

    assert ground(()) not in [ground(layers) for layers in LAYERS]
    for layers in (("peer", "same", "selected"), ("house", "highlight", "selected")):
        assert len({ground((layer,)) for layer in layers}) == 3


def test_sixteen_colors_are_enough_for_the_theme_that_is_made_of_them() -> None:
    palette = palette_of(_theme("pandoku-16"))
    for style in (palette.style(behind, ink) for behind in LAYERS for ink in INKS):
        for color in (style.color, style.bgcolor):
            assert color is None or color.is_default or (color.number or 0) < 16


def test_the_plain_theme_has_no_colors_but_signs() -> None:
    palette = palette_of(_theme("pandoku-plain"))
    assert palette.has_signs
    for style in (palette.style(behind, ink) for behind in LAYERS for ink in INKS):
        assert style.bgcolor is None
        assert style.color is None or style.color.is_default
    assert palette.style((), "given") != palette.style((), "digit")


def test_a_theme_of_textual_keeps_its_paper() -> None:
    theme = BUILTIN_THEMES["nord"]
    style = palette_of(theme).style((), "given")
    assert style.bgcolor
    assert theme.background
    assert style.bgcolor.name == theme.background.lower()


def test_the_usual_theme_follows_the_terminal() -> None:
    assert usual_theme({"NO_COLOR": ""}, "256") == "pandoku-dark"
    assert usual_theme({}, "standard") == "pandoku-16"
    assert usual_theme({}, None) == usual_theme({"NO_COLOR": "1"}, "256") == "pandoku-plain"


def test_spaces_join_the_characters_beside_them() -> None:
    puzzle = Puzzle(4, (1,) + (0,) * 15)
    painter = painter_of(puzzle, "small", Scene(puzzle.givens, cursor=-1))
    assert [segment.text for segment in painter.joined(painter.parts(1))] == ["┃ 1 │   ┃   │   ┃"]


def _theme(name: str) -> Theme:
    return next(theme for theme in TERMINAL_THEMES if theme.name == name)


def test_a_palette_without_colors_of_its_own_is_the_terminals() -> None:
    assert not Palette("", {}, {}).style(("peer",), "given").bgcolor
