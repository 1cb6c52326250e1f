"""The command palette: all actions of the screen with their keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from pandoku.terminal.lines import key_name

if TYPE_CHECKING:
    from textual.binding import ActiveBinding

__all__ = ["Actions"]

_TEXTUAL = ("app.focus_next", "app.focus_previous", "screen.copy_text")


class Actions(Provider):
    """The actions of the keys of the screen."""

    async def discover(self) -> Hits:
        """Yield all actions."""
        for words, key, act in self._actions():
            yield DiscoveryHit(words, act, help=key)

    async def search(self, query: str) -> Hits:
        """Yield the actions that match the query."""
        matcher = self.matcher(query)
        for words, key, act in self._actions():
            score = matcher.match(f"{words} {key}")
            if score > 0:
                yield Hit(score, matcher.highlight(words), act, help=key)

    def _active(self) -> Iterator[tuple[str, ActiveBinding]]:
        """Yield the keys that have a description, except keys that textual adds."""
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            is_own = binding.action not in _TEXTUAL and not binding.system
            if binding.description and active.enabled and is_own:
                yield key, active

    def _actions(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        keys: dict[str, list[str]] = {}
        words: dict[str, tuple[str, str]] = {}
        # Bindings of the screen come first, because moving the cursor is less interesting.
        bindings = [(active.node is not self.screen, key, active) for key, active in self._active()]
        for _, key, active in sorted(bindings, key=itemgetter(0)):
            keys.setdefault(active.binding.action, []).append(key_name(key))
            words.setdefault(active.binding.action, (active.binding.description, key))
        for action, (description, key) in words.items():
            yield (
                description[:1].upper() + description[1:],
                ", ".join(keys[action]),
                partial(self.app.simulate_key, key),
            )
