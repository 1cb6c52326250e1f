"""The coach's review of a game, turn by turn, with easier steps that were missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets.option_list import Option

from pandoku.errors import PandokuError
from pandoku.play import Game, Position, replay
from pandoku.play.plainly import plain_words
from pandoku.play.timer import clock_text
from pandoku.terminal.background import in_background
from pandoku.terminal.board import BoardView
from pandoku.terminal.table import BoardWithPane
from pandoku.terminal.widgets import FootLine, Menu, TitleLine, show_message

if TYPE_CHECKING:
    from pandoku.play import Review, Turn
    from pandoku.terminal.app import PandokuApp

__all__ = ["ReviewScreen", "before_turns"]

_MARGINS, _INDENT = 3, 2  # columns around a row of the list, and before its second line
_SIGNS = {True: ("✓", "$success"), False: ("✗", "$error"), None: ("·", "$muted")}


class ReviewScreen(Screen[None]):
    """The coach's review of the complete game, and then of each digit that was entered.

    Args:
        game: The game, at its end or at any point.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j,right,l", "turn(1)", "next turn"),
        Binding("up,k,left,h", "turn(-1)", "turn before"),
        Binding("pagedown", "turn(10)", "ten turns on", show=False),
        Binding("pageup", "turn(-10)", "ten turns back", show=False),
        Binding("space", "scroll(5)", "scroll the text", show=False),
        Binding("escape,q,e", "app.back", "back"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._board = BoardView(game.seen, game.position)
        self._review: Review | None = None
        self._before: list[Position] = []
        self._menu = Menu(id="turns")
        # The list must not have the focus, so that the screen gets all keys.
        self._board.can_focus = self._menu.can_focus = False

    def compose(self) -> ComposeResult:
        """Compose the board, the list of turns, and the text about the chosen turn."""
        yield TitleLine("The coach")
        yield BoardWithPane(self._board, (self._menu,), ("told",))
        yield FootLine()

    def on_mount(self) -> None:
        """Review the game in the background."""
        from pandoku.play import review

        show_message(self, "looking at your game…", lasts=True)
        in_background(self, lambda: review(self._game), self._fill, self._fail)

    def on_resize(self) -> None:
        """Rearrange the board and the pane."""
        self.query_one(BoardWithPane).fit()
        self.call_after_refresh(self._show_turns)

    def _fill(self, review: Review) -> None:
        self._review = review
        self._before = list(before_turns(self._game, review.turns))
        show_message(self, "")
        self._show_turns()

    def _show_turns(self) -> None:
        """List the turns, and show the chosen turn."""
        if self._review is None:
            return
        at = self._menu.highlighted or 0
        whole = Option(Content.assemble(("The whole game", "bold")), id="all")
        rows = [Option(self._row(turn), id=str(n)) for n, turn in enumerate(self._review.turns)]
        self._menu.set_options([whole, *rows])
        self._menu.highlighted = at
        self._show()

    def _fail(self, error: PandokuError) -> None:
        show_message(self, plain_words(error), is_bad=True)

    def _row(self, turn: Turn) -> Content:
        from pandoku.techniques import get_technique

        sign, style = _SIGNS[turn.was_right]
        where = self._game.puzzle.geometry.name(turn.cell)
        technique = get_technique(turn.technique).title if turn.technique else ""
        row = Content.assemble(
            (f"{clock_text(turn.at_ms):>5} ", "$muted"),
            (f"{sign} ", style),
            f"{turn.digit} at {where}",
        )
        # A long name has a second line.
        fits = row.cell_length + 2 + len(technique) <= self._menu.content_size.width - _MARGINS
        gap = "  " if fits or not technique else "\n" + " " * _INDENT
        return row + Content.assemble(gap, (technique, "$muted"))

    @on(Menu.OptionHighlighted)
    def _show(self) -> None:
        """Show the board before the chosen turn, and the text about it."""
        review, at = self._review, self._menu.highlighted
        if review is None or at is None:
            return
        if at == 0:
            self._show_position(self._game.position)
            text = str(review)
            self._board.mistakes = frozenset()
        else:
            turn = review.turns[at - 1]
            self._show_position(self._before[at - 1])
            text = review.told(turn)
            self._board.select([turn.cell], turn.cell)
        table = self.query_one(BoardWithPane)
        table.write("told", Content(text))
        shown = "" if table.has_pane else next(iter(text.splitlines()), "")
        show_message(self, shown, lasts=True)

    def _show_position(self, position: Position) -> None:
        self._board.puzzle = position.seen(self._game.puzzle)
        self._board.position = position

    @on(Menu.OptionSelected)
    def choose(self) -> None:
        """Do nothing, because the chosen turn is already shown."""

    def action_turn(self, by: int) -> None:
        """Go to another turn."""
        last = self._menu.option_count - 1
        if last >= 0:
            self._menu.highlighted = max(0, min(last, (self._menu.highlighted or 0) + by))

    def action_scroll(self, by: int) -> None:
        """Scroll the text. If the end of the text is shown, return to its beginning."""
        about = self.query_one("#about")
        is_end = about.scroll_offset.y >= about.max_scroll_y
        about.scroll_to(y=0 if is_end else about.scroll_offset.y + by, animate=False)


def before_turns(game: Game, turns: Sequence[Turn]) -> Iterator[Position]:
    """Yield the position before each turn. *turns* must be in the order of the moves."""
    before = Game.start(game.puzzle)
    waiting = list(turns)[::-1]
    for move, after in replay(game):
        while (
            waiting
            and waiting[-1].at_ms == move.at_ms
            and after.position.own[waiting[-1].cell] == waiting[-1].digit
            and before.position.own[waiting[-1].cell] != waiting[-1].digit
        ):
            waiting.pop()
            yield before.position
        before = after
    yield from (game.position for _ in waiting)
