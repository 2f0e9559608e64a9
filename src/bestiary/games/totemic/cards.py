"""Totemic: from the card file to the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bestiary.core.cards import Card, CardFile, Content, Entry, Field
from bestiary.core.record import Records

from . import state as st
from .effects import DO, IF, LISTENED, ON, PICK, WHO
from .events import CAUSE

KEYS = ("on", "if", "do", "who", "n", "pick", "per", "max", "cost", "may")
FIELDS = ("no", "id", "name", "known", "known_fields", "text", "effects")
SPIRIT_FIELDS = (*FIELDS, "power", "rival", "solo_player", "advantage", "solo_note")
ASPECT_FIELDS = (*FIELDS, "kind", "spirit", "copies", "cards", "strength")
PLAIN = ("gain_power", "lose_power", "gain_dominance", "exchange_dominance")
FITS: Mapping[str, tuple[str, ...]] = {  # the operations that make sense at each moment
    "invoke": (
        *PLAIN,
        *("draw", "discard", "raise_totem", "challenge", "strength", "recover"),
        *("swap_offering", "sweep_offering", "steal", "peek_hand"),
    ),
    "turn_begins": (*PLAIN, "peek_hand"),
    "challenge_begins": (*PLAIN, "peek_hand", "raise_totem", "strength"),
    "totals": ("strength",),
    "revealed": (*PLAIN, "replace_selected"),
    "won": PLAIN,
    "lost": PLAIN,
    "draw_action": ("set_draw",),
    "pays_submit": ("set_loss",),
    "pays_reshuffle": ("set_loss",),
    "rival_met": ("gain_power",),
}
PICKS_OF: Mapping[str, tuple[str, ...]] = {"discard": PICK.words, "steal": ("opponent", "random")}
LARGEST = {"set_draw": 3, "set_loss": 30, "gain_power": 30, "lose_power": 30, "strength": 30}
MOST_POWER = 99


def read(file: CardFile, tables: Records) -> Content:
    """Fills the tables from a card file and refuses what the game cannot hold."""
    t = tables[0]
    file.only("totem", "constants", "spirit", "aspect", "challenge_card")
    _constants(file, t)
    cards: list[Card | None] = [None] * st.ROWS
    spirits = list(file.each("spirit"))
    file.exactly(
        len(spirits), st.SPIRITS, "spirits", "twelve animals, each with a place of its own (TMC-1.2)"
    )
    for entry in spirits:
        _spirit(entry, t, cards)
    names = [e.text("id") for e in spirits]
    if names != list(st.SPIRIT_NAMES):
        file.refuse(f"spirits {', '.join(names)}; expected {', '.join(st.SPIRIT_NAMES)}, in this order")
    if int(t["rival"].sum()) != st.RIVALS:
        file.refuse(f"{int(t['rival'].sum())} spirits with rival = true; expected {st.RIVALS} (TMC-12.5)")
    for number, entry in enumerate(file.each("aspect")):
        _aspect(entry, number, t, cards)
    _fates(file, t, cards)
    missing = [n for n, card in enumerate(cards) if card is None]
    if missing:
        file.refuse(f"no card has number {missing[0]}; expected 0 to {st.ASPECTS - 1} (TMC-1.1)")
    basic = [c for c in range(st.ASPECTS) if t["owner"][c] == st.NOBODY]
    file.exactly(
        len(basic), st.GAME_CARDS - 2 * st.SIDES, "basic cards", "the deck of a game is fixed (TMC-1.1)"
    )
    for spirit in range(st.SPIRITS):
        own = [c for c in range(st.ASPECTS) if t["owner"][c] == spirit]
        file.exactly(len(own), 2, f"specific cards of {names[spirit]}", "every spirit brings two (TMC-1.1)")
    causes = (c.facts.get("advantage", c.name) for c in cards if c is not None)
    words = {"target.token": ("player", "rival"), "cause": (*causes, *CAUSE.words)}
    return Content(tables, tuple(c for c in cards if c is not None), file.path, words, physical=st.CARDS)


def faces(content: Content, options: Mapping[str, Any]) -> Iterator[Card]:
    """All that people may read up at a table: its spirits and aspects, the totem and the token."""
    alone = options["players"] < st.SIDES
    named = [options["spirit_0"], *([] if alone else [options["spirit_1"]])]
    for card in content.cards[: st.ASPECTS]:
        owner = card.facts["spirit"]
        if owner is None or _plays(content, owner, named, alone):
            yield card
    if alone:
        yield from content.cards[st.ASPECTS : st.SPIRIT_CARD]
    for card in content.cards[st.SPIRIT_CARD :]:
        if _plays(content, card.code, named, alone):
            plain = alone and card.facts["rival"] and options["plain_rivals"] and card.code not in named
            text = f"{card.text} At this table it has no advantage as a rival." if plain else card.text
            yield replace(card, text=text)
    t = content.tables[0]
    levels = [int(x) for x in t["levels"]]
    yield Card(
        "totem",
        "Totem",
        f"A challenge begins at {levels[0]}. Every threat raises the totem one level, and the loser loses as "
        f"much power as it shows. At {levels[-1]} a challenge counts as accepted.",
        figures=f"Levels {', '.join(map(str, levels))}",
        kind="totem",
    )
    yield Card(
        "dominance",
        "Dominance token",
        f"Whoever holds it wins ties. Losing it costs {int(t['dominance_loss'])} power. Whoever wins a "
        "challenge by it loses it.",
        kind="token",
    )


def _plays(content: Content, spirit: str, named: list[str], alone: bool) -> bool:
    """Whether a spirit may be in a game with these options."""
    facts = content.cards[st.SPIRIT_CARD + st.SPIRIT_NAMES.index(spirit)].facts
    if alone:
        return bool(facts["rival"] or spirit in named or ("choose" in named and facts["solo"]))
    return spirit in named or "choose" in named


def _constants(file: CardFile, t: Any) -> None:
    constants = file.one("constants")
    t["hand_size"] = constants.whole("hand_size", 2, 3)
    t["offering_size"] = constants.whole("offering_size", 1, st.OFFERING)
    constants.whole("cards_per_challenge", st.PAIR, st.PAIR)
    t["submit_loss"] = constants.whole("submit_loss", 0, 30)
    t["dominance_loss"] = constants.whole("dominance_loss", 0, 30)
    t["reshuffle_loss"] = constants.whole("reshuffle_loss", 0, 30)
    t["rival_challenges_at"] = constants.whole("rival_challenges_at", 0, 30)
    t["last_reshuffle"] = constants.whole("last_reshuffle", 1, 15)
    totem = file.one("totem")
    totem.asks("levels", Field("numbers"))
    levels = totem.data.get("levels")
    if not isinstance(levels, list) or len(levels) != st.LEVELS or sorted(set(levels)) != levels:
        totem.refuse("levels", f"{st.LEVELS} rising numbers (TMC-1.3)")
    t["levels"] = levels


def _spirit(entry: Entry, t: Any, cards: list[Card | None]) -> None:
    entry.only(*SPIRIT_FIELDS)
    spirit = entry.whole("no", 0, st.SPIRITS - 1)
    row = st.SPIRIT_CARD + spirit
    if cards[row] is not None:
        entry.refuse("no", "a number that no other spirit has")
    t["power"][spirit] = entry.whole("power", 1, MOST_POWER)
    t["rival"][spirit] = entry.flag("rival")
    t["solo"][spirit] = entry.flag("solo_player")
    _effects(entry, row, t, [m for m in ON.words if m != "invoke"])
    facts = {
        "kind": "spirit",
        "power": int(t["power"][spirit]),
        "advantage": entry.text("advantage"),
        "rival": bool(t["rival"][spirit]),
        "solo": bool(t["solo"][spirit]),
        "known": entry.flag("known"),
    }
    cards[row] = Card(
        entry.text("id"),
        entry.text("name"),
        entry.text("text"),
        facts,
        figures=f"Power {facts['power']} · {facts['advantage']}",
        kind="spirit",
    )
    for i in range(int(t["effects"][row])):
        asks = t["fx_may"][row, i] or t["fx_do"][row, i] == DO.REPLACE_SELECTED
        if t["rival"][spirit] and asks:
            entry.refuse("effects", "no choice on a spirit that can be a rival (TMC-13.7)")


def _aspect(entry: Entry, number: int, t: Any, cards: list[Card | None]) -> None:
    entry.only(*ASPECT_FIELDS)
    numbers = entry.data.get("cards")
    copies = entry.whole("copies", 1, st.ASPECTS)
    if not isinstance(numbers, list) or len(numbers) != copies:
        entry.refuse("cards", f"a list of {copies} card numbers")
    owner = st.NOBODY
    kind = ("basic", "specific")[entry.one_of("kind", ("basic", "specific"))]
    if kind == "specific":
        owner = entry.one_of("spirit", st.SPIRIT_NAMES)
    for copy, card in enumerate(numbers):
        if not isinstance(card, int) or not 0 <= card < st.ASPECTS or cards[card] is not None:
            entry.refuse(
                "cards",
                f"numbers from 0 to {st.ASPECTS - 1} that no other card has: the deck is fixed",
            )
        t["strength"][card] = entry.whole("strength", 0, 9)
        t["aspect"][card] = number
        t["owner"][card] = owner
        _effects(entry, card, t, ["invoke"])
        _fits_the_hand(entry, card, t)
        facts = {
            "kind": kind,
            "strength": int(t["strength"][card]),
            "spirit": st.SPIRIT_NAMES[owner] if owner >= 0 else None,
            "known": entry.flag("known"),
        }
        code = entry.text("id").replace("_", "-") + (f"-{'abcd'[copy]}" if copies > 1 else "")
        cards[card] = Card(
            code,
            entry.text("name"),
            entry.text("text"),
            facts,
            figures=f"Strength {facts['strength']}",
            kind="basic aspect" if owner == st.NOBODY else f"aspect of the {st.SPIRIT_NAMES[owner].title()}",
        )


def _fates(file: CardFile, t: Any, cards: list[Card | None]) -> None:
    fates = list(file.each("challenge_card"))
    file.exactly(len(fates), st.FATES, "challenge cards", "a solo game draws from so many (TMC-12.13)")
    for entry in fates:
        card = st.ASPECTS + entry.whole("no", 0, st.FATES - 1)
        if cards[card] is not None:
            entry.refuse("no", "a number that no other challenge card has")
        value = entry.whole("value", 0, 9)
        t["strength"][card] = value
        cards[card] = Card(
            f"fate-{value}",
            entry.text("name"),
            "Turned up in a challenge of the solo game and added to the rival's total.",
            {"kind": "challenge", "value": value},
            figures=f"Adds {value}",
            kind="challenge card",
        )


def _effects(entry: Entry, row: int, t: Any, moments: list[str]) -> None:
    effects = entry.list_of("effects", st.EFFECTS)
    t["effects"][row] = len(effects)
    for i, data in enumerate(effects):
        effect = Entry(entry.file, entry.kind, entry.number, data)
        effect.name = f"{entry.name}, effect {i + 1}"
        effect.only(*KEYS)
        moment = moments[effect.one_of("on", moments)]
        operation = FITS[moment][effect.one_of("do", FITS[moment])]
        trigger = ON.words.index(moment)
        if trigger < LISTENED:
            t["listens"][row, trigger] = 1
        t["fx_on"][row, i] = trigger
        t["fx_do"][row, i] = DO.words.index(operation)
        t["fx_if"][row, i] = _condition(effect, moment)
        t["fx_who"][row, i] = effect.one_of("who", WHO.words, "owner")
        least = 0 if operation == "set_loss" else 1
        t["fx_n"][row, i] = effect.whole("n", least, LARGEST.get(operation, 5), 1)
        t["fx_per"][row, i] = 0 if "per" not in data else 1 + effect.one_of("per", ("reshuffle",))
        t["fx_max"][row, i] = effect.whole("max", 1, 30, 30) if "per" in data else 30
        t["fx_may"][row, i] = effect.flag("may", False)
        t["fx_cost"][row, i] = effect.whole("cost", 0, 30, 0)
        if t["fx_cost"][row, i] and not t["fx_may"][row, i]:
            effect.refuse("cost", "an effect with may = true")
        if "max" in data and "per" not in data:
            effect.refuse("max", "an effect with per")
        if moment == "rival_met":
            for word in {"who", "may", "per"} & data.keys():
                effect.refuse(word, "no such field where a rival is met (TMC-12.18)")
        picks = PICKS_OF.get(operation, ("holder",))
        default = "random" if operation == "steal" else "holder"
        t["fx_pick"][row, i] = PICK.words.index(picks[effect.one_of("pick", picks, default)])
        if t["fx_pick"][row, i] == PICK.OPPONENT and operation == "discard":
            if t["fx_who"][row, i] != WHO.OPPONENT:
                effect.refuse("pick", 'who = "opponent": the rival of the solo game chooses nothing')


def _condition(effect: Entry, moment: str) -> int:
    if moment == "rival_met":  # before the token is given out
        return IF.words.index(("always", "behind")[effect.one_of("if", ("always", "behind"), "always")])
    fits = ["always", "has_dominance", "no_dominance", "behind"]
    if moment in ("challenge_begins", "totals", "revealed", "won", "lost", "pays_submit"):
        fits += ["initiator", "challenged"]
    if moment == "pays_submit":
        fits.append("answering_threat")
    if moment == "totals":
        fits.append("close_pair")
    return IF.words.index(fits[effect.one_of("if", fits, "always")])


def _fits_the_hand(entry: Entry, card: int, t: Any) -> None:
    """The bound of the rulebook on cards in a hand (TMC-L1, TMC-L2), for these cards."""
    held = [int(t["hand_size"])] * st.SIDES
    for i in range(int(t["effects"][card])):
        n, who = int(t["fx_n"][card, i]), int(t["fx_who"][card, i])
        do = int(t["fx_do"][card, i])
        certain = t["fx_if"][card, i] == IF.ALWAYS and not t["fx_may"][card, i]
        if do == DO.DRAW:
            held[who] += n
        elif do in (DO.RECOVER, DO.STEAL):
            held[WHO.OWNER] += n
        elif do == DO.DISCARD and certain:
            held[who] = max(0, held[who] - n)
        if max(held) > st.HAND:
            entry.refuse("effects", f"hands of at most {st.HAND}; this one grows to {max(held)}")
