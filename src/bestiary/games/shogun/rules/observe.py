"""The Shogun's Chosen: what a learner sees: every field of the hidden record, in order."""

from __future__ import annotations

from math import prod
from typing import Any

from bestiary.core.game import Feature, Observation
from bestiary.core.jit import rule

from .. import state as st
from ..effects import STATS, UNTILS

SCALE = 64.0
PART = 1 << 20  # a set of figures or squares does not fit one number of a learner: three parts
WIDE = ("stack", "cand", "pending_who", "a_targets", "a_todo", "once")  # the sets
LEFT_OUT = ("rng", "opt", "verb", "ans", "ans2", "searched", "dist", "frontier")


def _feature(name: str) -> Feature:
    size = prod(st.STATE[name].shape)
    if name in WIDE:
        return Feature(name, 3 * size, f"the field {name} of the state, in three parts of 20 bits")
    return Feature(name, size, f"the field {name} of the state, divided by 64")


OBSERVATION = Observation(
    (
        Feature("asked", 1, "1 when this seat is asked"),
        *(_feature(n) for n in st.STATE.names or () if n not in LEFT_OUT and not n.startswith("gap")),
        Feature("options", len(st.OPTIONS.all), "the options, divided by 64"),
    )
)
F = OBSERVATION.first


@rule
def wide(value: Any, out: Any, at: Any) -> None:
    out[at] = (value % PART) / PART
    out[at + 1] = (value // PART % PART) / PART
    out[at + 2] = (value // PART // PART) / PART


@rule
def wides(field: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        wide(field[i], out, at + 3 * i)


# one function for each kind of number, so that each is compiled once


@rule
def longs(field: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        out[at + i] = field[i] / SCALE


@rule
def long_rows(field: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        longs(field[i], out, at + i * field.shape[1])


@rule
def shorts(field: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        out[at + i] = field[i] / SCALE


@rule
def short_rows(field: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        shorts(field[i], out, at + i * field.shape[1])


@rule
def put_owned(s: Any, out: Any) -> None:
    """What the characters own and are."""
    for i, value in enumerate((s.actors, s.phase, s.seats, s.over)):
        out[F.ACTORS + i] = value / SCALE
    longs(s.status[:], out, F.STATUS)
    longs(s.owner[:], out, F.OWNER)
    longs(s.level[:], out, F.LEVEL)
    long_rows(s.attr[:], out, F.ATTR)
    longs(s.affinity[:], out, F.AFFINITY)
    longs(s.kami[:], out, F.KAMI)
    longs(s.coins[:], out, F.COINS)
    longs(s.heads[:], out, F.HEADS)
    longs(s.boss[:], out, F.BOSS)
    longs(s.karma[:], out, F.KARMA)
    long_rows(s.skill[:], out, F.SKILL)
    short_rows(s.weapon[:], out, F.WEAPON)
    short_rows(s.armour[:], out, F.ARMOUR)
    short_rows(s.items[:], out, F.ITEMS)
    shorts(s.uses[:], out, F.USES)
    shorts(s.market[:], out, F.MARKET)
    for i, value in enumerate((s.market_n, s.bottom, s.unlocked)):
        out[F.MARKET_N + i] = value / SCALE


@rule
def put_course(s: Any, out: Any) -> None:
    """What is under way, the round and the queue."""
    for i in range(st.DEPTH):
        wides(s.stack[i], out, F.STACK + 3 * st.WIDTH * i)
    out[F.SP] = s.sp / SCALE
    wides(s.cand[:], out, F.CAND)
    for i, value in enumerate((s.may, s.chapter, s.attempt, s.party, s.rounds, s.step, s.malice, s.oracle)):
        out[F.MAY + i] = value / SCALE
    longs(s.counter[:], out, F.COUNTER)
    for i, value in enumerate((s.winner, s.by, s.yomi, s.meets, s.called, s.resume, s.opened)):
        out[F.WINNER + i] = value / SCALE
    longs(s.personal[:], out, F.PERSONAL)
    longs(s.queue[:], out, F.QUEUE)
    for i, value in enumerate((s.queue_n, s.at_card, s.active)):
        out[F.QUEUE_N + i] = value / SCALE


@rule
def put_creatures(s: Any, out: Any) -> None:
    """Creatures, and the activation of one."""
    longs(s.sq[:], out, F.SQ)
    longs(s.hp[:], out, F.HP)
    longs(s.max_hp[:], out, F.MAX_HP)
    longs(s.arm[:], out, F.ARM)
    longs(s.plus[:], out, F.PLUS)
    longs(s.side_of[:], out, F.SIDE_OF)
    long_rows(s.cond[:], out, F.COND)
    longs(s.blessed[:], out, F.BLESSED)
    for i in range(st.CREATURES):
        short_rows(s.mod[i], out, F.MOD + STATS * UNTILS * i)
    long_rows(s.flag[:], out, F.FLAG)
    wides(s.once[:], out, F.ONCE)
    out[F.UPGRADED] = s.upgraded / SCALE
    longs(s.ap[:], out, F.AP)
    for i, value in enumerate((s.mp, s.bonus, s.moved, s.moves, s.attacks, s.withdrawn)):
        out[F.MP + i] = value / SCALE
    longs(s.mode[:], out, F.MODE)
    out[F.MODED] = s.moded / SCALE
    longs(s.kami_used[:], out, F.KAMI_USED)
    long_rows(s.ki[:], out, F.KI)
    long_rows(s.supply[:], out, F.SUPPLY)
    longs(s.exhausted[:], out, F.EXHAUSTED)
    longs(s.spare_arm[:], out, F.SPARE_ARM)
    shorts(s.item_used[:], out, F.ITEM_USED)
    shorts(s.traded[:], out, F.TRADED)
    long_rows(s.gave[:], out, F.GAVE)
    out[F.EQUIPPED] = s.equipped / SCALE


@rule
def put_table(s: Any, out: Any) -> None:
    """The plane and the decks."""
    shorts(s.ground[:], out, F.GROUND)
    shorts(s.at[:], out, F.AT)
    shorts(s.floor[:], out, F.FLOOR)
    shorts(s.floor_boss[:], out, F.FLOOR_BOSS)
    longs(s.zone[:], out, F.ZONE)
    longs(s.revealed[:], out, F.REVEALED)
    out[F.REVEALED_N] = s.revealed_n / SCALE
    longs(s.door[:], out, F.DOOR)
    longs(s.point[:], out, F.POINT)
    longs(s.res_sq[:], out, F.RES_SQ)
    longs(s.res_tokens[:], out, F.RES_TOKENS)
    longs(s.pending[:], out, F.PENDING)
    wides(s.pending_who[:], out, F.PENDING_WHO)
    out[F.PENDING_N] = s.pending_n / SCALE
    shorts(s.oracle_deck[:], out, F.ORACLE_DECK)
    out[F.ORACLE_N] = s.oracle_n / SCALE
    shorts(s.drawn[:], out, F.DRAWN)
    out[F.DRAWN_N] = s.drawn_n / SCALE
    short_rows(s.event_deck[:], out, F.EVENT_DECK)
    longs(s.event_n[:], out, F.EVENT_N)
    short_rows(s.sleeve[:], out, F.SLEEVE)
    for i in range(st.ZONES_MAX):
        short_rows(s.shown[i], out, F.SHOWN + 2 * st.EVENTS_PER_CARD * i)
    long_rows(s.shown_n[:], out, F.SHOWN_N)
    short_rows(s.ai_deck[:], out, F.AI_DECK)
    longs(s.ai_n[:], out, F.AI_N)
    short_rows(s.ai_discard[:], out, F.AI_DISCARD)
    longs(s.ai_discard_n[:], out, F.AI_DISCARD_N)
    short_rows(s.ai_aside[:], out, F.AI_ASIDE)
    longs(s.ai_aside_n[:], out, F.AI_ASIDE_N)
    shorts(s.ai_card[:], out, F.AI_CARD)
    shorts(s.row[:], out, F.ROW)
    for card in range(st.CARDS):
        out[F.BOX + card] = s.box[card] / SCALE


@rule
def put_attack(s: Any, out: Any) -> None:
    """The attack under way."""
    for i, value in enumerate(
        (
            s.a_by,
            s.a_on,
            s.a_now,
            s.a_from,
            s.a_place,
            s.a_range,
            s.a_manner,
            s.a_kind,
            s.a_skill,
            s.a_list,
            s.a_ki,
            s.a_focus,
            s.a_white,
            s.a_black,
            s.a_rerolls,
            s.a_refocus,
            s.a_rerolled,
            s.a_safe,
            s.a_no_counter,
        )
    ):
        out[F.A_BY + i] = value / SCALE
    wide(s.a_targets, out, F.A_TARGETS)
    wide(s.a_todo, out, F.A_TODO)
    for i, value in enumerate(
        (
            s.a_hits,
            s.a_extra,
            s.a_pre,
            s.a_ignore,
            s.a_pre_ignore,
            s.a_guard,
            s.a_damage,
            s.a_first,
            s.a_yinyang,
            s.a_result,
            s.a_prio,
        )
    ):
        out[F.A_HITS + i] = value / SCALE
    longs(s.a_dice[:], out, F.A_DICE)


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    out[F.ASKED] = 1.0 if seat >= 0 and (s.actors >> seat) & 1 else 0.0
    put_owned(s, out)
    put_course(s, out)
    put_creatures(s, out)
    put_table(s, out)
    put_attack(s, out)
    o = s.opt
    for i, value in enumerate(
        (
            o.players,
            o.party,
            o.mode,
            o.chapter,
            o.level,
            o.start_ap,
            o.large_bases,
            o.auto_ties,
            o.event_cards,
            o.spawned_act,
            o.interact_breaks_move,
            o.reroll_yinyang,
            o.downed_affects,
            o.attempts,
            o.yomi,
            o.interlude,
        )
    ):
        out[F.OPTIONS + i] = value / SCALE
