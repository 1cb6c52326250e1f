"""The pictures of a card: ratings, givens and techniques."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pandoku.batch.cards.charts import CHART_THEMES, Band, bars, histogram
from pandoku.batch.cards.scales import about_scale
from pandoku.batch.cards.tally import Tally
from pandoku.rating import LEVELS, level_range

__all__ = ["CardPicture", "pictures_of"]

_MOST_TECHNIQUES = 20
_LIKE_ER = ("se", "pandoku")  # scales whose scores determine the level


class CardPicture(NamedTuple):
    """A picture.

    Attributes:
        alt: Alternative text.
        themes: The picture as SVG, by theme: "light" and "dark".
    """

    alt: str
    themes: dict[str, str]


def pictures_of(counted: Tally) -> dict[str, CardPicture]:
    """Return the pictures of a data set by name, in order. Pictures without data are left out."""
    return dict(_pictures(counted))


def _pictures(counted: Tally) -> Iterator[tuple[str, CardPicture]]:
    for scale in sorted(counted.scores, key=lambda each: -counted.scores[each].total()):
        name = "ratings" if len(counted.scores) == 1 else f"ratings-{scale}"
        yield name, _of_ratings(scale, counted.scores[scale])
    if len(counted.n_givens) > 1:  # a single bar would be useless
        yield "givens", _of_givens(counted.n_givens)
    if counted.techniques:
        yield "techniques", _of_techniques(counted)


def _of_ratings(scale: str, scores: Counter[float]) -> CardPicture:
    about = f"{_puzzles(scores.total())}, {about_scale(scale).short}: the hardest step of each"
    bands = list(_bands(scores)) if scale in _LIKE_ER else []
    unit = "ER" if scale == "se" else "score"
    shares = ", ".join(f"{band.name} {band.share}" for band in bands)
    return _picture(
        f"Histogram of the ratings of {about}{f'; {shares}' if shares else ''}",
        lambda theme: histogram(
            scores, title="Ratings", about=about, step=0.1, unit=unit, bands=bands, theme=theme
        ),
    )


def _bands(scores: Counter[float]) -> Iterator[Band]:
    for word in LEVELS:
        start, end = level_range(word)
        n = sum(m for score, m in scores.items() if start <= score <= end)
        yield Band(word, start, end, f"{100 * n / scores.total():.1f} %")


def _of_givens(n_givens: Counter[int]) -> CardPicture:
    mean = sum(givens * n for givens, n in n_givens.items()) / n_givens.total()
    counts = {float(givens): n for givens, n in n_givens.items()}
    span = f"{min(n_givens)} to {max(n_givens)} givens, {mean:.1f} on average"
    about = f"{_puzzles(n_givens.total())}: {span}"
    return _picture(
        f"Histogram of the number of givens of {about}",
        lambda theme: histogram(
            counts, title="Givens", about=about, step=1, unit="givens", theme=theme
        ),
    )


def _of_techniques(counted: Tally) -> CardPicture:
    shown = counted.techniques.most_common(_MOST_TECHNIQUES)
    more = len(counted.techniques) - len(shown)
    rated = _puzzles(counted.n_with_techniques)
    about = f"Share of {rated} whose path in the scale pandoku uses each technique" + (
        f"; {more} rarer ones are not shown" if more else ""
    )
    return _picture(
        f"Bars: {about[0].lower()}{about[1:]}",
        lambda theme: bars(
            shown, of=counted.n_with_techniques, title="Techniques", about=about, theme=theme
        ),
    )


def _picture(alt: str, draw: Callable[[str], str]) -> CardPicture:
    return CardPicture(alt, {theme: draw(theme) for theme in CHART_THEMES})


def _puzzles(n: int) -> str:
    return "1 puzzle" if n == 1 else f"{n:,} puzzles"
