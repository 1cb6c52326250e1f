"""What endpoints answer beyond their examples."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from pandoku.calls.answering import answer_call
from pandoku.calls.endpoints import explain as explaining
from pandoku.calls.endpoints import hint as hinting
from pandoku.calls.endpoints import rate
from pandoku.calls.links import link_of
from pandoku.constraints import RULES, Fog
from pandoku.draw.listing import listing
from pandoku.formats import FORMATS, dumps, link, load, loads
from pandoku.logic import explain, hint
from pandoku.model import Puzzle
from pandoku.play import Game, dumps_game
from tests.data import EASY, ESCARGOT, EXAMPLES
from tests.together import together

KILLER = dumps(load(EXAMPLES / "killer.txt"), "json")
HARD = ".......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87"


def call(name: str, **body: Any) -> Any:
    reply = answer_call(name, json.dumps(body).encode())
    assert reply.status == 200, reply.body
    return json.loads(reply.body)


# ---- constraints other than cages

THERMOMETERS = RULES["thermometer"].example
SOLUTION = "".join(map(str, THERMOMETERS.solution or ()))


@pytest.mark.turns(3)
@pytest.mark.parametrize("format_name", ["json", "f-puzzles"])
def test_a_puzzle_with_thermometers_is_opened_solved_and_explained(format_name: str) -> None:
    text = dumps(THERMOMETERS.replace(solution=None), format_name)
    opened = call("open", text=text)["puzzle"]
    assert [each["kind"] for each in opened["constraints"]] == ["thermometer"] * 5
    assert {each["is"] for rule in opened["constraints"] for each in rule["relations"]} == {"pairs"}
    assert "bulb" in opened["rules"]
    assert "".join(map(str, opened["solution"])) == SOLUTION
    assert SOLUTION in json.dumps(call("solve", puzzle=text)).replace(", ", "")
    for name in ("count", "check", "rate", "explain", "hint", "draw"):
        assert call(name, puzzle=text)


def test_what_a_format_cannot_write_is_refused_by_name() -> None:
    text = dumps(THERMOMETERS, "json")
    reply = answer_call("convert", json.dumps({"puzzle": text, "to": "line"}).encode())
    assert reply.status == 422
    assert "thermometer" in json.loads(reply.body)["error"]["message"]


# ---- open


def test_a_link_to_penpa_opens_with_what_was_inferred() -> None:
    first, *_ = (EXAMPLES / "links" / "penpa.txt").read_text(encoding="utf-8").splitlines()[1:]
    found = call("open", text=f"Try this: {first}")
    assert found["program"] == "Penpa+"
    assert found["puzzle"]["title"] == "Quiver"
    assert found["note"].endswith(": 9 arrows.")


def test_a_collection_opens_at_any_of_its_puzzles() -> None:
    found = call("open", text=f"{EASY}\n{ESCARGOT}\n{EASY}\n", nth=2)
    assert found["puzzle"]["givens"] == list(loads(ESCARGOT).givens)
    assert found["more"] == 1


def test_the_text_of_a_game_opens_as_its_puzzle_and_itself() -> None:
    text = dumps_game(Game.start(EASY).place("r1c1", 8), title="Mine")
    found = call("open", text=text)
    assert found["game"] == text
    assert f"puzzle: {found['puzzle']['line']}" in text.splitlines()


def test_stored_progress_opens_as_a_board() -> None:
    found = call("open", text=":0000:x:1+2..............:313::")
    assert found["board"]["digits"][:2] == [1, 2]
    assert found["board"]["candidates"][2] == 0b1000
    assert found["puzzle"]["givens"][:2] == [1, 0]


def test_a_daily_puzzle_is_the_same_for_everybody() -> None:
    found = call("open", daily="2026-11-23", kind="calcudoku")
    assert found["puzzle"]["title"] == "Daily Calcudoku, November 23, 2026"
    assert found == call("open", daily="2026-11-23", kind="kenken")


@pytest.mark.parametrize("name", [form.name for form in FORMATS.values() if form.link])
def test_a_link_or_document_names_its_program(name: str) -> None:
    program = FORMATS[name].program
    puzzle = loads(EASY)
    document = dumps(puzzle, name)
    assert call("open", text=document)["program"] == program
    assert call("open", text=f"\nTry this: {link(puzzle, name)}\n")["program"] == program


def test_a_link_to_sudokupad_names_it_whatever_document_it_has() -> None:
    _, document = link(loads(EASY), "f-puzzles").split("?load=")
    assert call("open", text=f"https://sudokupad.app/fpuz{document}")["program"] == "SudokuPad"
    assert call("open", text=f"fpuz{document}")["program"] == "SudokuPad"


def test_a_link_opens_with_its_title() -> None:
    puzzle = Puzzle.sudoku(ESCARGOT, title="A <b>snail</b>")
    assert call("open", link=link_of(puzzle))["puzzle"]["title"] == "A <b>snail</b>"


# ---- hint


@pytest.mark.parametrize("level", range(6))
@pytest.mark.parametrize("text", [EASY, KILLER], ids=["sudoku", "killer"])
def test_a_hint_is_that_of_the_game(text: str, level: int) -> None:
    board = explain(text, limit=20).end
    game = Game.start(text)
    for cell, digit in enumerate(board.digits):
        if digit and not game.digits[cell]:
            game = game.place(cell, digit)
    game = game.fill()
    entered = [cell for cell, given in enumerate(game.puzzle.givens) if board.digits[cell] != given]
    found = call(
        "hint",
        puzzle=text,
        digits=game.digits,
        center=game.marks.center,
        level=level,
        entered=entered,
    )
    expected = game.hint(level)
    assert (found["text"], found["cells"]) == (expected.text, list(expected.cells))
    assert found["problem"] == expected.is_problem
    drawn = found["picture"]
    assert drawn == (json.loads(json.dumps(listing(expected))) if expected.cells else None)
    told = expected.step if level == 5 else None
    assert (found["changes"] or {}).get("placements") == (
        [list(pair) for pair in told.placements] if told else None
    )


def test_marks_may_be_lists_or_masks() -> None:
    masks = [0] * 81
    masks[0] = 0b1100
    lists = [[3, 4] if mask else [] for mask in masks]
    asked = {"puzzle": EASY, "level": 4}
    assert call("hint", **asked, center=masks) == call("hint", **asked, center=lists)
    assert call("hint", **asked, center=masks)["problem"]


def test_the_spans_of_a_hint_are_in_its_text() -> None:
    found = call("hint", puzzle=EASY, level=5)
    named = [found["text"][span["start"] : span["end"]] for span in found["spans"]]
    assert found["spans"]
    cells = [s for s in found["spans"] if s["about"] == "cells"]
    assert all(found["text"][s["start"]] == "r" for s in cells)
    assert "".join(named)


# ---- explain


def test_a_path_comes_whole_without_pictures_and_in_pages_with_them() -> None:
    whole = call("explain", puzzle=HARD)
    path = explain(HARD)
    assert [each["short"] for each in whole["steps"]] == [w.short for w in path.explanations()]
    assert whole["stopped"] == "full"
    assert whole["summary"] == path.summary()
    scores = [each["score"] for each in whole["steps"]]
    assert scores.index(max(scores)) + 1 == whole["hardest"]
    page = call("explain", puzzle=HARD, count=3, pictures=True, **{"from": whole["hardest"]})
    assert [each["number"] for each in page["steps"]] == [whole["hardest"] + n for n in range(3)]
    assert page["steps"][0]["picture"]["title"] == page["steps"][0]["heading"]
    assert len(call("explain", puzzle=HARD, pictures=True)["steps"]) == 10


def test_blocks_hold_every_step_once() -> None:
    found = call("explain", puzzle=HARD)
    numbers = [n for each in found["blocks"] for n in range(each["first"], each["last"] + 1)]
    assert numbers == [each["number"] for each in found["steps"]]
    assert all(found["steps"][b["first"] - 1]["routine"] == b["routine"] for b in found["blocks"])


def test_a_path_without_end_stops_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "_SECONDS", 1e-6)
    explaining._worded.cache_clear()
    found = call("explain", puzzle=HARD)
    explaining._worded.cache_clear()
    assert (found["stopped"], found["rating"]) == ("budget", None)
    assert re.search(r" \d+ steps?, .*time", found["summary"])
    assert found["n_steps"] < len(explain(HARD))


def test_a_single_step_that_takes_too_long_ends_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    call("explain", puzzle="..4....3.....3.1")  # so that all is loaded
    monkeypatch.setattr(explaining, "_SECONDS", 0.1)
    found = call("explain", puzzle={"size": 25})
    assert (found["stopped"], found["n_steps"]) == ("budget", 0)


def test_a_stuck_path_says_what_is_missing() -> None:
    found = call("explain", puzzle="1...............")
    assert found["stopped"] == "stuck"
    assert "one solution" in found["missing"]


def test_a_path_goes_on_from_a_board() -> None:
    start = explain(EASY, limit=5).end
    board = {"digits": start.digits, "candidates": start.masks}
    assert call("explain", puzzle=EASY, board=board)["n_steps"] == len(explain(start))


def test_each_puzzle_has_the_scales_that_know_it() -> None:
    assert "se" in call("explain", puzzle=EASY)["scales"]
    assert "se" not in call("explain", puzzle=KILLER, limit=1)["scales"]


# ---- the others


def test_combinations_that_marks_rule_out_are_struck() -> None:
    puzzle = {"size": 4, "kind": "killer", "cages": [{"op": "+", "target": 5, "cells": [0, 1]}]}
    found = call("cage", puzzle=puzzle, cage=0, center=[[1], *[[] for _ in range(15)]])
    sets = [(each["digits"], each["possible"]) for each in found["combinations"]]
    assert sets == [([1, 4], True), ([2, 3], False)]
    assert (found["required"], found["candidates"]) == ([1, 4], [[1], [4]])


def foggy() -> Puzzle:
    """Return a puzzle with two cages in clear cells and one in fog, which hides a 2 and a 3."""
    cages = {((0, 0), (0, 1)): 3, ((1, 0), (1, 1)): 7, ((2, 2), (3, 2)): 6}
    puzzle = Puzzle.killer(4, cages).replace(
        givens=tuple(map(int, "0000000020000300")), solution=tuple(map(int, "1234341221434321"))
    )
    return puzzle.with_(Fog("r1c1 r1c2 r2c1 r2c2"))


def test_a_cage_is_filled_from_what_can_be_seen() -> None:
    text = dumps(foggy(), "json")
    found = call("cage", puzzle=text, cage=1)
    # The 3 at r4c2 lies in the fog.
    assert found["candidates"] == [[3, 4], [3, 4]]
    lit = [0] * 8 + [0, 1] + [0] * 6
    assert call("cage", puzzle=text, cage=1, digits=lit, entered=[9])["candidates"] == [[3], [4]]
    reply = answer_call("cage", json.dumps({"puzzle": text, "cage": 2}).encode())
    assert reply.status == 422
    assert "in fog" in json.loads(reply.body)["error"]["message"]


def test_a_digit_over_a_given_in_fog_is_wrong_and_not_refused() -> None:
    text = dumps(foggy(), "json")
    digits = [0] * 13 + [4, 0, 0]
    found = call("hint", puzzle=text, digits=digits, entered=[13], level=3)
    assert found["problem"]
    assert found["text"].startswith("The 4 at r4c2 ")
    assert not re.search("given|3", found["text"])
    body = {"puzzle": dumps(foggy().without("fog"), "json"), "digits": digits, "entered": [13]}
    assert answer_call("hint", json.dumps(body).encode()).status == 422


def test_a_bad_puzzle_among_many_does_not_stop_their_rating() -> None:
    found = call("rate", puzzle=f"{EASY}\n{EASY[:-1]}!\n{'.' * 81}\n")["ratings"]
    assert [bool(each["rating"]) for each in found] == [True, False, False]
    assert "found '!'" in found[1]["problem"]
    assert "several" in found[2]["problem"]


def test_the_time_of_an_average_player_is_added_if_requested() -> None:
    (without,), (found,) = (
        call("rate", puzzle=EASY, **more)["ratings"] for more in ({}, {"effort": True})
    )
    assert (without["rating"]["time"], without["rating"]["effort"]) == (None, "")
    effort = explain(EASY).effort()
    expected = {"minutes": effort.minutes, "text": effort.time, "version": effort.version}
    assert found["rating"]["time"] == expected


def test_many_puzzles_are_converted_into_one_document() -> None:
    found = call("convert", puzzle=f"{EASY}\n{ESCARGOT}\n", to="opensudoku")
    assert (found["count"], found["suffix"]) == (2, ".opensudoku")
    assert found["text"].count("<game ") == 2


def test_data_that_a_format_does_not_store_is_listed() -> None:
    puzzle = {"size": 4, "title": "Four", "x-week": 12}
    assert call("convert", puzzle=puzzle, to="line")["left_out"] == ["extra", "title"]
    found = call("convert", puzzle=puzzle, to="json")
    assert found["left_out"] == []
    assert {"title": "Four", "x-week": 12}.items() <= json.loads(found["text"]).items()


def test_progress_is_written_in_a_format_that_can_store_it() -> None:
    board = {"digits": [1, 2, *[0] * 14]}
    found = call("convert", puzzle="1...............", to="hodoku", board=board)
    assert found["text"].startswith(":0000:x:1+2")


def test_a_step_is_drawn_as_the_library_draws_it() -> None:
    found = call("draw", puzzle=EASY, step=3, format="listing")
    assert found["picture"]["title"] == next(iter(explain(EASY)[2:3])).explanation.heading
    assert found["svg"] is None


def test_a_review_names_what_was_used() -> None:
    game = Game.start(EASY)
    step = hint(EASY, 5).step
    assert step is not None
    (cell, digit), *_ = step.placements
    found = call("review", game=dumps_game(game.place(cell, digit, at_ms=3000)))
    assert found["turns"][0]["technique"] == found["techniques"][0]["name"]
    assert found["turns"][0]["right"] is True


def test_a_board_of_another_puzzle_is_no_board() -> None:
    reply = answer_call(
        "explain", json.dumps({"puzzle": EASY, "board": {"digits": [0] * 16}}).encode()
    )
    assert (reply.status, b"expected 81, found 16" in reply.body) == (422, True)


def test_ratings_that_have_no_time_any_more_are_said_beside_those_that_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter([0.0, 1.0, 1000.0])  # at the beginning, and before each part
    monkeypatch.setattr(rate, "monotonic", lambda: next(times))
    monkeypatch.setattr(rate, "rate_part", lambda *_: rate.RatedPart(["known"]))
    assert rate.ENDPOINT.stages is not None
    stages: Any = rate.ENDPOINT.stages(rate.Request(puzzle=f"{EASY}\n{EASY}"))
    read = next(stages)
    part = stages.send(read.function(*read.arguments))
    assert part.arguments[3] == 99.0  # seconds that are left
    assert stages.send(part.function(*part.arguments)) == rate.Progress(1, 2)
    with pytest.raises(StopIteration) as end:
        next(stages)
    known, late = end.value.value.ratings
    assert (known.problem, known.rating) == ("known", None)
    assert "send fewer" in late.problem


def test_a_rating_that_the_clock_ends_says_so() -> None:
    (found,) = rate.rate_part([Puzzle(36)], "pandoku", 1, 0.05).ratings
    assert "0.05 seconds" in str(found)


def test_a_hint_that_is_not_found_soon_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinting, "_SECONDS", 0.01)
    found = call("hint", puzzle={"size": 36, "box": [6, 6]}, level=3)
    assert found["problem"] is True
    assert "too short" in found["text"]


@pytest.mark.parametrize("name", ["open", "explain", "race", "solve", "draw"])
def test_half_a_character_in_a_link_or_a_text_is_refused_alike(name: str) -> None:
    halved = Puzzle(4, title="\ud800")
    for text in (link_of(halved), dumps(halved, "json")):
        body = {"text" if name == "open" else "puzzle": text}
        reply = answer_call(name, json.dumps(body).encode())
        assert reply.status == 422
        assert b"found half of one" in reply.body


@pytest.mark.parametrize(("name", "key"), [("open", "text"), ("review", "game")])
def test_half_a_character_in_a_game_is_refused_as_in_a_link(name: str, key: str) -> None:
    text = dumps_game(Game.start(Puzzle(4, title="\ud800")))
    reply = answer_call(name, json.dumps({key: text}).encode())
    assert reply.status == 422
    assert b"found half of one" in reply.body


@together(
    "text",
    [
        r'{"size":4,"g\ud800":1}',
        r'{"size":4,"cages":[{"op":"\ud800","cells":[0]}]}',
        r'{"size":4,"kind":["\ud800"]}',
        r'{"size":4,"box":"\ud800"}',
        r'[{"size":4},{"size":4,"title":"\ud800"}]',
    ],
)
@together("name", ["open", "solve", "check", "explain", "convert"])
def test_a_refusal_that_quotes_half_a_character_can_be_sent(name: str, text: str) -> None:
    body = {"text" if name == "open" else "puzzle": text}
    body |= {"to": "json"} if name == "convert" else {}
    reply = answer_call(name, json.dumps(body).encode())
    assert reply.status in (200, 422), reply.body
