"""Lessons about techniques. A lesson has an example, a near miss and boards for practice.

`lesson_page` makes the page of a lesson. `encyclopedia` makes a static site of all lessons.
"""

from pandoku.lessons.lesson import Lesson, by_difficulty, lesson_of, lessons, neighbors_of
from pandoku.lessons.page import encyclopedia, lesson_page

__all__ = [
    "Lesson",
    "by_difficulty",
    "encyclopedia",
    "lesson_of",
    "lesson_page",
    "lessons",
    "neighbors_of",
]
