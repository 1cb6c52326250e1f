"""Forcing chains through cages: what their branches may hold, and that they are tried last."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pandoku import explain_many, read
from pandoku.logic import explain
from pandoku.model import Step
from pandoku.rating import get_scale
from pandoku.techniques import TECHNIQUES, example_of
from tests.data import IS_FULL, SHARED, needs

ORDER = get_scale("pandoku").order
NAMES = [name for name in TECHNIQUES if name.startswith("cage-") and "forcing" in name]
KILLERS = SHARED / "cages" / "killer9.jsonl"


def first_step(name: str) -> Step:
    example = example_of(name)
    assert example is not None
    return next(TECHNIQUES[name].steps(example.board))


def implications(step: Step) -> Iterator[Step]:
    for branch in step.facts.branches:
        for each in branch:
            yield each
            yield from implications(each)


@pytest.mark.parametrize("name", NAMES)
def test_a_branch_follows_cages_or_sums(name: str) -> None:
    kinds = {each.technique for each in implications(first_step(name))}
    assert kinds & {"cage", "sum"}


@pytest.mark.parametrize("name", ["cage-cell-forcing-chain", "cage-region-forcing-chain"])
def test_nobody_has_to_follow_more_than_four_cases(name: str) -> None:
    assert 2 <= len(first_step(name).facts.branches) <= 4


def test_a_nested_chain_holds_a_contradiction_within_its_branch() -> None:
    (branch,) = first_step("cage-nested-forcing-chain").facts.branches
    inner = [each for each in branch if each.facts.branches]
    assert inner
    assert {each.technique for each in inner} == {"contradiction-forcing-chain"}


def test_chains_through_cages_come_after_all_that_is_easier() -> None:
    before = ORDER[: ORDER.index(NAMES[0])]
    assert "cage-trial" in before
    assert not {*NAMES} & {*before}


@needs(KILLERS)
def test_a_killer_that_is_solved_without_them_is_rated_as_before() -> None:
    puzzles = list(read(KILLERS))[:8]
    old = [name for name in ORDER if name not in NAMES]
    assert (
        explain_many(puzzles).counts[:, : len(old)].sum()
        == explain_many(puzzles, techniques=old).counts.sum()
    )


@needs(KILLERS)
@pytest.mark.skipif(not IS_FULL, reason="PANDOKU_FULL=1 runs it")
def test_every_killer_of_the_set_is_solved() -> None:
    assert {explain(puzzle, is_proper=True).stopped for puzzle in read(KILLERS)} == {"full"}
