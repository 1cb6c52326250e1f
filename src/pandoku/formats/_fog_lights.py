"""Fog in the documents of other programs."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku.constraints import Fog
from pandoku.model import Constraint

__all__ = ["LIGHTS", "triggers_left_out", "with_one_fog"]

LIGHTS = ("FOGLIGHT", "FOW")  # texts of drawn cages whose cells are visible from the beginning


def with_one_fog(constraints: Iterable[Constraint]) -> list[Constraint]:
    """Return the constraints with all fog merged into one."""
    found = list(constraints)
    fog = [each for each in found if isinstance(each, Fog)]
    if len(fog) < 2:
        return found
    lights = {light for each in fog for light in each.lights}
    return [*(each for each in found if each not in fog), Fog(tuple(lights))]


def triggers_left_out(n: int) -> str:
    """Return the note on *n* triggers of fog, which are not read."""
    what = "a trigger" if n == 1 else f"{n} triggers"
    return f"the fog does not obey {what} of the file: it lifts around correct digits"
