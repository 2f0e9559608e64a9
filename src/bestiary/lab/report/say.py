"""Numbers as people read them."""

from __future__ import annotations

from collections.abc import Sequence

DASH = "\u2013"  # between two numbers, and where there is none
MINUS = "\u2212"
TIMES = "\u00d7"
MISSING = DASH


def percent(value: float | None, places: int = 1) -> str:
    """A share in per cent.

    >>> percent(0.5231)
    '52.3%'
    """
    return MISSING if value is None else f"{100 * value:.{places}f}%".replace("-0.0%", "0.0%")


def points(value: float | None) -> str:
    """A difference of shares in percentage points, with its sign.

    >>> points(0.0312), points(-0.0004)
    ('+3.1', '0.0')
    """
    if value is None:
        return MISSING
    said = f"{100 * value:+.1f}"
    return "0.0" if said in ("+0.0", "-0.0") else said.replace("-", MINUS)


def span(low: float | None, high: float | None, places: int = 1) -> str:
    """An interval of shares in per cent.

    >>> span(0.519, 0.526)
    '51.9 to 52.6'
    """
    if low is None or high is None:
        return MISSING
    return f"{100 * low:.{places}f} to {100 * high:.{places}f}".replace("-", MINUS)


def points_span(low: float | None, high: float | None) -> str:
    """An interval of differences in percentage points.

    >>> points_span(-0.012, 0.03)
    '\u22121.2 to 3.0'
    """
    return f"{points(low)} to {points(high)}".replace("+", "")


def tight(low: float | None, high: float | None) -> str:
    """An interval of shares in per cent, in as little room as there is."""
    return span(low, high).replace(" to ", DASH)


def with_span(value: float | None, low: float | None, high: float | None) -> str:
    """A share with its interval.

    >>> with_span(0.5, 0.45, 0.55)
    '50.0% (45.0 to 55.0)'
    """
    return f"{percent(value)} ({span(low, high)})"


def count(value: float | int | None) -> str:
    """A whole number with its thousands apart."""
    return MISSING if value is None else f"{int(value):,}"


def plain(value: float | None, places: int = 1) -> str:
    """A number with few decimals."""
    return MISSING if value is None else f"{value:,.{places}f}"


def by_chance(many: int) -> str:
    """How many of some intervals of 95% miss the truth.

    >>> by_chance(66)
    'Of 66 intervals about 3 miss the truth by chance.'
    """
    if many < 30:
        return "Of twenty intervals one misses the truth by chance."
    return f"Of {count(many)} intervals about {round(many / 20)} miss the truth by chance."


def listed(words: Sequence[str], most: int = 6) -> str:
    """Some words in a row; of many, the first few and how many more.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], most=1)
    ('a, b and c', 'a and 2 more')
    """
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
