"""Forms in which people paste puzzles: written here by hand, and read back by detection alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Item, Lines, items, items_and_batches, loads, reads
from pandoku.model import Batch, Geometry, Puzzle, default_box
from tests.data import CASES, by_default
from tests.formats.reading import error_of
from tests.formats.test_conformance import full
from tests.together import together

ORDERS = (4, 6, 9, 12, 16, 25)
EXCEL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

Grid = list[list[int]]
Writer = Callable[[Grid, random.Random], str]


def made(order: int, rng: random.Random, share: float = 0.4) -> Grid:
    """Return rows of a puzzle, 0 for a blank, in which the largest digit occurs."""
    digits = rng.sample(range(1, order + 1), order)
    solution = [digits[d - 1] for d in full(order, Puzzle(order).geometry.box)]
    kept = [d if rng.random() < share or d == order else 0 for d in solution]
    kept[rng.randrange(order * order)] = 0
    return [kept[at : at + order] for at in range(0, order * order, order)]


# ------------------------------------------------------------------ writers


def numbers(row: list[int], blank: str) -> list[str]:
    return [str(d) if d else blank for d in row]


def chars(row: list[int], blank: str = ".") -> str:
    return "".join("123456789ABCDEFGHIJKLMNOPQ"[d - 1] if d else blank for d in row)


def braces(grid: Grid, rng: random.Random) -> str:
    name = rng.choice(["int board[N][N]", "static const uint8_t GRID[N][N]", "int[][] b", "auto g"])
    name = name.replace("N", str(len(grid)))
    rows = ",\n  ".join("{" + ", ".join(numbers(row, "0")) + "}" for row in grid)
    return f"/* a board {{1}} */\n{name} =\n{{\n  {rows} // the last {{row}}\n}};\n"


def java(grid: Grid, _: random.Random) -> str:
    rows = ", ".join("new int[]{" + ",".join(numbers(row, "0")) + "}" for row in grid)
    return f"private final int[][] grid = new int[][] {{{rows}}};"


def rust(grid: Grid, _: random.Random) -> str:
    n = len(grid)
    rows = ",\n".join(f"[{', '.join(numbers(row, '0'))}]" for row in grid)
    return f"let mut board: [[u8; {n}]; {n}] = [\n{rows},\n];"


def go(grid: Grid, _: random.Random) -> str:
    n = len(grid)
    rows = ",\n".join("\t{" + ", ".join(numbers(row, "0")) + "}" for row in grid)
    return f"board := [{n}][{n}]int{{\n{rows},\n}}"


def kotlin(grid: Grid, _: random.Random) -> str:
    rows = ",\n".join(f"intArrayOf({','.join(numbers(row, '0'))})" for row in grid)
    return f"val grid = arrayOf({rows})"


def assigned(grid: Grid, rng: random.Random) -> str:
    before = rng.choice(["sudoku = ", "const board = ", "board: list[list[int]] = ", '"board": '])
    blank = rng.choice(["0", "None", "-1", "''", '"."', "nan"])
    rows = ",\n    ".join(f"[{', '.join(numbers(row, blank))}]" for row in grid)
    return f"{before}[{rows}]"


def tuples(grid: Grid, _: random.Random) -> str:
    rows = ",\n   ".join(f"({','.join(numbers(row, '0'))})" for row in grid)
    return f"sudoku = (  {rows}  )"


def numpy(grid: Grid, rng: random.Random) -> str:
    rows = ",\n    ".join(f"[{', '.join(numbers(row, '0'))}]" for row in grid)
    end = rng.choice(["])", "], dtype=int)", "],\n  dtype=np.int8,\n)", "], np.uint8)"])
    return f"board = np.array([{rows}{end}"


def matlab(grid: Grid, rng: random.Random) -> str:
    end = rng.choice(["; ", ";\n"])
    return f"A = [{end.join(' '.join(numbers(row, '0')) for row in grid)}];"


def texts(grid: Grid, rng: random.Random) -> str:
    quote = rng.choice("'\"")
    rows = ",\n".join(f"{quote}{chars(row)}{quote}" for row in grid)
    return f"board = [\n{rows}\n]"


def flat(grid: Grid, _: random.Random) -> str:
    return f"int b[{len(grid) ** 2}] = {{{','.join(','.join(numbers(r, '0')) for r in grid)}}};"


def tabs(grid: Grid, rng: random.Random) -> str:
    end = rng.choice(["\n", "\r\n"])
    return end.join("\t".join(numbers(row, "")) for row in grid) + end


def quoted(grid: Grid, rng: random.Random) -> str:
    separator = rng.choice(",;\t")
    blank = rng.choice(["", " "])
    return "\n".join(separator.join(f'"{d}"' for d in numbers(row, blank)) for row in grid)


def semicolons(grid: Grid, rng: random.Random) -> str:
    last = rng.choice(["", ";"])
    return "\ufeff" + "\n".join(";".join(numbers(row, "")) + last for row in grid)


def floats(grid: Grid, rng: random.Random) -> str:
    blank = rng.choice(["", "nan", "NA"])
    header = ",".join(str(at) for at in range(len(grid))) + "\n"
    rows = (",".join(f"{d}.0" if d else blank for d in row) for row in grid)
    return header + "\n".join(rows)


def minus_one(grid: Grid, rng: random.Random) -> str:
    separator = rng.choice([" ", ",", ", ", ";", "\t"])
    return "\n".join(separator.join(numbers(row, "-1")) for row in grid)


def markdown(grid: Grid, rng: random.Random) -> str:
    blank = rng.choice(["", " ", "."])
    rows = [f"| {' | '.join(numbers(row, blank))} |" for row in grid]
    dashes = rng.choice(["---", ":-:", "-", "--:"])
    header = [f"|{'   |' * len(grid)}"] if rng.random() < 0.5 else []
    lines = header + rows
    return "\n".join([lines[0], f"|{'|'.join([dashes] * len(grid))}|", *lines[1:]])


def latex(grid: Grid, _: random.Random) -> str:
    rows = "\n".join(f"{' & '.join(numbers(row, ''))} \\\\ \\hline" for row in grid)
    return f"\\begin{{tabular}}{{|{'c|' * len(grid)}}}\n\\hline\n{rows}\n\\end{{tabular}}\n"


def between_rows(grid: Grid, rng: random.Random) -> str:
    n, blank = rng.choice([1, 2]), rng.choice(".?_0")
    rows = [" ".join(numbers(row, blank)) for row in grid]
    return ("\n" * (n + 1)).join(rows)


def bands(grid: Grid, _: random.Random) -> str:
    box = default_box(len(grid))
    assert box is not None
    rows = [chars(row) for row in grid]
    return "\n\n".join("\n".join(rows[at : at + box[0]]) for at in range(0, len(grid), box[0]))


def joined(grid: Grid, rng: random.Random) -> str:
    separator = rng.choice(["/", "|", ",", ";", ":", "\\n", " / ", "!"])
    return separator.join(chars(row) for row in grid) + rng.choice(["", separator])


def dots(grid: Grid, _: random.Random) -> str:
    return ".".join(chars(row, "0") for row in grid)


def headed(grid: Grid, rng: random.Random) -> str:
    heading = rng.choice(["Grid 01", "Puzzle #3:", "== Sudoku 12 ==", "Hard 7", "No. 5"])
    form = rng.choice([chars, lambda row: " ".join(numbers(row, "0"))])
    return heading + "\n" + "\n".join(map(form, grid))


def counted(grid: Grid, _: random.Random) -> str:
    return f"{len(grid)}\n" + "\n".join(" ".join(numbers(row, "0")) for row in grid)


def py_sudoku(grid: Grid, rng: random.Random) -> str:
    """The board as `show()` and `show_full()` of py-sudoku print it."""
    n, length = len(grid), len(str(len(grid)))
    box = default_box(n)
    assert box is not None
    height, width = box
    border = ("+-" + "-" * (length + 1) * width) * height + "+\n"
    lines = [border]
    for at, row in enumerate(grid):
        cells = [f"{d:0{length}d}" if d else " " * length for d in row]
        lines.append((("| " + "{} " * width) * height + "|").format(*cells) + "\n")
        if at % height == height - 1:
            lines.append(border)
    if rng.random() < 0.5:
        return "Puzzle has exactly one solution\n" + "".join(lines) + "\n"
    title = f"{n}x{n} ({width}x{height}) SUDOKU PUZZLE\nDifficulty: 0.50\n"
    rule = "-" * 27 + "\n"
    return f"\n{rule}{title}{rule}{''.join(lines)}\n        \n"


def one_line(grid: Grid, rng: random.Random) -> str:
    separator = rng.choice([" ", ",", ", ", "\t"])
    return separator.join(d for row in grid for d in numbers(row, rng.choice("0.")))


def box_gaps(grid: Grid, rng: random.Random) -> str:
    box = default_box(len(grid))
    assert box is not None
    lines, blank = list[str](), rng.choice(".0")
    for at, row in enumerate(grid):
        text = chars(row, blank)
        lines.append(" ".join(text[i : i + box[1]] for i in range(0, len(grid), box[1])))
        if at % box[0] == box[0] - 1 and rng.random() < 0.5:
            lines.append("")
    return "\n".join(lines)


def quoted_line(grid: Grid, rng: random.Random) -> str:
    text = "".join(chars(row) for row in grid)
    return rng.choice(['"%"', "puzzle = '%'", 'const char *s = "%";', "`%`,"]).replace("%", text)


def triple_quoted(grid: Grid, rng: random.Random) -> str:
    form = rng.choice([chars, lambda row: " ".join(numbers(row, "0"))])
    first = rng.choice(["\n", "\\\n"])
    return f'board = """{first}' + "\n".join(map(form, grid)) + '\n"""\n'


def _in_script(grid: Grid, rng: random.Random, zero: str, blank: str) -> str:
    digits = str.maketrans("0123456789", "".join(chr(ord(zero) + d) for d in range(10)))
    if max(map(max, grid)) > 9:
        return "\n".join(" ".join(numbers(row, "0")) for row in grid).translate(digits)
    separator = rng.choice(["", "\n"])
    return separator.join(chars(row, blank) for row in grid).translate(digits)


def full_width(grid: Grid, rng: random.Random) -> str:
    return _in_script(grid, rng, "\uff10", "\uff0e")


def arabic(grid: Grid, rng: random.Random) -> str:
    return _in_script(grid, rng, "\u0660", ".")


WRITERS: tuple[Writer, ...] = (
    braces, java, rust, go, kotlin, assigned, tuples, numpy, matlab, texts, flat,
    tabs, quoted, semicolons, floats, minus_one, markdown, latex,
    between_rows, bands, joined, dots, headed, counted, py_sudoku,
    one_line, box_gaps, quoted_line, triple_quoted, full_width, arabic,
)  # fmt: skip


def named(writer: Writer) -> str:
    return writer.__name__


@pytest.mark.turns(3)
@together("order", ORDERS)
@together("writer", WRITERS, ids=named)
def test_a_pasted_puzzle_is_read(writer: Writer, order: int) -> None:
    rng = random.Random(f"{named(writer)} {order}")
    for _ in range(by_default(1, full=100)):
        grid = made(order, rng)
        text = writer(grid, rng)
        assert [list(row) for row in loads(text).grid] == grid, text


@pytest.mark.parametrize("order", [9, 16])
@pytest.mark.parametrize("writer", [tabs, markdown, headed, py_sudoku, assigned], ids=named)
def test_several_pasted_puzzles_are_read(writer: Writer, order: int) -> None:
    rng = random.Random(order)
    state = rng.getstate()
    grids = [made(order, rng) for _ in range(3)]
    rng.setstate(state)
    written = []
    for grid in grids:
        rng.setstate(state)  # each in the same spelling
        written.append(writer(grid, rng))
    found = list(reads("\n\n".join(written)))
    assert [[list(row) for row in puzzle.grid] for puzzle in found] == grids


# ------------------------------------------------------------------ mutations


STRUCTURE = set(" \t,;|&[](){}\n/:!\\+\"'")  # without the sign of -1


def mutations(text: str, rng: random.Random) -> Iterator[str]:
    """Yield the text without one character of its structure or one row, or with one twice."""
    places = [at for at, char in enumerate(text) if char in STRUCTURE]
    for at in rng.sample(places, min(len(places), by_default(2, full=200))):
        yield text[:at] + text[at + 1 :]
        yield text[:at] + text[at] + text[at:]
    lines = text.split("\n")
    for at in rng.sample(range(len(lines)), min(len(lines), by_default(1, full=20))):
        yield "\n".join(lines[:at] + lines[at + 1 :])
        yield "\n".join(lines[: at + 1] + lines[at:])


@pytest.mark.turns(4)
@pytest.mark.parametrize("order", [4, 9, 16])
@pytest.mark.parametrize("writer", WRITERS, ids=named)
def test_a_mutated_text_is_read_right_or_refused(writer: Writer, order: int) -> None:
    rng = random.Random(f"{order} {named(writer)}")
    grid = made(order, rng)
    text = writer(grid, rng)
    for mutated in mutations(text, rng):
        try:
            puzzle = loads(mutated)
        except PandokuError:
            continue
        assert [list(row) for row in puzzle.grid] == grid, mutated


# ------------------------------------------------------------------ places in errors


@together(
    "text, line, column, reason",
    [
        ("1;2;;4\n;;1;\n2;;9;\n;1;;2\n", 3, 4, "expected a number 1-4 or '.', found '9'"),
        ('"1","2","","4"\n"","","1",""\n"2","","9",""\n"","1","","2"\n', 3, 9, "found '9'"),
        ("1 & 2 & & 4 \\\\\n& & 1 & \\\\\n2 & & 9 & \\\\\n& 1 & & 2\n", 3, 7, "found '9'"),
        ("| 1 | 2 | | 4 |\n|-|-|-|-|\n| | | 1 | |\n| 2 | | 9 | |\n| | 1 | | 2 |\n", 4, 9, "'9'"),
        ("Grid 1\n12.4\n..1.\n2.9.\n.1.2\n", 4, 3, "expected a digit 1-4 or '.', found '9'"),
        ("\uff11\uff12.\uff14\n..\uff11.\n\uff12.\uff19.\n.\uff11.\uff12\n", 3, 3, "found '9'"),
        ("12.4|..1.|2.9.|.1.2\n", 1, 13, "expected a digit 1-4"),
        ("int b[4][4] = {{1,2,0,4},{0,0,1,0},{2,0,9,0},{0,1,0,2}};", 1, 41, "found 9"),
        ("1 2 . 4\n\n. . 1 .\n\n2 . 9 .\n\n. 1 . 2\n", 5, 5, "found '9'"),
        ("+-----+-----+\n| 1 2 |   4 |\n|     | 1   |\n+-----+-----+\n"
         "| 2   | 9   |\n|   1 |   2 |\n+-----+-----+\n", 5, 9, "found '9'"),
    ],
)  # fmt: skip
def test_an_error_names_the_place_in_the_pasted_text(
    text: str, line: int, column: int, reason: str
) -> None:
    error = error_of(text)
    assert (error.line, error.column) == (line, column)
    assert reason in error.reason
    assert error.text == text.split("\n")[line - 1]


# ------------------------------------------------------------------ one bad puzzle among many


def test_one_bad_grid_of_a_file_with_headings_is_reported_alone() -> None:
    rng = random.Random(5)
    grids = [made(9, rng) for _ in range(50)]
    lines = []
    for at, grid in enumerate(grids, 1):
        lines += [f"Grid {at:02}", *(chars(row, "0") for row in grid)]
    del lines[10 * 6 + 3]  # a row of the seventh grid
    lines[10 * 20 + 4] += "1"
    found = list(items(Lines.of("\n".join(lines))))
    assert len(found) == 50
    bad = [at for at, item in enumerate(found) if not isinstance(item.value, Puzzle)]
    assert bad == [6, 20]
    assert all(
        [list(row) for row in item.value.grid] == grid
        for item, grid in zip(found, grids, strict=True)
        if isinstance(item.value, Puzzle)
    )
    first = found[0].value
    assert isinstance(first, Puzzle)
    assert first.title == "Grid 01"


def test_rows_apart_of_several_puzzles_are_read_only_if_all_are_complete() -> None:
    rng = random.Random(8)
    rows = [chars(row) for _ in range(3) for row in made(9, rng)]
    text = "\n\n".join(rows)
    assert [p.order for p in reads(text)] == [9, 9, 9]
    for at in (3, 14, 26):
        short = "\n\n".join(rows[:at] + rows[at + 1 :])
        assert "expected 9 rows" in error_of(short).reason


@pytest.mark.parametrize("separator", ["\t", ";", ","])
def test_blank_rows_of_a_spreadsheet_between_puzzles_are_none(separator: str) -> None:
    rng = random.Random(11)
    grids = [made(9, rng) for _ in range(3)]
    grids[1][0] = [0] * 9
    blank = separator * 8
    rows = [[separator.join(numbers(row, "")) for row in grid] for grid in grids]
    for lines in (
        [*rows[0], blank, *rows[1], blank, *rows[2]],
        [*rows[0], *rows[1], *rows[2]],
        [*rows[0], *rows[1], *rows[2], blank, blank],
    ):
        found = list(reads("\n".join(lines)))
        assert [[list(row) for row in puzzle.grid] for puzzle in found] == grids
    assert len(list(items(Lines.of("\n".join([*rows[1], *rows[0][:8]]))))) == 2


def test_a_larger_gap_within_a_puzzle_than_between_two_is_not_guessed() -> None:
    rng = random.Random(9)
    rows = [" ".join(numbers(row, ".")) for _ in range(2) for row in made(4, rng)]
    text = "\n\n\n".join(rows[:3]) + "\n\n" + "\n\n".join(rows[3:])
    assert not any(isinstance(item.value, Puzzle) for item in items(Lines.of(text)))


def test_blank_lines_between_puzzles_still_separate_them() -> None:
    rng = random.Random(10)
    blocks = ["\n".join(chars(row) for row in made(9, rng)) for _ in range(3)]
    assert len(list(reads("\n\n".join(blocks)))) == 3
    # Lines of 16 cells are puzzles of their own, however far apart they stand.
    lines = ["1234341221434321"] * 16
    assert [puzzle.order for puzzle in reads("\n\n".join(lines))] == [4] * 16


def test_lines_below_headings_are_read_in_order() -> None:
    text = "".join(f"Puzzle {at}\n1.....2..3.....4\n" for at in range(1, 6))
    found = list(items_and_batches(Lines.of(text)))
    assert [each.line if isinstance(each, Item) else each.origin(0) for each in found] == [
        2, 4, 6, 8, 10
    ]  # fmt: skip
    assert not any(isinstance(each, Batch) and len(each) > 1 for each in found)


# ------------------------------------------------------------------ what may be a rule


@together(
    "text, reason",
    [
        ("board = [[0,1],[0,2]]\nregions = [[1,1],[2,2]]", "'regions', which may hold a rule"),
        ("killer_board = [[0,1],[0,2]]", "'killer_board', which may hold a rule"),
        ("board = [[0,1],[0,2]]\nsolution = [[2,1],[1,2]]", "'solution'; delete the solution"),
        ("[[0,-1,3,4],[3,4,-1,-1],[-1,3,4,-1],[4,-1,-1,3]]", "a digit"),
        ('killer = "1.....2..3.....4"', "'killer', which may hold a rule"),
        (";;;1;\n;2;;;\n;;;3;\n;;4;;\n2;;;;\n", "found only blanks in column 5"),
        ("0,1,2,3\n1,nan,3,4\n,,,4\n4,,,3\n", "expected 4 rows below the numbers of the columns"),
        (
            "| | | |\n|--|--|--|\n| 1 | | 3 |\n| | 2 | |\n",
            "found 3 rows whose first is blank",
        ),
        ("|-|-|\n| 1 | |\n| | 1 |\n", "expected a row above the line of dashes in Markdown"),
        (
            "9x9 (3x3) DIAGONAL SUDOKU PUZZLE\n+---+\n| 1 |\n+---+\n",
            "found a diagonal Sudoku of py-sudoku",
        ),
    ],
)
def test_what_may_be_a_rule_is_refused_by_name(text: str, reason: str) -> None:
    assert reason in error_of(text).reason


@pytest.mark.parametrize(
    "text",
    [
        "Sudoku(3, board=[[0,1],[0,2]])",
        "f([[0,1],[0,2]])",
        "x = y = [[0,1],[0,2]] + z",
        "[0, 1, 2]",
        "A = [1 0 0; 0 1 0 0; 0 0 0 0; 0 0 0 1 0]",
    ],
)
def test_a_call_or_a_broken_list_is_no_puzzle(text: str) -> None:
    with pytest.raises(FormatError):
        loads(text)


# ------------------------------------------------------------------ originals


@pytest.mark.parametrize(
    ("name", "starts"),
    [
        ("excel-tabs", "53..7....6..195"),
        ("csv-quoted", "53..7....6..195"),
        ("c-braces", "53..7....6..195"),
        ("minus-one", "53..7....6..195"),
        ("markdown", "53..7....6..195"),
        ("z3-assign", "....94.3....51...7"),
        ("pysudoku-show", "4785..2..  512".replace(" ", ".")[:9]),
        ("blank-lines", ".13.2..."),
    ],
)
def test_the_original_text_is_read(name: str, starts: str) -> None:
    path = CASES / f"{name}.txt"
    if not path.exists():
        pytest.skip("PANDOKU_SHARED has no trials/cases")
    puzzle = loads(path.read_bytes())
    assert chars(list(puzzle.givens)).startswith(starts)
    assert puzzle.geometry == Geometry.sudoku(puzzle.order)


def test_the_original_files_of_many_puzzles_are_read() -> None:
    euler, wide = CASES / "euler96.txt", CASES / "utf16.txt"
    if not euler.exists() or not wide.exists():
        pytest.skip("PANDOKU_SHARED has no trials/cases")
    found = list(reads(euler.read_bytes()))
    assert [puzzle.title for puzzle in found] == ["Grid 01", "Grid 02"]
    lines = list(items(Lines.of(wide.read_bytes())))
    assert sum(isinstance(item.value, Puzzle) for item in lines) == 669
    # The other line is of a library of diagonal Sudokus.
    assert len(lines) == 670
