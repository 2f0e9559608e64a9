"""The parts of an answer on the page: one table for each thing that was measured, players side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .aims import stage_name

Answer = Mapping[str, Any]
Answers = Mapping[str, Answer]  # by player
WORTH = 6  # cards at either end of a list
HARDLY = 12  # endings and cards that are named in one cell


def _with(found: Answers, key: str) -> list[tuple[str, Any]]:
    return [(agent, answer[key]) for agent, answer in found.items() if answer.get(key)]


def parts(found: Answers) -> Iterator[str]:
    """All tables of an answer."""
    for part in PARTS:
        yield from part(found)


def _seats(found: Answers) -> Iterator[str]:
    given = _with(found, "seats")
    if given:
        most = max(len(rows) for _, rows in given)
        heads = ["wins of", *(f"seat {k + 1}" for k in range(most))]
        yield table(heads, [[f"`{agent}`", *map(share, rows)] for agent, rows in given])


def _wins(found: Answers) -> Iterator[str]:
    given = _with(found, "wins")
    if given:
        yield table(["player", "wins"], [[f"`{agent}`", share(rows[0])] for agent, rows in given])


def _forgone(found: Answers) -> Iterator[str]:
    given = _with(found, "difference")
    if given:
        rows = [
            [
                f"`{agent}`",
                *([one["measure"]] if len(every) > 1 else []),
                f"{points(one['difference'])} ({points(one['low'])} to {points(one['high'])})",
            ]
            for agent, every in given
            for one in every
        ]
        several = any(len(every) > 1 for _, every in given)
        yield table(["player", *(["without"] if several else []), "points that it costs"], rows)


def _single(found: Answers) -> Iterator[str]:
    """What is one figure of all games."""
    for key, what in (
        ("everybody", "games in which everybody gets a turn"),
        ("comebacks", "comebacks"),
        ("open", "decisions at which all is open"),
        ("matter", "choices that matter"),
    ):
        if given := _with(found, key):
            rows = [[f"`{agent}`", share(row) + _unsettled(row)] for agent, row in given]
            yield table(["player", what], rows)
    if given := _with(found, "minutes"):
        rows = [
            [f"`{agent}`", f"{row['median']:.0f} ({row['low']:.0f} to {row['high']:.0f})"]
            for agent, row in given
        ]
        pace = f"{given[0][1]['pace']:g} seconds a decision"
        yield table(["player", f"minutes of a median game, at {pace}"], rows)


def _unsettled(row: Mapping[str, Any]) -> str:
    return f", {row['unsure']} of {row['games']} unsettled" if "unsure" in row else ""


def _ladder(found: Answers) -> Iterator[str]:
    """How long the ladder is, and what its players score against each other."""
    if given := _with(found, "depth"):
        rows = [
            [
                f"`{agent}`",
                " < ".join(f"`{rung}`" for rung in row["rungs"]),
                "at least " * row["swept"] + f"{row['steps']:.1f} ({row['low']:.1f} to {row['high']:.1f})",
            ]
            for agent, row in given
        ]
        yield table(["up to", "ladder, as it came out", "steps of 60%"], rows)
        met = [
            [f"`{row['first']}`", f"`{row['second']}`", share(row)] for row in found[given[-1][0]]["meetings"]
        ]
        yield table(["player", "against", "scores"], met)
    if given := _with(found, "sources"):
        words = {"agents": "who plays", "deal": "the deal"}
        rows = [[f"`{agent}`", words[row["source"]], share(row)] for agent, every in given for row in every]
        yield table(["up to", "who wins is explained by", "share of the variance"], rows)


def _parties(found: Answers) -> Iterator[str]:
    given = _with(found, "parties")
    if given:
        stages = list(dict.fromkeys(row["stage"] or "" for _, rows in given for row in rows))
        for agent, rows in given:
            by = {(row["party"], row["stage"] or ""): row for row in rows}
            names = sorted({row["party"] for row in rows})
            cells = [
                [name, *(share(by[name, stage]) if (name, stage) in by else "" for stage in stages)]
                for name in names
            ]
            yield table([f"alone, `{agent}`", *map(stage_name, stages)], cells)


def _tension(found: Answers) -> Iterator[str]:
    for agent, rows in _with(found, "tension"):
        cells = [
            [
                stage_name(row["stage"]),
                f"{row['decisions']:.0f}",
                "" if row["rounds"] is None else f"{row['rounds']:.0f}",
                "" if row["open"] is None else share({**row, "share": row["open"]}),
            ]
            for row in rows
        ]
        heads = [f"`{agent}`", "decisions with a choice (median)", "rounds", "of them while all is open"]
        yield table(heads, cells)


def _chosen(found: Answers) -> Iterator[str]:
    for agent, rows in _with(found, "chosen"):
        cells = [
            [
                row["choice"],
                f"{row['offered']:,}",
                share(row),
                _winning(row),
            ]
            for row in rows
        ]
        yield table([f"offered to `{agent}`", "times", "chosen", "won by those who did"], cells)


def _lots(found: Answers) -> Iterator[str]:
    for agent, rows in _with(found, "by_lot"):
        cells = [
            [
                row["choice"],
                f"{row['offered']:,}",
                f"{row['won']:.1%}",
                f"{row['others']:.1%}",
                f"{points(row['gain'])} ({points(row['low'])} to {points(row['high'])})",
            ]
            for row in rows
        ]
        yield table(
            [f"taken by lot, played by `{agent}`", "offered", "won with it", "with something else", "worth"],
            cells,
        )


def _instead(found: Answers) -> Iterator[str]:
    for agent, rows in _with(found, "made"):
        cells = [
            [row["instead"], f"{points(row['difference'])} ({points(row['low'])} to {points(row['high'])})"]
            for row in rows
        ]
        yield table([f"instead, for a team of `{agent}`", "points more that are won"], cells)


def _winning(row: Mapping[str, Any]) -> str:
    if row["won"] is None:
        return ""
    return share({"share": row["won"], "low": row["won_low"], "high": row["won_high"]})


def _stages(found: Answers) -> Iterator[str]:
    given = _with(found, "stages")
    if given:
        names = list(dict.fromkeys(row["stage"] for _, rows in given for row in rows))
        each = [(agent, {row["stage"]: row for row in rows}) for agent, rows in given]
        cells = [
            [stage_name(name), *(share(rows[name]) if name in rows else "" for _, rows in each)]
            for name in names
        ]
        yield table(["won", *(f"`{agent}`" for agent, _ in each)], cells)


def _lengths(found: Answers) -> Iterator[str]:
    given = _with(found, "length")
    if given:
        rows = []
        for agent, length in given:
            turns = found[agent].get("turns")
            turn = f"{turns['q50']:.0f} ({turns['q05']:.0f} to {turns['q95']:.0f})" if turns else ""
            rows.append(
                [f"`{agent}`", f"{length['q50']:.0f} ({length['q05']:.0f} to {length['q95']:.0f})", turn]
            )
        yield table(["median, and 90% of games", "decisions", "turns"], rows)


def _endings(found: Answers) -> Iterator[str]:
    given = [(agent, rows) for agent, rows in _with(found, "endings") if len(rows) > 1]
    if given:
        rows = [
            [
                f"`{agent}`",
                ", ".join(f"{row['ending'].replace('_', ' ')} {row['share']:.0%}" for row in rows[:HARDLY]),
            ]
            for agent, rows in given
        ]
        yield table(["games end", ""], rows)


def _characters(found: Answers) -> Iterator[str]:
    given = _with(found, "characters")
    if given:
        names = sorted({row["character"] for _, rows in given for row in rows})
        each = [(agent, {row["character"]: row for row in rows}) for agent, rows in given]
        names.sort(key=lambda name: -each[0][1][name]["share"] if name in each[0][1] else 0)
        cells = [[name, *(share(rows[name]) if name in rows else "" for _, rows in each)] for name in names]
        yield table(["character", *(f"`{agent}`" for agent, _ in each)], cells)


def _matchups(found: Answers) -> Iterator[str]:
    """The most uneven of all, for whoever finds them so."""
    given = [
        (agent, {f"{row['character']} against {row['against']}": row for row in rows})
        for agent, rows in _with(found, "matchups")
    ]
    if given:
        chosen: dict[str, None] = {}
        for _, rows in given:
            chosen |= dict.fromkeys(sorted(rows, key=lambda name: -abs(rows[name]["share"] - 0.5))[:WORTH])
        cells = [[name, *(share(rows[name]) if name in rows else "" for _, rows in given)] for name in chosen]
        yield table(["most uneven", *(f"`{agent}`" for agent, _ in given)], cells)


def _cards(found: Answers) -> Iterator[str]:
    """The cards that are worth most and least to whom they are dealt, and those that are hardly played."""
    given = [(agent, {row["card"]: row for row in rows}) for agent, rows in _with(found, "cards")]
    kind = next(
        (
            k
            for k in ("start_gain", "even_gain")
            if any(r[k] is not None for _, rows in given for r in rows.values())
        ),
        "",
    )
    if kind:
        chosen: dict[str, None] = {}
        for _, rows in given:
            order = sorted(
                (name for name in rows if rows[name][kind] is not None), key=lambda n: -rows[n][kind]
            )
            chosen |= dict.fromkeys([*order[:WORTH], *order[-WORTH:]])
        what = "worth, dealt at the start" if kind == "start_gain" else "worth, among hands that drew as many"
        yield table(
            [what, *(f"`{agent}`" for agent, _ in given)],
            [[n, *(_gain(rows.get(n), kind) for _, rows in given)] for n in chosen],
        )
    if given:
        cells = []
        for agent, rows in given:
            could = [row for row in rows.values() if row["offered"] >= 0.02]
            least = sorted(could, key=lambda row: row["played"])[: HARDLY // 2]
            cells.append(
                [
                    f"`{agent}`",
                    ", ".join(f"{row['card']} {row['played']:.0%} of {row['held_by']:,}" for row in least),
                ]
            )
        if any(cell[1] for cell in cells):
            yield table(["least played, of the hands that held it", ""], cells)


def _gain(row: Mapping[str, Any] | None, kind: str) -> str:
    if row is None or row[kind] is None:
        return ""
    return f"{points(row[kind])} ({points(row[kind + '_low'])} to {points(row[kind + '_high'])})"


def share(row: Mapping[str, Any]) -> str:
    """A share with its interval."""
    return f"{row['share']:.1%} ({100 * row['low']:.1f} to {100 * row['high']:.1f})"


def points(number: float) -> str:
    """A difference in points of a hundred."""
    return f"{100 * number:+.1f}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


PARTS = (
    *(_seats, _wins, _forgone, _stages, _tension, _parties, _lengths, _endings, _characters, _matchups),
    *(_cards, _single, _ladder, _chosen, _lots, _instead),
)
