"""The section on cards: what they are worth among hands that can be compared, and how they are used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from ...run.statistics import Z95
from ..measure import LEFT
from ..play.beside import is_strong
from .context import Context, Row, Section
from .faces import beside
from .html import Markup, Piece, join, tag
from .names import Names
from .pairs import against, in_one_hand
from .say import TIMES, by_chance, count, listed, percent, plain, points, points_span
from .svg import whisker
from .tables import Cell, figure, notes, table, value
from .winning import sample

ENOUGH = 50  # hands that must have held a card before its use is judged
RARE = 0.02  # a card that fewer hands could ever play is hardly ever playable


@dataclass(frozen=True)
class Worth:
    """One way to compare hands: the columns of the measure, and the words for it."""

    key: str
    heading: str
    among: str  # what is compared, in a sentence
    who: str  # those who have the card


START = Worth(
    "start_gain", "Worth from the start", "than those who start without, in the same seat", "Starting with"
)
EVEN = Worth("even_gain", "Worth among equal draws", "than hands that drew equally many cards", "Hands with")
CONFOUNDED = "When drawn, confounded"


def best_worth(rows: Sequence[Row]) -> Worth | None:
    """The comparison to go by: from the start where that is known of most cards, else among equal draws."""
    known = {worth.key: sum(row[worth.key] is not None for row in rows) for worth in (START, EVEN)}
    if 2 * known[START.key] >= len(rows) and known[START.key]:
        return START
    return EVEN if known[EVEN.key] else None


def cards(context: Context) -> Section | None:
    """What cards do; of a team another section tells."""
    rows = context.rows("cards")
    if not rows or context.shared:
        return None
    worth = best_worth(rows)
    body: list[Piece] = []
    kinds = context.rows("card_kinds")
    if len(kinds) > 1:
        body.append(_figure(context, kinds, f"By {context.names.grouped}", best_worth(kinds)))
    body += [
        _figure(context, rows, "Every card that was held", worth),
        tag("h3", "What these numbers can tell, and what not"),
        notes(*_reasons(context, len(rows))),
        *against(context),
    ]
    pairs = in_one_hand(context)
    if pairs:
        body += [tag("h3", "Cards held together"), pairs]
    return Section("cards", "Cards", _words(context, rows, worth), join(*body))


def _figure(context: Context, rows: list[Row], title: str, worth: Worth | None) -> Markup:
    rows = ordered(rows, worth)
    games = context.data.cards["game"].n_unique()
    held = sum(row["held_by"] for row in rows)
    more = f" Sorted by: {worth.heading.lower()}, in percentage points." if worth else ""
    return figure(
        _table(context, rows, title),
        title,
        f"{sample(games)}, {count(held)} hands with cards",
        f"A hand is what a seat holds in a game.{more} A full dot is clear of zero.",
        wide=True,
    )


def ordered(rows: list[Row], worth: Worth | None) -> list[Row]:
    """The best card first, by what can be compared; those of which nothing is known last."""
    if worth is None:
        return sorted(rows, key=lambda row: -row["held_by"])
    return sorted(rows, key=lambda row: (row[worth.key] is None, -(row[worth.key] or 0.0), str(row["card"])))


def _table(context: Context, rows: list[Row], title: str) -> Markup:
    """The table of cards, without the columns of which nothing is known."""
    shown = [worth for worth in (START, EVEN) if any(row[worth.key] is not None for row in rows)]
    thrown = any(row["discarded"] for row in rows)
    headings = [
        "Card", *(worth.heading for worth in shown), "Played", "Could play", *(["Thrown away"] * thrown),
        "Drawn", "Decisions held", "Hands", CONFOUNDED,
    ]  # fmt: skip
    surely, _ = dead(context)
    widest = {worth.key: reach(rows, worth.key) for worth in shown}
    cells = []
    for row in rows:
        line: list[Cell | str] = [Cell(named(context.names, row, _flag(row, surely)))]
        line += [gained(row, worth.key, widest[worth.key]) for worth in shown]
        line += [value(row["played"], percent(row["played"])), value(row["offered"], percent(row["offered"]))]
        line += [value(row["discarded"], percent(row["discarded"]))] * thrown
        line += [
            value(row["drawn"], join(percent(row["drawn"]), _at_start(row))),
            value(row["turns"], plain(row["turns"])),
            value(row["held_by"], join(count(row["held_by"]), example(context, row))),
            confounded(row),
        ]
        cells.append(line)
    sizes = [row["held_by"] for row in rows]
    return table(title, headings, cells, sizes=sizes, of="hands")


def example(context: Context, row: Row) -> Markup | None:
    """A way to a game in which the card was played."""
    shown = context.example(f"card {row['card']}")
    return tag("small", shown, cls="face narrow") if shown else None


def _at_start(row: Row) -> Markup | None:
    if not row["started"]:
        return None
    return tag("small", f"{percent(row['started'] * row['drawn'])} at the start", cls="face narrow")


def named(names: Names, row: Row, flag: str = "") -> Markup:
    """A card as people know it: its face, its name, its figures, its text, and a mark."""
    faces, copies = names.faces, names.copies
    many = copies.get(row["card"], 1)
    figures, text = faces.get(row["card"], ("", ""))
    return beside(
        names,
        row["card"],
        tag("span", row["card"], cls="name"),
        tag("small", f" {TIMES}{many}") if many > 1 else None,
        join(" ", tag("small", flag, cls="flag")) if flag else None,
        tag("small", figures, cls="face") if figures else None,
        tag("small", text, cls="face") if text else None,
    )


def reach(rows: Sequence[Row], key: str) -> float:
    """How far the small pictures of a column reach."""
    known = [row for row in rows if row[key] is not None]
    widest = max((abs(row[f"{key}_{end}"]) for row in known for end in ("low", "high")), default=0.1)
    return min(widest, 2.5 * max((abs(row[key]) for row in known), default=0.1) + 0.01)


def gained(row: Row, key: str, widest: float) -> Cell:
    """A worth with its interval, as a picture and in numbers."""
    if row[key] is None:
        return value(None, "")
    low, high = row[f"{key}_low"], row[f"{key}_high"]
    number = tag("span", points(row[key]), cls="figure")
    interval = tag("small", points_span(low, high), cls="span signed")
    return value(row[key], join(whisker(row[key], low, high, widest), number, " ", interval))


def confounded(row: Row, everybody: str = "all held it") -> Cell:
    """What holding the card goes along with, in grey, and why it is not what the card does."""
    if row["gain"] is None or row["drew_without"] is None:
        return Cell(everybody, None, grey=True)
    why = f"its hands drew {plain(row['drew'])} cards, others {plain(row['drew_without'])}"
    shown = join(points(row["gain"]), f" (won {percent(row['share'])})", tag("small", why, cls="face"))
    return Cell(shown, row["gain"], grey=True)


def dead(context: Context) -> tuple[set[str], dict[str, str]]:
    """The cards that a strong player leaves too; and of the others that are left, what is known of them."""
    rows = [row for row in context.rows("cards") if row["left"]]
    strong = [one for one in context.strengths if one.strong]
    surely: set[str] = set()
    told: dict[str, str] = {}
    for row in rows:
        seen = [
            (one, mine)
            for one in strong
            for mine in one.rows("cards")
            if mine["card"] == row["card"] and mine["held_by"] >= ENOUGH and mine["offered"] >= LEFT
        ]
        if all(is_strong(name) for name in context.agents) or (seen and all(m["left"] for _, m in seen)):
            surely.add(row["card"])
        elif seen:
            plays = listed([f"{one.label} plays it in {percent(m['played'], 0)}" for one, m in seen])
            told[row["card"]] = plays
        else:
            told[row["card"]] = "no stronger player was asked often enough"
    return surely, told


# ---- in words ----------------------------------------------------------------------------------------


def _flag(row: Row, surely: set[str]) -> str:
    return "dead" if row["card"] in surely else "left" if row["left"] else ""


def _words(context: Context, rows: list[Row], worth: Worth | None) -> str:
    said = []
    if worth is None:
        said.append(
            "No two hands that could be compared differed in a card: nothing is known of their worth."
        )
    else:
        said += _standing_out(rows, worth)
    surely, told = dead(context)
    idle = [row for row in rows if row["played"] < RARE and not row["left"]]
    seldom = sorted(row["card"] for row in idle if row["offered"])
    never = sorted(row["card"] for row in idle if not row["offered"])
    if surely:
        said.append(f"Dead, though it could be played: {listed(sorted(surely), 5)}.")
    if told:
        left = [f"{card} ({why})" for card, why in sorted(told.items())]
        said.append(f"Left by {listed(list(context.agents))}, which need not be the card: {listed(left, 4)}.")
    if seldom:
        said.append(f"Hardly ever playable: {listed(seldom, 5)}.")
    if never and len(never) == len(rows):
        said.append("No action ever names a card here: cards are used in other ways than by playing them.")
    elif never:
        said.append(
            f"No action plays {listed(never, 5)}: {'they work' if never[1:] else 'it works'} by lying there."
        )
    elif not surely and not told and not seldom:
        said.append("No card is dead.")
    return " ".join(said)


def _standing_out(rows: list[Row], worth: Worth) -> list[str]:
    """The cards that would stand out even among as many."""
    strict = NormalDist().inv_cdf(1 - 0.025 / max(1, len(rows))) / Z95
    known = [row for row in rows if row[worth.key] is not None]
    good: list[Row] = []
    bad: list[Row] = []
    for row in known:
        low, high = row[f"{worth.key}_low"], row[f"{worth.key}_high"]
        far, wide = (high + low) / 2, strict * (high - low) / 2
        if abs(far) > wide:
            (good if far > 0 else bad).append(row)
    good.sort(key=lambda row: -row[worth.key])
    bad.sort(key=lambda row: row[worth.key])

    def told(these: list[Row]) -> str:
        return listed([f"{row['card']} ({points(row[worth.key])})" for row in these], 3)

    said = []
    more, less = (
        f"wins clearly {word} often {worth.among} (percentage points)." for word in ("more", "less")
    )
    if good:
        said.append(f"{worth.who} {told(good)} {more}")
    if bad:
        said.append(f"Clearly less often: {told(bad)}." if good else f"{worth.who} {told(bad)} {less}")
    if not said:
        how = "from the start" if worth is START else "among hands that drew equally many"
        said.append(f"Compared {how}, none stands out among {len(known)} cards.")
    return said


def _reasons(context: Context, many: int) -> list[Piece]:
    return [
        "Worth from the start compares those who held the card before the first choice with those in the "
        "same seat who did not. Nobody had chosen anything yet, so the card is the cause of the difference.",
        "Worth among equal draws compares all who ever held it with hands of the same seat that drew equally "
        "many cards. Where cards are drawn blindly that is a fair comparison; a card that is chosen, won or "
        "searched for is still held by those who were winning already.",
        "When drawn, in grey, is correlation only: whoever plays longer draws more and holds more of "
        "everything. How many cards such hands drew stands beside it. Do not go by it.",
        "Left: it could be played, and was in under 2% of the hands that held it. Dead: a player that looks "
        "further leaves it too. Throwing a card away, giving or taking it is not playing it. Could play: "
        "there was an action to play it at least once. Decisions held counts those of the whole table.",
        f"{by_chance(many)} The sentence at the top names only cards that would stand out even so "
        "(Bonferroni).",
        join(
            f"All of it is as {listed(list(context.agents))} plays. What a card causes, wherever it comes "
            "from, is measured by ",
            tag("code", "bestiary lab swap"),
            ": the same deals with a blank in its place.",
        ),
    ]
