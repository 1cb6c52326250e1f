"""Lessons about techniques as web pages."""

from __future__ import annotations

from pathlib import Path

from pandoku import lessons
from pandoku.cli.output import ExitStatus, is_stdout, medium_of, new_folder, output_file
from pandoku.cli.primers import Primer

_MEDIA = {".html": "html", ".htm": "html"}


def _write_lesson(name: str, output: str, theme: str) -> None:
    if not is_stdout(output):
        medium_of(output, None, _MEDIA)
    lesson = lessons.lesson_of(name)
    with output_file(output, ExitStatus()) as stream:
        stream.writelines(lessons.lesson_page(lesson, theme=theme))


def _write_all(folder: str, theme: str) -> int:
    count = 0

    def fill_folder(into: Path) -> None:
        nonlocal count
        for name, text in lessons.encyclopedia(theme=theme):
            (into / name).write_text(text, encoding="utf-8")
            count += 1

    new_folder(folder, fill_folder)
    return count


PRIMER = Primer(name="html", write_lesson=_write_lesson, write_all=_write_all)
