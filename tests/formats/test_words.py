"""Rules in words: a constraint if a solution may depend on them, else a text about the puzzle."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pandoku
from pandoku import FormatError, Puzzle
from pandoku.constraints import RulesInWords
from pandoku.formats import FORMATS, dumps, left_out, link, loads, loads_board
from tests.formats.scl import scl_of
from tests.together import together

SOLUTION = "1234341221434321"
WORDS = "Normal sudoku rules apply. The two gray cells are a pair of twins."
NO_SOLUTION = Puzzle.sudoku("1234 3412 214. 43..".replace(" ", "")).with_("anti-king")
OPEN = Puzzle.sudoku(4)
WRITERS = ("f-puzzles", "sudoku-maker", "sudokupad")
each_writer = together("name", WRITERS)


def _bare() -> Puzzle:
    return Puzzle.sudoku("12343412214.43..", title="Twins")


@each_writer
def test_words_are_a_text_about_a_puzzle_that_has_one_solution_without_them(name: str) -> None:
    puzzle = loads(dumps(_bare().with_(RulesInWords(WORDS)), name))
    assert (puzzle.words, puzzle.unchecked) == (WORDS, ())
    assert puzzle == _bare()
    again = loads(link(puzzle, name))
    assert (again.words, again.title, again) == (WORDS, "Twins", puzzle)


@each_writer
def test_words_are_a_constraint_if_there_are_more_solutions_or_none(name: str) -> None:
    for puzzle in (OPEN, NO_SOLUTION):  # neighbors of the anti-king hold equal digits
        assert pandoku.solve(puzzle).count != 1
        read = loads(dumps(puzzle.with_(RulesInWords(WORDS)), name))
        assert (read.words, read.unchecked) == (None, (RulesInWords(WORDS),))


@each_writer
def test_words_are_a_constraint_if_the_solution_of_the_file_is_another(name: str) -> None:
    puzzle = _bare().replace(solution=SOLUTION[4:] + SOLUTION[:4])
    assert loads(dumps(puzzle.with_(RulesInWords(WORDS)), name)).words is None
    puzzle = puzzle.replace(solution=pandoku.solve(puzzle).solution)
    assert loads(dumps(puzzle.with_(RulesInWords(WORDS)), name)).words == WORDS


@each_writer
def test_the_usual_rules_are_kept_as_a_text(name: str) -> None:
    usual = "Normal sudoku rules apply."
    puzzle = loads(dumps(OPEN.replace(words=usual), name))
    assert (puzzle.words, puzzle.unchecked) == (usual, ())


def test_words_of_a_document_of_sudokupad_stay_with_what_it_draws() -> None:
    example = pandoku.constraints.RULES["thermometer"].example
    document = scl_of(example)
    assert document is not None
    rules = document["metadata"]["rules"]
    puzzle = loads(json.dumps(document), format="sudokupad")
    assert (puzzle, puzzle.words, puzzle.unchecked) == (example, rules, ())
    document["overlays"] = [{"center": [0.5, 0.5], "width": 0.4, "height": 0.4, "text": "?"}]
    puzzle = loads(json.dumps(document), format="sudokupad")
    assert puzzle.words == rules
    assert [each.NAME for each in puzzle.unchecked] == ["drawing"]


def test_progress_is_kept_beside_words() -> None:
    document: dict[str, Any] = json.loads(dumps(_bare().with_(RulesInWords(WORDS)), "f-puzzles"))
    document["grid"][3][3] = {"value": 1}
    board = loads_board(json.dumps(document))
    assert board.puzzle.words == WORDS
    assert board.digits[15] == 1


@pytest.mark.parametrize("name", ["json", "setter"])
def test_the_own_formats_write_words_as_they_are(name: str) -> None:
    puzzle = OPEN.replace(words='Two lines:\n"1" and 2.')
    assert loads(dumps(puzzle, name)).words == puzzle.words


def test_another_format_leaves_words_out_and_says_so() -> None:
    puzzle = _bare().replace(words=WORDS)
    assert left_out(FORMATS["iss"], puzzle) == ("title", "words")
    assert loads(dumps(puzzle, "iss")) == puzzle


def test_a_refusal_names_the_way_out_if_nothing_else_is_in_the_way() -> None:
    way_out = r'; puzzle.without\("unchecked"\) leaves out what is not checked'
    puzzle = OPEN.with_(RulesInWords(WORDS))
    for write in (dumps, link):
        with pytest.raises(FormatError, match="rules in words" + way_out):
            write(puzzle, "iss")
    assert dumps(puzzle.without("unchecked"), "iss") == dumps(OPEN, "iss")
    with pytest.raises(FormatError) as caught:
        dumps(puzzle.with_("anti-king"), "line")
    assert "without" not in str(caught.value)


def test_words_do_not_move_with_the_cells_that_they_name() -> None:
    puzzle = _bare().replace(words=WORDS)
    same = pandoku.symmetry.Symmetry.identity(puzzle.geometry)
    turned = pandoku.symmetry.grid_move(puzzle.geometry, "rotate-180")
    assert same.apply(puzzle).words == WORDS
    assert turned.apply(puzzle).words is None
