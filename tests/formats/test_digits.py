"""Texts whose digits are not 1-9: which characters are digits, and which are blanks."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

import pandoku
from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.formats import FORMATS, Item, Lines, dumps, items, items_and_batches, left_out, loads
from pandoku.model import DIGITS, Batch, Puzzle, default_box, symbols_from
from tests.cli.command import pandoku as command
from tests.data import CASES
from tests.together import together

NINE = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
FROM_ZERO = str.maketrans("123456789", "012345678")
IN_LETTERS = str.maketrans("123456789", "ABCDEFGHI")
ZERO = NINE.translate(FROM_ZERO)


def _only(text: str, digits: str = "") -> Item:
    (found,) = items(Lines.of(text, digits))
    return found


def _full(n: int, random: Random) -> list[int]:
    """Return a full grid of an order with its default boxes, digits 0..n-1."""
    box = default_box(n)
    assert box is not None
    rows, columns = box
    names = random.sample(range(n), n)
    at = [
        band * rows + row for band in range(n // rows) for row in random.sample(range(rows), rows)
    ]
    return [names[(columns * (r % rows) + r // rows + c) % n] for r in at for c in range(n)]


# ------------------------------------------------------------------ what is a digit


def test_zero_is_a_blank_where_there_is_no_other() -> None:
    assert loads(NINE.replace(".", "0")) == loads(NINE)
    assert loads(NINE.replace(".", "0")).symbols == ""


def test_zero_is_a_digit_where_dots_are_the_blanks() -> None:
    found = _only(ZERO)
    assert isinstance(found.value, Puzzle)
    assert found.value == loads(NINE)
    assert found.value.symbols == "012345678"
    assert found.note is not None
    assert "0-8" in found.note


def test_letters_alone_are_digits_from_a_on() -> None:
    random = Random(16)
    for n in (16, 25):
        letters = [chr(65 + each) for each in _full(n, random)]
        text = "".join(each if random.random() < 0.6 else "." for each in letters)
        rows = "\n".join(text[at : at + n] for at in range(0, n * n, n))
        for source in (text, rows):
            puzzle = _only(source).value
            assert isinstance(puzzle, Puzzle)
            assert puzzle.symbols == "".join(chr(65 + each) for each in range(n))
            assert "".join(puzzle.label_of(d) if d else "." for d in puzzle.givens) == text


def test_zero_beside_the_largest_digit_is_refused_until_somebody_names_the_digits() -> None:
    text = "." * 27 + "9" + "." * 26 + "0" + "." * 26
    with pytest.raises(FormatError, match=r"0 may be .*--digits 1-9"):
        loads(text)
    assert loads(text, digits="1-9").n_givens == 1
    with pytest.raises(FormatError, match=r"0-8 .* found '9'"):
        loads(text, digits="0-8")
    named = loads(text, digits="12345679" + "0")
    assert (named.n_givens, named.label_of(named.givens[54])) == (2, "0")


def test_zero_is_a_blank_where_it_can_be_nothing_else() -> None:
    all_nine = NINE.replace(".", "0", 1)
    assert {*"123456789"} <= {*all_nine}
    assert (loads(all_nine), loads(all_nine).symbols) == (loads(NINE), "")
    twice = "00" + "9" + "." * 78
    found = _only(twice)
    assert isinstance(found.value, Puzzle)
    assert found.value.n_givens == 1
    assert found.note is not None
    assert "row 1" in found.note


def test_x_beside_other_blanks_may_be_a_digit_from_order_10_on() -> None:
    text = "x" + "." * 143
    with pytest.raises(FormatError, match="X may"):
        loads(text)
    assert loads(text, digits="1-9XE0").symbols == "123456789XE0"
    assert loads("x" + "." * 80).n_givens == 0


def test_digits_that_are_named_decide() -> None:
    assert loads(NINE, digits="1-9").symbols == ""
    assert loads(NINE.translate(IN_LETTERS), digits="A-I") == loads(NINE)
    assert loads(NINE.translate(IN_LETTERS).lower(), digits="A-I") == loads(NINE)
    full = "".join(str(each) for each in _full(9, Random(1)))
    assert 0 not in loads(full, digits="0-8").givens
    with pytest.raises(FormatError, match="9x9, found 8"):
        loads(NINE, digits="1-8")
    with pytest.raises(FormatError, match="'1' twice"):
        loads(NINE, digits="112345678")
    with pytest.raises(FormatError, match=r"json.*cannot be"):
        loads(dumps(loads(NINE), "json"), digits="0-8")


@pytest.mark.parametrize("bad", ["", "9-1", "a.b", "0-99", 9])
def test_symbols_are_characters_or_spans(bad: object) -> None:
    if bad == "":
        assert symbols_from(bad) == ""
        return
    with pytest.raises(PuzzleError, match="expected digits such as"):
        symbols_from(bad)


def test_a_rule_that_calculates_has_no_other_digits() -> None:
    text = "size 4\n0...\n..1.\n.2..\n3...\n{}\n"
    assert loads(text.format("anti-knight"), format="setter").symbols == "0123"
    for rule in ("thermometer r1c1 r1c2", "even r1c1", "whisper r1c1 r1c2"):
        with pytest.raises(PandokuError, match=f"rule {rule.split()[0]}"):
            loads(text.format(rule), format="setter")
    with pytest.raises(PuzzleError, match="rule cage"):
        Puzzle.killer(4, [(5, "r1c1 r1c2")], symbols="0-3")


def test_lines_are_looked_at_one_by_one() -> None:
    lines = [NINE, NINE.replace(".", "0"), ZERO, NINE]
    found = [*items_and_batches(Lines.of("\n".join(lines)))]
    puzzles = [p for each in found for p in (each if isinstance(each, Batch) else [each.value])]
    assert all(each == puzzles[0] for each in puzzles)
    assert [getattr(each, "symbols", None) for each in puzzles] == ["", "", "012345678", ""]
    assert pandoku.loads_many(lines)[2].symbols == "012345678"


def test_an_answer_in_numbers_warns() -> None:
    with pytest.warns(UserWarning, match="digits 0-8"):
        pandoku.solve(ZERO)
    with pytest.warns(UserWarning, match="digits 0-8"):
        pandoku.solve_many([ZERO, NINE])
    assert pandoku.solve(loads(ZERO)).is_unique


def test_texts_of_digits_have_the_symbols_of_their_puzzle() -> None:
    puzzle = loads(ZERO)
    outcome = pandoku.solve(puzzle)
    solution = "".join(map(puzzle.label_of, outcome.solutions[0]))
    assert "0" in solution
    assert puzzle.accepts(solution)
    assert puzzle.replace(solution=solution).solution == outcome.solutions[0]
    assert pandoku.find_conflicts(puzzle, solution) == ()
    assert Puzzle(puzzle.geometry, ZERO).symbols == Puzzle.sudoku(ZERO).symbols == puzzle.symbols
    rows = [ZERO[at : at + 9].replace(".", " ") for at in range(0, 81, 9)]
    spaced = _only("\n".join(rows)).value
    assert isinstance(spaced, Puzzle)
    assert (spaced, spaced.symbols) == (puzzle, puzzle.symbols)


def test_lists_with_two_kinds_of_blanks() -> None:
    rows: list[list[object]] = [[0, None, None, None]]
    rows += [[None, None, None, None] for _ in range(3)]
    with pytest.raises(PuzzleError, match="found 0 and None"):
        Puzzle.sudoku(rows)
    with pytest.raises(PuzzleError, match="found 0 and nan"):
        Puzzle.sudoku([float("nan"), 0.0, *[float("nan")] * 14])
    twice: list[list[object]] = [[0, 0, None, 1], *rows[1:]]
    assert Puzzle.sudoku(twice).n_givens == 1
    every: list[list[object]] = [[1, 2, 3, 4], [0, None, None, None], *rows[2:]]
    assert Puzzle.sudoku(every).n_givens == 4


# ------------------------------------------------------------------ every reader, every style


def _line(cells: list[str], n: int) -> str:
    return "".join(cells) + "\n"


def _rows(cells: list[str], n: int) -> str:
    return "".join(_line(cells[at : at + n], n) for at in range(0, n * n, n))


def _csv(cells: list[str], n: int) -> str:
    return f"puzzle,er\n{''.join(cells)},1.5\n"


def _numbers(cells: list[str], n: int) -> str:
    return "".join(" ".join(cells[at : at + n]) + "\n" for at in range(0, n * n, n))


def _commas(cells: list[str], n: int) -> str:
    return "".join(",".join(cells[at : at + n]) + "\n" for at in range(0, n * n, n))


def _list(cells: list[str], n: int) -> str:
    return json.dumps([cells[at : at + n] for at in range(0, n * n, n)]) + "\n"


def _pretty(cells: list[str], n: int) -> str:
    box = default_box(n)
    assert box is not None
    height, width = box
    out = []
    for r in range(n):
        if r % height == 0:
            out.append("+" + ("-" * (2 * width + 1) + "+") * (n // width))
        parts = [cells[r * n + c : r * n + c + width] for c in range(0, n, width)]
        out.append("| " + " | ".join(map(" ".join, parts)) + " |")
    return "\n".join([*out, out[0]]) + "\n"


def _setter(cells: list[str], n: int) -> str:
    return f"size {n}\n{_rows(cells, n)}"


_WRITERS: dict[str, Callable[[list[str], int], str]] = {
    "line": _line, "sdm": _line, "sdk": _rows, "csv": _csv, "grid": _numbers,
    "commas": _commas, "list": _list, "pretty": _pretty, "setter": _setter,
}  # fmt: skip
_CHARACTERS = {
    "usual": lambda n: DIGITS[:n],
    "from zero": lambda n: ("0" + DIGITS)[:n],
    "letters": lambda n: DIGITS[9 : 9 + n],
}


@pytest.mark.turns(4)
@pytest.mark.parametrize("n", [4, 6, 9, 12, 16, 25])
@pytest.mark.parametrize("alphabet", _CHARACTERS)
@pytest.mark.parametrize("form", _WRITERS)
def test_no_text_is_read_in_another_way_without_a_word(form: str, alphabet: str, n: int) -> None:
    for blank in "0._*?x-":
        if alphabet != "from zero" or blank != "0":
            _read_one_way(form, alphabet, n, blank)


def _read_one_way(form: str, alphabet: str, n: int, blank: str) -> None:
    random = Random(f"{form} {alphabet} {n} {blank}")
    characters, full = _CHARACTERS[alphabet](n), _full(n, random)
    shown = [characters[each] for each in full]
    kept, empty = shown.index(characters[0]), shown.index(characters[1])
    cells = [each if random.random() < 0.75 else blank for each in shown]
    cells[kept], cells[empty] = characters[0], blank
    name = None if form == "commas" else form
    try:
        found = [*items(Lines.of(_WRITERS[form](cells, n)), name)]
    except FormatError:
        found = []
    for item in found:
        if isinstance(item.value, Puzzle):
            puzzle = item.value
            named = [puzzle.label_of(d) if d else blank for d in puzzle.givens]
            if not puzzle.symbols:
                named = [DIGITS[d - 1] if d else blank for d in puzzle.givens]
            assert named == cells or item.note, (cells, named)
            assert bool(puzzle.symbols) == (alphabet != "usual")
            if puzzle.symbols:
                assert puzzle.symbols == characters
                assert item.note is not None
            if any(each.severity == "error" for each in puzzle.problems()):
                continue  # X is a letter of 25x25
            outcome = pandoku.solve(puzzle)
            if outcome.is_unique:
                names = puzzle.symbols or DIGITS
                assert [names[d - 1] for d in outcome.solutions[0]] == shown
    is_clear = alphabet != "letters" or (n > 9 and blank not in "x")
    if is_clear and form != "list":
        assert len(found) == 1
        assert isinstance(found[0].value, Puzzle), found[0].value


# ------------------------------------------------------------------ what is written


@together("name", list(FORMATS))
@together("n, symbols", [(4, "0-3"), (9, "0-8"), (16, "0-F"), (16, "A-P")])
def test_a_format_keeps_the_symbols_or_says_that_it_does_not(
    name: str, n: int, symbols: str
) -> None:
    random = Random(n)
    full = [each + 1 for each in _full(n, random)]
    givens = tuple(each if random.random() < 0.6 else 0 for each in full)
    puzzle = Puzzle(n, givens, symbols=symbols)
    form = FORMATS[name]
    if form.why_not(puzzle):
        return
    lost = [each for each in left_out(form, puzzle) if each.startswith("the digits")]
    again = loads(dumps(puzzle, name), format=name)
    if not again.candidates:
        assert again == puzzle
    assert again.symbols == ("" if lost else puzzle.symbols)


def test_a_text_without_the_digit_zero_is_not_written_with_it() -> None:
    puzzle = Puzzle(4, (2, 3, 4, 0) + (0,) * 12, symbols="0-3")
    assert left_out(FORMATS["line"], puzzle) == ("the digits 0-3 (written as 1-4, in this order)",)
    assert loads(dumps(puzzle, "line")) == puzzle


# ------------------------------------------------------------------ the command line


def test_solve_shows_the_digits_of_the_source() -> None:
    usual = command("solve", NINE).out
    ran = command("solve", ZERO)
    assert ran.out == usual.translate(FROM_ZERO)
    assert ran.returncode == 0
    assert "digits 0-8" in ran.err
    told = json.loads(command("solve", "--json", ZERO).out)
    assert told["symbols"] == "012345678"
    named = command("solve", "--digits", "A-I", "--from", "line", NINE.translate(IN_LETTERS))
    assert named.out == usual.translate(IN_LETTERS)


def test_the_option_refuses_what_are_no_digits() -> None:
    ran = command("solve", "--digits", "8-0", NINE)
    assert (ran.returncode, ran.out) == (2, "")
    assert "0-8, 0-F" in ran.err
    assert command("solve", "--digits", "", NINE).returncode == 2
    assert command("solve", "--digits", "0-7", NINE).returncode == 2


def test_convert_writes_the_digits_or_names_the_relabeling() -> None:
    assert command("convert", "--to", "line", ZERO).out == ZERO + "\n"
    ran = command("convert", "--to", "sudokuexchange", ZERO)
    assert ran.out.strip().endswith(NINE.replace(".", "0"))
    assert ": the digits 0-8 (" in ran.err


def test_a_grid_to_check_has_the_digits_of_the_source() -> None:
    solution = command("solve", ZERO).out.strip()
    assert "solves it" in command("check", "--grid", solution, ZERO).out
    wrong = ("1" if solution[0] != "1" else "2") + solution[1:]
    ran = command("check", "--grid", wrong, ZERO)
    assert f"given {ZERO[0]}, found {wrong[0]}" in ran.out


# ------------------------------------------------------------------ public texts


@pytest.mark.parametrize(
    ("name", "symbols"),
    [
        ("hex-0-F", "0123456789ABCDEF"),
        ("letters-16-A-P", "ABCDEFGHIJKLMNOP"),
        ("letters-25", "ABCDEFGHIJKLMNOPQRSTUVWXY"),
    ],
)
def test_public_texts_are_read_by_their_own_digits(name: str, symbols: str) -> None:
    path = CASES / f"{name}.txt"
    if not path.exists():
        pytest.skip(f"there is no {path.name} among the shared data")
    text = path.read_text()
    puzzle = loads(text)
    assert puzzle.symbols == symbols
    assert "".join(puzzle.label_of(d) if d else "." for d in puzzle.givens) == "".join(text.split())
    outcome = pandoku.solve(puzzle)
    assert outcome.is_unique
