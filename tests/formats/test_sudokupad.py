"""The format sudokupad: links and documents of SudokuPad, and what their drawings mean."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import pandoku
from pandoku import FormatError, Puzzle
from pandoku.constraints import RULES, Arrow, Drawing, Fog, RulesInWords, Thermometer
from pandoku.formats import FORMATS, Item, Lines, items
from pandoku.formats._again import plain_form
from pandoku.formats._links.lz_string import LzError, pack, zipped_json
from pandoku.formats.sudokupad.links import packed_digits, unpacked_digits, unpacked_runs
from pandoku.formats.sudokupad.svg_paths import straight_lines
from pandoku.model import Cage, Constraint, Disc, Geometry, Sign, Stroke, Tile
from pandoku.words import counted_kinds
from tests.data import ROOT, by_default
from tests.formats.scl import scl_of
from tests.together import together

GIVENS = "000001230123008040804007650765000000000000000000000123012300804080400765076500000"
PACKED = "e12D12NIEIO76F76tooU12D12NIEIO76F76t"
# A grid that is right for the boxes of a 4x4.
SOLUTION = "1234341221434321"


def _read(document: dict[str, Any] | str) -> Item:
    text = document if isinstance(document, str) else json.dumps(document)
    return next(items(Lines.of(text.encode()), "sudokupad"))


def _puzzle(document: dict[str, Any] | str) -> Puzzle:
    item = _read(document)
    assert isinstance(item.value, Puzzle), item.value
    return item.value


def _small(**parts: Any) -> dict[str, Any]:
    """Return a document of a 4x4 with one given in each row."""
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    for at, digit in ((0, 1), (4, 3), (8, 2)):
        cells[at // 4][at % 4] = {"value": digit}
    return {"cells": cells, "metadata": {"solution": SOLUTION}} | parts


# ---- links


@together(
    "link",
    [
        f"https://sudokupad.app/scf{PACKED}",
        f"sudokupad.app/scf{PACKED}?setting-nogrid=1",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=scf{PACKED}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=scf{PACKED}&setting-largepuzzle=1",
        f"sudokupad://puzzle/scf{PACKED}",
        f"scf{PACKED}",
        f"classic{PACKED}",
        f"classic{GIVENS.replace('0' * 27, 'BA' + 'Z' + 'B').replace('0', 'B')}",
    ],
)
def test_links_to_plain_digits_are_read(link: str) -> None:
    puzzle = pandoku.loads(link)
    assert "".join(map(str, puzzle.givens)) == GIVENS
    assert puzzle.geometry == Geometry.sudoku(9)


def test_letters_after_the_digits_are_houses() -> None:
    puzzle = pandoku.loads(f"https://sudokupad.app/scf{PACKED}wx")
    assert puzzle.geometry == Geometry.sudoku(9, diagonals=True, windows=True)


def test_plain_digits_survive_the_code() -> None:
    for text in (GIVENS, "0" * 81, "123456789" * 9, "0" * 80 + "9"):
        digits = [*map(int, text)]
        assert unpacked_digits(packed_digits(digits)) == (digits, "")
    assert unpacked_runs("zc12") == [0] * 79 + [1, 2]


@pytest.mark.parametrize("form", ["scl", "ctc"])
def test_packed_documents_are_read_alone_and_in_links(form: str) -> None:
    packed = pack(json.dumps(_small()))
    for text in (f"{form}{packed}", f"https://sudokupad.app/{form}{packed}?setting-x=1"):
        assert pandoku.loads(text).givens[:5] == (1, 0, 0, 0, 3)


def test_a_relaxed_document_is_read() -> None:
    text = (
        f"{{ce:[[{{v:1}},,,],[{{v:3}},,,],[{{v:2}},,,],[,,,]],ca:[{{v:'solution: {SOLUTION}'}}]}}"
    )
    puzzle = pandoku.loads(f"https://sudokupad.app/scl{pack(text)}")
    assert puzzle.givens == (1, 0, 0, 0, 3, 0, 0, 0, 2, *[0] * 7)
    assert puzzle.solution == (*map(int, SOLUTION),)


@together(
    "text, value",
    [
        ("[,,]", [{}, {}, {}]),
        ("[]", []),
        ("{c:67F067,x:t,y:f}", {"color": "#67F067", "x": True, "y": False}),
        ("{te:'it\\'s {a:abcdef'}", {"text": "it's {a:abcdef"}),
        (
            "{te:123456,c1:#0,c2:#F}",
            {"text": 123456, "borderColor": "#000000"} | {"backgroundColor": "#FFFFFF"},
        ),
        ("{wp:[[.5,-1.5]]}", {"wayPoints": [[0.5, -1.5]]}),
        ('{"value": "7", v: \'7\'}', {"value": 7}),
    ],
)
def test_relaxed_json(text: str, value: object) -> None:
    assert zipped_json(text) == value


@pytest.mark.parametrize(
    "text", ["", "{", "[1", "{a}", "{a:}", "]", "{a:1}}", "[" * 100, "[" + "," * 400_000 + "]", "'"]
)
def test_bad_relaxed_json_is_refused(text: str) -> None:
    with pytest.raises(LzError, match="expected"):
        zipped_json(text)


@together(
    "text, reason",
    [
        (
            "https://sudokupad.app/8h6j2k",
            "only the number '8h6j2k' of a puzzle; open https://sudokupad.app/api/puzzle/8h6j2k in",
        ),
        ("https://sudokupad.app/sudoku/abc123?setting-nogrid=1", "only the number 'abc123'"),
        ("https://app.crackingthecryptic.com/sudoku/4hB9Gq", "only the number '4hB9Gq'"),
        ("https://sudokupad.app/sclN4Ig", "cut off"),
        (f"https://sudokupad.app/scf{PACKED[:-4]}", "expected 81 digits in the packed text, found"),
        (f"https://sudokupad.app/scf{PACKED}q", "expected w or x after 81 digits, found 'q'"),
        (f"https://sudokupad.app/scl{pack(json.dumps(_small()))[:60]}", "cut off"),
        ("https://sudokupad.app/fpuzM5IgzglgXgpiBcBOA", "expected an object in JSON"),
        (f"https://sudokupad.app/scl{pack('[1,2,3,4,5,6,7,8,9]')}", "expected an object"),
    ],
)
def test_bad_links_say_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        pandoku.loads(text)


def test_a_bomb_is_refused_by_the_number_of_its_characters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pandoku.formats._links.lz_string._MOST_CHARACTERS", 50_000)
    bomb = pack("{" + "a" * 50_000)
    for link in (f"scl{bomb}", f"https://sudokupad.app/fpuz{bomb}"):
        with pytest.raises(FormatError, match="50,000 characters"):
            pandoku.loads(link, format="sudokupad")


# ---- documents


def test_what_a_document_says_is_read() -> None:
    document = _small(
        cages=[
            {"value": "title: One"},
            {"value": "author: Two"},
            {"cells": [[0, 0], [0, 1]], "value": "3", "sum": 3, "unique": True},
            {"cells": [[3, 2], [3, 3]], "value": "3", "sum": 3},
            {"cells": "r1c1-r1c4", "type": "rowcol", "unique": True, "hidden": True},
        ],
        foglight=[[0, 0]],
        **{"global": ["antiking"]},
    )
    puzzle = _puzzle(document)
    assert (puzzle.title, puzzle.author) == ("One", "Two")
    assert puzzle.cages == (
        Cage("+", 3, (0, 1), repeats=False),
        Cage("+", 3, (14, 15), repeats=True),
    )
    assert Fog((0, 1, 4, 5)) in puzzle.further
    assert "anti-king" in {each.NAME for each in puzzle.further}


def test_center_marks_are_progress() -> None:
    document = _small()
    document["cells"][0][1] = {"centremarks": [2, 4], "pencilMarks": [3]}
    item = _read(document)
    assert item.board is not None
    assert item.board.candidates(1) == (2, 4)
    assert isinstance(item.value, Puzzle)
    assert item.value.candidates is None


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", [1, 2, 6, 16, 36])
def test_every_order_is_read(order: int) -> None:
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(order)] for _ in range(order)]
    cells[0][0] = {"value": str(order)}
    assert _puzzle({"cells": cells}).givens[0] == order


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"cells": [[{}] * 37] * 37}, r"cells: expected 1..36 rows"),
        (
            {"cells": [[{}, {}], [{}]]},
            r"cells\[1\]: expected 2 cells.*, found 1",
        ),
        (_small(doubler=[[0, 0]]), "rules that pandoku does not know: doubler"),
        (_small(**{"global": ["antiqueen"]}), "rules that pandoku does not know: antiqueen"),
        (_small(cages=[{"cells": [[0, 9]], "value": "3"}]), r"cages\[0\].cells: expected cells"),
        (
            _small(lines=[{"wayPoints": [[0, "x"], [1, 1]]}]),
            r"lines\[0\].wayPoints: expected a point",
        ),
        (_small(overlays=[{"center": [1e9, 0]}]), r"overlays\[0\].center: expected a point"),
        (_small(regions=[[[0, 0]], [[0, 0]]]), r"regions\[1\]: expected cells of no other region"),
        (_small(arrows={"a": 1}), "arrows: expected a list of objects"),
        (_small(lines=[{"wayPoints": []}] * 20_001), "expected at most 20,000 entries"),
    ],
)
def test_bad_documents_are_refused_by_name(document: dict[str, Any], reason: str) -> None:
    value = _read(document).value
    assert isinstance(value, FormatError)
    with pytest.raises(FormatError, match=reason):
        raise value


def test_markup_stays_a_text() -> None:
    title = "<script>alert(1)</script>"
    document = _small(overlays=[{"center": [0.5, 0.5], "text": "<b>&", "width": 0, "height": 0}])
    document["metadata"]["title"] = title
    puzzle = _puzzle(document)
    assert puzzle.title == title
    svg = pandoku.draw(puzzle)
    assert "<script>" not in str(svg)
    assert "<b>&" not in str(svg)


# ---- what drawings mean

_STYLES = (
    "arrow",
    "between line",
    "difference",
    "entropic line",
    "even cells",
    "little killer",
    "modular line",
    "palindrome",
    "quadruple",
    "ratio",
    "region sum line",
    "renban line",
    "sandwich",
    "skyscraper",
    "sum mark",
    "thermometer",
    "whisper line",
    "x-sum",
    "zipper line",
    "anti-knight",
    "anti-king",
    "clone",
)


# Examples whose constraints of one look differ in their value or number of cells.
_MIXED = ("clone", "quadruple", "whisper line")


@together("name", [name for name in _STYLES if name not in _MIXED])
def test_drawings_of_a_kind_become_its_constraints(name: str) -> None:
    puzzle = RULES[name].example
    document = scl_of(puzzle)
    assert document is not None
    item = _read(document)
    assert item.value == puzzle
    assert item.note is not None
    assert "confirmed by" in item.note
    counts = Counter(each.NAME for each in puzzle.further)
    assert all(kind in item.note for kind in counted_kinds(counts.elements()))
    assert isinstance(item.value, Puzzle)
    assert item.value.unchecked == ()


@pytest.mark.parametrize("name", _MIXED)
def test_drawings_of_one_look_become_their_constraint(name: str) -> None:
    example = RULES[name].example
    assert example.solution is not None
    givens = [digit if cell % 3 else 0 for cell, digit in enumerate(example.solution)]
    puzzle = example.replace(givens=givens, further=example.further[:1])
    document = scl_of(puzzle)
    assert document is not None
    assert _puzzle(document) == puzzle


@pytest.mark.parametrize("name", ["thermometer", "whisper line", "sandwich", "arrow"])
def test_without_a_solution_drawings_stay_drawings(name: str) -> None:
    document = scl_of(RULES[name].example)
    assert document is not None
    del document["metadata"]["solution"]
    item = _read(document)
    assert isinstance(item.value, Puzzle)
    kinds = {type(each) for each in item.value.further}
    assert kinds == {Drawing, RulesInWords}
    assert item.note is not None
    assert "no solution" in item.note


def test_a_meaning_that_the_solution_breaks_is_not_accepted() -> None:
    document = scl_of(RULES["thermometer"].example)
    assert document is not None
    for line in document["lines"]:
        line["wayPoints"].reverse()
    for bulb, line in zip(document["underlays"], document["lines"], strict=True):
        bulb["center"] = line["wayPoints"][0]
    item = _read(document)
    assert isinstance(item.value, Puzzle)
    assert {type(each) for each in item.value.further} == {Drawing, RulesInWords}


def test_a_meaning_that_leaves_more_solutions_is_not_accepted() -> None:
    line = {"wayPoints": [[0.5, 1.5], [0.5, 3.5]], "color": "#CFCFCF", "thickness": 20}
    bulb = {"center": [0.5, 1.5], "width": 0.8, "height": 0.8, "rounded": True}
    document = _small(
        cells=[[{}] * 4] * 4, lines=[line], underlays=[bulb | {"backgroundColor": "#CFCFCF"}]
    )
    item = _read(document)
    assert isinstance(item.value, Puzzle)
    assert {each.NAME for each in item.value.further} == {"drawing"}
    assert item.note is not None
    assert "thermometer) leaves more" in item.note


def test_a_path_of_svg_is_named_as_left_out() -> None:
    document = scl_of(RULES["thermometer"].example)
    assert document is not None
    document["lines"] += [{"d": "M0 0C64 64 9 9 1 1", "color": "#f00"}]
    document["lines"] += [{"d": "M0 0L64 64", "fill": "#f00"}]  # an area
    item = _read(document)
    assert item.value == RULES["thermometer"].example
    assert item.note is not None
    assert "; 2 paths of SVG " in item.note


def test_a_path_of_straight_lines_is_a_line() -> None:
    example = RULES["thermometer"].example
    document = scl_of(example)
    assert document is not None
    for line in document["lines"]:
        points = [f"{64 * x:g},{64 * y:g}" for y, x in line.pop("wayPoints")]
        line["d"] = "M" + " L ".join(points)
    assert _puzzle(document) == example


@together(
    "path, lines",
    [
        ("M1 2L3 4", [((1, 2), (3, 4))]),
        (" M1,2 3,4 5-6 ", [((1, 2), (3, 4), (5, -6))]),
        ("m1 2 3 4h5v-6H0V0", [((1, 2), (4, 6), (9, 6), (9, 0), (0, 0), (0, 0))]),
        ("M1 1h2v2z m5 5l.5.5", [((1, 1), (3, 1), (3, 3), (1, 1)), ((6, 6), (6.5, 6.5))]),
        ("M0 0 1e1 0", [((0, 0), (10, 0))]),
        ("M1 1zL2 2", [((1, 1), (1, 1)), ((1, 1), (2, 2))]),
    ],
)
def test_paths_of_svg(path: str, lines: list[tuple[tuple[float, float], ...]]) -> None:
    assert straight_lines(path) == lines


@together(
    "path",
    [
        *("", "M", "M1", "M1 2", "L1 2", "M1 2L3", "M1 2 Q3 4 5 6", "M1 2z3", "M1 x", "1 2"),
        *("M0 0L1e9999 1", "M0 0L999999999 1", "M0 0" + "L1 1" * 9_999, None, 7, ["M0 0L1 1"]),
    ],
)
def test_other_paths_are_not_read(path: object) -> None:
    assert straight_lines(path) is None


def test_triggers_of_fog_are_named_as_left_out() -> None:
    trigger = {
        "trigger": {"type": "cellvalue", "cell": "r1c1", "value": "1"},
        "effect": {"type": "foglight", "cells": "r4c4"},
    }
    document = _small(foglight=[[0, 0]], triggereffect=[trigger])
    item = _read(document)
    assert item.note is not None
    assert "a trigger" in item.note
    many = _read(document | {"triggereffect": [trigger] * 3})
    assert many.note is not None
    assert "obey 3 triggers" in many.note


def test_cages_without_flags_are_those_of_a_killer() -> None:
    killer = Puzzle.killer(SOLUTION.replace("4", "0"), [(3, [0, 1]), (7, [2, 3])])
    document = scl_of(killer.replace(solution=SOLUTION))
    assert document is not None
    assert _puzzle(document).cages == killer.cages


def test_all_marks_are_given() -> None:
    puzzle = RULES["sum mark"].example
    document = scl_of(puzzle)
    assert document is not None
    plain = _puzzle(document)
    document["metadata"]["rules"] += " Not all X and V are given."
    assert _puzzle(document) == plain


_GRAY = {"color": "#CFCFCF", "thickness": 20}
_RULES = "Digits along a thermometer increase from the bulb."


def _bulb(row: float, column: float, size: float = 0.8) -> dict[str, Any]:
    shape = {"center": [row, column], "width": size, "height": size, "rounded": True}
    return shape | {"backgroundColor": "#CFCFCF"}


def _ring(row: float, column: float) -> dict[str, Any]:
    shape = {"center": [row, column], "width": 0.8, "height": 0.8, "rounded": True}
    return shape | {"borderColor": "#A1A1A1"}


def _inferred(rules: str = _RULES, **drawn: list[dict[str, Any]]) -> tuple[Constraint, ...]:
    """Return the constraints of a 4x4 with some drawings and many givens."""
    document = _small(**drawn)
    document["metadata"]["rules"] = rules
    digits = [{"value": int(digit)} if at > 5 else {} for at, digit in enumerate(SOLUTION)]
    document["cells"] = [digits[at : at + 4] for at in range(0, 16, 4)]
    return _puzzle(document).further


def _named(*constraints: Constraint) -> tuple[Constraint, ...]:
    """Return constraints with cells as numbers."""
    return Puzzle(4).with_(*constraints).further


@pytest.mark.parametrize("start", [[0.5, 0.5], [0.5, 0.9], [0.5, 0.99], [0.5, 1.02]])
def test_a_line_that_touches_a_bulb_begins_in_it(start: list[float]) -> None:
    for way in ([start, [0.5, 3.5]], [[0.5, 3.5], start]):
        found = _inferred(lines=[{"wayPoints": way, **_GRAY}], underlays=[_bulb(0.5, 0.5)])
        assert found == _named(Thermometer("r1c1 r1c2 r1c3 r1c4"))


def test_a_line_that_ends_beside_a_bulb_does_not_begin_in_it() -> None:
    line = {"wayPoints": [[0.5, 1.5], [0.5, 3.5]], **_GRAY}
    found = _inferred(lines=[line], underlays=[_bulb(0.5, 0.5)])
    assert {each.NAME for each in found} == {"drawing"}


def test_two_thermometers_may_have_one_bulb() -> None:
    ways = [[[0.5, 0.5], [0.5, 2.5]], [[0.5, 0.5], [1.5, 0.5]]]
    through = [[0.5, 2.5], [0.5, 0.5], [1.5, 0.5]]
    for drawn in (ways, [through]):
        lines = [{"wayPoints": way, **_GRAY} for way in drawn]
        found = _inferred(lines=lines, underlays=[_bulb(0.5, 0.5)])
        assert found == _named(Thermometer("r1c1 r1c2 r1c3"), Thermometer("r1c1 r2c1"))


def test_a_line_may_begin_on_a_thermometer() -> None:
    lines = [
        {"wayPoints": [[0.5, 0.5], [0.5, 3.5]], **_GRAY},
        {"wayPoints": [[0.5, 1.5], [1.5, 1.5]], **_GRAY},
    ]
    found = _inferred(lines=lines, underlays=[_bulb(0.5, 0.5)])
    assert found == _named(Thermometer("r1c1 r1c2 r1c3 r1c4"), Thermometer("r1c1 r1c2 r2c2"))


def test_an_arrow_and_a_thermometer_may_share_a_circle() -> None:
    ring = _ring(1.5, 0.5) | {"backgroundColor": "#CFCFCF"}
    black = {"color": "#000000", "headLength": 0.2}
    arrows = [
        {"wayPoints": [[1.1, 0.9], [0.5, 1.5], [0.5, 0.5]], **black},
        {"wayPoints": [[2.03, 0.5], [2.5, 0.5], [2.5, 1.5]], **black},
    ]
    line = {"wayPoints": [[1.5, 0.5], [1.5, 1.5]], **_GRAY}
    found = _inferred(
        f"{_RULES} Digits along arrows add up.", arrows=arrows, lines=[line], underlays=[ring]
    )
    assert found == _named(
        Arrow("r2c1", "r1c2 r1c1"), Arrow("r2c1", "r3c1 r3c2"), Thermometer("r2c1 r2c2")
    )


def test_what_a_player_has_entered_is_progress_in_a_link_with_names() -> None:
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    rows[0][0] = {"value": 1, "given": True}
    rows[0][1] = {"value": 2}
    rows[0][2] = {"centerPencilMarks": [3, 4]}
    link = f"https://sudokupad.app/fpuz{pack(json.dumps({'size': 4, 'grid': rows}))}"
    for text in (link, json.dumps({"size": 4, "grid": rows})):
        board = pandoku.formats.loads_board(text, format="sudokupad")
        assert board.puzzle.n_givens == 1
        assert board.digits[:3] == (1, 2, 0)
        assert board.candidates("r1c3") == (3, 4)


# ---- writing


def test_plain_puzzles_become_short_links() -> None:
    link = pandoku.dumps(GIVENS, "sudokupad")
    assert link == f"https://sudokupad.app/scf{PACKED}\n"
    assert pandoku.loads(link) == pandoku.loads(GIVENS)


@together("name", _STYLES)
def test_what_is_written_is_read_back(name: str) -> None:
    puzzle = RULES[name].example
    link = pandoku.dumps(puzzle, "sudokupad")
    assert link.startswith("https://sudokupad.app/fpuz")
    again = pandoku.loads(link)
    assert again == puzzle
    assert again.solution == puzzle.solution


# ---- written with drawings


def _again(puzzle: Puzzle) -> Puzzle:
    link = pandoku.dumps(puzzle, "sudokupad")
    assert link.startswith("https://sudokupad.app/scl")
    again = pandoku.loads(link)
    assert pandoku.dumps(again, "sudokupad") == link
    return again


def test_constraints_are_drawn_beside_drawings_that_have_no_names() -> None:
    puzzle = pandoku.load(ROOT / "examples" / "sudokupad" / "decoy.json")
    assert {each.NAME for each in puzzle.further} == {"palindrome", "drawing"}
    again = _again(puzzle)
    assert again == puzzle
    assert again.solution == puzzle.solution


@pytest.mark.parametrize("name", ["parity line", "counting circles", "numbered room", "sum line"])
def test_constraints_that_f_puzzles_does_not_have_are_drawn(name: str) -> None:
    puzzle = RULES[name].example
    assert {*_again(puzzle).further} == {*puzzle.further}
    with pytest.raises(FormatError, match="cannot store"):
        pandoku.dumps(puzzle.replace(solution=None), "sudokupad")


def test_marks_stay_below_or_over_the_lines() -> None:
    look = {"width": 0.5, "height": 0.5, "backgroundColor": "#CFCFCF"}
    document = _small(
        lines=[{"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#67F067", "thickness": 8}],
        underlays=[{"center": [0.5, 0.5], **look}, {"center": [1.5, 1.5], "rounded": True, **look}],
        overlays=[{"center": [2.5, 2.5], **look}, {"center": [0, 2], "text": "7", "fontSize": 32}],
    )
    del document["metadata"]["solution"]
    puzzle = _puzzle(document)
    titles = [each.title for each in puzzle.unchecked if isinstance(each, Drawing)]
    assert titles == ["rectangles", "circles", "lines", "rectangles", "texts"]
    assert _again(puzzle).further == puzzle.further


def _random_shapes(rng: random.Random) -> dict[str, list[dict[str, Any]]]:
    colors = ["#67F067", "#000000", "#CFCFCF", "red", ""]  # the last ones are not known

    def place() -> list[float]:
        return [rng.randrange(-2, 11) / 2, rng.randrange(-2, 11) / 2]

    def line() -> dict[str, Any]:
        points = [place() for _ in range(rng.randint(2, 4))]
        return {"wayPoints": points, "color": rng.choice(colors), "thickness": rng.randint(1, 20)}

    def mark() -> dict[str, Any]:
        size = [rng.randint(1, 8) / 8, rng.randint(1, 8) / 8]
        look = {
            "center": place(),
            "width": size[0],
            "height": rng.choice(size),
            "rounded": rng.random() < 0.5,
            "angle": rng.choice([0, 0, 30, 45]),
            rng.choice(["backgroundColor", "borderColor"]): rng.choice(colors),
        }
        return look | ({"text": "x", "fontSize": 16} if rng.random() < 0.2 else {})

    def text() -> dict[str, Any]:
        return {"center": place(), "text": rng.choice("abc"), "fontSize": 24, "color": "#000000"}

    return {
        "lines": [line() for _ in range(rng.randrange(3))],
        "arrows": [line() for _ in range(rng.randrange(2))],
        "underlays": [mark() for _ in range(rng.randrange(4))],
        "overlays": [rng.choice([mark, text])() for _ in range(rng.randrange(4))],
    }


@pytest.mark.turns(3)
def test_drawings_come_back_from_links() -> None:
    rng = random.Random(2)
    n_written = 0
    for _ in range(by_default(12, full=2_000)):
        document = _small(**_random_shapes(rng))
        del document["metadata"]["solution"]
        puzzle = _puzzle(document)
        if FORMATS["sudokupad"].why_not(puzzle) is None:
            n_written += 1
            again = pandoku.loads(pandoku.dumps(puzzle, "sudokupad"))
            assert plain_form(again) == plain_form(puzzle)
        for name in ("sudokupad", "f-puzzles", "sudoku-maker"):
            if FORMATS[name].why_not(puzzle) is None:
                text = pandoku.dumps(puzzle, name)
                assert pandoku.dumps(pandoku.loads(text), name) == text
    assert n_written > by_default(8, full=80)


def test_the_example_is_understood() -> None:
    item = _read(FORMATS["sudokupad"].example)
    assert isinstance(item.value, Puzzle)
    assert item.value.unchecked == ()
    assert pandoku.solve(item.value).is_unique


@pytest.mark.parametrize("angle", [10**50, -1e300, "45", None, True])
def test_an_angle_that_is_none_turns_nothing(angle: object) -> None:
    mark = {"center": [0.5, 0.5], "width": 0.9, "height": 0.2, "backgroundColor": "#E6261F"}
    puzzle = pandoku.loads(
        json.dumps({"cells": [[{}] * 4] * 4, "overlays": [mark | {"angle": angle}]})
    )
    (drawing,) = puzzle.unchecked
    assert drawing.decorations(puzzle.geometry) == (
        Tile("rectangle", ((0.5, 0.5),), 0.9, color="#e6261f", height=0.2),
    )


def test_drawings_keep_their_colors_widths_and_font_sizes() -> None:
    document = {
        "cells": [[{}] * 4] * 4,
        "lines": [{"wayPoints": [[0.5, 0.5], [2.5, 2.5]], "color": "#67F067C0", "thickness": 16}],
        "underlays": [
            {
                "center": [1.5, 2],
                "width": 1.6,
                "height": 0.6,
                "rounded": True,
                "borderColor": "#A1A1A1",
            }
        ],
        "overlays": [
            {
                "center": [0, 1.5],
                "width": 0.3,
                "height": 0.3,
                "rounded": True,
                "backgroundColor": "#000",
                "text": "2",
                "color": "#FFF",
                "fontSize": 12,
            },
            {"center": [3.5, 3.5], "text": "?", "color": "#F00", "fontSize": 32},
        ],
    }
    puzzle = pandoku.loads(json.dumps(document))
    shapes = [each for drawing in puzzle.unchecked for each in drawing.decorations(puzzle.geometry)]
    assert shapes == [
        Disc("circle", ((1.5, 1.5), (2.5, 1.5)), 0.3, rim="#a1a1a1"),
        Stroke("line", ((0.5, 0.5), (2.5, 2.5)), color="#8df48d", width=0.25),
        Disc("circle", ((1.5, 0.0),), 0.15, "2", color="#000000"),
        Sign(3.5, 3.5, "?", color="#ff0000", size=0.5),
    ]
