"""The cases of a target: each from the seed and its number alone, so any can be repeated."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

from tests.fuzz.agreement import try_agreement
from tests.fuzz.calls import calls, place_of, try_call
from tests.fuzz.readers import try_reader
from tests.fuzz.relations import try_relations

__all__ = ["TARGETS", "finding", "run_case"]

Target = Callable[[int, Random], str]


def _next_call(number: int, rng: Random) -> str:
    known = calls()
    return try_call(known[number % len(known)], rng)


TARGETS: dict[str, Target] = {
    "calls": _next_call,
    "answers": lambda _, rng: try_agreement(rng),
    "readers": lambda _, rng: try_reader(rng),
    "relations": lambda _, rng: try_relations(rng),
}


def run_case(target: str, seed: int, number: int) -> str:
    """Run a case, and return what it did.

    Raises:
        Exception: A finding.
    """
    return TARGETS[target](number, Random(f"{target} {seed} {number}"))


def finding(error: BaseException) -> tuple[str, str]:
    """Return where a finding is, which names it, and all that is known about it."""
    file, line = place_of(error)
    place = f"{type(error).__name__} at {os.path.relpath(file)}:{line}"
    notes = "\n    ".join(getattr(error, "__notes__", ()))
    return place, f"{place}: {str(error)[:500]}\n    {notes[:3000]}"
