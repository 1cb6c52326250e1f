"""Primers: lessons about techniques as files to read.

Any room may have a folder `primers`. Each file in this folder defines a kind of primer. The file is
named after the suffix of the output, such as `html.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pandoku._extras import missing_extra
from pandoku.errors import PandokuError
from pandoku.registry import Registry

__all__ = ["PRIMERS", "Primer", "get_primer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Primer:
    """A kind of primer.

    Attributes:
        name: The name of the file that defines the kind, such as "html".
        write_lesson: Function that writes the lesson about a technique. Its arguments are the name
            of the technique, the output file ("-" means standard output), and the theme.
        write_all: Function that writes the lessons of all techniques to a new or empty folder, and
            returns the number of files. Its arguments are the folder and the theme.
    """

    name: str
    write_lesson: Callable[[str, str, str], None]
    write_all: Callable[[str, str], int]


PRIMERS = Registry("pandoku.*.primers", Primer, PandokuError)


def get_primer(name: str) -> Primer:
    """Return a kind of primer.

    Raises:
        MissingExtraError: The room that writes lessons is not installed.
    """
    found = PRIMERS.get(name)
    if found is None:
        raise missing_extra("a lesson", "pandoku.lessons")
    return found
