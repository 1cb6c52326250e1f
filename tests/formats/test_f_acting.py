"""Disabled rules in documents of f-puzzles are left out, with a note."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Item, Lines, items
from pandoku.formats._links.lz_string import pack
from tests.formats.reading import error_of

LINE = {"lines": [["R1C1", "R1C2"]]}


def _document(**rules: Any) -> str:
    return json.dumps({"size": 4, "grid": [[{}] * 4 for _ in range(4)]} | rules)


def _item(text: str, name: str | None = None) -> Item:
    return next(items(Lines.of(text.encode()), name))


def _kinds(item: Item) -> list[str]:
    assert not isinstance(item.value, FormatError)
    return [each.NAME for each in item.value.constraints]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("rules", "kinds", "named"),
    [
        ({"disabledthermometer": [LINE]}, [], "thermometer"),
        ({"disabledAntiknight": True, "antiking": True}, ["anti-king"], "Antiknight"),
        ({"thermometer": [LINE | {"disabled": True}, LINE]}, ["thermometer"], "thermometer"),
        ({"line": [LINE | {"disabled": True}]}, [], "line"),
    ],
)
def test_what_is_disabled_does_not_act(rules: dict[str, Any], kinds: list[str], named: str) -> None:
    expected = f"disabled in the file, and left out: {named}"
    text = _document(**rules)
    for item in (_item(text), _item("fpuz" + pack(text), "sudokupad")):
        assert _kinds(item) == kinds
        assert item.note == expected


def test_many_disabled_keys_are_counted_as_others_and_shown_safely() -> None:
    note = _item(_document(**{f"disabled\x1b{at}": True for at in range(9)})).note
    assert note is not None
    assert note.endswith("and others")
    assert note.isprintable()


def test_what_is_not_disabled_acts() -> None:
    rules: dict[str, Any] = {"disabledlogic": ["wings"], "disabledrenban": []}
    item = _item(_document(thermometer=[LINE | {"disabled": False}], **rules))
    assert (_kinds(item), item.note) == (["thermometer"], None)


def test_another_value_of_disabled_is_refused() -> None:
    assert "unknown key" in str(error_of(_document(thermometer=[LINE | {"disabled": "maybe"}])))


def test_triggers_of_fog_are_named() -> None:
    trigger = {"trigger": {"type": "or"}, "effect": {"type": "foglight"}}
    item = _item(_document(foglight=["R1C1"], triggereffect=[trigger]))
    assert item.note is not None
    assert item.note.startswith("the fog does not obey a trigger")


def test_a_message_for_those_who_solve_it_is_no_rule() -> None:
    assert _item(_document(successMessage="Well done!")).note is None
