from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, get_format, items, loads, sniff
from pandoku.model import FrozenMap, Geometry, Puzzle
from tests.in_full import in_full
from tests.together import together

EXAMPLE = get_format("sdk").example
GRID = EXAMPLE.split("\n", 2)[2]


def test_the_header_lines_hold_author_title_and_source() -> None:
    puzzle = loads(f"#ARuud\n#DNumber 7\n#SA book\n#LEasy\n#Cone\n#Ctwo\n{GRID}")
    assert (puzzle.author, puzzle.title, puzzle.source) == ("Ruud", "Number 7", "A book")
    assert puzzle.extra == FrozenMap({"sdk": {"L": "Easy", "C": "one\ntwo"}})


def test_header_lines_are_written_back() -> None:
    puzzle = loads(f"#ARuud\n#DNumber 7\n#Cone\n#Ctwo\n[Puzzle]\n{GRID}[State]\n{GRID}")
    assert in_full(loads(dumps(puzzle, "sdk"))) == in_full(puzzle)


@pytest.mark.parametrize("title", [" Four", "Four\t", " a \n\n b ", " ", "\n"])
def test_blanks_around_a_header_are_not_written(title: str) -> None:
    text = dumps(loads(GRID).replace(title=title), "sdk")
    assert dumps(loads(text, format="sdk"), "sdk") == text
    assert all(line == line.strip() and line[2:3] != " " for line in text.splitlines())


def test_header_lines_belong_to_the_next_puzzle_only() -> None:
    first, second = items(Lines.of(EXAMPLE + GRID))
    assert isinstance(first.value, Puzzle)
    assert isinstance(second.value, Puzzle)
    assert (first.value.author, second.value.author) == ("Ruud", None)


def test_other_comments_and_a_lone_hash_are_skipped() -> None:
    assert loads(f"#\n# by hand\n#!\n{GRID}").extra == FrozenMap()


def test_a_state_is_kept_and_does_not_count_as_a_puzzle() -> None:
    state = "12..\n..21\n21..\n...2"
    puzzle = loads(f"[Puzzle]\n1...\n..2.\n2...\n...1\n[State]\n{state}\n")
    assert puzzle.givens[:4] == (1, 0, 0, 0)
    assert puzzle.extra["sdk"] == FrozenMap({"state": state})


def test_other_sections_are_skipped() -> None:
    text = f"[Info]\nLevel=3\nnot a row\n[Puzzle]\n{GRID}"
    assert loads(text).givens == loads(GRID).givens


@pytest.mark.parametrize("section", ["[Cages]", "[Jigsaw]", "[Diagonals]"])
def test_a_section_that_may_hold_rules_is_refused_in_the_place_of_the_puzzle(section: str) -> None:
    rule = f"{section}\nr1c1 r1c2 = 3\n"
    grid = f"[Puzzle]\n{GRID}"
    for text in (f"{rule}{grid}", f"{grid}\n{rule}", f"{grid}[State]\n{GRID}\n{rule}"):
        (item,) = items(Lines.of(text), "sdk")
        assert f"section {section} may" in str(item.value)


def test_sixteen_characters_a_line_hold_letters() -> None:
    rows = ["123456789ABCDEFG", *["." * 16] * 15]
    assert loads("\n".join(rows)).givens[:16] == tuple(range(1, 17))


@together(
    "text, name",
    [
        ("1...\n..2.\n.3..\n...4\n", "sdk"),  # 3 and 4 are too large for 2x2
        ("1...\n..2.\n.2..\n...1\n", "sdk"),  # nobody means four puzzles of 2x2
        ("12345\n23451\n34512\n45123\n51234\n", "sdk"),  # five characters are no square
        ("#ARuud\n1...\n..2.\n.2..\n...1\n", "sdk"),
        ("# puzzles, one per line\n1...\n..2.\n.2..\n...1\n", "line"),
        ("." * 24 + "5\n" + "." * 25 + "\n", "line"),
        ("." * 24 + "6\n" + ("." * 25 + "\n") * 24, "sdk"),
    ],
)
def test_n_lines_of_n_characters_are_one_puzzle_unless_they_say_otherwise(
    text: str, name: str
) -> None:
    assert name == sniff(Lines.of(text)).name


def test_rows_too_few_are_counted() -> None:
    with pytest.raises(FormatError, match=r"line 10: expected 9 rows .* found 8"):
        loads(EXAMPLE.rsplit("\n", 2)[0])


@pytest.mark.parametrize(("row", "column"), [("2..1.5..", 9), ("2..1.5..3.", 10)])
def test_a_row_of_the_wrong_length_is_shown_even_when_it_is_the_first(
    row: str, column: int
) -> None:
    text = EXAMPLE.replace("2..1.5..3", row)
    found = list(items(Lines.of(text + "\n" + EXAMPLE)))
    assert [item.line for item in found] == [3, 15]
    error = found[0].value
    assert isinstance(error, FormatError)
    assert (error.line, error.column) == (3, column)
    assert isinstance(found[1].value, Puzzle)


def test_a_wrong_character_is_shown_with_its_place() -> None:
    with pytest.raises(FormatError, match=r"line 4, column 3: .* 1-9 .* found 'Z'"):
        loads(EXAMPLE.replace(".54", ".5Z"))


def test_boxes_are_the_usual_ones_and_others_are_not_written() -> None:
    assert loads("......\n" * 6, format="sdk").geometry == Geometry(6, (2, 3))
    with pytest.raises(FormatError, match="boxes of 3x2"):
        dumps(Puzzle(Geometry(6, (3, 2))), "sdk")
