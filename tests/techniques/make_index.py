"""Writes the outlines of all techniques, from which pandoku chooses the files that it loads.

    ./run python -m tests.techniques.make_index

Run it after adding a technique, or after a change of a field of `Outline`. Until then, pandoku
works, but a new file makes it load all techniques.
"""

from __future__ import annotations

from pathlib import Path

from pandoku.techniques import TECHNIQUES, _index
from pandoku.techniques._outline import Outline, outline_of

FILE = Path(_index.__file__)
COMMAND = "./run python -m tests.techniques.make_index"
WIDTH = 101  # of a line, with its end
HEAD = f'''"""The outlines of all techniques, in the order of the registry.

Written by `{COMMAND}`.
"""

from pandoku.techniques._outline import Outline

__all__ = ["INDEX"]

INDEX = {{
'''


def text() -> str:
    """Return the text of the file."""
    lines = []
    for name, technique in TECHNIQUES.entries.items():
        outline = outline_of(technique, Path(TECHNIQUES.home(name)).stem)
        given = [f'"{outline.file}"']
        for field, value in outline._asdict().items():
            if field != "file" and value != Outline._field_defaults[field]:
                given.append(f"{field}={value!r}".replace("'", '"'))
        fields = ", ".join(given)
        line = f'    "{name}": Outline({fields}),\n'
        if len(line) > WIDTH:
            line = f'    "{name}": Outline(\n        {fields}\n    ),\n'
        lines.append(line)
    return HEAD + "".join(lines) + "}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
