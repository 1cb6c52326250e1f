"""Error messages for players, on the page and in the terminal.

Most error messages are also written for programmers, and name formats, commands and options.
Players cannot use these on the page or in the terminal, so such parts of a message are left out.
"""

from __future__ import annotations

import re

from pandoku.errors import FormatError
from pandoku.model import Puzzle

__all__ = ["note_on", "plain_note", "plain_words", "without_budget", "without_programs"]

# Clauses that only programmers can use: a command, an option, a format, a JSON key, or a list of
# names.
_FOR_PROGRAMS = re.compile(
    r"`|--\w|\bin a shell\b|\bname (?:one of|the format)\b|^did you mean|^try (?:[^,]+, ){2}"
)
_CLAUSES = re.compile(r"; |, (?=did you mean)")
_ASIDE = re.compile(r" \([^()]*\b(?:extra|format|key|--\w+)\b[^()]*\)")
_BUDGET = re.compile(r"; more attempts,?(?: climbing)? or fewer wishes")
_UNKNOWN = re.compile(r"no format recognizes this text, which starts with (.*)", re.S)
# The beginnings of messages about unreadable texts, for each format of the text.
_READ_AS = {
    "game": "This saved game cannot be read",
    "json": "This JSON is not a puzzle that can be read here",
    "link": "This link does not hold a puzzle",
}
_UNREADABLE = "This text cannot be read as a puzzle"
_HOW = "Paste the grid row by row, with a dot or 0 for each empty cell: a 9x9 has 81 characters."


def plain_words(error: Exception) -> str:
    """Return the message of an error for a player, in sentences.

    >>> from pandoku.errors import TechniqueError
    >>> plain_words(TechniqueError("there is no technique 'x'; `pandoku techniques` lists all"))
    "There is no technique 'x'."
    """
    if isinstance(error, FormatError):
        return _unread(error)
    said = without_budget(without_programs(str(error)))
    return _sentence(said) if said else "This cannot be done."


def plain_note(note: str) -> str:
    """Return a note about the reading of a text as a sentence for a player, or "" if empty.

    >>> plain_note("read as rows; name the format for another meaning")
    'Read as rows.'
    """
    return _sentence(without_programs(note)) if note else ""


def note_on(puzzle: Puzzle, note: str) -> str:
    """Return `plain_note` for the player of a puzzle, or "" in fog.

    In fog a note would reveal hidden clues by counting them.

    >>> note_on(Puzzle(4), "inferred from the drawings: 2 arrows")
    'Inferred from the drawings: 2 arrows.'
    """
    if not note:
        return ""
    from pandoku.constraints import is_foggy  # slow to import, and most puzzles come without notes

    return plain_note("" if is_foggy(puzzle) else note)


def _unread(error: FormatError) -> str:
    reason = without_programs(error.reason)
    if unknown := _UNKNOWN.match(reason):
        return f"No puzzle was found in this text, which starts with {unknown[1]}. {_HOW}"
    if not error.format and error.line is None:
        return _sentence(reason)
    place = f"line {error.line}: " if error.line is not None and error.line > 1 else ""
    said = f"{_READ_AS.get(error.format, _UNREADABLE)}: {_stopped(place + reason)}"
    return f"{said} {_HOW}" if error.format == "json" else said


def without_programs(reason: str) -> str:
    """Return a message without the clauses that a player cannot use."""
    first, *others = _CLAUSES.split(_ASIDE.sub("", reason))
    kept = [first, *(clause for clause in others if not _FOR_PROGRAMS.search(clause))]
    return "; ".join(kept)


def without_budget(reason: str) -> str:
    """Return a message without the advice to make more attempts, which the page does not offer.

    >>> without_budget("found none in 9 attempts; more attempts or fewer wishes may help")
    'found none in 9 attempts; fewer wishes may help'
    """
    return _BUDGET.sub("; fewer wishes", reason)


def _sentence(text: str) -> str:
    return _stopped(text[:1].upper() + text[1:])


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
