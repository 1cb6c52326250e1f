"""The pictures of a card: bar charts as SVG, light and dark, in the colors of puzzle drawings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from pandoku.batch.cards.tally import Tally
from pandoku.batch.cards.text import about_scale
from pandoku.draw.palette import DARK, LIGHT
from pandoku.rating import LEVELS, level_range

__all__ = ["CHART_THEMES", "Band", "CardPicture", "bars", "histogram", "pictures_of"]

CHART_THEMES = {"light": LIGHT, "dark": DARK}

_WIDTH = 760
_LEFT, _RIGHT = 64, 24  # margins of the plot, in units
_TOP = 62  # height of the title and the subtitle
_PLOT = 220  # height of a plot
_ROW = 24  # height of a row of `bars`
_BAR = 12  # height of a bar in a row
_NAMES = 236  # width of the names of the rows
_LABEL = 0.56  # width of a character, relative to the font size
_MOST_BINS = 120
_FONT = "Roboto, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
_MOST_TECHNIQUES = 20
_LIKE_ER = ("se", "pandoku")  # scales whose scores determine the level


class Band(NamedTuple):
    """A named range of values, which is shaded behind the bars.

    Attributes:
        name: Name of the range.
        start, end: Ends of the range.
        share: Text below the name, such as a percentage.
    """

    name: str
    start: float
    end: float
    share: str


def histogram(
    counts: Mapping[float, int],
    *,
    title: str,
    about: str,
    step: float,
    unit: str,
    bands: Sequence[Band] = (),
    theme: str = "light",
) -> str:
    """Return a histogram as an SVG document.

    Args:
        counts: Number of occurrences of each value. At least one value is needed.
        title: Title of the chart.
        about: Subtitle.
        step: Difference between neighboring values. If there are many values, each bar covers
            several neighboring values.
        unit: Label of the axis.
        bands: Named ranges of values, in order.
        theme: "light" or "dark".
    """
    colors = CHART_THEMES[theme]
    least, most = min(counts), max(counts)
    width = step
    while (most - least) / width > _MOST_BINS:
        width = _nice_above(width)
    bins: dict[int, int] = {}
    for value, n in counts.items():
        place = floor(value / width + 1e-6)
        bins[place] = bins.get(place, 0) + n
    first, last = min(bins) - 1, max(bins) + 2
    plot_width, top = _WIDTH - _LEFT - _RIGHT, _TOP + (40 if bands else 8)
    unit_width = plot_width / (last - first)
    base, height = top + _PLOT, top + _PLOT + 52

    def x_of(value: float) -> float:
        # The bar of a value is centered on the value.
        return (
            _LEFT + (value / width + 0.5 - first) * unit_width
            if width == step
            else (_LEFT + (value / width - first) * unit_width)
        )

    body = [*_bands(bands, x_of, top, base, step, colors)]
    body += _levels(max(bins.values()), top, base, colors)
    gap = min(max(2.0, unit_width * 0.2), unit_width * 0.25)
    scale = _PLOT / _top_of(max(bins.values()))
    for place, n in sorted(bins.items()):
        x, tall = _LEFT + (place - first) * unit_width + gap / 2, max(n * scale, 0.75)
        label = (
            f"{place * width:g}"
            if width == step
            else f"{place * width:g} to {(place + 1) * width:g}"
        )
        body.append(_bar_up(x, base, unit_width - gap, tall, colors["digit"], f"{label}: {n:,}"))
    body.append(_line(_LEFT, base, _WIDTH - _RIGHT, base, colors["mark"]))
    tick = _step_of((last - first) * width, max(2, int(plot_width / 60)))
    for number in range(ceil(first * width / tick - 1e-9), floor(last * width / tick + 1e-9) + 1):
        value = round(number * tick, 6)
        x = x_of(value)
        if _LEFT <= x <= _WIDTH - _RIGHT:
            body.append(_text(x, base + 18, f"{value:g}", colors["mark"], anchor="middle"))
    body.append(_text(_LEFT + plot_width / 2, base + 40, unit, colors["mark"], anchor="middle"))
    return _document(title, about, height, body, colors)


def bars(
    counts: Sequence[tuple[str, int]], *, of: int, title: str, about: str, theme: str = "light"
) -> str:
    """Return a chart of horizontal bars, labeled with percentages, as an SVG document.

    Args:
        counts: Pairs of a name and a number, in order, at least one pair.
        of: The number that corresponds to 100 %.
        title: Title of the chart.
        about: Subtitle.
        theme: "light" or "dark".
    """
    colors = CHART_THEMES[theme]
    left, shown = _NAMES, 64  # space for the percentage
    longest = max(n for _, n in counts)
    body = []
    for row, (name, n) in enumerate(counts):
        y = _TOP + 14 + row * _ROW
        length = max(n / longest * (_WIDTH - left - _RIGHT - shown), 1)
        middle = y + _ROW / 2 - 2
        fits = int((_NAMES - 34) / (12 * _LABEL))
        shortened = name if len(name) <= fits else f"{name[: fits - 1]}…"
        body.append(_text(left - 10, middle + 4, shortened, colors["ink"], anchor="end"))
        r = min(2.0, _BAR / 2, length)
        path = (
            f"M{_n(left)} {_n(middle - _BAR / 2)}h{_n(length - r)}q{_n(r)} 0 {_n(r)} {_n(r)}"
            f"v{_n(_BAR - 2 * r)}q0 {_n(r)} {_n(-r)} {_n(r)}h{_n(r - length)}z"
        )
        label = escape(f"{name}: {n:,} ({_share(n, of)})")
        body.append(f'<path d="{path}" fill="{colors["digit"]}"><title>{label}</title></path>')
        body.append(_text(left + length + 8, middle + 4, _share(n, of), colors["mark"]))
    height = _TOP + 14 + len(counts) * _ROW + 14
    return _document(title, about, height, body, colors)


def _share(n: int, of: int) -> str:
    share = 100 * n / of
    return (
        f"{share:.0f} %" if share >= 10 else f"{share:.1f} %" if share >= 0.1 else f"{share:.2g} %"
    )


def _nice_above(width: float) -> float:
    """Return the first number above *width* in the series ..., 0.5, 1, 2, 5, 10, 20, ..."""
    power = 10.0 ** floor(log10(width) + 1e-9)
    lead = round(width / power, 6)
    return float(f"{(2 if lead < 2 else 5 if lead < 5 else 10) * power:.10g}")


def _top_of(most: int) -> float:
    """Return the end of an axis that starts at 0: the first multiple of its step >= *most*."""
    step = _step_of(most, 4)
    return step * ceil(most / step)


def _step_of(span: float, parts: int) -> float:
    """Return 1, 2 or 5 times a power of 10 as a step that cuts a span into about *parts* parts."""
    width = 10.0 ** floor(log10(span / parts)) if span > 0 else 1.0
    while span / width > parts + 0.5:
        width = _nice_above(width)
    return width


def _levels(most: int, top: float, base: float, colors: Mapping[str, str]) -> Iterator[str]:
    """Yield the horizontal grid lines with their labels."""
    step, end = max(_step_of(most, 4), 1), _top_of(most)
    for number in range(1, round(end / step) + 1):
        y, value = base - number * step / end * (base - top), number * step
        units = ((1e9, " B"), (1e6, " M"), (1e3, " k"), (1.0, ""))
        size, letter = next((size, letter) for size, letter in units if value >= size)
        yield _line(_LEFT, y, _WIDTH - _RIGHT, y, colors["rule"])
        label = f"{value / size:g}{letter}"
        yield _text(_LEFT - 8, y + 4, label, colors["mark"], anchor="end")
    yield _text(_LEFT - 8, base + 4, "0", colors["mark"], anchor="end")


def _bands(
    bands: Sequence[Band],
    x_of: Callable[[float], float],
    top: float,
    base: float,
    step: float,
    colors: Mapping[str, str],
) -> Iterator[str]:
    right = _WIDTH - _RIGHT
    for number, band in enumerate(bands):
        start = min(max(x_of(band.start - step / 2), _LEFT), right)
        end = min(max(x_of(min(band.end, 1e6) + step / 2), _LEFT), right)
        if end - start < 1:
            continue
        if number % 2:
            fill = colors["window"]
            yield (
                f'<rect x="{_n(start)}" y="{_n(top - 36)}" width="{_n(end - start)}" '
                f'height="{_n(base - top + 36)}" fill="{fill}"/>'
            )
        middle = (start + end) / 2
        if end - start >= 12 * _LABEL * max(len(band.name), len(band.share)):
            yield _text(middle, top - 20, band.name, colors["ink"], anchor="middle")
            yield _text(middle, top - 5, band.share, colors["mark"], anchor="middle")


def _bar_up(x: float, base: float, width: float, tall: float, fill: str, label: str) -> str:
    r = min(2.0, width / 2, tall)
    path = (
        f"M{_n(x)} {_n(base)}v{_n(r - tall)}q0 {_n(-r)} {_n(r)} {_n(-r)}h{_n(width - 2 * r)}"
        f"q{_n(r)} 0 {_n(r)} {_n(r)}v{_n(tall - r)}z"
    )
    return f'<path d="{path}" fill="{fill}"><title>{escape(label)}</title></path>'


def _line(x1: float, y1: float, x2: float, y2: float, color: str) -> str:
    return f'<path d="M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}" stroke="{color}" fill="none"/>'


def _text(
    x: float,
    y: float,
    words: str,
    color: str,
    *,
    anchor: str = "start",
    size: int = 12,
    bold: bool = False,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" fill="{color}" font-size="{size}" '
        f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
    )


def _document(
    title: str, about: str, height: float, body: Sequence[str], colors: Mapping[str, str]
) -> str:
    heading = [
        _text(24, 30, title, colors["ink"], size=16, bold=True),
        _text(24, 49, about, colors["mark"]),
    ]
    lines = "\n".join([*heading, *body])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_n(height)}" '
        f'width="{_WIDTH}" height="{_n(height)}" role="img" font-family="{_FONT}">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(about)}</desc>\n"
        f'<rect width="{_WIDTH}" height="{_n(height)}" rx="8" fill="{colors["paper"]}"/>\n'
        f"{lines}\n</svg>\n"
    )


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


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
    pictures = {}
    for scale in sorted(counted.scores, key=lambda each: -counted.scores[each].total()):
        name = "ratings" if len(counted.scores) == 1 else f"ratings-{scale}"
        pictures[name] = _of_ratings(scale, counted.scores[scale])
    if len(counted.n_givens) > 1:  # a chart with a single bar would be useless
        pictures["givens"] = _of_givens(counted.n_givens)
    if counted.techniques:
        pictures["techniques"] = _of_techniques(counted)
    return pictures


def _of_ratings(scale: str, scores: Counter[float]) -> CardPicture:
    about = f"{_puzzles(scores.total())}, {about_scale(scale).short}: the hardest step of each"
    bands = []
    for word in LEVELS if scale in _LIKE_ER else ():
        start, end = level_range(word)
        n = sum(m for score, m in scores.items() if start <= score <= end)
        bands.append(Band(word, start, end, f"{100 * n / scores.total():.1f} %"))
    unit = "ER" if scale == "se" else "score"
    shares = ", ".join(f"{band.name} {band.share}" for band in bands)
    return _picture(
        f"Histogram of the ratings of {about}{f'; {shares}' if shares else ''}",
        lambda theme: histogram(
            scores, title="Ratings", about=about, step=0.1, unit=unit, bands=bands, theme=theme
        ),
    )


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
