"""Totem: from the card file to the tables that the rules read."""

from __future__ import annotations

from bestiary.core.cards import Card, CardFile, Content, Entry
from bestiary.core.record import Records

from . import state as st
from .effects import DO, IF, ON, WHO

KEYS = ("on", "if", "do", "n", "who", "may")
FIELDS = (
    *("id", "code", "name", "kind", "colour", "animal", "power", "ability", "copies", "known"),
    *("designed_fields", "effects", "text"),
)
CONSTANTS = (
    *("players", "deal", "row", "start_draw", "attacks_per_turn", "cards_per_attack"),
    *("empty_hand_draw", "discard_draw", "hand_limit"),
)
FITS = {  # the moments at which each operation makes sense
    "join": ("declare_attack",),
    "withstand": ("flipped_by_attack",),
    "reveal": ("attack_won", "defence_won"),
    "draw": ("attack_won", "defence_won"),
}


def read(file: CardFile, tables: Records) -> Content:
    """Fills the tables from a card file and refuses what the game cannot hold."""
    t = tables[0]
    file.only("constants", "ability", "colour", "animal", "card")
    constants = file.one("constants")
    constants.only(*CONSTANTS, "known")
    constants.whole("players", st.SEATS, st.SEATS)
    constants.whole("cards_per_attack", st.CLASH, st.CLASH)
    t["deal"] = constants.whole("deal", 1, st.DEAL)
    t["row"] = constants.whole("row", 1, st.ROW)
    t["start_draw"] = constants.whole("start_draw", 1, 2)
    t["attacks_per_turn"] = constants.whole("attacks_per_turn", 1, 4)
    t["empty_hand_draw"] = constants.whole("empty_hand_draw", 0, st.HAND)
    t["discard_draw"] = constants.whole("discard_draw", 0, 2)
    t["hand_limit"] = constants.whole("hand_limit", 1, st.HAND)
    if t["deal"] < t["row"]:
        constants.refuse("deal", f"at least row = {t['row']}, the Totems that are placed")

    abilities = {a.text("id"): a for a in file.each("ability")}
    colours = {c.text("id"): c for c in file.each("colour")}
    totems = [c for c in file.each("card") if c.text("kind") == "totem"]
    file.exactly(len(totems), st.CARDS, "cards of kind totem", "the deck is fixed (TOT-1.1)")
    cards: list[Card | None] = [None] * st.CARDS
    codes: set[str] = set()
    for entry in totems:
        entry.only(*FIELDS)
        entry.whole("copies", 1, 1)
        card = entry.whole("id", 0, st.CARDS - 1)
        if cards[card] is not None:
            entry.refuse("id", "a number that no other card has")
        code = entry.text("code")
        if code in codes:
            entry.refuse("code", "a code that no other card has")
        codes.add(code)
        colour = entry.one_of("colour", list(colours))
        ability = ["none", *abilities][entry.one_of("ability", ["none", *abilities])]
        t["power"][card] = entry.whole("power", 1, 13)
        t["colour"][card] = colour
        _effects(entry, card, t)
        hue = colours[entry.text("colour")]
        cards[card] = Card(
            code,
            entry.text("name"),
            entry.text("text"),
            {
                "power": int(t["power"][card]),
                "colour": hue.text("id"),
                "tint": hue.text("tint"),
                "letter": hue.text("letter"),
                "animal": entry.text("animal"),
                "ability": ability,
                "known": entry.flag("known"),
            },
            figures=" · ".join([f"Power {t['power'][card]}", *([ability.title()] * (ability != "none"))]),
        )
    _fits_the_hand(constants, t)
    summary = next((c.text("text") for c in file.each("card") if c.text("kind") == "summary"), "")
    names = tuple(c for c in cards if c is not None)
    return Content(tables, names, file.path, {"summary": (summary,)})


def _effects(entry: Entry, card: int, t: Records) -> None:
    effects = entry.list_of("effects", st.EFFECTS)
    if bool(effects) == (entry.text("ability") == "none"):
        entry.refuse("effects", "effects for a card with an ability, and none for a card without")
    t["effects"][card] = len(effects)
    for i, data in enumerate(effects):
        effect = Entry(entry.file, entry.kind, entry.number, data)
        effect.name = f"{entry.name}, effect {i + 1}"
        effect.only(*KEYS)
        operation = DO.words[effect.one_of("do", DO.words)]
        t["fx_do"][card, i] = DO.words.index(operation)
        t["fx_on"][card, i] = ON.words.index(FITS[operation][effect.one_of("on", FITS[operation])])
        t["fx_if"][card, i] = effect.one_of("if", IF.words, "always")
        t["fx_who"][card, i] = effect.one_of("who", WHO.words)
        t["fx_may"][card, i] = effect.flag("may")
        most = {"join": 1, "withstand": 1, "reveal": st.ROW, "draw": st.HAND}[operation]
        t["fx_n"][card, i] = effect.whole("n", 1, most)
        if operation == "join":
            t["joins"][card] = 1


def _fits_the_hand(constants: Entry, t: Records) -> None:
    """The bound of the rulebook on cards in a hand, for these cards."""
    draw = {(on, who): 0 for on in (ON.ATTACK_WON, ON.DEFENCE_WON) for who in (WHO.OWNER, WHO.OPPONENT)}
    for card in range(st.CARDS):
        sums = dict.fromkeys(draw, 0)
        for i in range(int(t["effects"][card])):
            if t["fx_do"][card, i] == DO.DRAW:
                sums[int(t["fx_on"][card, i]), int(t["fx_who"][card, i])] += int(t["fx_n"][card, i])
        draw = {key: max(draw[key], sums[key]) for key in draw}
    attacks = int(t["attacks_per_turn"])
    out_of_turn = draw[ON.DEFENCE_WON, WHO.OWNER] + attacks * draw[ON.ATTACK_WON, WHO.OPPONENT]
    in_turn = attacks * max(0, draw[ON.ATTACK_WON, WHO.OWNER] - 1) + draw[ON.DEFENCE_WON, WHO.OPPONENT]
    in_turn += max(0, int(t["discard_draw"]) - 1)
    kept = max(int(t["hand_limit"]), int(t["deal"] - t["row"]))  # the first hand is not trimmed
    most = kept + out_of_turn + int(t["start_draw"]) + in_turn
    if most > st.HAND:
        constants.refuse(
            "hand_limit",
            f"a hand of at most {st.HAND}: with these draws a hand can grow to {most} cards",
        )
