"""How a run of the command may end, whatever it was given."""

from __future__ import annotations

import json
import re

from tests.hostile.runs import Ran
from tests.hostile.texts import ESCAPE

__all__ = ["LONGEST_S", "MOST_MEGABYTES", "complaints", "plain"]

LONGEST_S = 10  # of processor time
MOST_MEGABYTES = 600

_UNEXPECTED = ("Traceback", "Exception ignored", "--debug shows", "set_int_max_str_digits")
_USAGE = re.compile(r"^Usage: .*\n(Try .*\n)?\n?(?=Error: )", re.MULTILINE)
# What is said of a puzzle besides what is wrong, with a picture of its solutions.
_NOTE = re.compile(
    r"seed \d+|\d+ puzzles: .*|reading from the terminal: .*|(.*: )?not the only solution|"
    r"(.*: )?the puzzle is not proper: .*|[0-9A-Z]+ ┃.*|[A-Za-z]  .*|"
    r".*, line \d+: (read without boxes|disabled in the file|(the rules|parts) of this puzzle).*"
)
_OUT = re.compile(r"out(-\d+)?\.(txt|html|pdf)|out-data|out\.html_files")
# Colors, the cursor, and what a line or the screen is overwritten with: what a terminal gets.
_SEQUENCE = re.compile(r"\x1b\[[0-9;]*[ABCDGHJKm]|\x1b\[\?(25|1049|2004|2026)[hl]")


def complaints(
    ran: Ran, *, is_single: bool, may_say: bool = False, may_write: bool = False
) -> list[str]:
    """Return what is wrong with how a run ended, what it said and what it left.

    Args:
        ran: How it ended. What was on a terminal has gone through `plain`.
        is_single: Whether it was given one puzzle, or none, so that one message says it all.
        may_say: Whether it says something on standard output even if all fails, such as
            sentences of a conversation or the names of columns.
        may_write: Whether it was asked for files.
    """
    out, err, ended, left = ran
    wrong = [f"left {name!r}" for name in left if not (may_write and _OUT.fullmatch(name))]
    if ended.status not in (0, 1, 2):
        wrong.append(f"status {ended.status}")
    if ended.has_child:
        wrong.append("left a child")
    if ended.seconds > LONGEST_S:
        wrong.append(f"{ended.seconds:.0f} seconds")
    if ended.megabytes > MOST_MEGABYTES:
        wrong.append(f"{ended.megabytes} megabytes")
    if any(sign in err for sign in _UNEXPECTED):
        wrong.append("an exception that nobody expected")
    if [c for c in out + err if (ord(c) < 32 and c not in "\n\r\t") or 127 <= ord(c) < 160]:
        wrong.append("control characters")
    if ended.status == 2:
        if not err.strip():
            wrong.append("status 2 without a message")
        if is_single and _messages(err) > 1:
            wrong.append("more than one message")
        if is_single and not may_say and not _only_tells_errors(out):
            wrong.append("an answer although the status is 2")
    return wrong


def plain(shown: str) -> tuple[str, list[str]]:
    """Return the text that a terminal shows, and what is wrong with the sequences in it."""
    wrong = []
    for what, on, off in (
        ("the cursor stays hidden", "\x1b[?25l", "\x1b[?25h"),
        ("the other screen stays", "\x1b[?1049h", "\x1b[?1049l"),
    ):
        if shown.rfind(on) > shown.rfind(off):
            wrong.append(what)
    if ESCAPE in shown:
        wrong.append("an escape of somebody else")
    return _SEQUENCE.sub("", shown).replace("\r\n", "\n"), wrong


def _messages(text: str) -> int:
    """Return how many messages a text has: lines, without those indented below them."""
    lines = _USAGE.sub("", text).splitlines()
    return sum(1 for line in lines if line[:1].strip() and not _NOTE.fullmatch(line))


def _only_tells_errors(text: str) -> bool:
    try:
        return all("error" in json.loads(line) for line in text.splitlines())
    except (ValueError, TypeError):
        return False
