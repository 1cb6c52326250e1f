"""The notebooks, executed: each becomes a page with what its cells show.

A notebook is stored without outputs. Its cells run in a kernel of their own, from the repository's
root; a cell that fails stops the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs.generators.markup import fenced, figure
from pandoku.errors import MissingExtraError

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["execute", "files"]

_ROOT = Path(__file__).parents[2]
_SECONDS = 60
_LABEL = re.compile(r'<svg[^>]* aria-label="([^"]+)"')


def files() -> Iterator[tuple[str, str]]:
    """Yield the page of each notebook, its pictures, and the notebook itself."""
    for path in sorted((_ROOT / "docs" / "notebooks").glob("*.ipynb")):
        pictures: dict[str, str] = {}
        parts = [*_parts(execute(path), path.stem, pictures)]
        parts.append(f"[Download this notebook]({path.name})\n")
        yield f"notebooks/{path.stem}.md", "\n".join(parts)
        yield from ((f"notebooks/{name}", svg) for name, svg in pictures.items())
        yield f"notebooks/{path.name}", path.read_text(encoding="utf-8")


def execute(path: Path) -> NotebookNode:
    """Return a notebook with the outputs of its cells.

    Raises:
        MissingExtraError: nbclient or the kernel is not installed.
        CellExecutionError: A cell fails.
    """
    try:
        import ipykernel  # noqa: F401  # the kernel that nbclient starts
        import nbformat
        from nbclient import NotebookClient
        from traitlets.config import Config
    except ImportError as error:
        raise MissingExtraError("running a notebook", "docs") from error
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=_SECONDS,
        resources={"metadata": {"path": str(_ROOT)}},
        config=Config({"KernelManager": {"transport": "ipc"}}),  # no open port
    )
    return client.execute()


def _parts(notebook: NotebookNode, name: str, pictures: dict[str, str]) -> Iterator[str]:
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield f"{cell.source}\n"
            continue
        yield fenced(cell.source, "python")
        for output in cell.outputs:
            yield _output(output, f"{name}-{len(pictures) + 1}.svg", pictures)


def _output(output: Any, picture: str, pictures: dict[str, str]) -> str:
    """Return what a cell shows: a picture, a page of its own, or text."""
    data = output.get("data", {})
    words = data.get("text/plain", output.get("text", ""))
    if "image/svg+xml" in data:
        pictures[picture] = data["image/svg+xml"]
        label = _LABEL.search(pictures[picture])
        return figure(picture, unescape(label[1]) if label else words, kind="step")
    if "text/html" in data:
        return f'<div class="output">{data["text/html"]}</div>\n'
    return fenced(words)
