from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pandoku.calls.documents import CageDocument, HouseDocument, PuzzleDocument, puzzle_document
from pandoku.calls.links import puzzle_in, shareable
from pandoku.calls.shared import KeyDocument, PictureDocument, picture_document
from pandoku.errors import PuzzleError
from pandoku.formats import load, loads
from pandoku.model import Cage, Geometry, Puzzle
from pandoku.play import Game, dumps_game
from tests.data import EASY, ESCARGOT, EXAMPLE_FILES, ROOT
from tests.in_full import in_full
from tests.together import together

MODEL = ROOT / "web" / "src" / "model"


@together("path", EXAMPLE_FILES, ids=lambda path: path.name)
def test_a_document_has_what_the_page_needs(path: Path) -> None:
    puzzle = load(path)
    document = puzzle_document(puzzle)
    assert dumps_game(Game.start(puzzle)).splitlines()[-1] == f"puzzle: {document.line}"
    assert in_full(puzzle_in(document.link)) == in_full(shareable(puzzle))
    assert [house.cells for house in document.houses] == [
        list(house.cells) for house in puzzle.geometry.houses
    ]
    assert document.solution is None or puzzle.accepts(document.solution)
    assert bool(document.solution) == (not document.problem)
    assert document.about.startswith(f"{puzzle.order}x{puzzle.order} ")


def test_a_puzzle_without_a_single_solution_says_so_and_has_none() -> None:
    document = puzzle_document(Puzzle(4))
    assert document.solution is None
    assert "several solutions" in document.problem
    claimed = Puzzle(4, solution=(1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    assert puzzle_document(claimed).solution is None


def test_the_key_is_that_of_the_rules() -> None:
    plain = loads(ESCARGOT)
    titled = plain.replace(title="Escargot", author="A. Inkala", source="a book")
    assert puzzle_document(plain).key == puzzle_document(titled).key
    assert puzzle_document(plain).key != puzzle_document(loads(EASY)).key
    assert puzzle_document(titled).title == "Escargot"


def test_clues_are_as_printed() -> None:
    kenken = Puzzle.kenken(4, [("12*", "r1c1 r1c2"), ("2/", "r2c1 r3c1")])
    assert [cage.clue for cage in puzzle_document(kenken).cages] == ["12×", "2÷"]
    assert puzzle_document(Puzzle.killer(4, [(5, "r1c1 r1c2")])).cages[0].clue == "5"


def test_a_puzzle_that_nobody_can_play_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"expected cells 0\.\.15"):
        puzzle_document(Puzzle(Geometry.latin(4), (), (Cage("+", 5, (3, 99)),)))


def test_the_picture_has_no_digits_but_the_givens() -> None:
    picture = puzzle_document(loads(EASY)).picture
    assert {text[3] for text in picture.texts} == {"given", "coordinate"}
    assert sum(text[3] == "given" for text in picture.texts) == 81 - EASY.count("0")


def test_other_digits_are_renamed_and_the_rules_say_so() -> None:
    puzzle = loads("0..1\n.2..\n..3.\n1...\n")
    document = puzzle_document(puzzle)
    usual = puzzle_document(puzzle.replace(symbols=""))
    renamed = " The digits of the source are renamed here: 0 is 1, 1 is 2, 2 is 3, 3 is 4."
    assert document.rules == usual.rules + renamed
    assert [each.text for each in document.told if each.by == "note"] == [renamed.strip()]
    alike = [msgspec.structs.replace(each, rules="", told=[]) for each in (document, usual)]
    assert alike[0] == alike[1]
    assert {text[2] for text in document.picture.texts if text[3] == "given"} == {*"1234"}


def keys_of(text: str, interface: str) -> list[str]:
    """Return the keys of an interface in a file of TypeScript."""
    body = re.search(rf"export interface {interface} {{\n(.*?)\n}}", text, re.S)
    assert body, interface
    return re.findall(r"^  (\w+)\??: ", body[1], re.M)


@pytest.mark.parametrize(
    ("struct", "file", "interface"),
    [
        (PuzzleDocument, "puzzle.ts", "PuzzleDocument"),
        (HouseDocument, "puzzle.ts", "House"),
        (CageDocument, "puzzle.ts", "Cage"),
        (PictureDocument, "picture.ts", "Picture"),
        (KeyDocument, "picture.ts", "Key"),
    ],
)
def test_the_types_of_the_page_have_the_same_keys(
    struct: type[msgspec.Struct], file: str, interface: str
) -> None:
    text = (MODEL / file).read_text(encoding="utf-8")
    names = [field.encode_name for field in msgspec.structs.fields(struct)]
    assert sorted(keys_of(text, interface)) == sorted(names)


def test_a_picture_is_of_the_type_that_is_described() -> None:
    picture = picture_document(Puzzle.killer(4, [(5, "r1c1 r1c2")]))
    sent = msgspec.json.decode(msgspec.json.encode(picture))
    again = msgspec.json.encode(msgspec.convert(sent, PictureDocument))
    assert msgspec.json.decode(again) == sent


def test_the_rules_are_told_once_in_the_words_of_the_setter_or_in_ours() -> None:
    words = "Lines are whispers, e.g. 1 6. Have fun."
    puzzle = Puzzle.sudoku(9).with_("whisper r1c1 r1c2")
    ours = [("Every row, column and box holds each digit 1-9 once.", "rules", "")]
    ours.append(("Neighbors on a whisper line differ by at least 5.", "rules", "Whisper line"))
    told = puzzle_document(puzzle).told
    assert [(each.text, each.by, each.kind) for each in told] == ours
    theirs = [("Lines are whispers, e.g. 1 6.", "setter", ""), ("Have fun.", "setter", "")]
    told = puzzle_document(puzzle.replace(words=words)).told
    assert [(each.text, each.by, each.kind) for each in told] == ours + theirs
    legend = msgspec.to_builtins(puzzle_document(puzzle).picture)["legend"]
    assert ours[1][0] in [key["text"] for key in legend]
