"""Every command on every hostile text: a message or an answer, and nothing left behind.

By default each command meets every seventh text; PANDOKU_FULL=1 tries all pairs.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest

from tests.cli.command import Done, pandoku
from tests.data import by_default
from tests.hostile.texts import TEXTS

COMMANDS = (
    "solve", "solve --json", "count", "check", "check --json", "explain", "explain --json",
    "explain --to html", "rate", "hint", "hint --level 5", "steps", "draw", "draw --to svg",
    "draw --step 1", "minimize", "convert --to json", "convert --to line", "canonical", "unique",
)  # fmt: skip
OF_A_FILE = ("watch", "race", "play --plain", "solve -o out.txt", "explain -o out.html")
EVERY = by_default(7, full=1)
PAIRS = [
    (command, name)
    for at, command in enumerate((*COMMANDS, *OF_A_FILE))
    for name in list(TEXTS)[at % EVERY :: EVERY]
]
MOST_LINES = 40


def check(done: Done) -> None:
    """Assert that a run ended as it should, and sent no control character."""
    assert done.returncode in (0, 1, 2)
    if done.returncode == 2:
        assert done.err.strip()
    if done.returncode == 0:
        assert "error" not in done.err.lower()
    sent = done.out + done.err
    assert not [c for c in sent if ord(c) < 32 and c not in "\n\r\t"]


@pytest.mark.parametrize(("command", "name"), PAIRS)
def test_a_command_answers_or_says_what_is_wrong(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, words = TEXTS[name], command.split()
    home = {"PANDOKU_DATA": str(tmp_path / "data"), "COLUMNS": "80"}
    folder, temporary = tmp_path / "here", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    if command in OF_A_FILE:
        (folder / "in.txt").write_bytes(text)
        done = pandoku(*words, "in.txt", env=home, cwd=folder)
    else:
        done = pandoku(*words, stdin=text, env=home, cwd=folder)
    check(done)
    left = {path.name for path in folder.iterdir()} - {"in.txt"}
    if done.returncode == 2 or "-o" not in words:
        assert not left
    assert all(re.fullmatch(r"out(-\d+)?\.(txt|html)", name) for name in left)
    assert not [*temporary.iterdir()]
    if command not in OF_A_FILE:
        assert len(done.err.splitlines()) <= MOST_LINES or "many" in name
