"""The commands of all rooms.

A command is the file `commands/NAME.py` of a room. It ends with `COMMAND = opt.Command(...)`. No
other registration is needed. To run a command, pandoku imports only the file of this command.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import NamedTuple

import click

from pandoku.errors import PandokuError
from pandoku.registry import Registry

__all__ = ["COMMANDS", "GROUPS", "Command", "Summary", "find_command", "summaries"]

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


_LONGEST = 60  # characters of a summary that click makes from the help


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


class Summary(NamedTuple):
    """A line of the list of commands.

    Attributes:
        name: The name that the user types.
        group: Heading on the help page, one of GROUPS.
        place: Place below this heading.
        text: A short sentence about the command, or "" for a hidden command.
    """

    name: str
    group: str
    place: int
    text: str


_SHORT_HELP = re.compile(r'short_help=("[^"\\\n]*")')


def summaries() -> list[Summary]:
    """Return the summaries of all commands, in the order of the help.

    They are read from the source, because importing all commands takes five times as long.
    """
    found = [
        _summary_in(name, text or "") or _summary_of(name) for name, text in COMMANDS.sources()
    ]
    return sorted(found, key=lambda each: (GROUPS.index(each.group), each.place))


def _summary_in(name: str, source: str) -> Summary | None:
    """Return the summary in the source of a command, or None if the command must be imported."""
    short_help = _SHORT_HELP.search(source)
    if short_help is None or "hidden=" in source:
        return None
    try:
        made = ast.parse(source.rpartition("\nCOMMAND = ")[2], mode="eval").body
        values = {each.arg: each.value for each in getattr(made, "keywords", ())}
        group, place = ast.literal_eval(values["group"]), ast.literal_eval(values["place"])
        text = ast.literal_eval(short_help[1])
    except (SyntaxError, ValueError, KeyError):
        return None
    return Summary(name, group, place, text) if group in GROUPS else None


def _summary_of(name: str) -> Summary:
    command = COMMANDS[name]
    text = "" if command.run.hidden else command.run.get_short_help_str(_LONGEST)
    return Summary(name, command.group, command.place, text)
