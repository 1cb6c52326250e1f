"""Textual's updates of the screen, written by a `FrameWriter`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

from pandoku.terminal.frames import FrameWriter

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.segment import Segment

__all__ = ["shortened"]


def shortened(writer: FrameWriter, update: RenderableType | None) -> RenderableType | None:
    """Return an update for the terminal that shows the same as *update*, which is textual's.

    An update that is not known is returned as it is, and the next frame is complete.
    """
    if isinstance(update, (ChopsUpdate, LayoutUpdate)):
        return _ShortUpdate(writer, update)
    if update is not None:
        writer.forget()
    return update


class _ShortUpdate(CompositorUpdate):
    """An update of textual that a `FrameWriter` writes."""

    def __init__(self, writer: FrameWriter, update: ChopsUpdate | LayoutUpdate) -> None:
        self._writer, self._update = writer, update

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        return self._update.__rich_console__(console, options)

    def render_segments(self, console: Console) -> str:
        """Return the text for the terminal. Textual calls this when it sends the update."""
        system = COLOR_SYSTEMS.get(console.color_system or "", ColorSystem.TRUECOLOR)
        return self._writer.write(self._lines(), system)

    def _lines(self) -> Iterator[tuple[int, int, Iterable[Segment]]]:
        update = self._update
        if isinstance(update, LayoutUpdate):
            for y, strips in enumerate(update.strips, update.region.y):
                x = update.region.x
                for strip in strips:
                    yield y, x, strip
                    x += strip.cell_length
        else:
            # Outside of the spans, widgets may be missing.
            for y, left, right in update.spans:
                for end, (x, part) in zip(
                    update.chop_ends[y], update.chops[y].items(), strict=False
                ):
                    if part is not None and x < right and end > left:
                        first = max(x, left)
                        yield y, first, part.crop(first - x, min(end, right) - x)
