"""The Shogun's Chosen: the words that people and records use for what the tables number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bestiary.core.cards import DOT, Card, CardFile

from .. import state as st
from ..effects import ATTR, COND, FACE, PRIORITIES, SKILL, STAT
from ..events import BY
from ..moves import DIRECTIONS, PAIRS
from ..words.states import VALUES
from .boards import Boards, priority
from .campaign import Campaign
from .compiler import Compiler, Known

BEASTS = ("servant", "chosen", "shinigami")  # of which there is one each, without a name of its own
KINDS = ("minion", "servant", "wanderer", "chosen", "shinigami")  # in the order of the boards
COLOURS = ("red", "blue", "green", "yellow", "purple", "white")
ENDINGS = (  # of a phase, by the number in ``by``
    "",
    "the objective is reached",
    "the mission has failed",
    "malice prevails",
    "all characters are defeated",
)


def _pool(dice: Any) -> str:
    return (
        " and ".join(f"{n} {colour}" for n, colour in zip(dice, ("white", "black"), strict=True) if n)
        or "none"
    )


def figures_of(facts: dict[str, Any]) -> str:
    """The line of numbers of a card: dice and range of a weapon, what an item needs, what it costs."""
    parts = []
    if facts["sort"] == "weapon":
        parts = [f"range {facts['range']}"]
        parts += [f"{kind} {_pool(facts[kind])}" for kind in ("fast", "strong") if facts[kind]]
    elif facts["sort"] == "armour":
        parts = [f"armour {facts['resistance']}"]
    elif facts["sort"] == "item":
        uses = f"{facts['uses']} uses" if facts["keyword"] == "uses" else facts["keyword"]
        parts = [uses, f"knowledge {facts['knowledge']}"]
    else:
        parts = ["special item"]
    parts += [f"level {facts['level']}"] if "level" in facts else []
    parts += [f"{facts['cost']} coins"] if "cost" in facts else []
    line = DOT.join(parts)
    return line[:1].upper() + line[1:]


def figures(names: Known) -> list[str]:
    """The names of all figures: creatures by kind and colour, resistors by letter."""
    found = list(st.NAMES)
    for kind in names.kinds[st.KIND_MINION : st.KIND_SERVANT]:
        found += [f"{kind}-{colour}" for colour in COLOURS[: 3 if kind in ("onryo", "shikome") else 6]]
    return [*found, *names.kinds[st.KIND_SERVANT :], *"RSTUVW", "decoy"]


def words(
    names: Known, skills: list[str], boards: Boards, compiler: Compiler, events: list[str], campaign: Campaign
) -> dict[str, tuple[str, ...]]:
    every = tuple(figures(names))
    squares = tuple(f"{q % st.COLS},{q // st.COLS}" for q in range(st.SQUARES))
    pairs = tuple(f"{st.NAMES[a]}-{st.NAMES[b]}" for a, b in PAIRS)
    targets: dict[str, tuple[str, ...]] = {
        "square take_head go": squares,
        "choose target fast strong use_on": every,
        "step": DIRECTIONS,
        "raise lose": ATTR.words,
        "trade swap": pairs,
        "equip partner give_item give_weapon give_armour give_coins give_heads": st.NAMES,
        "give_boss_heads give_karma give_blessed sell_heads sell_boss_heads": st.NAMES,
        "buy_market buy_smith repair devote": st.NAMES,
        "side technique skill place_ki withdraw_ki raise_ki pick_slot": tuple(skills),
        "option": tuple(compiler.labels),
        "arrive": tuple("abcd"),
        "point": tuple("ABCDEFGH"),
        "door": tuple(f"D{i + 1}" for i in range(st.DOORS)),
        "resistor": (*"RSTUVW", "decoy"),
        "cure": COND.words,
        "take_kami": tuple(f"{h}:{k}" for h in st.NAMES for k in names.kami),
    }
    words = {f"target.{verb}": names_ for verbs, names_ in targets.items() for verb in verbs.split()}
    priorities = [""] * 36
    for name, code in PRIORITIES.items():
        priorities[code] = priority(name)
    return words | {
        "figure": every,
        "square": squares,
        "line": tuple(boards.lines),
        "line_told": tuple(boards.told),
        "board_skill": tuple(boards.skills),
        "board_title": tuple(boards.titles),
        "board_text": tuple(boards.texts),
        "skill": tuple(skills),
        "priority": (*priorities, "its only target"),
        "event": tuple(events),
        "colour": ("green", "red"),
        "condition": COND.words,
        "attribute": ATTR.words,
        "zone": tuple(campaign.told.zones),
        "chapter": tuple(c["title"] for c in campaign.told.chapters),
        "kami": tuple(names.kami),
        "face": FACE.words,
        "ending": BY.words,
        "label": tuple(compiler.labels),
    }


def spoken(file: CardFile, names: Known, skills: list[str], campaign: Campaign) -> dict[str, tuple[str, ...]]:
    """Names as people say them, where a record writes an id: for the sentences of choices and log."""
    titles = {e.text("id"): e.text("name") for k in KINDS for e in file.each(k)}
    titles |= {
        e.text("id"): f"the {e.text('name')}"
        for k in BEASTS
        for e in file.each(k)
        if "," not in e.text("name")
    }
    heroes = tuple(name.title() for name in st.NAMES)
    kami = [e.text("name") for e in file.each("kami")]
    figures_ = (*heroes, *(_title(figure, titles) for figure in figures(names)[st.HEROES :]))
    spoken = {
        "choose target fast strong use_on": figures_,
        "trade swap": tuple(f"{heroes[a]} and {heroes[b]}" for a, b in PAIRS),
        "equip partner give_item give_weapon give_armour give_coins give_heads": heroes,
        "give_boss_heads give_karma give_blessed sell_heads sell_boss_heads": heroes,
        "buy_market buy_smith repair devote": heroes,
        "side technique skill place_ki withdraw_ki raise_ki pick_slot": tuple(skills),
        "resistor": figures_[st.RES0 :],
        "take_kami": tuple(f"{hero} follows {name}" for hero in heroes for name in kami),
    }
    words = {f"told.{verb}": names_ for verbs, names_ in spoken.items() for verb in verbs.split()}
    boards = tuple(e.text("name") for k in KINDS for e in file.each(k))
    return words | {
        "figure_told": (*figures_, *villagers(campaign)),
        "kind_told": (*heroes, *boards),
        "technique": tuple(skills),
        "kami_told": tuple(kami),
        "ending_told": ENDINGS,
        "event_told": tuple(f"{e.text('name')}: {e.text('text')}" for e in file.each("event")),
    }


def told_of(cards: Sequence[Card], tale: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Cards as they are told within a sentence, and all texts of the story."""
    return {
        "arms": tuple(_arms(card.figures) for card in cards),
        "yinyang": tuple(card.text.removeprefix("Yin-yang: ") for card in cards),
        "skill_kind": SKILL.words,
        "stat": tuple(name for name in STAT.words if name not in VALUES),
        "story": tuple(_texts(tale)),
    }


def _arms(figures: str) -> str:
    """What a card can do, without its level and what it costs."""
    line = DOT.join(part for part in figures.split(DOT) if not part.endswith("coins"))
    line = line.split(f"{DOT}level")[0]
    return line[:1].lower() + line[1:]


def _texts(held: Any) -> Iterator[str]:
    if isinstance(held, str):
        yield held
    elif isinstance(held, dict | list | tuple):
        for one in held.values() if isinstance(held, dict) else held:
            yield from _texts(one)


def villagers(campaign: Campaign) -> list[str]:
    """The names of the resistors, chapter by chapter, and of the decoy after those of each."""
    found = []
    for chapter in campaign.told.chapters:
        names = {mark: one[0] for zone in chapter["zones"] for mark, one in zone["resistors"].items()}
        found += [f"the {names[mark]}" if mark in names else f"figure {mark}" for mark in "RSTUVW"]
        found.append("the decoy")
    return found


def _title(figure: str, titles: dict[str, str]) -> str:
    """Minions go by their colour, resistors by their letter, the others by their names."""
    kind, _, colour = figure.partition("-")
    if kind in titles:
        return f"the {colour} {titles[kind]}" if colour else titles[kind]
    return "the decoy" if kind == "decoy" else f"figure {kind}"


def story(file: CardFile, campaign: Campaign) -> dict[str, Any]:
    """What people read beside the cards: chapters, skills, events, Kami."""
    texts = {e.text("id"): (e.text("name"), e.text("text")) for e in file.each("skill")}
    for e in file.each("kami"):
        for data in e.list_of("skills", 3):
            texts[data["id"]] = (data["name"], data["text"])
        mode = e.data["mode"]
        texts[f"{e.text('id')} mode"] = (mode["name"], mode["text"])
    return {
        "chapters": campaign.told.chapters,
        "skills": texts,
        "events": {e.text("name"): e.text("text") for e in file.each("event")},
    }
