"""The first lines that users of other libraries type: they work, or name the line that does."""

import ast
import copy
import io
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import CellLike, Puzzle
from pandoku.draw import Drawing
from tests.together import together

TEXT = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = Puzzle(TEXT)


def test_a_puzzle_has_rows_like_an_outcome() -> None:
    assert PUZZLE.grid[0] == (5, 3, 0, 0, 7, 0, 0, 0, 0)
    solved = pandoku.solve(PUZZLE).grid
    assert solved is not None
    assert (type(PUZZLE.grid), type(PUZZLE.grid[0])) == (type(solved), type(solved[0]))
    assert Puzzle(solved).grid == solved
    assert Puzzle(PUZZLE.grid) == PUZZLE


def test_a_cell_has_its_given_by_pair_and_by_name() -> None:
    for cell, given in enumerate(PUZZLE.givens):
        row, column = divmod(cell, 9)
        assert PUZZLE[row, column] == given
        assert PUZZLE[PUZZLE.geometry.name(cell)] == given
    assert PUZZLE[np.int64(0), np.int64(1)] == 3


@together("cell", [0, -1, (9, 0), (0, -1), "r0c1", "a1", (0, slice(None)), None])
def test_what_is_no_cell_is_refused_with_the_rows(cell: object) -> None:
    with pytest.raises(pandoku.PuzzleError, match=r"r1c1\.\.r9c9.*\.grid"):
        PUZZLE[cell]  # type: ignore[index]


def test_a_puzzle_is_no_sequence() -> None:
    with pytest.raises(TypeError, match="not iterable"):
        list(PUZZLE)  # type: ignore[call-overload]


def test_numpy_reads_a_puzzle_as_n_by_n_whole_numbers() -> None:
    found = np.asarray(PUZZLE)
    assert (found.shape, found.dtype.kind) == ((9, 9), "i")
    assert tuple(map(tuple, found.tolist())) == PUZZLE.grid
    assert np.asarray(PUZZLE, dtype=np.uint8).dtype == np.uint8
    assert np.array([PUZZLE, PUZZLE]).shape == (2, 9, 9)
    assert Puzzle(found) == PUZZLE


def test_the_array_of_a_puzzle_is_always_a_copy() -> None:
    found = np.asarray(PUZZLE)
    found[0, 0] = 9
    assert PUZZLE[0, 0] == 5
    with pytest.raises(ValueError, match="found False"):
        PUZZLE.__array__(copy=False)


@together(
    "name, instead",
    [
        ("solve", "pandoku.solve(puzzle)"),
        ("rate", "pandoku.rate(puzzle)"),
        ("show", "pandoku.draw(puzzle)"),
        ("board", "puzzle.grid"),
        ("rows", "puzzle.grid"),
        ("save", "pandoku.dump(puzzle, path)"),
        ("is_valid", "pandoku.check(puzzle)"),
    ],
)
def test_a_method_of_other_libraries_names_the_call(name: str, instead: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(PUZZLE, name)
    assert f"'{name}'; use {instead}" in str(caught.value)
    assert not hasattr(PUZZLE, name)


def test_the_traceback_of_a_known_name_has_no_second_guess() -> None:
    code = "import pandoku; pandoku.Puzzle(4).solve()"
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    last = shown.stderr.rstrip().splitlines()[-1]
    assert last.endswith("use pandoku.solve(puzzle)")


@pytest.mark.parametrize(
    "remake", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]
)
def test_a_puzzle_is_still_copied_and_pickled(remake: Callable[[Puzzle], Puzzle]) -> None:
    assert remake(PUZZLE).in_full() == PUZZLE.in_full()


@together(
    "name, instead",
    [
        ("save", "use pandoku.dump(puzzle, path)"),
        ("convert", "use pandoku.dumps(puzzle, format)"),
        ("show", "use pandoku.draw(puzzle)"),
        ("is_valid", "use pandoku.check(puzzle)"),
        ("Sudoku", "did you mean 'Puzzle.sudoku'?"),
        ("Mathdoku", "use pandoku.Puzzle.kenken"),
        ("SudokuSolver", "use pandoku.solve(puzzle)"),
        ("solve_mny", "did you mean 'solve_many'?"),
    ],
)
def test_a_name_of_other_libraries_names_the_call(name: str, instead: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(pandoku, name)
    assert instead in str(caught.value)


ROWS = [TEXT[start : start + 9] for start in range(0, 81, 9)]
NUMBERS = [[int(each) if each != "." else 0 for each in row] for row in ROWS]


@together(
    "line, refusal",
    [
        ("pandoku.solve(P, all=True)", "use limit: limit=1000 finds"),
        ("pandoku.solve(P, max_solutions=2)", "use limit: limit=1000 finds"),
        ("pandoku.count(P, timeout=3)", "use budget: budget=3 stops after three seconds"),
        ("pandoku.explain(P, time_limit=3)", "use budget: budget=3 stops after three seconds"),
        ("pandoku.rate(P, timeout=3)", "use budget: it counts looks"),
        ("pandoku.solve(P, method='dlx')", "use engine: engine='lanes'"),
        ("pandoku.explain(P, max_steps=3)", "use limit: limit=10"),
        ("pandoku.rate(P, method='se')", "it takes puzzle, scale, budget"),
        ("pandoku.hint(P, levl=3)", "did you mean 'level'"),
        ("pandoku.solve_many([P], n_jobs=2)", "use threads: threads=4"),
        ("pandoku.solve(P, 2)", r"takes 1 value, found 2; write the names of options: limit=, "),
        ("pandoku.generate(n=5)", "order is the n of n x n"),
        ("pandoku.generate(random_state=1)", "use seed: seed=1"),
        ("Puzzle.killer(9)", r"'cages'; Puzzle\.killer\(9, \{.* Puzzle\.sudoku\(9\) has none"),
        ("Puzzle.kenken(4)", r"'cages'; Puzzle\.kenken\(4, \{.* Puzzle\.latin\(4\) has none"),
        ("pandoku.dumps(P, 'svg')", r"pandoku\.draw\(puzzle\)\.save\(path\)"),
        ("pandoku.generate('killer', level='hard')", "difficulty is a word"),
        ("Puzzle.from_string(T)", r"use pandoku\.loads\(text\)"),
        ("Puzzle.from_array(NUMBERS)", r"use pandoku\.Puzzle\(rows\)"),
        ("Puzzle.load('x.txt')", r"use pandoku\.load\(path\)"),
        ("Puzzle.windoku()", "windows=True"),
        ("Puzzle.sudoku(3)", r"Puzzle\.sudoku\(9\) has boxes of 3x3 .* Puzzle\.latin\(3\)"),
        ("pandoku.rate(P) < 'hard'", r"rating\.level"),
        ("pandoku.rate(P) - pandoku.rate(P, scale='pandoku')", "ratings in one scale"),
        ("pandoku.check(P).is_valid", r"use check\.is_proper"),
        ("pandoku.explain(P).to_json()", r"use json\.dumps"),
        ("pandoku.explain(P)[0].text", r"use step\.explanation\.full"),
        ("pandoku.explain(P).steps[0].text", r"use path\[0\]\.explanation\.full"),
        ("pandoku.hint(P).show()", r"use pandoku\.draw\(hint\)"),
        ("pandoku.draw(P).to_png()", r"use drawing\.save\(path\)"),
        ("pandoku.generate_many(1, order=4).to_csv()", r"use pandoku\.dump\(puzzles, path\)"),
        ("pandoku.Board(P).grid", r"use board\.as_puzzle\(\)\.grid"),
        ("pandoku.Board(P).set('r1c3', 4)", r"use board\.place\(cell, digit\)"),
        ("pandoku.rate(P).technique", r"use rating\.hardest"),
        ("pandoku.hint(P).cell", r"use hint\.cells"),
        ("pandoku.solve_sudoku(T)", r"use pandoku\.solve\(puzzle\)"),
        ("pandoku.from_url('https://sudokupad.app/x')", r"use pandoku\.loads\(link\)"),
        ("Puzzle.jigsaw(9)", r"'regions'; .* pandoku\.generate\('jigsaw'\)"),
        ("P.with_constraint('anti-king')", r"use puzzle\.with_\(line\)"),
        ("P.add_constraint('anti-king')", r"use puzzle\.with_\(line\)"),
        ("pandoku.solve(io.StringIO(T))", r"pandoku\.loads\(file\.read\(\)\)"),
        ("pandoku.solve(Path('x.txt'))", r"pandoku\.load\(path\) reads a file"),
        ("pandoku.solve(np.array(NUMBERS) - 1)", "an empty cell is 0"),
    ],
)
def test_a_line_that_means_something_else_names_the_line_to_type(line: str, refusal: str) -> None:
    names = {"pandoku": pandoku, "Puzzle": Puzzle, "P": PUZZLE, "T": TEXT, "NUMBERS": NUMBERS}
    with pytest.raises((AttributeError, TypeError, pandoku.PandokuError), match=refusal):
        eval(line, names | {"np": np, "Path": Path, "io": io})


def test_lines_with_one_meaning_work() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(NUMBERS)
    for grid in (frame, frame.replace(0, float("nan")), pandas.DataFrame(map(list, ROWS))):
        assert Puzzle(grid) == PUZZLE
    assert Puzzle([" ".join(row) for row in ROWS]) == PUZZLE
    assert Puzzle(["1 2", "2 1"]).grid == ((1, 2), (2, 1))
    assert Puzzle(np.array(ROWS)) == Puzzle(np.array([list(row) for row in ROWS])) == PUZZLE
    assert pandoku.Board(PUZZLE) == pandoku.Board(TEXT) == pandoku.Board.start(TEXT)  # type: ignore[arg-type]
    both = PUZZLE.with_("anti-knight", "anti-king")
    assert PUZZLE.with_(["anti-knight", "anti-king"]) == both
    assert pandoku.solve(bytearray(TEXT.encode())) == pandoku.solve(TEXT)
    assert Puzzle(bytearray([0, 1, 0, 0] * 4)).givens == (0, 1, 0, 0) * 4
    table = pandas.DataFrame({"id": [1, 2], "puzzle": [TEXT, TEXT]})
    assert len(pandoku.rate_many(table["puzzle"])) == 2
    for call in (pandoku.solve, pandoku.solve_many):
        with pytest.raises(pandoku.PuzzleError, match=r"found a table; .* table\['puzzle'\]"):
            call(table)
    rating = pandoku.rate(PUZZLE)
    assert (rating + 1, 1 + rating, rating - 1, 2 - rating) == (
        *(rating.score + 1, rating.score + 1),
        *(rating.score - 1, 2 - rating.score),
    )
    assert (rating == rating.level, rating == "hard") == (True, False)
    of_path = pandoku.explain(PUZZLE).rating()
    assert (of_path == "easy", of_path != "easy", of_path in ("hard", "easy")) == (
        True,
        False,
        True,
    )
    board = pandoku.Board(PUZZLE)
    assert board.candidates() == tuple(map(board.candidates, range(81)))
    assert sum([rating, rating]) == 2 * rating.score
    assert rating - pandoku.rate(PUZZLE) == 0


def test_an_error_inside_a_call_keeps_its_message() -> None:
    def stop(event: object) -> None:
        raise TypeError("from the caller")

    with pytest.raises(TypeError, match=r"^from the caller$"):
        pandoku.solve(PUZZLE, engine="dancing-links", on_event=stop)
    for call in (pandoku.solve, pandoku.hint, pandoku.rate_many):
        assert pickle.loads(pickle.dumps(call)) is call


def advised() -> list[str]:
    """Return the name that each piece of advice begins with."""
    from pandoku import _instead

    tables = (
        *(_instead._FOR_PACKAGE, _instead._FOR_CLASS, _instead._FOR_PUZZLE, _instead._FOR_OUTCOME),
        *_instead._FOR_VALUE.values(),
    )
    texts = {text for table in tables for text in table.values()}
    return sorted({text.split("(")[0].split(";")[0] for text in texts})


@together("call", advised())
def test_what_is_advised_is_there(call: str) -> None:
    path = pandoku.explain(PUZZLE)
    names = {"pandoku": pandoku, "puzzle": PUZZLE, "puzzles": pandoku.generate_many(1, order=4)}
    names |= {"outcome": pandoku.solve(PUZZLE), "check": pandoku.check(PUZZLE), "path": path}
    names |= {"board": pandoku.Board(PUZZLE), "rating": pandoku.rate(PUZZLE)}
    names |= {"hint": pandoku.hint(PUZZLE), "step": path[0], "drawing": pandoku.draw(PUZZLE)}
    for each in call.split(", or "):
        eval(each, names | {"numpy": np, "json": json})


def test_tab_shows_the_interface_only() -> None:
    shown = {name for name in dir(pandoku) if name[0] != "_"}
    assert shown == {*pandoku.__all__, *pandoku._ROOMS} - {"__version__"}
    assert {"__version__", "__doc__", "__path__"} <= set(dir(pandoku))


def test_draw_is_a_call_and_a_module(tmp_path: Path) -> None:
    drawn = pandoku.draw(PUZZLE)
    assert isinstance(drawn, Drawing)
    assert drawn == pandoku.draw.draw(PUZZLE)
    assert drawn._repr_svg_() == pandoku.draw.svg(PUZZLE)
    assert str(drawn) == pandoku.draw.text(PUZZLE)
    assert repr(drawn) == "Drawing('9x9, boxes 3x3, 30 givens')"
    assert pickle.loads(pickle.dumps(drawn)) == drawn


def test_draw_takes_the_options_of_a_drawing_and_what_has_one() -> None:
    assert pandoku.draw(PUZZLE, candidates=True) == pandoku.draw.draw(PUZZLE, candidates=True)
    outcome = pandoku.solve(PUZZLE)
    assert pandoku.draw(outcome) == pandoku.draw.drawing_of(outcome)
    with pytest.raises(TypeError, match="'size'"):
        pandoku.draw(PUZZLE, size=3)  # type: ignore[call-arg]
    with pytest.raises(pandoku.PuzzleError, match="found 9"):
        pandoku.draw(9)  # type: ignore[arg-type]


def test_type_checkers_know_every_name_of_draw() -> None:
    module = sys.modules["pandoku.draw"]
    source = Path(str(module.__file__)).with_name("called.py").read_text("utf-8")
    (described,) = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef) and node.name == "draw"
    ]
    targets = [
        target
        for line in described.body
        for target in (
            [line.target] if isinstance(line, ast.AnnAssign) else getattr(line, "targets", [])
        )
    ]
    assert {target.id for target in targets if isinstance(target, ast.Name)} == {*module.__all__}


@together(
    "room, instead",
    [
        ("play", "pandoku.play.Game.start(puzzle)"),
        ("rating", "pandoku.rate(puzzle)"),
        ("engines", "pandoku.engines.ENGINES"),
        ("formats", "pandoku.formats.FORMATS"),
        ("techniques", "pandoku.techniques.TECHNIQUES"),
        ("generation", "pandoku.generate()"),
        ("logic", "pandoku.explain(puzzle)"),
        ("symmetry", "pandoku.symmetry.canonical(puzzle)"),
    ],
)
def test_the_call_of_another_module_names_the_right_one(room: str, instead: str) -> None:
    with pytest.raises(TypeError) as caught:
        getattr(pandoku, room)(PUZZLE)
    assert re.match(rf"pandoku\.{room} .*; {re.escape(instead)}", str(caught.value))


MINUS_ONES = [[digit or -1 for digit in row] for row in PUZZLE.grid]


@together(
    "call",
    [
        pandoku.solve,
        pandoku.rate,
        pandoku.explain,
        pandoku.Board.start,
        lambda grid: pandoku.solve_many([grid, grid]),
        lambda grid: pandoku.solve_many(np.array([grid, grid])),
    ],
)
def test_a_grid_with_minus_one_for_empty_is_told_once_that_empty_is_0(
    call: Callable[[list[list[int]]], object],
) -> None:
    with pytest.raises(ValueError, match="found -1") as caught:
        call(MINUS_ONES)
    message = str(caught.value)
    assert message.count("empty cell") == 1
    assert message.count("found -1") <= 3


def test_a_message_has_three_problems_and_says_how_many_more() -> None:
    with pytest.raises(pandoku.PuzzleError) as caught:
        pandoku.solve("1" * 81)
    message = str(caught.value)
    assert message.startswith("row 1 has 1 ")
    assert message.endswith("; and 24 more")
    assert message.count(" has 1 at ") == 3
    assert len(caught.value.problems) == 27


def test_two_problems_are_both_in_the_message() -> None:
    with pytest.raises(pandoku.PuzzleError, match=r"r1c1 and r1c2; box 1 .*r1c2$"):
        pandoku.solve(Puzzle(4, (1, 1) + (0,) * 14))


def test_what_is_no_digit_is_not_said_to_be_twice_in_a_house() -> None:
    messages = [problem.message for problem in Puzzle(4, (-1, -1, 7, 7) + (0,) * 12).problems()]
    assert len(messages) == 4
    assert all("1..4" in message for message in messages)


CORNERS = (0, 5, 10, 15)  # of a 4x4, from one corner to the other


@together(
    "house",
    [
        [0, 5, 10, 15],
        [(0, 0), (1, 1), (2, 2), (3, 3)],
        ["r1c1", "r2c2", "r3c3", "r4c4"],
        "r1c1 r2c2 r3c3 r4c4",
        {15, 10, 5, 0},
        np.array([0, 5, 10, 15]),
    ],
)
def test_an_extra_house_takes_cells_in_every_form_that_cages_take(
    house: Iterable[CellLike],
) -> None:
    for geometry in (
        Puzzle.sudoku(4, extra=[house]).geometry,
        pandoku.Geometry.latin(4, extra=[house]),
        pandoku.Geometry.sudoku(4, extra=[house]),
    ):
        assert geometry.extra == (CORNERS,)


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ([0, 5, 10, 15], r"extra houses, .*, found \[0, 5"),
        ("r1c1", "extra house 1: .*found 1"),
        ("corners", " found 'corners'; try windoku"),
        ([[0, 5, 10, "r9c9"]], "extra house 1: .*, found 'r9c9'"),
        ([CORNERS, [(0, 0), (0, 1)]], "extra house 2: .*found 2"),
    ],
)
def test_an_extra_house_without_cells_is_refused_by_number(extra: object, reason: str) -> None:
    with pytest.raises(pandoku.PuzzleError, match=reason):
        Puzzle.sudoku(4, extra=extra)  # type: ignore[arg-type]


def test_regions_may_have_names() -> None:
    named = {
        "A": "r1c1 r1c2 r2c1 r2c2",
        "B": [2, 3, 6, 7],
        "C": [(2, 0), 9, 12, 13],
        4: {10, 11, 14, 15},
    }
    assert Puzzle.jigsaw(4, named) == Puzzle.jigsaw(4, "AABB" * 2 + "CCDD" * 2)
    del named[4]
    with pytest.raises(pandoku.PuzzleError, match="mapping of 4 names, "):
        Puzzle.jigsaw(4, named)


def test_a_cage_may_have_its_cells_first_or_be_a_dict() -> None:
    cases: list[tuple[Any, Any, tuple[Any, ...]]] = [
        (Puzzle.killer, 5, ([[(0, 0), (0, 1)], 5], {"cells": "r1c1 r1c2", "sum": 5})),
        (Puzzle.killer, None, (("r1c1 r1c2", None), {"clue": None, "cells": [0, 1]})),
        (Puzzle.kenken, "5+", ((["r1c1", "r1c2"], "5+"), {"cells": [0, 1], "clue": "5+"})),
        (Puzzle.kenken, ("+", 5), (("r1c1 r1c2", ("+", 5)), {"cells": (0, 1), "value": "+5"})),
    ]
    for make, clue, cages in cases:
        for cage in cages:
            assert make(4, [cage]) == make(4, [(clue, "r1c1 r1c2")])
    assert Puzzle.kenken(4, [(3, (2,))]).cages[0].target == 3
    wrong: list[dict[str, Any]] = [
        {"cells": [0, 1]},
        {"cells": [0], "sum": 3, "clue": 3},
        {"sum": 3, "at": [0]},
    ]
    for cage in wrong:
        with pytest.raises(pandoku.PuzzleError, match="cage 1: expected the keys 'cells' and 'su"):
            Puzzle.killer(4, [cage])


def test_one_extra_house_is_no_houses() -> None:
    assert Puzzle.sudoku(4, extra=[CORNERS]).describe() == "4x4, boxes 2x2, 1 extra house"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda **k: Puzzle.sudoku(9, **k),
            "Puzzle.sudoku() .*'anti_knight'; .* grid, box",
        ),
        (
            lambda **k: Puzzle.killer(9, [], **k),
            "Puzzle.killer() .*; .* grid, cages, box",
        ),
        (
            lambda **k: Puzzle.kenken(4, [], **k),
            "Puzzle.kenken() .*; .* grid, cages, symbols, sol",
        ),
        (lambda **k: Puzzle.latin(4, **k), "Puzzle.latin() .*; .* grid, diagonals"),
        (
            lambda **k: Puzzle.jigsaw(2, "AABB", **k),
            "Puzzle.jigsaw() .*; .* grid, regions",
        ),
    ],
)
def test_an_unknown_keyword_is_refused_under_the_name_that_was_called(
    call: Callable[..., Puzzle], message: str
) -> None:
    with pytest.raises(TypeError, match=message.replace("()", r"\(\)")):
        call(anti_knight=True)


def test_a_keyword_that_is_mistyped_gets_the_nearest() -> None:
    with pytest.raises(TypeError, match=r"'diagonal'; .*'diagonals'"):
        Puzzle.sudoku(9, diagonal=True)  # type: ignore[call-arg]


@together(
    "asked, advice",
    [
        ({"symmetry": "rotational"}, "'rotational'; try rotate-180"),
        ({"symmetry": "Vertical"}, "try mirror-columns"),
        ({"kind": "killers"}, "'killers'; try killer"),
        ({"clues": 25}, "givens is "),
        ({"level": "hard"}, "difficulty is "),
        ({"variant": "killer"}, "kind comes first"),
    ],
)
def test_a_word_of_another_generator_names_the_option(
    asked: dict[str, object], advice: str
) -> None:
    with pytest.raises(pandoku.WishError) as caught:
        pandoku.generate(**asked)  # type: ignore[arg-type]
    assert advice in str(caught.value)


@pytest.mark.parametrize("name", ["xwing", "X_Wing", "x wing", "XWING"])
def test_a_technique_is_known_without_its_hyphen(name: str) -> None:
    assert pandoku.techniques.get_technique(name).name == "x-wing"


@pytest.mark.parametrize("name", ["x-wings", "wing", "xywng"])
def test_a_technique_is_not_guessed(name: str) -> None:
    with pytest.raises(pandoku.TechniqueError, match=f"'{name}'"):
        pandoku.techniques.get_technique(name)


def test_a_type_has_the_article_that_it_takes() -> None:
    with pytest.raises(pandoku.PuzzleError, match="an OSError"):
        pandoku.solve_many(OSError("x" * 50))  # type: ignore[arg-type]


def test_an_order_alone_is_not_a_range() -> None:
    with pytest.raises(pandoku.FormatError, match="order 9, found 4"):
        pandoku.dumps(Puzzle(4), "opensudoku")


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("show", "pandoku.draw(outcome)"),
        ("rows", "outcome.grid"),
        ("is_valid", "outcome.is_unique"),
    ],
)
def test_an_outcome_names_the_call_too(name: str, instead: str) -> None:
    outcome = pandoku.solve(PUZZLE)
    with pytest.raises(AttributeError, match=f"'{name}'") as caught:
        getattr(outcome, name)
    assert str(caught.value).endswith(f"; use {instead}")
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_a_puzzle_of_a_puzzle_is_the_puzzle() -> None:
    assert Puzzle(PUZZLE).in_full() == PUZZLE.in_full()
    assert Puzzle(PUZZLE, title="again").title == "again"


def test_a_second_value_to_draw_is_no_file() -> None:
    with pytest.raises(TypeError, match=r"found 'x.svg' after it; pandoku.svg\(puzzle\)"):
        pandoku.draw(PUZZLE, "x.svg")  # type: ignore[call-arg, arg-type]


@pytest.mark.parametrize(
    ("kind", "advice"),
    [(9, "generate(order=9)"), ("hard", "generate(difficulty='hard')")],
)
def test_what_is_no_kind_names_the_keyword(kind: Any, advice: str) -> None:
    with pytest.raises(pandoku.WishError) as caught:
        pandoku.generate(kind)
    assert advice in str(caught.value)


def test_the_suffix_of_a_format_names_it() -> None:
    with pytest.raises(pandoku.FormatError, match="'jsonl'; try json"):
        pandoku.dumps(PUZZLE, "jsonl")


def test_the_package_alone_loads_neither_typing_nor_difflib() -> None:
    code = "import sys, pandoku; print({'typing', 'difflib', 'types'} & {*sys.modules})"
    bare = "import sys; print({'typing', 'difflib', 'types'} & {*sys.modules})"
    loaded, before = (
        subprocess.run(
            [sys.executable, "-S", "-c", each], capture_output=True, text=True, check=True
        )
        for each in (
            f"import sys; sys.path.insert(0, {str(Path(pandoku.__file__).parents[1])!r}); {code}",
            bare,
        )
    )
    assert loaded.stdout == before.stdout
