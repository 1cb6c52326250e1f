"""The commands of all rooms.

A command is the file `commands/NAME.py` of a room. It ends with `COMMAND = opt.Command(...)`. No
other registration is needed. To run a command, pandoku imports only the file of this command.
"""

from __future__ import annotations

from dataclasses import dataclass

import click

from pandoku.errors import PandokuError
from pandoku.registry import Registry

__all__ = ["COMMANDS", "GROUPS", "Command", "find_command"]

# The headings of the help, in its order.
GROUPS = (
    "Play",
    "Solve and explain",
    "Make",
    "Print and share",
    "Change",
    "Data sets",
    "Engines",
    "Help",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of `pandoku`.

    Attributes:
        run: The command for click. Its name is the name of the file.
        group: Heading on the help page, one of GROUPS.
        place: Place below this heading: commands with smaller numbers come first.
        extra: Name of the extra (optional packages) that the command usually needs, or "".
    """

    run: click.Command
    group: str
    place: int
    extra: str = ""

    def __post_init__(self) -> None:
        """Check the group.

        Raises:
            ValueError: There is no such group.
        """
        if self.group not in GROUPS:
            raise ValueError(f"expected one of {', '.join(GROUPS)}, found {self.group!r}")

    @property
    def name(self) -> str:
        """The name that the user types."""
        return str(self.run.name)


COMMANDS = Registry(
    "pandoku.*.commands",
    Command,
    PandokuError,
    order=lambda each: (GROUPS.index(each.group), each.place),
)


def find_command(name: str) -> click.Command | None:
    """Return the click command with a name, or None. Other commands are not imported."""
    command = COMMANDS.get(name)
    return None if command is None else command.run
