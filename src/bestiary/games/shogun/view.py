"""The Shogun's Chosen: what a person is shown: the plane, the queue, the sheets, the boards."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Content
from bestiary.core.language import SPOKEN, word

from . import state as st
from .effects import ATTR, COND, FACE, SIDE, SKILL, TERRAIN
from .events import BY, counted
from .moves import Q
from .rules.frames import BLOW, EFFECT, FIRST, PLACE, TRADE
from .state import STATUS
from .words.states import states

MARKS = " .#o~*/+"
DEFENDERS = "RSTUVW&"


def _card(content: Content, card: int) -> dict[str, Any]:
    return content.cards[card].shown(card)


def _held(content: Content, cards: Any) -> list[dict[str, Any]]:
    return [_card(content, int(c)) for c in cards if c >= 0]


def _moods(content: Content, s: Any, f: int) -> dict[str, Any]:
    """What lies on a creature: its conditions for the signs, and all of it in words."""
    conditions = {name: int(s.cond[f, i]) for i, name in enumerate(COND.words) if s.cond[f, i]}
    return {"conditions": conditions, "states": states(s, f)}


def _named(content: Content, k: int) -> dict[str, Any]:
    """A skill of a character or of a Kami, as people read it."""
    name = content.words["skill"][k]
    title, text = getattr(content, "story", {"skills": {}})["skills"].get(name, (name, ""))
    return {"id": name, "name": word(title), "text": word(text)}


def _skill(content: Content, k: int) -> dict[str, Any]:
    """A skill of a character, with what it needs."""
    t = content.tables[0]
    kind = SKILL.words[int(t["sk_kind"][k])]
    return {**_named(content, k), "kind": kind, "needs": int(t["sk_ki"][k])}


def _hero(content: Content, s: Any, h: int) -> dict[str, Any]:
    t = content.tables[0]
    slots = []
    for slot in range(st.SLOTS):
        k = int(s.skill[h, slot])
        if k >= 0:
            slots.append({**_skill(content, k), "die": int(s.ki[h, slot])})
    kami = int(s.kami[h])
    powers = []
    for n in range(3 if kami >= 0 else 0):
        k = st.SKILLS + 3 * kami + n
        used = bool(int(s.kami_used[h]) >> n & 1)
        powers.append({**_named(content, k), "affinity": int(t["kami_affinity"][kami, n]), "used": used})
    items = []
    for card in (int(c) for c in s.items[h] if c >= 0):
        left = {"uses": int(s.uses[card])} if content.cards[card].facts.get("keyword") == "uses" else {}
        items.append({**_card(content, card), **left})
    return {
        "name": st.NAMES[h],
        "seat": int(s.owner[h]),
        "status": ("absent", "standing", "defeated")[int(s.status[h])],
        "level": int(s.level[h]),
        "health": [int(s.hp[h]), int(s.max_hp[h])],
        "armour": int(s.arm[h]),
        "attributes": {name: int(s.attr[h, i]) for i, name in enumerate(ATTR.words)},
        "action_points": int(s.ap[h]),
        "kami": content.words["kami"][kami] if kami >= 0 else None,
        "kami_skills": powers,
        "affinity": int(s.affinity[h]),
        "kami_mode": bool(s.mode[h]),
        "kami_used": int(s.kami_used[h]),
        "coins": int(s.coins[h]),
        "heads": int(s.heads[h]),
        "boss_heads": int(s.boss[h]),
        "karma": int(s.karma[h]),
        "blessed": int(s.blessed[h]),
        "skills": slots,
        "supply": [v for v in range(1, 7) for _ in range(int(s.supply[h, v]))],
        "exhausted": int(s.exhausted[h]),
        "weapons": _held(content, s.weapon[h]),
        "armour_card": _held(content, s.armour[h]),
        "items": items,
        **_moods(content, s, h),
    }


def _behaviour(content: Content, f: int, kind: int, plus: int, colour: int) -> list[dict[str, Any]]:
    """The table of an enemy's board, numbers that say the same in one row; a Chosen has cards instead."""
    if f >= st.CHOSEN0:
        return []
    told, made = content.words["line_told"], list[dict[str, Any]]()
    for roll, entry in enumerate(content.tables[0]["b_table"][kind, plus, colour].tolist()):
        lines = [word(told[line]) for line in entry if line >= 0]
        same = next((row for row in made if row["lines"] == lines), None)
        if same is None:
            made.append({"rolls": [roll + 1], "lines": lines})
        else:
            same["rolls"].append(roll + 1)
    return made


def _foe(content: Content, s: Any, f: int) -> dict[str, Any]:
    t = content.tables[0]
    kind, plus = int(t["kind"][f]), int(s.plus[f])
    q = int(s.sq[f])
    return {
        "name": content.words["figure"][f],
        "title": word(content.words["figure_told"][f]),
        "upgraded": bool(plus),
        "side": SIDE.words[int(s.side_of[f])],
        "square": [q % st.COLS, q // st.COLS],
        "health": [int(s.hp[f]), int(s.max_hp[f])],
        "armour": int(s.arm[f]),
        "defence": int(t["b_nd"][kind, plus]),
        "move": int(t["b_move"][kind, plus]),
        "range": int(t["b_range"][kind, plus]),
        "dice": [int(x) for x in t["b_dice"][kind, plus]],
        "priority": word(content.words["priority"][int(t["k_prio"][kind])]),
        "boards": [_behaviour(content, f, kind, plus, colour) for colour in range(2)],
        **_moods(content, s, f),
    }


def _plane(content: Content, s: Any) -> dict[str, Any]:
    """The revealed part of the plane, row by row."""
    t, c = content.tables[0], int(s.chapter)
    known = [q for q in range(st.SQUARES) if s.ground[q] != TERRAIN.OUTSIDE]
    if not known:
        return {"rows": [], "heights": [], "origin": [0, 0], "figures": [], "heads": [], "points": []} | {
            "spawns": [],
            "doors": [],
            "arrivals": [],
        }
    xs, ys = [q % st.COLS for q in known], [q // st.COLS for q in known]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    rows, heights = [], []
    for y in range(y0, y1 + 1):
        line = [y * st.COLS + x for x in range(x0, x1 + 1)]
        rows.append("".join(MARKS[int(s.ground[q])] for q in line))
        heights.append(
            "".join(str(int(t["height"][c, q])) if s.ground[q] != TERRAIN.OUTSIDE else " " for q in line)
        )
    figures = []
    for f in range(st.CREATURES):
        q = int(s.sq[f])
        if q >= 0:
            n = int(t["k_size"][t["kind"][f]]) if f >= st.HEROES and int(s.opt.large_bases) else 1
            figures.append(
                {"name": content.words["figure"][f], "square": [q % st.COLS, q // st.COLS], "size": n}
            )
    for r in range(st.RESISTORS):
        q = int(s.res_sq[r])
        if q >= 0:
            figures.append(
                {
                    "name": DEFENDERS[r],
                    "square": [q % st.COLS, q // st.COLS],
                    "size": 1,
                    "tokens": int(s.res_tokens[r]),
                }
            )
    heads = [
        [q % st.COLS, q // st.COLS, int(s.floor[q]), int(s.floor_boss[q])]
        for q in known
        if s.floor[q] + s.floor_boss[q]
    ]
    points = []
    for i in range(st.POINTS):
        q = int(t["point_sq"][c, i])
        if s.point[i] and q >= 0:
            points.append({"id": "ABCDEFGH"[i], "square": [q % st.COLS, q // st.COLS]})
    spawns = []
    for i in range(st.SPAWNS):
        q = int(t["spawn_sq"][c, i])
        if q >= 0 and s.ground[q] != TERRAIN.OUTSIDE:
            spawns.append({"id": i + 1, "square": [q % st.COLS, q // st.COLS]})
    doors = []
    for i in range(st.DOORS):
        places = [int(q) for q in t["door_sq"][c, i] if q >= 0 and s.ground[q] != TERRAIN.OUTSIDE]
        if s.door[i] and places:
            squares = [[q % st.COLS, q // st.COLS] for q in places]
            doors.append({"id": f"D{i + 1}", "squares": squares, "open": bool(s.door[i] == 2)})
    return {
        "rows": rows,
        "heights": heights,
        "origin": [x0, y0],
        "figures": figures,
        "heads": heads,
        "points": points,
        "spawns": spawns,
        "doors": doors,
        "arrivals": _arrivals(content, s),
    }


def _arrivals(content: Content, s: Any) -> list[list[int]]:
    """The four squares that characters arrive on, while they do."""
    if Q.words[int(s.phase)] != "place.character" or s.sp == 0:
        return []
    zone = int(s.stack[s.sp - 1, PLACE.ZONE])
    return [[int(q) % st.COLS, int(q) // st.COLS] for q in content.tables[0]["arrival"][int(s.chapter), zone]]


# Questions whose frame names the character that is asked about.
OWN = (
    "build.attribute",
    "build.skill",
    "act.main",
    "move.step",
    "ki.reroll",
    "attack.skill",
    "attack.focus",
    "attack.spread",
    "attack.reroll",
    "attack.yinyang",
    "effect.ki",
    "limit.discard",
    "react.bless",
    "react.kami",
    "level.attribute",
    "level.skill",
)


def _asking(s: Any) -> list[str]:
    """The characters that the question is about, where it is about some."""
    phase = Q.words[int(s.phase)]
    if s.over or s.sp == 0:
        return []
    row = s.stack[s.sp - 1]
    if phase in OWN:
        about = [int(row[FIRST])]
    elif phase == "trade.give":
        about = [int(row[TRADE.ONE]), int(row[TRADE.TWO])]
    elif phase == "react.counter":
        about = [int(row[BLOW.ON])]
    elif phase == "place.character":
        about = [int(s.cand[1])]
    elif phase == "event.ki":
        about = [int(row[EFFECT.AT_HAND])]
    else:
        about = []
    return [st.NAMES[h] for h in about if 0 <= h < st.HEROES]


def _attack(content: Content, s: Any) -> dict[str, Any] | None:
    """The attack under way: who strikes whom, and the dice as they lie."""
    if s.a_by < 0:
        return None
    t, names = content.tables[0], content.words["figure"]
    dice = []
    for k in range(st.DICE):
        face = int(s.a_dice[k])
        if face < 0:
            continue
        again = bool(int(s.a_rerolled) >> k & 1)
        if k == st.FOCUS:
            hits, sign = int(t["focus_hits"][face]), FACE.words[int(t["focus_result"][face])]
            dice.append({"place": k, "colour": "focus", "hits": hits, "sign": sign, "rerolled": again})
            continue
        colour = "white" if k < st.WHITES else "black"
        mark = ("", "yang", "yin")[int(t[f"{colour}_mark"][face])]
        hits = int(t[f"{colour}_hits"][face])
        dice.append({"place": k, "colour": colour, "hits": hits, "sign": mark, "rerolled": again})
    return {
        "by": names[int(s.a_by)],
        "on": names[int(s.a_on)] if 0 <= s.a_on < len(names) else None,
        "dice": dice,
        "hits": int(s.a_hits),
        "rerolls": int(s.a_rerolls),
    }


def _tale(content: Content, s: Any) -> dict[str, Any]:
    """What people read of the chapter: of its zones only those revealed."""
    chapters = getattr(content, "story", {}).get("chapters")
    if not chapters:
        return {}
    told = chapters[int(s.chapter)]
    zones = [told["zones"][z] for z in range(len(told["zones"])) if s.zone[z] == 1]
    names = [word(name) for name in content.words["event"]]
    for_zone = []
    for z in range(st.ZONES_MAX):
        shown = [
            word(names[int(s.shown[z, k, i]) - 1]) for k in range(2) for i in range(int(s.shown_n[z, k]))
        ]
        if s.zone[z] == 1 and shown:
            for_zone.append({"zone": told["zones"][z]["id"], "events": shown})
    return {
        "title": word(told["title"]),
        "text": word(told["text"]),
        "objective": word(told["objective"]),
        "failure": [word(text) for text in told["failure"]],
        "zones": zones if SPOKEN.get() is None else [_read(zone) for zone in zones],
        "events": for_zone,
    }


def _read(zone: dict[str, Any]) -> dict[str, Any]:
    """What lies in a zone, in the language of the reader."""
    marked = ("points", "doors", "resistors")
    told = {key: {mark: tuple(map(word, one)) for mark, one in zone[key].items()} for key in marked}
    return {**zone, **told, "special": tuple(map(word, zone["special"]))}


def _offered(content: Content, s: Any) -> list[dict[str, Any]]:
    """The two sides of a skill tile, while one is chosen."""
    if Q.words[int(s.phase)] not in ("build.skill", "level.skill"):
        return []
    return [_skill(content, int(k)) for k in s.cand[:2]]


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat; all seats see the same."""
    names = content.words["figure"]
    queue = [names[int(f)] for f in s.queue[: int(s.queue_n)]]
    foes = [_foe(content, s, f) for f in range(st.HEROES, st.CREATURES) if s.sq[f] >= 0]
    chosen = []
    for c in range(4):
        if s.sq[st.CHOSEN0 + c] >= 0:
            chosen.append(
                {
                    "name": names[st.CHOSEN0 + c],
                    "deck": int(s.ai_n[c]),
                    "discard": _held(content, s.ai_discard[c]),
                    "aside": _held(content, s.ai_aside[c]),
                }
            )
    return {
        "game": "shogun",
        "seat": seat,
        "phase": Q.words[int(s.phase)],
        "asked": [p for p in range(int(s.seats)) if int(s.actors) >> p & 1],
        "chapter": int(s.chapter) + 1,
        "attempt": int(s.attempt),
        "round": int(s.rounds),
        "malice": int(s.malice),
        "oracle": ("green", "red")[int(s.oracle)] if s.rounds else None,
        "oracle_deck": int(s.oracle_n),
        "counters": [int(x) for x in s.counter],
        "progress": counted(content, s, "ch"),
        "losses": counted(content, s, "fail"),
        "active": names[int(s.active)] if s.active >= 0 else None,
        "movement": [int(s.mp), int(s.bonus)],
        "queue": queue,
        "at_card": int(s.at_card),
        "plane": _plane(content, s),
        "characters": [_hero(content, s, h) for h in range(st.HEROES) if s.status[h] != STATUS.ABSENT],
        "enemies": foes,
        "chosen": chosen,
        "market": _held(content, s.row),
        "dice": [int(x) for x in s.a_dice],
        "asking": _asking(s),
        "attack": _attack(content, s),
        "offered": _offered(content, s),
        "story": _tale(content, s),
        "yomi": int(s.yomi),
        "over": bool(s.over),
        "won": bool(s.winner == 1) if s.over else None,
        "by": BY.words[int(s.by)],
    }
