"""How a run of the command may end, whatever it was given."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.command import Done

__all__ = ["complaints", "left_behind"]

_USAGE = re.compile(r"^Usage: .*\n(Try .*\n)?\n?(?=Error: )", re.MULTILINE)
_NOTE = re.compile(r"seed \d+|\d+ puzzles: .*")  # is no complaint
_OUT = re.compile(r"out(-\d+)?\.(txt|html)|out-data|out\.html_files")


def complaints(done: Done, *, is_single: bool, may_say: bool = False) -> list[str]:
    """Return what is wrong with the status and the texts of a run.

    Args:
        done: How it ended.
        is_single: Whether it was given one puzzle, or none, so that one message says it all.
        may_say: Whether it says something on standard output even if all fails, such as
            sentences of a conversation or the names of columns.
    """
    wrong = []
    if done.returncode not in (0, 1, 2):
        wrong.append(f"status {done.returncode}")
    if "Traceback" in done.err or "--debug shows" in done.err:
        wrong.append("an exception that nobody expected")
    if [c for c in done.out + done.err if (ord(c) < 32 and c not in "\n\r\t") or ord(c) == 127]:
        wrong.append("control characters")
    if done.returncode == 2:
        if not done.err.strip():
            wrong.append("status 2 without a message")
        if is_single and _messages(done.err) > 1:
            wrong.append("more than one message")
        if is_single and not may_say and not _only_tells_errors(done.out):
            wrong.append("an answer although the status is 2")
    return wrong


def _messages(text: str) -> int:
    """Return how many messages a text has: lines, without those indented below them."""
    lines = _USAGE.sub("", text).splitlines()
    return sum(1 for line in lines if line[:1].strip() and not _NOTE.fullmatch(line))


def _only_tells_errors(text: str) -> bool:
    try:
        return all("error" in json.loads(line) for line in text.splitlines())
    except (ValueError, TypeError):
        return False


def left_behind(folder: Path, temporary: Path, *, had: set[str], may_write: bool) -> list[str]:
    """Return the files that a run should not have left, in its folder and among temporary ones."""
    new = {path.name for path in folder.iterdir()} - had
    wrong = sorted(name for name in new if not (may_write and _OUT.fullmatch(name)))
    return [f"left {name!r}" for name in wrong + sorted(p.name for p in temporary.iterdir())]
