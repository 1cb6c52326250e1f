"""The twins of characters in ASCII."""

from __future__ import annotations

from pathlib import Path

from rich.cells import cell_len

from pandoku.draw.ascii import ascii_text

SCREENS = Path(__file__).parents[1] / "terminal" / "golden"


def test_every_screen_has_a_twin_of_the_same_width() -> None:
    lines = {
        line for file in SCREENS.rglob("*.txt") for line in file.read_text("utf-8").splitlines()
    }
    assert any(not line.isascii() for line in lines)
    for line in lines:
        twin = ascii_text(line)
        assert twin.isascii()
        assert cell_len(twin) == cell_len(line)
        assert "?" not in twin or "?" in line  # each character of the game has a twin


def test_other_characters_lose_their_accents_or_become_question_marks() -> None:
    assert ascii_text("é①日本e\u0301€") == "e1????e?"
