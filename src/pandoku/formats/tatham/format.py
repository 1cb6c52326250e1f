"""Formats `tatham`, `solo`, `keen`, `towers` and `unequal`, of Simon Tatham's programs.

The format `tatham` has saved games, which are only read. All others have game ids.

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    GAME    :4:Solo
    CPARAMS :3:3x3
    DESC    :73:a2e9a5b6a2b3_7a1_4a9_...
    MOVE    :6:R7,1,1

A line has a key, the length of its value, and the value. CPARAMS and DESC form a game id for the
format of the game: `solo`, `keen`, `towers` or `unequal`. The digits placed up to STATEPOS are
stored in `Item.board`. Pencil marks (the player's notes), the time, the random seed and the state
of the program's window are ignored. Any other key raises an error, because it may be a rule. A
saved game of another puzzle also raises an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, fail, first_line, guarded
from pandoku.formats.tatham import keen, solo, towers, unequal
from pandoku.model import Board, Puzzle

_NAME = "tatham"
_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_GAMES: dict[str, Callable[[SourceLine], Puzzle]] = {
    "Solo": solo.parse_solo,
    "Keen": keen.parse_keen,
    "Towers": towers.parse_towers,
    "Unequal": unequal.parse_unequal,
}
_MOVES = ("MOVE", "SOLVE", "RESTART")
# PARAMS are the settings for the next game, AUXINFO is the encoded solution, and UI is the state of
# the window.
_ABOUT = ("VERSION", "PARAMS", "SEED", "HEXSEED", "AUXINFO", "UI", "TIME")
_NEEDED = ("GAME", "CPARAMS", "DESC")
_KNOWN = (*_NEEDED, *_ABOUT, "NSTATES", "STATEPOS")
_KEY = re.compile(r"([A-Z]{1,8}) {0,7}:([0-9]{1,9}):(.*)", re.DOTALL)
_PLACED = re.compile(r"R([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2})")
# Moves for pencil marks (one, all, or by a hint) and for clues crossed out by the player.
_NOTED = re.compile(
    r"P[0-9]{1,2},[0-9]{1,2},[0-9]{1,2}|[MH]|D-?[0-9]+,-?[0-9]+|F[0-9]+(?:,[0-9]+){2}"
)
_MOST_CHARS = 4_000_000  # maximum length: ten times a game with 10,000 moves


@dataclass(slots=True)
class _Game:
    """The contents of a saved game: a map from keys to values and their lines, and the moves."""

    values: dict[str, SourceLine] = field(default_factory=dict)
    moves: list[tuple[str, SourceLine]] = field(default_factory=list)


def _sniff(head: list[str]) -> bool:
    """Return whether the first line begins a saved game."""
    return first_line(head).startswith(f"SAVEFILE:{len(_MAGIC)}:{_MAGIC}")


def _read(lines: Lines) -> Iterator[Item]:
    """Yield the puzzle of each saved game, with the digits placed so far."""
    while (first := lines.take()) is not None:
        if first.text.strip():
            yield guarded(first.number, _item, first, _rest_of(lines))


def _rest_of(lines: Lines) -> list[SourceLine]:
    """Return the lines before the next saved game, or [] if they are too long for a saved game."""
    rest: list[SourceLine] = []
    n_chars = 0
    while (line := lines.peek()) is not None and not line.text.startswith("SAVEFILE:"):
        lines.take()
        n_chars += len(line.text) + 1
        if n_chars <= _MOST_CHARS:
            rest.append(line)
    return rest if n_chars <= _MOST_CHARS else []


def _item(first: SourceLine, rest: list[SourceLine]) -> Item:
    if not _sniff([first.text]):
        fail(_NAME, f"expected SAVEFILE:{len(_MAGIC)}:{_MAGIC}", first, 1)
    game = _game(first, rest)
    for key in _NEEDED:
        if key not in game.values:
            _fail(f"expected {', '.join(_NEEDED)}, found no {key}; save the game again", first)
    version = game.values.get("VERSION")
    if version is not None and version.text != "1":
        _fail(f"expected version 1 of saved games, found {version.text[:20]!r}", version)
    description = game.values["DESC"]
    id = f"{game.values['CPARAMS'].text}:{description.text}"
    try:
        puzzle = _GAMES[game.values["GAME"].text](SourceLine(description.number, id))
    except FormatError as error:
        _fail(f"CPARAMS and DESC: {error.reason}", description)
    digits = _digits(game, puzzle)
    board = Board.start(puzzle, digits) if tuple(digits) != puzzle.givens else None
    return Item(first.number, puzzle, board)


def _game(first: SourceLine, rest: list[SourceLine]) -> _Game:
    """Return the contents of a saved game from its lines after the first."""
    game = _Game()
    lines = iter(rest)
    for line in lines:
        if not line.text.strip():
            continue
        found = _KEY.fullmatch(line.text)
        if found is None:
            shown = line.text[:20]
            fail(_NAME, f"expected a key, a length and a value, found {shown!r}", line, 1)
        key, value = found[1], found[3]
        wanted = int(found[2])
        # A seed may contain line ends, so its value may continue on the next lines.
        while len(value) < wanted <= _MOST_CHARS and key == "SEED":
            more = next(lines, None)
            if more is None:
                break
            value += f"\n{more.text}"
        if len(value) != wanted:
            reason = f"expected {wanted} characters after {key}, found {len(value)}"
            fail(_NAME, f"{reason}; save the game again", line, found.start(3) + 1)
        if key in _MOVES:
            game.moves.append((key, SourceLine(line.number, value)))
        elif key not in _KNOWN:
            fail(_NAME, f"expected {', '.join(_KNOWN)}, found {key}, which may be a rule", line, 1)
        elif key in game.values:
            fail(_NAME, f"expected {key} once, found it again", line, 1)
        else:
            game.values[key] = SourceLine(line.number, value)
        if key == "GAME" and value not in _GAMES:
            *names, last = _GAMES
            fail(
                _NAME,
                f"this is a saved game of {value[:40]}, which pandoku does not support; it reads "
                f"games of {', '.join(names)} and {last}",
                line,
            )
    return game


def _digits(game: _Game, puzzle: Puzzle) -> list[int]:
    """Return the digits after the first STATEPOS - 1 moves, or after all moves without STATEPOS."""
    n = puzzle.order
    digits = [*puzzle.givens]
    position = game.values.get("STATEPOS")
    last = len(game.moves)
    if position is not None:
        if not re.fullmatch("[0-9]{1,9}", position.text) or not 1 <= int(position.text) <= last + 1:
            _fail(f"expected STATEPOS from 1 to {last + 1}, found {position.text[:20]!r}", position)
        last = int(position.text) - 1
    for kind, move in game.moves[:last]:
        if kind == "RESTART":
            if move.text != game.values["DESC"].text:
                _fail("expected the description of the game after RESTART, found another", move)
            digits = [*puzzle.givens]
        elif placed := _PLACED.fullmatch(move.text):
            column, row, digit = map(int, placed.groups())
            if max(column, row) >= n or digit > n:
                _fail(f"expected a move in the grid, found {move.text!r}", move)
            cell = row * n + column
            digits[cell] = puzzle.givens[cell] or digit
        elif move.text.startswith("S"):
            digits = _solution(move, puzzle)
        elif not _NOTED.fullmatch(move.text):
            _fail(f"expected a move such as R0,0,1, found {move.text[:20]!r}", move)
    return digits


def _solution(move: SourceLine, puzzle: Puzzle) -> list[int]:
    """Parse a "solve" move: one character per digit, or numbers separated by commas."""
    n = puzzle.order
    text = move.text[1:]
    if "," in text:
        digits = [int(word) for word in re.findall("[0-9]{1,2}", text)]
    else:
        # Above order 9, the digits of Unequal start at 0, so that each digit is one character.
        symbols = "123456789" if n < 10 else "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        digits = [symbols.find(char) + 1 for char in text]
    if len(digits) != n * n or not all(1 <= digit <= n for digit in digits):
        _fail(f"expected {n * n} digits 1-{n} after S, found something else", move)
    return [given or digit for given, digit in zip(puzzle.givens, digits, strict=True)]


def _fail(reason: str, line: SourceLine) -> NoReturn:
    raise FormatError(reason, format=_NAME, line=line.number)


def _example() -> str:
    values = {
        "SAVEFILE": _MAGIC,
        "VERSION": "1",
        "GAME": "Solo",
        "PARAMS": "2x2",
        "CPARAMS": "2x2",
        "DESC": "1d4a2a3c2b",
        "NSTATES": "2",
        "STATEPOS": "2",
        "MOVE": "R1,0,2",
    }
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in values.items())


_SAVED_GAMES = Format(
    name=_NAME,
    summary="saved games of Tatham's Solo, Keen, Towers and Unequal: SAVEFILE:41:...; only read",
    carries="what these games have: givens, regions, cages, skyscrapers, inequalities; progress",
    suffixes=(".sav",),
    example=_example(),
    sniff_order=9,
    sniff=_sniff,
    read=_read,
    why_not=lambda _: (
        "saved games are only read; the formats solo, keen, towers and unequal write game ids"
    ),
)

FORMATS = (_SAVED_GAMES, keen.FORMAT, solo.FORMAT, towers.FORMAT, unequal.FORMAT)
