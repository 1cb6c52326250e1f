"""Puzzles, pictures and paths are written to files by the ending of the path, or not at all."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku.errors import FormatError, PuzzleError

FOUR = "1.....2..3.....4"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KILLER = pandoku.Puzzle.killer(4, {"r1c1 r1c2": 3})


@pytest.mark.parametrize("ending", ["json", "jsonl", "csv", "sdm", "line", "txt", "list", "setter"])
def test_many_puzzles_come_back_from_the_file(tmp_path: Path, ending: str) -> None:
    path, puzzles = tmp_path / f"two.{ending}", [pandoku.loads(FOUR), pandoku.loads(FOUR[::-1])]
    pandoku.dump((each for each in puzzles), path)
    assert list(pandoku.read(path)) == puzzles


def test_each_way_to_pass_one_puzzle_or_many() -> None:
    one, board = f"{FOUR}\n", pandoku.Board.start(pandoku.loads(FOUR))
    rows = [list(FOUR[at : at + 4]) for at in (0, 4, 8, 12)]
    for what in (FOUR, pandoku.loads(FOUR), rows, list(FOUR), np.array(rows), json_of(FOUR)):
        assert pandoku.dumps(what, "line") == one
    assert pandoku.dumps(["".join(row) for row in rows], "line") == one
    array = np.array([[int(c) if c != "." else 0 for c in FOUR]] * 2)
    made = pandoku.generate_many(2, order=4, seed=1)
    for many in ([FOUR, FOUR], (FOUR, rows), array, array.reshape(2, 4, 4), iter([FOUR, board])):
        assert pandoku.dumps(many, "line") == 2 * one  # type: ignore[arg-type]
    assert pandoku.dumps(made, "line").split() == [pandoku.dumps(p, "line")[:-1] for p in made]
    assert pandoku.dumps(iter([]), "line") == ""
    with pytest.raises(PuzzleError, match="found no cell"):
        pandoku.dumps([])


def json_of(text: str) -> Any:
    return json.loads(pandoku.dumps(text))


def test_nothing_is_written_for_a_bad_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "old.sdm"
    path.write_text("old")
    with pytest.raises(FormatError, match=r"puzzle 1: .*it cannot store cages"):
        pandoku.dump([FOUR, KILLER], path)
    with pytest.raises(PuzzleError, match="puzzle 1: expected a puzzle"):
        pandoku.dump([FOUR, 3.5], path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("a.xyz", r"whose ending names a format, found 'a\.xyz'; try \.board, \.cages"),
        ("a", "or name a format"),
        ("a.penpa", "ending names a format"),  # this format is only read
        ("a.png", r"pandoku\.draw\(puzzle\)\.save\(path\) writes a picture"),
    ],
)
def test_an_unknown_ending_lists_the_endings(path: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        pandoku.dump(FOUR, path)


def test_only_a_path_is_written(tmp_path: Path) -> None:
    with (tmp_path / "x").open("w") as stream, pytest.raises(PuzzleError, match="dumps"):
        pandoku.dump(FOUR, stream)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="expected the path of a file, found 3"):
        pandoku.dump(FOUR, 3)  # type: ignore[arg-type]


def test_rows_that_may_be_small_puzzles_are_refused() -> None:
    with pytest.raises(PuzzleError, match="16 texts of 16 characters, which may be the rows"):
        pandoku.dumps([FOUR] * 16)


def test_pictures(tmp_path: Path) -> None:
    drawing = pandoku.draw(FOUR)
    for ending, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("PDF", b"%PDF"), ("txt", b"  ")):
        path = tmp_path / f"x.{ending}"
        drawing.save(path)
        assert path.read_bytes().startswith(start)
    with pytest.raises(ValueError, match=r"ends in \.svg, \.png, \.pdf or \.txt, found 'x\.gif'"):
        drawing.save("x.gif")


def test_paths(tmp_path: Path) -> None:
    path = pandoku.explain(FOUR)
    for ending in ("txt", "json", "html", "htm", "pdf"):
        path.save(tmp_path / f"x.{ending}")
    assert (tmp_path / "x.txt").read_text("utf-8") == f"{path}\n"
    assert json.loads((tmp_path / "x.json").read_text()) == path.to_dict()
    assert (tmp_path / "x.html").read_text("utf-8") == path.lean().page()
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(ValueError, match="ends in"):
        path.save("x.docx")
    with pytest.raises(TypeError, match="expected the path of a file, found 3"):
        path.save(3)  # type: ignore[arg-type]


def test_answers_of_a_path() -> None:
    path, stuck = pandoku.explain(NINE), pandoku.explain(NINE, techniques=["full-house"])
    solution = pandoku.solve(NINE).solution
    assert (path.is_solved, path.solution, path.hardest) == (True, solution, "hidden-single")
    assert (stuck.is_solved, stuck.solution, stuck.hardest) == (False, solution, "")
    assert pandoku.explain("." * 16).solution is None
    assert path[0].placements == path.steps[0].placements
    assert path[0].eliminations == path.steps[0].eliminations


def test_ratings_are_written_and_rounded_as_numbers() -> None:
    rating = pandoku.rate(NINE)
    assert (f"{rating:.2f}", round(rating, 1), round(rating)) == ("1.20", 1.2, 1)
    assert f"{rating}" == str(rating)
    of_path = pandoku.explain(NINE).rating()
    assert (f"{of_path:.2f}", round(of_path, 1), f"{of_path}") == ("1.50", 1.5, str(of_path))


@pytest.mark.turns(3)
def test_frames_of_made_puzzles_and_of_counts() -> None:
    pytest.importorskip("pandas")
    made = pandoku.generate_many(3, order=4, seed=1)
    frame = made.to_frame()
    assert list(frame) == ["index", "puzzle", "solution", "n_givens", "attempts"]
    assert [pandoku.loads(text) for text in frame["puzzle"]] == list(made)
    assert [pandoku.solve(text).solution for text in frame["solution"]] == [
        puzzle.solution for puzzle in made
    ]
    cages = pandoku.generate_many(2, "killer", 4, seed=1)
    assert [pandoku.loads(text) for text in cages.to_frame()["puzzle"]] == list(cages)
    counts = pandoku.explain_many([NINE, NINE]).to_frame()
    assert list(counts)[:4] == ["stopped", "n_steps", "hardest", "error"]
    assert (counts["stopped"] == "full").all()
    assert (counts.iloc[:, 4:].sum(axis=1) == counts["n_steps"]).all()
    assert set(counts["hardest"]) == {"hidden-single"}


def test_minimize_keeps_the_solution() -> None:
    killer = pandoku.generate("killer", 4, seed=1)
    for puzzle, options in ((NINE, {}), (killer, {"clues": True}), (killer, {"constraints": True})):
        minimal = pandoku.minimize(puzzle, 1, **options)
        assert minimal.solution == pandoku.solve(puzzle).solution


def test_dicts_of_json_documents_are_read() -> None:
    document = json_of(NINE)
    assert pandoku.loads(document) == pandoku.loads(NINE)
    assert pandoku.solve(document).is_unique
    with pytest.raises(PuzzleError, match="expected a dict that JSON can store"):
        pandoku.loads({"puzzle": object()})
    with pytest.raises(PuzzleError, match="its values have no order"):
        pandoku.solve({(0, 0): 5})  # type: ignore[dict-item]


def test_dlx_is_an_engine() -> None:
    assert pandoku.solve(FOUR, engine="dlx").engine == "dancing-links"
    assert pandoku.solve_all([FOUR], engine="dlx")[0].engine == "dancing-links"


def test_the_rows_of_one_grid_are_not_many_puzzles() -> None:
    rows = [[int(c) if c != "." else 0 for c in NINE[at : at + 9]] for at in range(0, 81, 9)]
    with pytest.raises(PuzzleError, match="found the 9 rows of one; solve takes a single puzzle"):
        pandoku.solve_all(rows)


def test_a_text_is_not_the_name_of_a_file() -> None:
    with pytest.raises(FileNotFoundError, match=r"pandoku\.loads\(text\) reads the text"):
        pandoku.load(NINE[:40])
