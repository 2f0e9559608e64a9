"""What a card is worth: only hands are compared that can be."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from bestiary import lab
from bestiary.lab import measure
from bestiary.lab.measure.worth import Strata

from .made import CARDS, Made, contest, games
from .test_measure import cards, decisions


def longer_hands_win(deals: int, seed: int = 1, first: float = 0.0) -> Made:
    """Seat 0 draws 3 of 12 equal cards, and more of them the better it stands: who wins holds more of all.
    Nothing that is drawn is worth anything, but ``first`` points for card c00 from the start."""
    chance = np.random.default_rng(seed)
    rows, winners = [], []
    for game in range(deals):
        deck = chance.permutation(12)
        starts = 0 in deck[:3]
        won = bool(chance.random() < 0.5 + (first if starts else 0.0))
        more = int(chance.integers(3, 7)) if won else int(chance.integers(0, 3))
        winners.append(1 if won else 2)
        for place, card in enumerate(deck[: 3 + more]):
            rows.append((game, 0, f"c{card:02d}", 0 if place < 3 else place, 5, 3, 1, 0, won))
        rows.append((game, 1, "stone", 0, 5, 3, 1, 0, not won))
    return Made(games(winners), pl.DataFrame(rows, CARDS, orient="row"))


def test_cards_that_winners_draw_more_of_are_worth_nothing_among_hands_that_drew_equally_many() -> None:
    found = measure.cards(longer_hands_win(3_000)).filter(pl.col("card") != "stone")
    assert (found["gain_low"] > 0.05).all(), "all of them look good"
    assert (found["even_gain_low"] < 0).sum() >= 11 and (found["even_gain_high"] > 0).sum() >= 11
    assert (found["drew"] > found["drew_without"] + 1).all(), "which is why"


def test_the_headline_and_the_order_are_by_what_can_be_compared() -> None:
    planted = longer_hands_win(4_000, first=0.2)
    found = lab.figures(planted)["found"]["cards"]
    assert "c00" in found and "c01" not in found and "Starting with c00 (+2" in found
    nothing = lab.figures(longer_hands_win(3_000))["found"]["cards"]
    assert "none stands out" in nothing
    page = lab.report(planted)
    rows = page.partition("Every card that was held")[2]
    assert rows.index(">c00<") < min(rows.index(f">c{n:02d}<") for n in range(1, 12))


def test_the_confounded_number_is_grey_and_last_and_says_why() -> None:
    page = lab.report(longer_hands_win(800))
    table = page.partition("Every card that was held")[2].partition("</table>")[0]
    heads = [head.partition(">")[2] for head in table.split("<button")[1:]]
    assert heads[-1].startswith("When drawn, confounded")
    row = table.partition("<tbody>")[2].partition("</tr>")[0]
    assert 'class="number grey"' in row.rpartition("<td")[2]
    assert "its hands drew" in row.rpartition("<td")[2]


def test_what_only_one_seat_can_start_with_is_compared_with_nobody() -> None:
    rows = [(g, 0, "crown", 0, 1, 1, 1, g % 4 != 0) for g in range(400)]
    found = measure.cards(Made(games([2 if g % 4 == 0 else 1 for g in range(400)]), cards(*rows)))
    row = found.row(0, named=True)
    assert row["gain"] == pytest.approx(0.5) and row["start_gain"] is None and row["even_gain"] is None


def test_a_known_worth_is_found_from_the_start_and_among_equal_draws() -> None:
    found = measure.cards(contest(4000)).sort("card")
    for gain in ("start_gain", "even_gain"):
        assert found[f"{gain}_low"][-1] > 0 > found[f"{gain}_high"][0]


def test_intervals_of_nothing_hold_nothing_as_often_as_they_say() -> None:
    missed, total = {"start_gain": 0, "even_gain": 0}, 0
    for seed in range(30):
        found = measure.cards(longer_hands_win(150, seed=seed + 10)).filter(pl.col("card") != "stone")
        total += found.height
        for gain in missed:
            missed[gain] += found.filter((pl.col(f"{gain}_low") > 0) | (pl.col(f"{gain}_high") < 0)).height
    assert 0.02 * total < missed["start_gain"] < 0.08 * total  # 18 of 360 by what they say
    assert missed["even_gain"] < 0.08 * total


# ---- those who win together ---------------------------------------------------------------------


def team(count: int = 300) -> Made:
    """Two who win together: both always carry a blade, which they wear, one of them sometimes a charm."""
    chance = np.random.default_rng(5)
    won = chance.random(count) < 0.4
    table = games([3 if w else 0 for w in won]).with_columns(
        pl.when(pl.col("winners") == 0).then(-1.0).otherwise(1.0).alias(f"payoff_{k}") for k in (0, 1)
    )
    rows = [(g, seat, "blade", 0, 20, 0, 0, bool(won[g])) for g in range(count) for seat in (0, 1)]
    rows += [(g, 1, "charm", 4, 5, 3, 1, bool(won[g])) for g in range(count) if won[g] or g % 2]
    values = [(g, n, n % 2, "bulk", "act", 3, "hit", None, 0.3 + 0.4 * bool(won[g])) for g in range(count)
              for n in (2, 9)]  # fmt: skip
    return Made(table, cards(*rows), decisions(*values), {"team": True})


def test_a_team_has_no_dead_card_that_it_wears_no_lead_and_no_worth_of_what_all_hold() -> None:
    figures, page = lab.figures(team()), lab.report(team())
    blade = next(row for row in figures["cards"] if row["card"] == "blade")
    assert blade["start_gain"] is None and blade["even_gain"] is None and not blade["left"]
    assert "fortune" not in figures["found"] and "hope" in figures["found"]
    assert "dead" not in figures["found"]["cards"].lower() and "win clearly" not in figures["found"]["cards"]
    assert "lead change" not in page.lower() and "side ahead" not in page
    assert "Worn or carried" in page


def test_a_weapon_that_is_seldom_changed_for_another_is_worn_and_not_left() -> None:
    made = team()
    blade = pl.col("card") == "blade"
    changed = made.cards.with_columns(
        pl.when(blade & (pl.col("game") % 10 == 0))
        .then(1)
        .otherwise("offered")
        .cast(pl.Int32)
        .alias("offered")
    )
    said = lab.figures(replace(made, cards=changed))["found"]["cards"]
    assert "Worn or carried without being used: blade" in said and "Hardly ever used" not in said


def test_cards_that_long_hands_hold_together_are_not_better_together() -> None:
    found = measure.together(longer_hands_win(3_000)).filter(pl.col("other") != "stone")
    assert found.height == 66 and not found["sure"].any()
    assert found["lift"].abs().mean() < 0.03  # type: ignore[operator]


def test_a_deal_after_a_forced_decision_is_the_start_too() -> None:
    """Where the first decision is only to begin, what is dealt by it was chosen by nobody."""
    made = longer_hands_win(1_000, first=0.3)
    later = replace(made, cards=made.cards.with_columns(pl.col("drawn") + 1))
    begun = [(g, 0, 0, "bulk", "begin", 1, "begin", None, None) for g in range(1_000)]
    found = measure.cards(replace(later, decisions=decisions(*begun)))
    assert found["start_gain"].to_list() == measure.cards(made)["start_gain"].to_list()
    drafted = [(*row[:5], 3, *row[6:]) for row in begun]
    for unknown in (later, replace(later, decisions=decisions(*drafted))):
        assert measure.cards(unknown)["start_gain"].null_count() == found.height, "somebody may have chosen"


def test_what_all_hold_from_the_start_foretells_nothing() -> None:
    sources = lab.figures(team())["sources"]
    assert "first cards" not in [row["source"] for row in sources]
    page = lab.report(team())
    assert "every party had it" in page


def test_hope_is_told_where_it_is_far_from_usual() -> None:
    """Four games of ten are won; a chance of 25% or of 75% is worth a word."""
    said = lab.figures(team())["found"]["hope"]
    assert "below 25%" in said and "above 75%" in said and "Over all games it is" in said


@pytest.mark.parametrize(("few", "without"), [(1, False), (2, False), (3, True), (4, False), (12, True)])
def test_intervals_of_what_few_hands_held_or_lacked_hold_nothing_too(few: int, without: bool) -> None:
    chance, deals, times = np.random.default_rng(few), 150, 400
    group = np.tile([0, 1], deals)
    missed = 0
    for _ in range(times):
        first = chance.random(deals) < 0.5
        won = np.column_stack([first, ~first]).ravel().astype(float)
        hands: Any = SimpleNamespace(won=won, deal=np.repeat(np.arange(deals), 2), deals=deals)
        mine = np.zeros(2 * deals)
        mine[chance.permutation(2 * deals)[:few]] = 1
        _, low, high = Strata(hands, group).gain(1 - mine if without else mine)
        missed += low is not None and high is not None and not low <= 0 <= high
    assert missed / times <= 0.05 + 3 * (0.05 * 0.95 / times) ** 0.5
