"""Lessons about techniques.

A lesson begins with a picture and shows how to scan for the pattern. It has typical examples, a
near miss and boards for practice. `lesson_page` makes the page of a lesson. `encyclopedia` makes a
static site of all lessons.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandoku.lessons.lesson import (
        Demonstration,
        Lesson,
        LessonSlip,
        Slide,
        by_difficulty,
        lesson_of,
        lessons,
        neighbors_of,
    )
    from pandoku.lessons.page import encyclopedia, lesson_page

# These names are imported on first use, so that the help of a command loads no technique.
_HOMES = {
    "Demonstration": "lesson",
    "Lesson": "lesson",
    "LessonSlip": "lesson",
    "Slide": "lesson",
    "by_difficulty": "lesson",
    "encyclopedia": "page",
    "lesson_of": "lesson",
    "lesson_page": "page",
    "lessons": "lesson",
    "neighbors_of": "lesson",
}

__all__ = [
    "Demonstration",
    "Lesson",
    "LessonSlip",
    "Slide",
    "by_difficulty",
    "encyclopedia",
    "lesson_of",
    "lesson_page",
    "lessons",
    "neighbors_of",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pandoku.lessons' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"pandoku.lessons.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
