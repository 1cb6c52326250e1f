"""The preferences of the player."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from pandoku.play import CHECKS

__all__ = ["Preferences"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """Preferences of the player.

    Attributes:
        theme: Name of a theme. "auto" selects a theme that suits the terminal.
        checks: One of `pandoku.play.CHECKS`: which mistakes the game shows immediately.
        tidy: Whether a digit removes the marks that it rules out.
        peers: Whether the houses of the cursor are shaded.
        same_digit: Whether cells with the digit under the cursor are highlighted.
        fixed_places: Whether each candidate has a fixed place in large cells, as on a keypad.
        timer: Whether the time is shown.
    """

    theme: str = "auto"
    checks: str = "conflicts"
    tidy: bool = True
    peers: bool = True
    same_digit: bool = True
    fixed_places: bool = False
    timer: bool = True

    @classmethod
    def of(cls, values: Any) -> Preferences:
        """Return preferences from a saved dict, ignoring unknown names and invalid values."""
        plain, known = cls(), values if isinstance(values, dict) else {}
        fit = {
            field.name: known[field.name]
            for field in fields(cls)
            if type(known.get(field.name)) is type(getattr(plain, field.name))
        }
        if fit.get("checks", "off") not in CHECKS:
            del fit["checks"]
        return replace(plain, **fit)

    def as_dict(self) -> dict[str, Any]:
        """Return the preferences as a dict, which `of` can read."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def turned(self, name: str, by: int, themes: tuple[str, ...]) -> Preferences:
        """Return the preferences after changing one of them to its next or previous value.

        Args:
            name: Name of the attribute.
            by: 1 for the next value, -1 for the previous value.
            themes: Names of the themes that follow "auto" in the list of values.
        """
        now = getattr(self, name)
        values = {"theme": ("auto", *themes), "checks": CHECKS}.get(name, (False, True))
        at = values.index(now) if now in values else 0
        changed: dict[str, Any] = {name: values[(at + by) % len(values)]}
        return replace(self, **changed)
