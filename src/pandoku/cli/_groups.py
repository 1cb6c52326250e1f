"""Help in groups: for commands with more options than one list is good for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["GroupedCommand", "in_group"]

_F = TypeVar("_F", bound=Callable[..., Any])

_OTHERS = "Options"


class _GroupedOption(click.Option):
    def __init__(self, *names: Any, group: str, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.group = group


class GroupedCommand(click.Command):
    """A command whose help lists the options of `in_group` under headings."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of a group together; the others come last."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and record[1]:  # an argument without help is in the usage
                groups.setdefault(getattr(parameter, "group", _OTHERS), []).append(record)
        others = groups.pop(_OTHERS, [])
        for name, records in [*groups.items(), (_OTHERS, others)]:
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)


def in_group(group: str, *names: str, **settings: Any) -> Callable[[_F], _F]:
    """Return the decorator `click.option` of an option that the help lists under *group*."""
    return click.option(*names, cls=_GroupedOption, group=group, **settings)
