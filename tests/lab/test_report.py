"""The page: whole, escaped, from nowhere else, and the same for the same data."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import polars as pl
import pytest

from bestiary import lab
from bestiary.core.registry import load
from bestiary.lab.report.html import join, tag
from bestiary.lab.report.names import card_words, names_of
from bestiary.lab.report.svg import BOTTOM, TALL, TOP, Bar, curve, forest, histogram, ticks

from ..testing.tiny import GAME as TINY
from .made import Made, contest, games
from .test_measure import DEGENERATE

pytestmark = pytest.mark.xdist_group("tiny")  # one process compiles the tiny game, and keeps it

EVIL = "<script>alert(\"x\")</script> & 'y'"
VOID = {"meta", "input", "br"}


class Reader(HTMLParser):
    """Reads a page: its tags, whether they are closed in order, its text, and addresses in attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((name, dict(attributes)))

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.words.append(data)

    def found(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]

    @property
    def text(self) -> str:
        return "".join(self.words)


@pytest.fixture(scope="module")
def data() -> Made:
    """Two searches, six characters, thirty cards."""
    made = contest(300, agents=("mcts:100", "mcts:200"), characters=6)
    return replace(
        made, manifest={"game": "made-v1", "title": "Made Up", "seed": 7, "command": "bestiary lab run"}
    )


@pytest.fixture(scope="module")
def page(data: Made) -> str:
    return lab.report(data)


def test_the_page_has_every_chapter_and_names_its_samples(page: str) -> None:
    read = Reader(page)
    keys = {attributes["id"] for attributes in read.found("section")}
    assert keys == {
        "seats",
        "matchups",
        "cards",
        "strengths",
        "length",
        "endings",
        "choices",
        "fortune",
        "luck",
        "agents",
        "origin",
    }
    captions = re.findall(r"<figcaption>.*?</figcaption>", page)
    assert len(captions) == page.count("<figure") > 12
    assert all(re.search(r"n = [\d,]+ |\d+ most extreme of [\d,]+ pairs", caption) for caption in captions)
    assert "Made Up" in read.text and "600 games of made-v1 on 300 deals" in read.text


def test_the_page_asks_nobody_for_anything(page: str) -> None:
    read = Reader(page)
    for _, attributes in read.tags:
        for name in ("src", "srcset", "action", "data"):
            assert name not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    assert not re.search(r"https?:|//[a-z]|@import|url\(", page)
    assert not {"link", "img", "iframe", "object", "base"} & {name for name, _ in read.tags}
    policy = [a["content"] for a in read.found("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy and (policy[0] or "").startswith("default-src 'none';")


def test_the_same_data_give_the_same_page(data: Made, page: str) -> None:
    assert lab.report(contest_again(data)) == page


def contest_again(data: Made) -> Made:
    return replace(contest(300, agents=("mcts:100", "mcts:200"), characters=6), manifest=dict(data.manifest))


def test_every_table_can_be_sorted_by_its_buttons(page: str) -> None:
    read = Reader(page)
    heads = [a for a in read.found("th") if a.get("scope") == "col"]
    assert heads and all(a["aria-sort"] == "none" for a in heads)
    savers = [a for a in read.found("button") if a.get("class") == "csv"]
    assert len(read.found("button")) == len(heads) + len(savers) and len(savers) == len(read.found("table"))
    assert "aria-sort" in page.partition("<script>")[2]
    cells = [a for a in read.found("td") if "number" in (a.get("class") or "")]
    assert cells and all(re.fullmatch(r"(-?[\d.e+-]+)?", a["data-v"] or "") for a in cells)


def test_nothing_is_told_by_colour_alone(page: str) -> None:
    # a heat map has its numbers, and frames where it is clear; dots are full or open
    drawing = re.search(r"<svg[^>]*chart wide.*?</svg>", page, re.S)
    assert drawing and drawing[0].count('class="frame"') == drawing[0].count('class="strong"') > 0
    assert 'class="dot full"' in page and 'class="dot"' in page
    assert all(a.get("aria-label") or a.get("aria-hidden") for a in Reader(page).found("svg"))


def test_words_from_outside_are_escaped_wherever_they_are_shown() -> None:
    made = contest(120, characters=3, cards=14, hand=3)
    evil = {
        "games": made.games.with_columns(
            *(pl.lit(EVIL).alias(f"agent_{k}") for k in (0, 1)),
            *((pl.col(f"character_{k}") + EVIL).alias(f"character_{k}") for k in (0, 1)),
            pl.lit(EVIL).alias("ending"),
            pl.concat_str(pl.lit(EVIL), (pl.col("game") % 2).cast(pl.String)).alias("stage"),
        ),
        "cards": made.cards.with_columns(pl.col("card") + EVIL),
        "decisions": made.decisions.with_columns(pl.lit(EVIL).alias("phase"), pl.lit(EVIL).alias("verb")),
    }
    page = lab.report(
        Made(**evil, manifest={"game": EVIL, "title": EVIL, "command": EVIL, "options": {EVIL: EVIL}})
    )
    assert page.count("<script>") == 1 and 'alert("x")</script>' not in page
    read = Reader(page)
    assert EVIL in read.text and read.text.count("alert(") > 30


@pytest.mark.parametrize("name", DEGENERATE)
def test_little_data_still_make_a_page(name: str) -> None:
    read = Reader(lab.report(DEGENERATE[name]))
    assert "nan" not in read.text.lower().replace("nant", "") and "None" not in read.text
    json.dumps(lab.figures(DEGENERATE[name]), allow_nan=False)


def test_without_values_nobody_leads() -> None:
    made = contest(400)
    assert "The lead changes" in lab.figures(made)["found"]["fortune"]
    none = made.decisions.with_columns(pl.lit(None, pl.Float64).alias("value"))
    assert "leads cannot be told" in lab.figures(replace(made, decisions=none))["found"]["fortune"]


def test_a_shared_game_is_told_by_party_and_stage() -> None:
    table = games([3, 0] * 40, stage=["one", "two"] * 40, ending=["home", "fire"] * 40)
    even = pl.when(pl.col("winners") == 0).then(-1.0).otherwise(1.0)
    table = table.with_columns(even.alias("payoff_0"), even.alias("payoff_1"))
    figures = lab.figures(Made(table, manifest={"team": True}))
    assert "party" in figures["found"] and "seats" not in figures["found"]
    assert "Easiest: one: 2 seats, 100.0%" in figures["found"]["party"]
    assert "The usual loss: fire, 100.0% of 40 lost games" in figures["found"]["party"]
    assert "Attrition" not in lab.report(Made(table, manifest={"team": True}))
    worn = table.with_columns(pl.Series("health", [[1.0, 0.4]] * 80), pl.Series("standing", [[2, 1]] * 80))
    page = lab.report(Made(worn, manifest={"team": True}))
    assert "Attrition: health of the team on entering each round" in page and "n = 80 games" in page


def test_among_many_cards_only_those_are_named_that_stand_out_even_so() -> None:
    chance = contest(200, cards=60, hand=8, first=0.0)
    shuffled = chance.games.with_columns(pl.col("winners").shuffle(seed=3))
    won = shuffled.select("game", (pl.col("winners") == 1).alias("first"))
    cards = chance.cards.join(won, on="game").with_columns(
        (pl.col("first") == (pl.col("seat") == 0)).alias("won")
    )
    made = Made(shuffled, cards.drop("first"))
    found = lab.measure.cards(made)
    assert (found["gain_low"] > 0).any() or (found["gain_high"] < 0).any()  # by chance, among sixty
    assert "none stands out among 60 cards" in lab.figures(made)["found"]["cards"]
    assert "Starting with c28" in lab.figures(contest(2000))["found"]["cards"]


def test_the_figures_are_those_of_the_measures(data: Made) -> None:
    figures = lab.figures(data)
    assert figures["seats"] == lab.measure.seats(data).to_dicts()
    assert json.loads(json.dumps(figures, allow_nan=False))["found"]["seats"].startswith(("Seat", "No seat"))


# ---- words and drawings ---------------------------------------------------------------------------


def test_copies_of_a_card_share_a_label_and_namesakes_do_not() -> None:
    labels, copies, kinds = card_words(load("klaw").content().cards)
    assert (
        labels["eagle2"] == labels["eagle1"] == "Eagle" and copies["Eagle"] == 2 and kinds["Eagle"] == "totem"
    )
    roosters, _, _ = card_words(load("tiger").content().cards)
    assert len({label for label in roosters.values() if label.startswith("Rooster of")}) > 5


def test_cards_of_another_make_are_called_what_the_manifest_calls_them() -> None:
    told = {"game": "totem-v1", "cards": "another", "names": {"a": "Ant", "b": "Bee", "b2": "Bee"}}
    assert names_of(told).labels == {"a": "Ant", "b": "Bee (b)", "b2": "Bee (b2)"}
    assert names_of({"game": "nowhere-v3", "title": "Nowhere"}).title == "Nowhere"


def test_tags_escape_text_and_attributes() -> None:
    assert tag("a", EVIL, title=EVIL).count("<") == 2
    assert join("<", tag("b", "<")) == "&lt;<b>&lt;</b>"


@pytest.mark.parametrize("bounds", [(0, 1), (0.499, 0.501), (-3, 1e6), (5, 5)])
def test_ticks_are_few_and_within(bounds: tuple[float, float]) -> None:
    found = ticks(*bounds)
    assert 1 <= len(found) <= 12 and all(bounds[0] <= t <= bounds[1] for t in found)


def test_long_labels_stand_above_their_bars_whole() -> None:
    said = ("the deck is empty, one side has more Totems", "the deck is empty, as many Totems each")
    drawn = Reader(forest("f", [Bar(words, 0.5, 0.4, 0.6) for words in said], zero=True))
    assert all(words in drawn.text for words in said)


def test_a_count_has_no_half_steps_on_its_axis() -> None:
    drawn = histogram("h", [(i - 0.5, i + 0.5, 0.3) for i in range(4)], "lead changes", "games", whole=False)
    assert not re.search(r">-?\d+\.5<", drawn) and ">3<" in drawn


def test_a_band_stays_within_its_chart() -> None:
    made = curve("c", [(0.1, 0.3, 0.2, 0.4), (0.9, 0.9, 0.8, 1.0)], "x", "y", least=0.4)
    band = re.search(r'd="M([^"]*) Z"', made)
    assert band
    heights = [float(point.split(",")[1]) for point in band[1].split(" L")]
    assert max(heights) <= TALL - BOTTOM + 0.1 and min(heights) >= TOP - 0.1


@pytest.mark.parametrize(
    "drawing",
    [
        lambda: forest("f", [Bar("a", 0.0, 0.0, 1.0)], 0.5, "even"),
        lambda: forest("f", []),
        lambda: histogram("h", [(3, 4, 1)], "x", "y", {"median 3": 3}),
        lambda: histogram("h", [], "x", "y"),
        lambda: curve("c", [], "x", "y"),
        lambda: curve("c", [(0.5, 0.5, 0.5, 0.5)], "x", "y", shares=False),
    ],
)
def test_drawings_of_little_are_whole(drawing: Any) -> None:
    made = drawing()
    Reader(made)
    assert "nan" not in made and "inf" not in made


def test_a_game_that_does_not_say_where_cards_are_held_has_a_report_too() -> None:
    assert TINY.held == ()
    played = lab.play(lab.Study(TINY, ("random",), games=20, seed=1))
    assert played.cards.height > 0 and played.cards["drawn"].null_count() == played.cards.height
    assert lab.figures(played)["together"] == [] and lab.measure.duels(played, ["a", "b"]).height == 0
    assert Reader(lab.report(played)).found("h1")
