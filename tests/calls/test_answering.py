"""Bad requests: each gets a clear message, fast and without an exception."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from pandoku.calls import ENDPOINTS, TooLongError, within
from pandoku.calls.answering import answer_call
from tests.data import EASY
from tests.together import together

DEEP = 100_000
F_PUZZLES = {"size": 9, "grid": [[{}] * 9] * 9, "marbles": [{"cells": ["R1C1"]}]}
OUTSIDE = {"size": 4, "cages": [{"op": "+", "target": 5, "cells": [0, 99]}]}


def refused(name: str, body: bytes | dict[str, Any]) -> tuple[int, str]:
    """Return the status and the message of a refusal."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    reply = answer_call(name, sent)
    assert reply.status >= 400, reply.body[:200]
    return reply.status, json.loads(reply.body)["error"]["message"]


@together(
    "body, message",
    [
        (b"", "expected JSON, found a text that ends too early"),
        (b"[]", "expected an object, found a list"),
        (b"null", "expected an object, found null"),
        (b"{}", "expected the field 'puzzle', found none"),
        (b'{"puzzle": 1}', "puzzle: expected a text, an object or a list, found a whole number"),
        (b'{"puzzle": "", "lvl": 1}', "there is no field 'lvl'; try level"),
        (b'{"puzzle": "", "level": 9}', "level: expected a whole number of at most 5, found 9"),
        (b'{"puzzle": "", "level": 1.5}', "level: expected a whole number, found a number"),
        (b'{"puzzle": "", "level": NaN}', "expected JSON, found invalid character (byte 24)"),
        (b'{"puzzle": "", "level": 1%b}' % (b"0" * 5000), "level: integer value out of range"),
        (b'{"puzzle": "", "center": [[1], ["x"]]}',
         "center[1][0]: expected a whole number, found a text"),
        (b'{"puzzle": "", "center": [-1]}',
         "center[0]: expected a whole number of at least 0, found -1"),
        (b'{"puzzle": "a", "puzzle": "b"}', "expected JSON, found the key 'puzzle' twice"),
        (b'{"puzzle": {"size": 4, "size": 9}}', "expected JSON, found the key 'size' twice"),
        (b'{"puzzle": "\\ud800"}', "expected JSON, found half of a character (such as \\ud800)"),
        (b'{"puzzle": "\xff"}',
         "expected JSON, found bytes that are not UTF-8 (invalid start byte)"),
        (b'{"puzzle": %b1%b}' % (b'{"a": ' * DEEP, b"}" * DEEP),
         "expected JSON, found lists or objects that are nested too deeply"),
    ],
)  # fmt: skip
def test_a_request_that_is_none_is_refused_with_its_place(body: bytes, message: str) -> None:
    assert refused("hint", body) == (400, message)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        ("", "expected"),
        ("<script>alert(1)</script>", "format"),
        ("x" * 900_000, "digit"),
        ("1" * 900_000, "(35x35), found 900000"),
        ("\n".join(["1" + "." * 15] * 3), "expected one puzzle, found 3"),
        ({"size": 37}, "found 37"),
        ({"size": 4, "cages": [{"op": "+", "target": 3, "cells": [0, 1]}] * 1300},
         "1,296 cages"),
        ({"size": 4, "houses": [[0, 1, 2, 3]] * 300}, "200 extra houses"),
        ({"size": 4, "givens": [9] + [0] * 15}, "1..4, found 9"),
        ([[1, 2]], "row 1: expected 1 cells"),
        ([], "grid"),
        ([[[[]]]], "r1c1: "),
    ],
)  # fmt: skip
def test_a_puzzle_that_is_none_is_refused(puzzle: object, message: str) -> None:
    status, found = refused("hint", {"puzzle": puzzle})
    assert status == 422
    assert message in found


@pytest.mark.parametrize(
    "grid",
    [
        [[0, 0, 4, 0], [0, 0, 0, 3], [0, 0, 0, 0], [0, 3, 0, 1]],
        [[None, None, 4, None], [".", "", 0, 3], [0] * 4, [0, "3", 0, 1]],
        [0, 0, 4, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 3, 0, 1],
    ],
)
def test_a_puzzle_may_be_a_grid(grid: object) -> None:
    reply = answer_call("solve", json.dumps({"puzzle": grid}).encode())
    assert json.loads(reply.body)["solutions"] == [[3, 1, 4, 2, 2, 4, 1, 3, 1, 2, 3, 4, 4, 3, 2, 1]]


def test_a_refusal_of_a_text_names_line_and_column() -> None:
    reply = answer_call(
        "open", json.dumps({"text": f"{EASY}\n{EASY[:40]}!{EASY[41:]}", "nth": 2}).encode()
    )
    error = json.loads(reply.body)["error"]
    assert (error["name"], error["line"], error["column"]) == ("FormatError", 2, 41)


@together(
    "name, body, message",
    [
        ("hint", {"puzzle": EASY, "digits": [1, 2]}, "digits: expected 81, found 2"),
        ("hint", {"puzzle": EASY, "digits": [1] * 81}, "given 4, found 1"),
        ("hint", {"puzzle": EASY, "center": [512] * 81}, "1..9, found 10"),
        ("hint", {"puzzle": EASY, "scale": "humn"}, "'humn'; try human"),
        ("explain", {"puzzle": EASY, "reader": "x"}, "'beginner', found 'x'"),
        ("solve", {"puzzle": EASY, "engine": "lane"}, "'lane'; try lanes"),
        ("convert", {"puzzle": EASY, "to": "jsn"}, "'jsn'; try json"),
        ("rate", {"puzzle": EASY, "scale": "hodoko"}, "'hodoko'; try hodoku"),
        ("generate", {"kind": "sudko"}, "'sudko'; try sudoku"),
        ("generate", {"order": 4, "symmetry": "rotate"}, "rotate-180"),
        ("cage", {"puzzle": EASY, "cage": 0}, "found 0"),
        ("cage", {"puzzle": OUTSIDE, "cage": 0}, "0..15, found 99"),
        ("draw", {"puzzle": EASY, "step": 500}, "step 500"),
        ("verdict", {"technique": "x-wings"}, "'x-wings'; try x-wing"),
        ("open", {"text": json.dumps(F_PUZZLES)}, "marbles"),
        ("open", {"text": f"https://example.org/x?bd={EASY}"}, "'x'"),
        ("open", {"text": "https://sudokupad.app/sclN4Ig"}, "cut off"),
        ("convert", {"puzzle": F_PUZZLES, "to": "line"}, "f-puzzles: line 1: "),
        ("solve", {"puzzle": {"size": 4, "Givens": []}}, "Givens: "),
        ("open", {}, "text, link, daily, stop and tryout, found none"),
        ("open", {"text": "", "link": ""}, "text, link, daily, stop and tryout, found 2"),
        ("open", {"daily": "2026-02-30"}, "date"),
        ("open", {"text": EASY, "nth": 2}, "puzzle 2, found 1"),
        (
            "review",
            {"game": 'pandoku game 1\npuzzle: {"size": 4, "thermometer": []}'},
            "thermometer",
        ),
        ("review", {"game": "pandoku game 1\n"}, "'puzzle: {...}'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_the_way_out(name: str, body: Any, message: str) -> None:
    status, found = refused(name, body)
    assert status == 422
    assert message in found


def test_an_unknown_endpoint_gets_the_nearest_name() -> None:
    status, message = refused("hnt", b"{}")
    assert (status, message.endswith("'hnt'; try hint")) == (404, True)


@pytest.mark.turns(3)
def test_a_query_is_read_as_texts() -> None:
    assert answer_call("lesson", b'{"name": "naked pair"}').status == 200
    assert answer_call("kinds", b"").status == 200
    status, message = refused("lesson", b"")
    assert (status, "'name'" in message) == (400, True)


def test_a_defect_of_pandoku_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> object:
        raise KeyError("/home/secret")

    broken = ENDPOINTS["check"]
    monkeypatch.setitem(ENDPOINTS.entries, "check", replace(broken, work=fail))
    status, message = refused("check", {"puzzle": EASY})
    assert status == 500
    assert message.endswith(": KeyError")


def test_work_ends_when_its_time_is_over() -> None:
    with pytest.raises(TooLongError, match=r"0\.02 seconds"), within(0.02):
        _work()


def test_a_shorter_time_within_a_longer_one_leaves_the_longer_one_running() -> None:
    with pytest.raises(TooLongError, match=r"0\.05 seconds"), within(0.05):
        _sleep_after_a_longer_time()


def _sleep_after_a_longer_time() -> None:
    with within(60):
        pass
    _work()


def test_work_ends_although_the_first_signal_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandoku.calls._AGAIN_S", 0.02)
    with pytest.raises(TooLongError), within(0.02):
        _lose_a_signal()


def _lose_a_signal() -> None:
    with suppress(TooLongError):  # as in a callback, which no caller hears of
        _work()
    _work()


def _work() -> None:
    while True:
        pass


def test_work_that_takes_too_long_is_answered_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandoku.calls.answering._QUICK_S", 0.05)
    assert refused("hint", {"puzzle": {"size": 36}})[0] == 504
