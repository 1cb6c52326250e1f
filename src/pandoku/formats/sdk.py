"""Format `sdk`: n lines of n characters, as written by SadMan Sudoku and SudoCue.

The characters are the same as in the format `line`. A space means an empty cell only if the text is
a single grid of digits and spaces, at most 9x9. Lines that start with # may describe the grid below
them: #A the author, #D the title (description), #S the source. The texts after #B, #C, #L and #U
are stored in `extra["sdk"]`. All other lines that start with # are comments.

A section [State] after the section [Puzzle] contains the player's digits, which are stored in
`extra["sdk"]` under the key `state`. A section named after a rule ([Cages], [Jigsaw], ...) raises
an error. All other sections are skipped.

A square of n lines of n characters, where n is 4, 9, 16 or 25, could also be n small puzzles in the
format `line`. It is read as a single puzzle in this format, with three exceptions: the file suffix
is .sdm or .line, a comment contains the words "one per line", or most of the lines contain a digit
twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import takewhile
from typing import NoReturn

from pandoku.formats._alphabet import Alphabet, alphabet_of, cells_text, kept_symbols
from pandoku.formats._foreign import may_hold_rules
from pandoku.formats._format import Format
from pandoku.formats._spaced import spaced_square
from pandoku.formats._squares import Square
from pandoku.formats._text import (
    Item,
    Lines,
    SourceLine,
    fail,
    guarded,
    looks_like_cells,
    rule_losses,
    usual_width,
)
from pandoku.model import DIGITS, FrozenMap, Geometry, Puzzle
from pandoku.words import visible

_NAME = "sdk"
_EXAMPLE = """#ARuud
#LEasy
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""

_MAX_ORDER = len(DIGITS)
_ATTRIBUTES = {"A": "author", "D": "title", "S": "source"}
_KEPT = "BCLU"


def _sniff(head: list[str]) -> bool:
    """Return whether the first lines are a square grid, perhaps with a few mistakes."""
    if spaced_square(head):
        return True
    lines = [text.strip() for text in head]
    if any(_section(text) == "puzzle" for text in lines):
        return True
    square = Square.first_of(lines[_n_before(lines) :])
    if not _is_of_cells(square):
        return False
    return _says_so(lines) or (square.is_even and not square.are_puzzles(lines))


def _could_be(head: list[str]) -> bool:
    """Return whether lines that may be small puzzles can also be the rows of grids."""
    square = Square.first_of(head)
    return _is_of_cells(square) and square.has_only_whole_grids


def _note(head: list[str]) -> str | None:
    """Return a note on a grid that could also be small puzzles, one per line, or None."""
    square = Square.first_of(head)
    if _says_so([text.strip() for text in head]) or not square.has_small_digits:
        return None
    n, root = square.n, square.root
    return (
        f"read as one {n}x{n} grid (format {_NAME}); "
        f"for {n} puzzles of {root}x{root}, name the format line"
    )


def _n_before(lines: list[str]) -> int:
    return len(list(takewhile(lambda t: not t or _is_comment(t) or _section(t), lines)))


def _says_so(lines: list[str]) -> bool:
    """Return whether a line before the grid is specific to this format, like a section heading."""
    return any(_key(text) or _section(text) for text in lines[: _n_before(lines)])


def _is_of_cells(square: Square) -> bool:
    return 1 <= square.n <= _MAX_ORDER and looks_like_cells("".join(square.rows), square.n)


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each block of n lines of n characters."""
    if n := spaced_square(lines.head()):
        yield _of_spaces(lines, n)
        return
    about: dict[str, str] = {}
    while (line := lines.take()) is not None:
        text = line.text.strip()
        if not text or (_is_comment(text) and not _key(text)):
            continue
        if key := _key(text):
            about[key] = f"{about[key]}\n{text[2:].strip()}" if key in about else text[2:].strip()
        elif may_hold_rules(section := _section(text)):
            yield guarded(line.number, _refuse_section, line)
            return
        elif section:
            while section != "puzzle" and (ahead := lines.peek()):
                if _section(ahead.text.strip()):
                    break
                lines.take()
        else:
            rows = _take_rows(lines, line)
            state = None
            if _next_section(lines) == "state":
                lines.take()
                if first := lines.take():
                    state = "\n".join(row.text.strip() for row in _take_rows(lines, first))
            if may_hold_rules(_next_section(lines)):
                continue  # the error about that section replaces the puzzle
            yield guarded(line.number, _puzzle, rows, state, about)
            about = {}


def _write(puzzle: Puzzle) -> str:
    """Return the # lines, the rows with dots for blanks, and the section [State] if present."""
    n = puzzle.order
    kept = puzzle.extra.get("sdk")
    texts = dict(kept) if isinstance(kept, Mapping) else {}
    state = texts.pop("state", None)
    texts |= {key: getattr(puzzle, name) for key, name in _ATTRIBUTES.items()}
    out = [
        f"#{key}{visible(line.strip())}"  # readers remove spaces around the text
        for key, text in texts.items()
        if text
        for line in str(text).splitlines()
        if line.strip()
    ]
    cells = cells_text(puzzle.givens, kept_symbols(puzzle))
    rows = [cells[start : start + n] for start in range(0, n * n, n)]
    out += ["[Puzzle]", *rows, "[State]", str(state)] if state else rows
    return "\n".join(out) + "\n"


def _is_comment(text: str) -> bool:
    return text.startswith("#")


def _key(text: str) -> str:
    """Return the letter of a # line that describes the puzzle ("A" for "#ARuud"), or ""."""
    known = len(text) > 2 and text[0] == "#" and text[1] in _KEPT + "".join(_ATTRIBUTES)
    return text[1] if known else ""


def _section(text: str) -> str:
    """Return the name of a section heading in lower case ("state" for "[State]"), or ""."""
    is_head = text.startswith("[") and text.endswith("]") and text[1:-1].isalpha()
    return text[1:-1].lower() if is_head else ""


def _refuse_section(line: SourceLine) -> NoReturn:
    reason = f"the section {line.text.strip()} may hold rules, which this format cannot have"
    fail(_NAME, f"{reason}; remove it if it does not", line)


def _take_rows(lines: Lines, first: SourceLine) -> list[SourceLine]:
    """Consume and return the lines of a block: at most n lines, where n is their usual width."""
    rows = [first]
    while len(rows) < min(usual_width(len(row.text.strip()) for row in rows), _MAX_ORDER):
        line = lines.peek()
        text = line.text.strip() if line else ""
        if line is None or not text or _is_comment(text) or _section(text):
            break
        rows.append(line)
        lines.take()
    return rows


def _next_section(lines: Lines) -> str:
    """Skip blank lines, and return the name of the section that starts after them, or ""."""
    while (line := lines.peek()) is not None and not line.text.strip():
        lines.take()
    return "" if line is None else _section(line.text.strip())


def _of_spaces(lines: Lines, n: int) -> Item:
    """Return the puzzle of n lines with spaces as blanks. Spaces at line ends may be missing."""
    rows, about = list[SourceLine](), dict[str, str]()
    for line in lines:
        if key := _key(line.text):
            about[key] = line.text[2:].strip()
        elif not _is_comment(line.text) and (rows or line.text):
            rows.append(line._replace(text=line.text.ljust(n).replace(" ", ".")))
    return guarded(rows[0].number, _puzzle, rows[:n], None, about)


def _puzzle(rows: list[SourceLine], state: str | None, about: dict[str, str]) -> Item:
    n = usual_width(len(line.text.strip()) for line in rows)
    if n > _MAX_ORDER:
        fail(_NAME, f"expected rows of at most {_MAX_ORDER} characters, found {n}", rows[0])
    geometry, cells = Geometry.sudoku(n), "".join(line.text.strip() for line in rows)
    alphabet = alphabet_of(cells, geometry, rows[0], _NAME)
    givens = [digit for line in rows for digit in _digits(line, alphabet)]
    if len(rows) != n:
        reason = f"expected {n} rows of {n} characters, found {len(rows)}"
        fail(_NAME, reason, rows[-1])
    kept: dict[str, object] = {key: text for key, text in about.items() if key in _KEPT}
    if state is not None:
        kept["state"] = state
    puzzle = Puzzle(
        geometry,
        tuple(givens),
        title=about.get("D"),
        author=about.get("A"),
        source=about.get("S"),
        extra=FrozenMap({"sdk": kept} if kept else {}),
        symbols=alphabet.symbols,
    )
    return Item(rows[0].number, puzzle, note=alphabet.note)


def _digits(line: SourceLine, alphabet: Alphabet) -> Iterator[int]:
    n, text = alphabet.order, line.text.strip()
    start = line.text.index(text) + 1
    if len(text) != n:
        reason = f"expected a row of {n} characters, found {len(text)}"
        fail(_NAME, reason, line, start + min(n, len(text)))
    for column, char in enumerate(text, start):
        digit = alphabet.digit_of(char)
        if digit is None or char == " ":
            fail(_NAME, f"expected {alphabet.words}, found {char!r}", line, column)
        yield digit


FORMAT = Format(
    name=_NAME,
    summary=(
        "n lines of n characters after # lines about the puzzle (SadMan, SudoCue); "
        "blanks . 0 _ * - ? x X"
    ),
    carries="givens, author, title, source; default boxes; orders 1 to 35",
    keeps=("title", "author", "source", "extra:sdk"),
    suffixes=(".sdk",),
    example=_EXAMPLE,
    sniff_order=60,
    separator="\n",
    sniff=_sniff,
    read=_read,
    why_not=partial(rule_losses, orders=range(1, _MAX_ORDER + 1)),
    write=_write,
    could_be=_could_be,
    note=_note,
    takes_digits=True,
)
