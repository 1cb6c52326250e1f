"""The part of the pane with the hint. Each request reveals more, and the last applies the step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from pandoku.errors import PandokuError
from pandoku.terminal.background import in_background

if TYPE_CHECKING:
    from pandoku.logic import Hint
    from pandoku.play import Game

__all__ = ["HintPane", "about_hint"]

_FIRST, _LAST = 1, 5  # levels of `pandoku.logic`. Its level 0, mistakes, comes first in all levels.


class HintPane(Static):
    """A widget that shows a hint, and requests the next level of it.

    After the last level the step is applied, or the mistake corrected.

    Attributes:
        hint: The current hint, or None.
    """

    class Given(Message):
        """A hint was found.

        Attributes:
            hint: The hint.
            is_last: Whether to apply it.
        """

        def __init__(self, hint: Hint, is_last: bool) -> None:
            super().__init__()
            self.hint, self.is_last = hint, is_last

    class Failed(Message):
        """No hint was found."""

        def __init__(self, error: PandokuError) -> None:
            super().__init__()
            self.error = error

    def __init__(self) -> None:
        super().__init__(id="hint")
        self.hint: Hint | None = None
        self._is_thinking = False
        self.display = False

    def ask(self, find: Callable[[int], Hint]) -> None:
        """Find the next hint in the background.

        Args:
            find: Function that returns the hint of a level.
        """
        if self._is_thinking:
            return
        if self.hint is not None and self.hint.repair is not None:
            self.post_message(self.Given(self.hint, is_last=True))
            return
        level = _FIRST if self.hint is None else self.hint.level + (not self.hint.is_whole)
        self._is_thinking = True
        self._write(Content("thinking…").stylize("$muted") if self.hint is None else None)
        in_background(self.screen, lambda: find(level), self._show, self._fail)

    def _show(self, hint: Hint) -> None:
        self._is_thinking = False
        self.hint = hint
        self._write(about_hint(hint))
        self.post_message(self.Given(hint, is_last=hint.level == _LAST and not hint.is_problem))

    def _fail(self, error: PandokuError) -> None:
        self._is_thinking = False
        self.close()
        self.post_message(self.Failed(error))

    def _write(self, content: Content | None) -> None:
        if content is not None:
            self.update(content)
            self.display = True

    def close(self) -> None:
        """Hide the hint. The next one begins at the first level."""
        self.hint, self.display = None, False

    def follow(self, game: Game) -> None:
        """Close if the hint is outdated: the mistake was changed, or the step applied."""
        hint = self.hint
        if hint is not None and hint.board is not None and _is_past(hint, game):
            self.close()


def _is_past(hint: Hint, game: Game) -> bool:
    step, center = hint.step, game.marks.center
    if hint.is_problem or step is None:
        return hint.board is None or hint.board.digits != game.digits
    is_placed = all(game.digits[cell] for cell, _ in step.placements)
    is_struck = all(
        game.digits[cell] or (center[cell] and not center[cell] >> (digit - 1) & 1)
        for cell, digit in step.eliminations
    )
    return is_placed and is_struck


def about_hint(hint: Hint) -> Content:
    """Return the text of a hint, with its level and the legend of its signs."""
    from pandoku.terminal.highlights import hint_legend

    if hint.is_problem and hint.is_whole:
        way_out = "  H puts it right" if hint.repair else ""
        return Content.assemble(("Hint", "bold $accent"), (f"{way_out}\n", "$muted"), hint.text)
    rungs = "●" * hint.level + "○" * (hint.last_level - hint.level)
    does_it = hint.level == _LAST - 1 and not hint.is_problem
    after = "H does it" if does_it else "H says more"
    after = after.replace(" ", "\N{NO-BREAK SPACE}")  # a separate line in a narrow pane
    head = Content.assemble(
        ("Hint ", "bold $accent"), (rungs, "$accent"), (f"  {after}\n", "$muted")
    )
    legend = [
        Content.assemble(("\n" + f"{line.sign:<3}", "bold"), (line.text, "$muted"))
        for line in hint_legend(hint)
    ]
    return head + hint.text + Content("").join(legend)
