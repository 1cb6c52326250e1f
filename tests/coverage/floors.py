"""The least coverage of each room and folder: data that this module reads, compares and raises."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FLOORS = Path(__file__).with_name("floors.toml")
# What a run reaches differs a little from the next, by its random examples and its timing.
_SLACK = 0.5
_HEAD = "# The least that the tests reach, in percent. `./run coverage --raise` writes it.\n"

Floors = dict[str, dict[str, int]]


class Reached(NamedTuple):
    """How much of something ran: lines, or lines and branches."""

    covered: int
    all: int

    @property
    def percent(self) -> float:
        """Return the share in percent; of nothing, nothing was reached."""
        return 100 * self.covered / self.all if self.all else 0.0


def load(path: Path = FLOORS) -> Floors:
    """Return the floors: "python" and "native", and for each the percents by name."""
    return tomllib.loads(path.read_text())


def below(floors: Mapping[str, int], found: Mapping[str, Reached]) -> list[str]:
    """Return a sentence for each floor that was not kept; a name without a floor is one, too."""
    return [
        f"{name}: expected at least {floors[name]} %, found {now.percent:.2f} %"
        if name in floors
        else f"{name} has no floor: ./run coverage --raise gives it one"
        for name, now in found.items()
        if name not in floors or now.percent < floors[name]
    ]


def raised(floors: Mapping[str, int], found: Mapping[str, Reached]) -> dict[str, int]:
    """Return the floors that hold from now on: none is lower, and what is gone has none."""
    return {
        name: max(floors.get(name, 0), int(now.percent - _SLACK)) for name, now in found.items()
    }


def save(floors: Floors, path: Path = FLOORS) -> None:
    """Write the floors, in the order of their names."""
    parts = [
        f"\n[{part}]\n" + "".join(f"{name} = {floor}\n" for name, floor in sorted(names.items()))
        for part, names in sorted(floors.items(), reverse=True)
    ]
    path.write_text(_HEAD + "".join(parts))
