"""A timer that can be paused. The caller provides the current time."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Timer", "clock_text"]


@dataclass(frozen=True, slots=True)
class Timer:
    """The playing time of a game, as an immutable value without a clock.

    Times are milliseconds of any clock that does not run backwards, such as
    `time.monotonic() * 1000`. A time earlier than the start counts as the start.

    Attributes:
        played_ms: Milliseconds played before the timer was last started.
        since_ms: Time when the timer was last started, or None if it is paused.

    >>> timer = Timer().start(now_ms=1000).pause(now_ms=4000)
    >>> timer.played(now_ms=9000), timer.start(now_ms=9000).played(now_ms=9500)
    (3000, 3500)
    """

    played_ms: int = 0
    since_ms: int | None = None

    def start(self, now_ms: int) -> Timer:
        """Return a timer that runs from *now_ms*, or this timer if it is already running."""
        return self if self.is_running else Timer(self.played_ms, now_ms)

    def pause(self, now_ms: int) -> Timer:
        """Return a timer that pauses at *now_ms*, or this timer if it is already paused."""
        return Timer(self.played(now_ms)) if self.is_running else self

    def played(self, now_ms: int) -> int:
        """Return the milliseconds played until *now_ms*, without pauses."""
        return self.played_ms + (0 if self.since_ms is None else max(0, now_ms - self.since_ms))

    @property
    def is_running(self) -> bool:
        """True if the timer runs."""
        return self.since_ms is not None


def clock_text(played_ms: int) -> str:
    """Return a playing time in the form that people write.

    >>> clock_text(754_000), clock_text(3_725_000)
    ('12:34', '1:02:05')
    """
    minutes, seconds = divmod(played_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
