"""The command palette: every action of the screen, with its key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from pandoku.terminal.lines import key_name

__all__ = ["Actions"]


class Actions(Provider):
    """The actions that the keys of the screen stand for."""

    async def discover(self) -> Hits:
        """Yield all actions."""
        for words, key, act in self._actions():
            yield DiscoveryHit(words, act, help=key)

    async def search(self, query: str) -> Hits:
        """Yield the actions that match what was typed."""
        matcher = self.matcher(query)
        for words, key, act in self._actions():
            score = matcher.match(f"{words} {key}")
            if score > 0:
                yield Hit(score, matcher.highlight(words), act, help=key)

    def _actions(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        keys: dict[str, list[str]] = {}
        words: dict[str, tuple[str, str]] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.description and active.enabled and not binding.system:
                keys.setdefault(binding.action, []).append(key_name(key))
                words[binding.action] = binding.description, key
        for action, (description, key) in words.items():
            yield (
                description[:1].upper() + description[1:],
                ", ".join(keys[action]),
                partial(self.app.simulate_key, key),
            )
