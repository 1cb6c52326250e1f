"""Rule: a kind of constraint, as a value that its file defines."""

from __future__ import annotations

from dataclasses import dataclass

from pandoku.model import Constraint, Puzzle
from pandoku.registry import plain_name

__all__ = ["Rule"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Rule:
    """A kind of constraint.

    Attributes:
        make: The class of its constraints; its `NAME` is the name.
        text: The rule in one sentence, for players.
        example: A small proper puzzle that needs the rule, with its solution.
        aliases: Other names that people use.
        noun: What a title calls one of them: "white dot"; None means the name.
    """

    make: type[Constraint]
    text: str
    example: Puzzle
    aliases: tuple[str, ...] = ()
    noun: str | None = None

    @property
    def name(self) -> str:
        """The name in files and on the command line: "between-line"."""
        return plain_name(self.make.NAME)
