"""The command kinds."""

from __future__ import annotations

import json

import pytest

from pandoku.generation import KINDS
from pandoku.model import HOUSE_SETS
from tests.cli.command import invoke


def test_kinds_lists_every_kind_with_its_orders_and_a_sentence() -> None:
    out = invoke("kinds").out
    first, *rows = out.splitlines()
    assert first.split() == ["kind", "also", "called", "orders", "usual", "what", "it", "is"]
    for name, kind in KINDS.items():
        assert any(row.split()[0] == name for row in rows if row.strip())
        assert kind.summary[1:] in " ".join(out.split())


def test_kinds_are_one_object_each() -> None:
    told = [json.loads(line) for line in invoke("kinds", "--json").out.splitlines()]
    assert [each["name"] for each in told] == [*KINDS]
    (windoku,) = (each for each in told if each["name"] == "windoku")
    assert windoku["orders"] == [4, 9]
    assert windoku["aliases"] == ["hyper", "hypersudoku"]
    assert all(each["usual"] in each["orders"] for each in told)


def test_one_kind_is_described_by_its_name_or_an_alias() -> None:
    out = invoke("kinds", "hyper").out
    assert out == invoke("kinds", "windoku").out
    assert out.startswith("windoku (hyper, hypersudoku)\nA Sudoku in which squares between")
    assert "Orders: 4, 9; usually 9\n" in out
    assert out.endswith("pandoku generate windoku --difficulty medium\n")
    assert json.loads(invoke("kinds", "killer", "--json").out)["name"] == "killer"


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", [*HOUSE_SETS, "diagonal"])
def test_a_kind_with_extra_houses_is_made_by_its_name(kind: str) -> None:
    out = invoke("generate", kind, "--seed", "1", "--difficulty", "medium", "--to", "json").out
    made = json.loads(out)
    assert made["kind"] == kind
    names = [house["name"] for house in made.get("houses", [])]
    assert names == ([] if kind == "diagonal" else [*HOUSE_SETS[kind].houses(9, (3, 3))])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("kinds", "windok"), "windoku"),
        (("kinds", "--all"), "--all"),
        (("generate", "asterix"), "'asterix'; try asterisk"),
        (("generate", "asterisk", "16"), "9 for asterisk, found 16"),
        (("generate", "center-dot", "10"), "9 or 15 for center-dot, found 10"),
        (("generate", "disjoint-groups", "6", "--box", "4x2"), "2x3 or 3x2"),
    ],
)
def test_what_is_no_kind_is_refused_with_a_way_out(arguments: tuple[str, ...], named: str) -> None:
    assert named in invoke(*arguments, status=2).err
