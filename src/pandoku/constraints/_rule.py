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
        nouns: What a title calls several of them; None means the noun with an "s".
        completes: The kind whose clues are all given by this rule. A title that names that kind
            does not name this one.
    """

    make: type[Constraint]
    text: str
    example: Puzzle
    aliases: tuple[str, ...] = ()
    noun: str | None = None
    nouns: str | None = None
    completes: type[Constraint] | None = None

    @property
    def name(self) -> str:
        """The name in files and on the command line: "between-line"."""
        return plain_name(self.make.NAME)
