"""KLAW: from the card file to the tables that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bestiary.core.cards import Card, CardFile, Content, Entry
from bestiary.core.record import Records

from . import events
from . import state as st
from .effects import DO, FX, IF, NEEDS, ON, PICK, POOL, SORT, TAG, TARGET, TO, WHO, WITH_K, ZONE
from .words import short

COMMON = ("id", "name", "kind", "set", "copies", "effects", "text", "known", "known_fields")
FIELDS = {  # the fields that a card of each sort may have besides the common ones
    "host": ("attack", "defence", "life", "talent", "target", "needs", "tags", "when"),
    "totem": ("attack", "defence", "life", "power"),
    "item": ("class", "needs", "when"),
    "action": ("target", "needs", "tags", "unavoidable"),
}
RANGES = {"host": ((1, 3), (1, 3), (6, 12)), "totem": ((-3, 3), (-3, 3), (-6, 6))}
SETS = ("core", "forgotten")
KIND_NAMES = {"host": "Host", "totem": "Totem", "item": "Item", "action": "Instant Action"}
USED = {"turn": "on a turn", "fight": "in a fight"}
TAG_NAMES = dict(
    zip(
        TAG.words,
        (
            *("damage", "poison", "fire", "sleep", "shackles", "theft", "sabotage", "an attempt on Totems"),
            *("a raid on a hand", "the stealing of a Host", "rest", "frost", "frenzy", "haunting"),
        ),
        strict=True,
    )
)

# Each operation: its parameters with their ranges, and whether it works always or is done once.
DONE = ON.words[1:-2] + ("play",)
ON_TURN = ("support", "play")
HOSTS = ("self", "enemy", "target", "champion")
PLAYERS = ("target_player", "enemy_player")
N, M = (1, 24), (1, st.DICE)
WORDS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "dice": (("always",), {"pool": POOL.words, "n": (-3, 3)}),
    "enemy_dice": (("always",), {"pool": POOL.words, "n": (-3, 3)}),
    "value": (("always",), {"pool": POOL.words, "n": (1, 5), "m": M}),
    "enemy_value": (("always",), {"pool": POOL.words, "n": (1, 5), "m": M}),
    "reroll": (("always",), {"pool": POOL.words, "m": M, "k": (1, 6)}),
    "at_least": (("always",), {"pool": POOL.words, "n": (2, 6)}),
    "choose_dice": (("always",), {"pool": POOL.words}),
    "win_ties": (("always",), {"pool": POOL.words}),
    "armor": (("always",), {"pool": POOL.words, "n": (1, 6)}),
    "wild_six_on": (("always",), {"k": (2, 6)}),
    "no_wild_one": (("always",), {}),
    "damage": (DONE, {"n": N, "who": (*HOSTS, "enemy_hosts"), "per": ("totem",)}),
    "heal": (DONE, {"n": N, "who": HOSTS}),
    "state": (DONE, {"state": st.IS.words, "turns": (0, 3), "who": HOSTS}),
    "cure": (DONE, {"states": st.IS.words, "who": HOSTS}),
    "immune": (("always",), {"tags": TAG.words}),
    "dormant": (DONE, {"turns": (1, 3), "who": HOSTS, "pick": PICK.words}),
    "draw": (DONE, {"n": (1, 4)}),
    "discard": (DONE, {"n": (1, 8), "who": PLAYERS, "pick": ("actor", "random")}),
    "steal_card": (DONE, {"n": (1, 4), "who": PLAYERS, "pick": ("random",)}),
    "peek": (DONE, {"who": PLAYERS}),
    "scout": (DONE, {"n": (1, st.LOOK)}),
    "recover": (DONE, {"kind": SORT.words}),
    "steal_item": (DONE, {"who": HOSTS, "pick": ("actor", "owner", "random")}),
    "break_item": (DONE, {"who": HOSTS, "pick": ("actor", "owner", "random"), "n": (1, st.ITEMS)}),
    "swap_items": (DONE, {"who": ("target",)}),
    "swap_hands": (DONE, {"who": ("target_player",)}),
    "strip_totem": (DONE, {"who": HOSTS, "pick": ("actor", "owner", "random"), "dest": TO.words}),
    "steal_host": (ON_TURN, {"zone": ZONE.words, "who": ("target", "target_player")}),
    "check": (("always",), {"n": (-6, 6)}),
    "check_free": (("always",), {"k": (1, st.KEPT)}),
    "check_reroll": (("always",), {}),
    "force_check": (ON_TURN, {"who": HOSTS}),
    "event_shield": (("always",), {}),
    "vessel": (("always",), {"n": (0, st.KEPT)}),
    "flee": (("stance", "use"), {}),
    "no_flee": (("always",), {}),
    "survive": (("always",), {"n": (1, 24)}),
    "negate": (("react",), {"tags": TAG.words}),
    "reduce": (("react",), {"tags": TAG.words, "n": N}),
    "reflect": (("react",), {"tags": TAG.words}),
}
OPTIONAL = ("per",)
YOUNGER = ("short_hosts", "short_pairs", "short_others")  # files that are kept know no short deck


def read(file: CardFile, tables: Records) -> Content:
    """Fills the tables from a card file and refuses what the game cannot hold."""
    t = tables[0]
    file.only(*SORT.words)
    _decks(file, t)
    for i, name in enumerate(st.IS.words):
        tag = file.data["vocabulary"]["state"][name]["tag"]
        t["state_tag"][i] = 0 if tag == "none" else 1 << TAG.words.index(tag)
    cards: list[Card] = []
    codes: set[str] = set()
    kinds: list[str] = []
    for sort in SORT.words:
        for entry in file.each(sort):
            entry.only(*COMMON, *FIELDS[sort])
            if entry.text("kind") != sort:
                entry.refuse("kind", f"'{sort}', as the table says")
            code = entry.text("id")
            if code in codes:
                entry.refuse("id", "a key that no other card has")
            codes.add(code)
            if len(kinds) == st.KINDS:
                entry.refuse("id", f"at most {st.KINDS} different cards")
            _kind(entry, len(kinds), sort, t)
            copies = entry.whole("copies", 1, 8)
            if sort == "totem" and copies != 2:
                entry.refuse("copies", "2, the binomials of a Totem (KLW-1.11)")
            if len(cards) + copies > st.CARDS:
                entry.refuse("copies", f"at most {st.CARDS} cards in all")
            t["first"][len(kinds)] = len(cards)
            t["copies"][len(kinds)] = copies
            for copy in range(copies):
                t["kind"][len(cards)] = len(kinds)
                own = code if copies == 1 else f"{code}{copy + 1}"
                cards.append(
                    Card(
                        own,
                        entry.text("name"),
                        entry.text("text"),
                        _facts(entry, sort),
                        figures=_figures(entry, sort),
                        kind=KIND_NAMES[sort],
                    )
                )
            kinds.append(entry.text("name"))
    t["cards"] = len(cards)
    t["kinds"] = len(kinds)
    _enough(file, t)
    words = {
        "host": tuple(short(card.name) for card in cards),
        "does": tuple(_does(card.text) for card in cards),
        "state": tuple(s.capitalize() for s in st.IS.words),
        "wild": events.WILD.words,
        "result": events.RESULT.words,
        "roll": events.Rolls(),
        "by": events.BY.words,
    }
    return Content(tables, tuple(cards), file.path, words, physical=len(cards), younger=YOUNGER)


def _decks(file: CardFile, t: Records) -> None:
    """How many cards of a sort a deck has for each player (KLW-4.1)."""
    components = file.one("components")
    for size, field in (("per_player", "deck"), ("short", "short")):
        if size == "per_player" or size in components.data:
            if not isinstance(components.data.get(size), dict):
                components.refuse(size, "a table of hosts, totems and items_and_actions")
            deck = Entry(file, f"components.{size}", 0, components.data[size])
            t[f"{field}_hosts"] = deck.whole("hosts", 4, 40)
            t[f"{field}_pairs"] = deck.whole("totems", 0, 40) // 2
            t[f"{field}_others"] = deck.whole("items_and_actions", 6, 120)


def _does(text: str) -> str:
    """What a card does, as the end of a sentence: its text without the word that says when."""
    for start in ("Support: ", "Use: ", "Use in the attacker role of a fight: "):
        text = text.removeprefix(start)
    return (text[:1].lower() + text[1:]).rstrip(".")


def _facts(entry: Entry, sort: str) -> dict[str, Any]:
    facts: dict[str, Any] = {"kind": sort, "set": entry.text("set")}
    for key in ("attack", "defence", "life", "talent", "power", "class", "tags"):
        if key in entry.data:
            facts[key] = entry.data[key]
    return facts


def _figures(entry: Entry, sort: str) -> str:
    """The numbers of a card, and what it is, in a line."""
    data = entry.data
    if sort in RANGES:
        sign = "+" if sort == "totem" else ""
        numbers = [f"{key.title()} {data[key]:{sign}d}" for key in ("attack", "defence", "life")]
        gift = f"Talent: {data.get('talent', '')}" if sort == "host" else f"Power: {data.get('power', '')}"
        return " · ".join([*numbers, gift])
    if sort == "item":
        uses = [USED[when] for when in data.get("when", [])]
        use = [f"used {' or '.join(uses)}"] if uses else []
        return " · ".join([data["class"].title(), *use])
    tags = ", ".join(TAG_NAMES[tag] for tag in data.get("tags", []))
    if not tags:
        return "Cannot be answered"  # KLW-8.30
    return f"Counts as {tags}" + (" · cannot be answered" if data.get("unavoidable") else "")


def _kind(entry: Entry, kind: int, sort: str, t: Records) -> None:
    t["sorts"][kind] = SORT.words.index(sort)
    t["forgotten"][kind] = entry.one_of("set", SETS)
    if sort in RANGES:
        for key, (least, most) in zip(("attack", "defence", "life"), RANGES[sort], strict=True):
            t[key][kind] = entry.whole(key, least, most)
    t["consumable"][kind] = entry.one_of("class", ("gear", "consumable"), "gear")
    t["target"][kind] = entry.one_of("target", TARGET.words, "none")
    t["needs"][kind] = entry.one_of("needs", NEEDS.words, "nothing")
    t["tags"][kind] = _mask(entry, "tags", TAG.words)
    when = _mask(entry, "when", ("turn", "fight"))
    t["on_turn"][kind] = when & 1
    t["in_fight"][kind] = when >> 1
    t["unavoidable"][kind] = entry.flag("unavoidable", False)
    _effects(entry, kind, t)
    if sort == "host" and when >> 1:
        if t["target"][kind] not in (TARGET.OWN_HOST, TARGET.ENEMY_HOST):
            entry.refuse("when", "no fight: in a fight a Talent needs a Host for its target")
        _fit_for_fights(entry)


def _fit_for_fights(entry: Entry) -> None:
    """Hosts change sides and checks are made outside fights only."""
    for effect in entry.list_of("effects", st.EFFECTS):
        if effect.get("do") in ("steal_host", "force_check") or effect.get("dest") == "taker":
            entry.refuse("when", f"no fight, together with {effect['do']}")


def _mask(entry: Entry, key: str, words: tuple[str, ...]) -> int:
    return sum(1 << place for place in entry.some_of(key, words))


def _effects(entry: Entry, kind: int, t: Records) -> None:
    effects = entry.list_of("effects", st.EFFECTS)
    t["effects"][kind] = len(effects)
    for i, data in enumerate(effects):
        effect = Entry(entry.file, entry.kind, entry.number, data)
        effect.name = f"{entry.name}, effect {i + 1}"
        row = t["fx"][kind, i]
        name = DO.words[effect.one_of("do", DO.words)]
        fits, params = WORDS[name]
        trigger = fits[effect.one_of("on", fits)]
        condition = IF.words[effect.one_of("if", IF.words, "none")]
        asks_k = condition in WITH_K or condition == "chance"
        if asks_k and "k" in params:
            effect.refuse("if", f"no condition with a number together with {name}, which has its own k")
        effect.only("on", "if", "do", *params, *(("k",) if asks_k else ()))
        row[FX.ON] = ON.words.index(trigger)
        row[FX.IF] = IF.words.index(condition)
        row[FX.IF_K] = effect.whole("k", 1, 24) if asks_k else 0
        row[FX.DO] = DO.words.index(name)
        for param, good in params.items():
            if param in OPTIONAL and param not in data:
                continue
            row[FX.words.index(param)] = _param(effect, param, good)
        if trigger == "always":
            t["ops"][kind] |= 1 << DO.words.index(name)
        t["triggers"][kind] |= 1 << ON.words.index(trigger)
        if name == "discard" and row[FX.PICK] == PICK.ACTOR:
            peeked = i > 0 and effects[i - 1].get("do") == "peek"
            if not peeked or row[FX.N] != 1:
                effect.refuse("pick", "actor for a single card, after a peek: one must see what one picks")
        if row[FX.DEST] == TO.TAKER and trigger not in ON_TURN:
            effect.refuse("dest", "deck or owner_hand: a Totem is gained on a turn only")
        if name == "steal_host":
            t["steals"][kind] = 1
        if trigger == "react":
            t["answers"][kind] |= int(row[FX.TAGS])


def _param(effect: Entry, param: str, good: Any) -> int:
    if param == "tags":
        return _mask(effect, param, good)
    if param == "states":
        if effect.data.get(param) == "all":
            calm = (st.IS.PROTECTED, st.IS.RESTING)
            return sum(1 << i for i in range(len(st.IS)) if i not in calm)  # KLW-3.22
        return _mask(effect, param, good)
    if param == "per":
        return 1 + effect.one_of(param, good)
    if param == "who":
        return WHO.words.index(good[effect.one_of(param, good)])
    if param == "pick":
        return PICK.words.index(good[effect.one_of(param, good)])
    if isinstance(good[0], str):
        return effect.one_of(param, good)
    return effect.whole(param, good[0], good[1])


def _enough(file: CardFile, t: Records) -> None:
    """The core set must be enough for the deck of four players (KLW-4.1)."""
    have = [0, 0, 0, 0]
    for kind in range(int(t["kinds"])):
        if not t["forgotten"][kind]:
            have[int(t["sorts"][kind])] += int(t["copies"][kind])
    for deck in ("deck", "short"):
        hosts, pairs, others = (st.SEATS * int(t[f"{deck}_{sort}"]) for sort in ("hosts", "pairs", "others"))
        if have[SORT.HOST] < hosts:
            file.refuse(f"{have[SORT.HOST]} core Hosts; four players need {hosts}")
        if have[SORT.TOTEM] < 2 * pairs:
            file.refuse(f"{have[SORT.TOTEM]} core Totem cards; four players need more")
        if have[SORT.ITEM] + have[SORT.ACTION] < others:
            file.refuse("too few core Items and Instant Actions for four players")


# ---- what people read up ---------------------------------------------------------------------


class Kind(NamedTuple):
    """A state as people read it."""

    lasts: str  # a round, so many turns of the Host's player, or until it is cured
    text: str


ROUND, TURNS, CURED = "one full round", "turns of its player", "until cured"
STATES = {
    "protected": Kind(ROUND, "Nobody else can attack this Host or aim a hostile card at it."),
    "asleep": Kind(
        TURNS,
        "This Host cannot act, and its Talent, Powers and Items do nothing. It still rolls Defence dice, and "
        "wakes up when a fight costs it Life.",
    ),
    "dormant": Kind(
        TURNS, "This Totem gives neither dice nor its Power. Its Life stays, and it still counts."
    ),
    "poisoned": Kind(CURED, "This Host loses 1 Life at the start of each turn of its player."),
    "burning": Kind(TURNS, "This Host loses 2 Life at the start of each turn of its player."),
    "shackled": Kind(TURNS, "This Host cannot attack, and rolls only half its Attack dice, rounded up."),
    "resting": Kind(
        ROUND,
        "A resting Host can neither attack nor be attacked. A resting Totem gives no dice and no Power in "
        "fights.",
    ),
    "frozen": Kind(TURNS, "The Items of this Host do nothing and cannot be used."),
    "frenzied": Kind(
        TURNS, "This Host rolls 1 more Attack die and 1 fewer Defence die, and must attack if it can."
    ),
    "haunted": Kind(CURED, "This Host takes 1 from its Singularity Checks."),
}
COMBAT_ONLY = "Nobody else can attack this Host; hostile cards may still be aimed at it."
EXPOSED = (
    "A resting Host cannot attack, but can be attacked. A resting Totem gives no dice and no Power in fights."
)
FORGOTTEN = ("frozen", "frenzied", "haunted")  # KLW-20.13


def state_text(name: str, *, combat: bool, exposed: bool) -> str:
    """What a state does, under the options of a table."""
    if name == "protected" and combat:
        return COMBAT_ONLY
    if name == "resting" and exposed:
        return EXPOSED
    return STATES[name].text


def state_cards(options: Mapping[str, Any]) -> list[Card]:
    """The states of a table, to be read up like cards."""
    combat = options["protected_scope"] == "combat"
    exposed = options["resting_hosts"] == "exposed"
    lasts = {
        ROUND: "Lasts one full round",
        TURNS: "Counted in turns of its player",
        CURED: "Lasts until cured",
    }
    return [
        Card(
            name,
            name.title(),
            state_text(name, combat=combat, exposed=exposed),
            {"kind": "state"},
            figures=lasts[kind.lasts],
            kind="State",
        )
        for name, kind in STATES.items()
        if options["forgotten"] or name not in FORGOTTEN
    ]


def faces(content: Content, options: Mapping[str, Any]) -> list[Card]:
    """All that people may read up at a table: its cards, and the states."""
    sets = SETS if options["forgotten"] else SETS[:1]
    return [*(card for card in content.cards if card.facts["set"] in sets), *state_cards(options)]
