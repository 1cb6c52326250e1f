"""A move: an entry in the record of a game. Moves have a text form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn

from pandoku.errors import FormatError, PuzzleError
from pandoku.model import Puzzle, refusal
from pandoku.play.edits import LAYERS, Edit, check_edit, parse_edit
from pandoku.registry import nearest

__all__ = ["MAX_HINT_LEVEL", "MAX_NAME", "MOVE_VERBS", "Move", "check_move", "parse_move"]

MOVE_VERBS: Final = (
    "edit",
    "undo",
    "redo",
    "rewind",
    "checkpoint",
    "return",
    "hint",
    "check",
    "reveal",
)
MAX_HINT_LEVEL = 5  # `pandoku.logic` has the levels 0..5
MAX_NAME = 80  # characters
_MAX_EDITS = 1000  # maximum number of edits of a move (filling a 36x36 grid takes up to 72 edits)
_MAX_MS = 36_000_000_000  # ten thousand hours

_WITH_EDITS = ("edit", "reveal")
_WITH_COUNT = ("undo", "redo", "rewind")
_WITH_NAME = ("checkpoint", "return")
_MAX_COUNT = 999_999
_FIRST_WORDS = re.compile(r" *([^ ]*) *([^ ]*)")


class Move(NamedTuple):
    """One entry in the record of a game.

    Attributes:
        verb: The kind of move: "edit" changes cells, and one undo takes back all these changes.
            "undo" takes back *number* moves, and "redo" repeats *number* undone moves. "rewind"
            takes back *number* moves, to the position before the first mistake. "checkpoint" saves
            the position under *name*. "return" goes back to the checkpoint *name*, and can be
            undone. "hint" records a hint that was shown. Its level is *number*, and its technique
            is *name*, or "" if the hint named no technique. "check" records that the player asked
            to check the digits. Hints and checks do not change the grid. "reveal" is an edit that
            shows the solution to a player who gave up.
        edits: The edits of "edit" and "reveal", in order.
        number: Number of moves to take back or repeat, or the level of a hint.
        name: The name of a checkpoint, or the technique of a hint.
        at_ms: Playing time before the move, in milliseconds, without pauses.
    """

    verb: str
    edits: tuple[Edit, ...] = ()
    number: int = 0
    name: str = ""
    at_ms: int = 0

    def text(self, order: int) -> str:
        """Return the move as a text that `parse_move` reads. The text lacks the time.

        >>> Move("edit", (Edit("digit", 5, (0,)), Edit("corner", -5, (1, 9)))).text(9)
        'digit 5 r1c1; corner -5 r1c2 r2c1'
        >>> Move("undo", number=1).text(9), Move("undo", number=4).text(9)
        ('undo', 'undo 4')
        >>> Move("hint", number=3, name="naked-pair").text(9)
        'hint 3 naked-pair'
        """
        verb = "" if self.verb == "edit" else self.verb
        edits = "; ".join(edit.text(order) for edit in self.edits)
        says_number = verb == "hint" or (verb in _WITH_COUNT and self.number > 1)
        number = str(self.number) if says_number else ""
        return " ".join(filter(None, (verb, edits, number, self.name)))


def parse_move(order: int, text: str, at_ms: int = 0) -> Move:
    """Parse the text of a move.

    Args:
        order: The order of the puzzle.
        text: The text of a move, as `Move.text` writes it.
        at_ms: Playing time before the move, in milliseconds.

    Raises:
        FormatError: The text is not a move. The error names the column.

    >>> parse_move(9, "checkpoint before the guess")
    Move(verb='checkpoint', edits=(), number=0, name='before the guess', at_ms=0)
    """
    first = _FIRST_WORDS.match(text)
    assert first  # the pattern matches every text
    verb, rest, start = first[1], text[first.start(2) :].rstrip(" "), first.start(2)
    if verb in LAYERS:
        return Move("edit", _edits(order, text, 0), at_ms=at_ms)
    if verb == "reveal":
        return Move(verb, _edits(order, text, start), at_ms=at_ms)
    if verb in _WITH_COUNT:
        return Move(verb, number=_count(text, rest, start), at_ms=at_ms)
    if verb == "hint":
        level, name = _hint(text, first[2], start)
        return Move(verb, number=level, name=name, at_ms=at_ms)
    if verb not in MOVE_VERBS or verb == "edit":
        _refuse(text, first.start(1), _unknown(verb))
    if wrong := _wrong_name(verb, rest):
        _refuse(text, start, wrong)
    return Move(verb, name=rest, at_ms=at_ms)


def check_move(puzzle: Puzzle, move: Move, givens: Sequence[int]) -> None:
    """Raise PuzzleError if a move is not valid for a puzzle.

    The game itself checks the number of edits to undo and the names of checkpoints.

    Args:
        puzzle: The puzzle.
        move: The move.
        givens: The visible givens before the move, with 0 elsewhere.
    """
    if not isinstance(move, Move):
        raise refusal(move, "a Move (parse_move reads a text)")
    verb, edits, number, name, at_ms = move
    if verb not in MOVE_VERBS:
        raise PuzzleError(f"expected a move out of {', '.join(MOVE_VERBS)}, found {verb!r:.60}")
    if type(edits) is not tuple or bool(edits) != (verb in _WITH_EDITS):
        expected = "at least one edit" if verb in _WITH_EDITS else "no edits"
        raise PuzzleError(f"{verb}: expected {expected}, found {edits!r:.60}")
    if len(edits) > _MAX_EDITS:
        raise PuzzleError(f"{verb}: expected at most {_MAX_EDITS} edits, found {len(edits)}")
    for edit in edits:
        check_edit(puzzle, edit, givens)
    least, most = 0, MAX_HINT_LEVEL if verb == "hint" else 0
    if verb in _WITH_COUNT:
        least, most = 1, _MAX_COUNT
    if type(number) is not int or not least <= number <= most:
        raise PuzzleError(f"{verb}: expected a number {least}..{most}, found {number!r}")
    wrong = _wrong_name(verb, name) if type(name) is str else f"expected a name, found {name!r:.60}"
    if wrong:
        raise PuzzleError(f"{verb}: {wrong}")
    if type(at_ms) is not int or not 0 <= at_ms <= _MAX_MS:
        raise PuzzleError(f"expected a time of 0..{_MAX_MS} milliseconds, found {at_ms!r}")


def _wrong_name(verb: str, name: str) -> str:
    """Return the reason why a move of this kind cannot have this name, or "" if it can."""
    if verb not in (*_WITH_NAME, "hint"):
        return name and f"expected nothing after {verb!r}, found {name[:40]!r}"
    if not name and verb in _WITH_NAME:
        return "expected the name of a checkpoint, found none"
    if len(name) > MAX_NAME:
        return f"expected a name of at most {MAX_NAME} characters, found {len(name)}"
    if not name.isprintable() or name != name.strip():
        return f"expected a name of printable characters, found {name!r}"
    return ""


def _edits(order: int, text: str, start: int) -> tuple[Edit, ...]:
    """Return the edits from position *start* of a text, separated by semicolons."""
    edits = []
    if (n_edits := text.count(";", start) + 1) > _MAX_EDITS:
        _refuse(text, start, f"expected at most {_MAX_EDITS} edits, found {n_edits}")
    for part in text[start:].split(";"):
        try:
            edits.append(parse_edit(order, part))
        except FormatError as error:
            raise FormatError(error.reason, column=start + (error.column or 1), text=text) from None
        start += len(part) + 1
    return tuple(edits)


def _count(text: str, rest: str, start: int) -> int:
    if not rest:
        return 1
    if not (rest.isascii() and rest.isdigit() and 1 <= int(rest[:9]) <= _MAX_COUNT):
        _refuse(text, start, f"expected a number 1..{_MAX_COUNT}, found {rest[:40]!r}")
    return int(rest[:9])


def _hint(text: str, level: str, start: int) -> tuple[int, str]:
    if level not in map(str, range(MAX_HINT_LEVEL + 1)):
        found = repr(level[:40]) if level else "the end"
        _refuse(text, start, f"expected the level of a hint, 0..{MAX_HINT_LEVEL}, found {found}")
    name = text[start + len(level) :].strip(" ")
    if wrong := _wrong_name("hint", name):
        _refuse(text, start + len(level) + 1, wrong)
    return int(level), name


def _unknown(word: str) -> str:
    words = [*LAYERS, *MOVE_VERBS[1:]]
    near = nearest(word[:MAX_NAME], words)
    way_out = f"; did you mean {near[0]!r}?" if near else ""
    return f"expected a move ({', '.join(words)}), found {word[:40]!r}{way_out}"


def _refuse(text: str, at: int, reason: str) -> NoReturn:
    raise FormatError(reason, column=min(at, len(text)) + 1, text=text)
