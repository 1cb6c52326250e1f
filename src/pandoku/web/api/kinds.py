"""`kinds`: what can be asked for: kinds of puzzles, difficulties, scales, engines."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.engines import ENGINES
from pandoku.formats import FORMATS
from pandoku.generation import KINDS, Kind
from pandoku.logic import READERS
from pandoku.model import Geometry, default_box
from pandoku.play.daily import DAILY_KINDS
from pandoku.rating import DEFAULT_ORDER, LEVELS, SCALES
from pandoku.symmetry import GIVENS_SYMMETRIES, orbits
from pandoku.techniques import TECHNIQUES
from pandoku.web.endpoint import Endpoint


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing."""


class KindOffered(msgspec.Struct):
    """A kind of puzzle that can be made."""

    name: str
    summary: str
    least: Annotated[int, Meta(description="The least order.")]
    most: Annotated[int, Meta(description="The greatest order.")]
    orders: Annotated[list[int], Meta(description="All orders, ascending.")]
    boxes: Annotated[
        dict[str, list[str]],
        Meta(description="What `box` may be, the usual first, for orders with a choice."),
    ]
    usual: Annotated[int, Meta(description="The order if none is asked for.")]
    takes: Annotated[list[str], Meta(description="The wishes that only some kinds know.")]
    cages: Annotated[bool, Meta(description="Whether its puzzles have cages.")]
    daily: Annotated[bool, Meta(description="Whether each day has one.")]


class SymmetryOffered(msgspec.Struct):
    """A symmetry of givens."""

    name: str
    orbits: Annotated[
        list[int],
        Meta(description="On 5x5 cells: cells of a number are all givens or all empty."),
    ]


class ScaleOffered(msgspec.Struct):
    """A scale of difficulty."""

    name: str
    summary: str


class EngineOffered(msgspec.Struct):
    """An engine that searches for solutions."""

    name: str
    summary: str
    complete: Annotated[bool, Meta(description="Whether it finds every solution.")]
    events: Annotated[bool, Meta(description="Whether `race` can record what it does.")]


class FormatOffered(msgspec.Struct):
    """A format that can be written."""

    name: str
    summary: str


class Answer(msgspec.Struct):
    """What there is."""

    kinds: list[KindOffered]
    symmetries: list[SymmetryOffered]
    difficulties: list[str]
    techniques: Annotated[list[str], Meta(description="For `needs` and `at_most`.")]
    scales: list[ScaleOffered]
    readers: list[str]
    engines: list[EngineOffered]
    formats: list[FormatOffered]


def _kinds(_: Request) -> Answer:
    return Answer(
        kinds=[
            KindOffered(
                name=each.name,
                summary=each.summary,
                least=each.orders[0],
                most=each.orders[1],
                orders=[*each.possible_orders()],
                boxes=_boxes(each),
                usual=each.default_order,
                takes=sorted(each.takes),
                cages=each.has_cages,
                daily=each.name in DAILY_KINDS,
            )
            for each in KINDS.values()
        ],
        symmetries=[_symmetry(name) for name in GIVENS_SYMMETRIES],
        difficulties=[*LEVELS],
        techniques=[*TECHNIQUES],
        scales=[ScaleOffered(name, SCALES[name].summary) for name in _usual_first()],
        readers=[*READERS],
        engines=[
            EngineOffered(each.name, each.summary, each.complete, each.events)
            for each in ENGINES.values()
        ],
        formats=[FormatOffered(each.name, each.summary) for each in FORMATS.values()],
    )


def _boxes(kind: Kind) -> dict[str, list[str]]:
    found = {}
    for order in kind.possible_orders() if "box" in kind.takes else ():
        pairs = [(rows, order // rows) for rows in range(2, order) if order % rows == 0]
        if len(pairs) > 1:
            pairs.sort(key=lambda pair: pair != default_box(order))
            found[str(order)] = [f"{rows}x{columns}" for rows, columns in pairs]
    return found


def _symmetry(name: str) -> SymmetryOffered:
    tied = range(25) if name == "none" else orbits(Geometry.latin(5), name).tolist()
    return SymmetryOffered(name, list(tied))


def _usual_first() -> list[str]:
    return [DEFAULT_ORDER, *(name for name in SCALES if name != DEFAULT_ORDER)]


ENDPOINT = Endpoint(
    name="kinds",
    summary="List what can be asked for: kinds, difficulties, scales, engines, formats.",
    request=Request,
    answer=Answer,
    work=_kinds,
    method="GET",
    example={},
)
