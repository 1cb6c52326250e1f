"""`makeable`: the choices of a short form for a new puzzle. `kinds` has every option."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.generation import KINDS
from pandoku.rating import LEVELS


class MakeableRequest(Struct, forbid_unknown_fields=True):
    """An empty request."""


class MakeableKind(Struct):
    """A kind of puzzle that can be made."""

    name: str
    summary: str
    orders: Annotated[list[int], Meta(description="All orders, ascending.")]
    usual: Annotated[int, Meta(description="The default order.")]


class MakeableAnswer(Struct):
    """The choices of a short form for a new puzzle."""

    kinds: list[MakeableKind]
    difficulties: list[str]


def _answer(_: MakeableRequest) -> MakeableAnswer:
    kinds = [
        MakeableKind(each.name, each.summary, [*each.possible_orders()], each.default_order)
        for each in KINDS.values()
    ]
    return MakeableAnswer(kinds, [*LEVELS])


ENDPOINT = Endpoint(
    name="makeable",
    summary="List the kinds of puzzles that can be made, with their sizes, and difficulties.",
    description="`kinds` lists all other options as well.",
    request=MakeableRequest,
    answer=MakeableAnswer,
    work=_answer,
    method="GET",
    example={},
)
