"""The words that tell how to find a technique: when to look, and where to look first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pandoku.model import Step
from pandoku.techniques import TECHNIQUES, Technique, example_of

ORDER = ("places", "houses", "rules", "cells", "pattern", "step")
MOST_WORDS = 40
FEWEST_GLANCES, MOST_GLANCES = 3, 5

TAUGHT = pytest.mark.parametrize("technique", TECHNIQUES.values(), ids=list(TECHNIQUES))


def parts(step: Step) -> Iterator[str]:
    """Yield the parts of a step that a glance can show."""
    facts = step.facts
    yield "places"
    if facts.houses:
        yield "houses"
    if facts.cages or facts.constraints:
        yield "rules"
    if facts.cells:
        yield "cells"
    if facts.cells or facts.candidates or facts.links:
        yield "pattern"
    yield "step"


@TAUGHT
def test_each_technique_says_when_to_look(technique: Technique) -> None:
    assert technique.when.endswith(".")
    assert technique.when[0].isupper()


@TAUGHT
def test_a_scan_is_a_few_short_glances_that_end_with_the_step(technique: Technique) -> None:
    shown = [ORDER.index(glance.shows) for glance in technique.scan]
    assert FEWEST_GLANCES <= len(shown) <= MOST_GLANCES
    assert shown == sorted(shown)
    assert technique.scan[-1].shows == "step"
    for text in (technique.when, *(glance.text for glance in technique.scan)):
        assert len(text.split()) <= MOST_WORDS
        assert text.endswith((".", "?"))


@TAUGHT
def test_a_scan_shows_only_what_the_example_has(technique: Technique) -> None:
    example = example_of(technique.name)
    assert example is not None
    step = next(technique.steps(example.board, 1))
    assert {glance.shows for glance in technique.scan} <= {*parts(step)}
