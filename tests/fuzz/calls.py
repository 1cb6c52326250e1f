"""Every public call, with random arguments: it answers, or refuses with a message of pandoku."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Iterator
from functools import cache
from inspect import Parameter, Signature
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pandoku
from pandoku import PandokuError
from tests.fuzz.arguments import SUBJECTS, argument, has_values, options

__all__ = ["Call", "calls", "is_refusal", "place_of", "try_call", "unknown_parameters"]

_ROOMS = ("draw", "formats", "play", "press", "symmetry")
# These are for the rooms above: they take values that only pandoku itself makes.
_INNER = {
    "Drill.answer", "Drill.grade", "Lines.of", "Marks.require_order", "draw.draw_branch",
    "draw.draw_step", "draw.draw_strip", "draw.size", "formats.dumps_many",
    "formats.format_for_path",
    "formats.get_format", "formats.items", "formats.items_and_batches", "formats.left_out",
    "formats.open_items", "formats.progress_module", "formats.program_of", "formats.relabeling",
    "formats.sniff", "formats.why_not_written", "play.open_store", "play.parse_move",
}  # fmt: skip
_PACKAGE = str(Path(pandoku.__file__).parent)


class Call(NamedTuple):
    """A public call.

    Attributes:
        name: As users write it: "solve", "Board.place", "symmetry.canonical".
        function: What is called, without the object that a method belongs to.
        subject: Makes that object; None for a function.
        signature: The parameters, without that object.
    """

    name: str
    function: Callable[..., Any]
    subject: Callable[[Random], Any] | None
    signature: Signature


@cache
def calls() -> tuple[Call, ...]:
    """Return all public calls, by name: functions, constructors, methods and properties."""
    found: dict[object, Call] = {}  # a function may stand in a room and in the package
    for name, value in _public():
        if inspect.isclass(value) and not issubclass(value, Exception):
            for call in _of_class(name.rpartition(".")[2], value):
                found.setdefault(call.name, call)
        elif inspect.isfunction(value):
            found.setdefault(value, Call(name, value, None, inspect.signature(value)))
    return tuple(sorted((c for c in found.values() if c.name not in _INNER), key=lambda c: c.name))


def _public() -> Iterator[tuple[str, Any]]:
    for name in pandoku.__all__:
        yield name, getattr(pandoku, name)
    for room in _ROOMS:
        module = getattr(pandoku, room)
        for name in module.__all__:
            yield f"{room}.{name}", getattr(module, name)


def _of_class(name: str, kind: type) -> Iterator[Call]:
    """Yield the constructors of a class, and, if there are subjects of it, its methods."""
    for attribute, value in vars(kind).items():
        if attribute.startswith("_") and attribute not in ("__init__", "__getitem__"):
            continue
        if isinstance(value, classmethod | staticmethod):
            function = getattr(kind, attribute)
            yield Call(f"{name}.{attribute}", function, None, inspect.signature(function))
        elif name not in SUBJECTS:
            continue
        elif attribute == "__init__":
            if name not in _MADE_BY_OTHERS:
                yield Call(name, kind, None, inspect.signature(kind))
        elif inspect.isfunction(value):
            parameters = list(inspect.signature(value).parameters.values())[1:]
            yield Call(f"{name}.{attribute}", value, SUBJECTS[name], Signature(parameters))
        elif isinstance(value, property) and value.fget:
            yield Call(f"{name}.{attribute}", value.fget, SUBJECTS[name], Signature())


_MADE_BY_OTHERS = {"Check", "Generated", "Hint", "Outcome", "Path", "Drill", "Symmetry", "Game"}


def try_call(call: Call, rng: Random) -> str:
    """Make a call with random arguments, and look at what it returns.

    Returns:
        What was called, for the report of a finding.

    Raises:
        Exception: Whatever the call raises that is no refusal, with a note that says what was
            called.
    """
    try:
        arguments, keywords = _arguments(call, rng)
    except PandokuError as refused:  # by a call on the way to the arguments
        return f"{call.name}: {refused}"
    told = f"{call.name}({', '.join([*map(_shown, arguments), *_shown_keywords(keywords)])})"
    try:
        _use(call.function(*arguments, **keywords))
    except Exception as error:
        if not _is_documented(error, call) and not is_refusal(error):
            error.add_note(told)
            raise
    return told


def _is_documented(error: Exception, call: Call) -> bool:
    if isinstance(error, IndexError | TypeError) and call.name.endswith(("__getitem__", ".origin")):
        return True  # as of any sequence
    return type(error).__name__ in (call.function.__doc__ or "").partition("Raises:")[2]


def _arguments(call: Call, rng: Random) -> tuple[list[Any], dict[str, Any]]:
    arguments = [call.subject(rng)] if call.subject else []
    keywords: dict[str, Any] = {}
    for parameter in call.signature.parameters.values():
        if parameter.kind is Parameter.VAR_KEYWORD:
            keywords |= options(rng, parameter)
        elif parameter.kind is Parameter.VAR_POSITIONAL:
            arguments += [argument(rng, parameter) for _ in range(rng.randrange(3))]
        elif (
            parameter.default is Parameter.empty or parameter.name in _ALWAYS or rng.random() < 0.3
        ):
            value = argument(rng, parameter)
            if parameter.kind is Parameter.KEYWORD_ONLY or keywords:
                keywords[parameter.name] = value
            elif parameter.default is Parameter.empty:
                arguments.append(value)
            else:
                keywords[parameter.name] = value
    if "wishes" in call.signature.parameters:
        keywords |= {"budget": rng.choice((1, 3)), "order": rng.choice((1, 2, 3, 4, 5, 6))}
    return arguments, keywords


_ALWAYS = ("budget", "nodes", "limit", "seconds", "wishes")  # so that every call ends


def _use(answer: Any) -> None:
    """Look at an answer as people do: its text, and the first of its parts."""
    if inspect.isgenerator(answer) or (hasattr(answer, "__next__") and hasattr(answer, "__iter__")):
        answer = list(islice(answer, 3))
    repr(answer)
    if type(answer).__module__.startswith("pandoku"):
        str(answer)


def is_refusal(error: Exception) -> bool:
    """Return whether an exception says that the arguments were wrong, and was meant to.

    All exceptions of pandoku do. Of the usual ones those do that pandoku raises itself: an
    exception that falls out of an operation on wrong values names no argument and no way out.
    """
    if isinstance(error, PandokuError):
        return "a defect of pandoku" not in str(error)
    if isinstance(error, TypeError | ValueError | OSError):
        file, line = place_of(error)
        raised = linecache.getline(file, line).strip().startswith("raise ")
        return file.startswith(_PACKAGE) and (raised or isinstance(error, OSError))
    return False


def place_of(error: BaseException) -> tuple[str, int]:
    """Return the file and the line that raised an exception."""
    trace = error.__traceback__
    assert trace
    while trace.tb_next:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception as error:
        text = f"<{type(value).__name__} without repr: {type(error).__name__}>"
    return text if len(text) < 1000 else f"{text[:500]} ... {text[-200:]}"


def _shown_keywords(keywords: dict[str, Any]) -> list[str]:
    return [f"{name}={_shown(value)}" for name, value in keywords.items()]


def unknown_parameters() -> list[str]:
    """Return the parameters of public calls for which the targets have no values."""
    return sorted(
        f"{call.name}: {parameter.name}"
        for call in calls()
        for parameter in call.signature.parameters.values()
        if not has_values(parameter)
    )
