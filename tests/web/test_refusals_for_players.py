"""Refusals on the page: in words for a player, without commands, options or names of formats."""

from __future__ import annotations

import json
import re
from typing import Any

from pandoku.calls.answering import answer_call
from pandoku.errors import FormatError
from pandoku.formats import FORMATS
from pandoku.play.plainly import plain_words
from pandoku.web.limits import QUICK
from tests.together import together

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7"

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("open", {"text": "hello world"}),
    ("open", {"text": "<html><body>Log in</body></html>"}),
    ("open", {"text": GRID}),
    ("open", {"text": f"{GRID}\n{GRID}"}),
    ("open", {"text": "12345\n12345"}),
    ("open", {"text": "---"}),
    ("open", {"text": "{}"}),
    ("open", {"text": '{"size":9,"grid":[]}'}),
    ("open", {"text": '{"size":9,"givns":[]}'}),
    ("open", {"text": "pandoku game 1\nfoo"}),
    ("open", {"text": "https://sudokupad.app/x"}),
    ("open", {"text": "~"}),
    ("open", {"link": "s1opnRx"}),
    ("open", {"daily": "2026-99-99"}),
    ("open", {"daily": "2026-11-24", "kind": "windoku"}),
    ("open", {"tex": "1"}),
    ("drill", {"technique": "no such"}),
    ("explain", {"puzzle": "1" * 81}),
    ("generate", {"kind": "no such"}),
    ("generate", {"kind": "killer", "symmetry": "no such"}),
    ("generate", {"kind": "sudoku", "givens": [3, 5]}),
    ("generate", {"kind": "sudoku", "needs": ["no such"]}),
    ("generate", {"kind": "sudoku", "difficulty": "easy", "rating": [9, 10]}),
    ("review", {"game": "pandoku game 1\nx"}),
]
# What nobody can type on the page.
FOR_PROGRAMS = re.compile(r"`|\^|\n|--\w|name one of|name the format|did you mean")
# Names of formats, but for those that are words of a sentence.
WORDS = {"cages", "candidates", "grid", "killer", "letters", "line", "list", "pretty", "solo"}
FORMAT_NAMES = re.compile(rf"\b(?:{'|'.join({*FORMATS} - WORDS)})\b")
ADDRESS = re.compile(r"https?://[^ ,;]+")  # a player can type one


def refusal(name: str, body: dict[str, Any]) -> dict[str, Any]:
    reply = answer_call(name, json.dumps(body).encode())
    assert reply.status >= 400
    error: dict[str, Any] = json.loads(reply.body)["error"]
    return error


@together("name, body", REFUSED)
def test_a_refusal_for_a_player_names_nothing_that_cannot_be_typed(
    name: str, body: dict[str, Any]
) -> None:
    error = refusal(name, body)
    plain = error.get("plain") or error["message"]
    assert not FOR_PROGRAMS.search(plain)
    assert not FORMAT_NAMES.search(ADDRESS.sub("", plain))
    assert plain[0].isupper()
    assert plain.endswith(".")
    assert len(plain) < 400


def test_programs_still_get_the_precise_message() -> None:
    error = refusal("open", {"text": "hello world"})
    assert "name the format if you know which" in error["message"]
    assert error["plain"].startswith("No puzzle was found in this text, which starts with 'hello")


def test_a_missing_character_is_told_without_a_caret() -> None:
    plain = refusal("open", {"text": GRID})["plain"]
    assert plain == "This text cannot be read as a puzzle: expected 81 characters (9x9), found 80."


def test_a_line_is_named_where_there_are_several() -> None:
    error = FormatError("expected 9 rows", format="grid", line=4, column=2, text="abc")
    assert plain_words(error) == "This text cannot be read as a puzzle: line 4: expected 9 rows."


def test_of_many_complaints_three_are_told() -> None:
    plain = refusal("explain", {"puzzle": "1" * 81})["plain"]
    assert plain.count("has 1 at") == 3
    assert plain.endswith("; and 24 more.")


def test_a_busy_server_says_when_to_try_again() -> None:
    from pandoku.web.jobs import Pool

    busy = Pool(QUICK, workers=1)._full()
    assert json.loads(busy.json)["error"]["plain"] == "The server is busy. Try again in 1 second."
