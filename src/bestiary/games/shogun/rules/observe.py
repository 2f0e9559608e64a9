"""The Shogun's Chosen: what a learner sees: every field of the hidden record, as it is best read."""

from __future__ import annotations

from math import prod
from typing import Any

from bestiary.core.game import Code, Feature, Observation
from bestiary.core.jit import rule

from .. import state as st
from ..effects import FACE, FACES, STATS, UNTILS
from ..moves import QUESTIONS

SCALE = 64.0
PART = 1 << 20  # a large set does not fit one number of a learner: three parts
PARTED = ("pending_who", "once")
SETS = ("cand", "a_targets", "a_waiting")  # read figure by figure, or square by square
FRAMES = 4  # of what is under way, innermost first
HIGHEST = 512  # what a frame names has lower numbers
PHASES, STEPS, MANNERS, RESULTS = len(QUESTIONS), len(st.IN), len(st.MANNER), len(FACE)
NAMED = {  # what names a seat, a card, a figure or a square, and how many there are to name
    "owner": st.SEATS,
    "kami": st.KAMI,
    "skill": st.SKILLS,
    **dict.fromkeys(("weapon", "armour", "items", "sleeve", "ai_card", "row"), st.CARDS),
    "chapter": st.CHAPTERS,
    "step": STEPS,
    **dict.fromkeys(("queue", "active", "a_by", "a_on", "a_now"), st.FIGURES),
    **dict.fromkeys(("sq", "res_sq", "a_from", "a_place"), st.SQUARES),
    "shown": st.EVENT_TYPES,
    "a_manner": MANNERS,
    "a_skill": st.BOARD_SKILLS,
    "a_list": st.LISTS,
    "a_result": RESULTS,
    "a_dice": FACES,
}
LEFT_OUT = ("rng", "opt", "verb", "ans", "ans2", "searched", "dist", "frontier")


def _feature(name: str) -> Feature:
    size = prod(st.STATE[name].shape)
    if name == "phase":
        return Feature(name, PHASES, "one of the questions")
    if name == "stack":
        meaning = f"the innermost {FRAMES} frames of what is under way, each number / {HIGHEST}"
        return Feature(name, FRAMES * st.WIDTH, meaning, (Code(HIGHEST, tuple(range(st.WIDTH)), st.WIDTH),))
    if name == "at":
        return Feature(name, 2 * size, "1 where a character stands, then 1 where anybody else does")
    if name in SETS:
        return Feature(name, st.BITS * size, f"the set {name} of the state, 1 for what is in it")
    if name in PARTED:
        return Feature(name, 3 * size, f"the set {name} of the state, in three parts of 20 bits")
    if name in NAMED:
        meaning = f"the field {name} of the state, + 1 and divided by how many there are"
        return Feature(name, size, meaning, (Code(NAMED[name]),))
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
def parted(field: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        out[at + 3 * i] = (field[i] % PART) / PART
        out[at + 3 * i + 1] = (field[i] // PART % PART) / PART
        out[at + 3 * i + 2] = (field[i] // PART // PART) / PART


@rule
def put_set(word: Any, out: Any, at: Any) -> None:
    for i in range(st.BITS):
        out[at + i] = (word >> i) & 1


@rule
def put_frame(s: Any, depth: Any, out: Any, at: Any) -> None:
    """A frame, counted from the one that asks; nothing where there are not so many."""
    k = s.sp - 1 - depth
    for i in range(st.WIDTH):
        out[at + i] = min(max(s.stack[k, i], st.NOBODY), HIGHEST) / HIGHEST if k >= 0 else 0.0


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
def long_names(field: Any, of: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        out[at + i] = (field[i] + 1) / of


@rule
def short_names(field: Any, of: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        out[at + i] = (field[i] + 1) / of


@rule
def short_name_rows(field: Any, of: Any, out: Any, at: Any) -> None:
    for i in range(field.shape[0]):
        short_names(field[i], of, out, at + i * field.shape[1])


@rule
def put_owned(s: Any, out: Any) -> None:
    """What the characters own and are."""
    out[F.ACTORS] = s.actors / SCALE
    for i in range(PHASES):
        out[F.PHASE + i] = 1.0 if i == s.phase else 0.0
    out[F.SEATS] = s.seats / SCALE
    out[F.OVER] = s.over / SCALE
    longs(s.status[:], out, F.STATUS)
    long_names(s.owner[:], st.SEATS, out, F.OWNER)
    longs(s.level[:], out, F.LEVEL)
    long_rows(s.attr[:], out, F.ATTR)
    longs(s.affinity[:], out, F.AFFINITY)
    long_names(s.kami[:], st.KAMI, out, F.KAMI)
    longs(s.coins[:], out, F.COINS)
    longs(s.heads[:], out, F.HEADS)
    longs(s.boss[:], out, F.BOSS)
    longs(s.karma[:], out, F.KARMA)
    for h in range(st.HEROES):
        long_names(s.skill[h], st.SKILLS, out, F.SKILL + st.SLOTS * h)
    short_name_rows(s.weapon[:], st.CARDS, out, F.WEAPON)
    short_name_rows(s.armour[:], st.CARDS, out, F.ARMOUR)
    short_name_rows(s.items[:], st.CARDS, out, F.ITEMS)
    shorts(s.uses[:], out, F.USES)
    shorts(s.market[:], out, F.MARKET)
    out[F.MARKET_N] = s.market_n / SCALE
    out[F.BOTTOM] = s.bottom / SCALE
    out[F.UNLOCKED] = s.unlocked / SCALE


@rule
def put_course(s: Any, out: Any) -> None:
    """What is under way, the round and the queue."""
    for i in range(FRAMES):
        put_frame(s, i, out, F.STACK + st.WIDTH * i)
    out[F.SP] = s.sp / SCALE
    for i in range(st.WORDS):
        put_set(s.cand[i], out, F.CAND + st.BITS * i)
    out[F.MAY] = s.may / SCALE
    out[F.CHAPTER] = (s.chapter + 1) / st.CHAPTERS
    out[F.ATTEMPT] = s.attempt / SCALE
    out[F.PARTY] = s.party / SCALE
    out[F.ROUNDS] = s.rounds / SCALE
    out[F.STEP] = (s.step + 1) / STEPS
    out[F.MALICE] = s.malice / SCALE
    out[F.ORACLE] = s.oracle / SCALE
    longs(s.counter[:], out, F.COUNTER)
    out[F.WINNER] = s.winner / SCALE
    out[F.BY] = s.by / SCALE
    out[F.YOMI] = s.yomi / SCALE
    out[F.MEETS] = s.meets / SCALE
    out[F.CALLED] = s.called / SCALE
    out[F.RESUME] = s.resume / SCALE
    out[F.OPENED] = s.opened / SCALE
    longs(s.personal[:], out, F.PERSONAL)
    long_names(s.queue[:], st.FIGURES, out, F.QUEUE)
    out[F.QUEUE_N] = s.queue_n / SCALE
    out[F.AT_CARD] = s.at_card / SCALE
    out[F.ACTIVE] = (s.active + 1) / st.FIGURES


@rule
def put_creatures(s: Any, out: Any) -> None:
    """Creatures, and the activation of one."""
    long_names(s.sq[:], st.SQUARES, out, F.SQ)
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
    parted(s.once[:], out, F.ONCE)
    out[F.UPGRADED] = s.upgraded / SCALE
    longs(s.ap[:], out, F.AP)
    out[F.MP] = s.mp / SCALE
    out[F.BONUS] = s.bonus / SCALE
    out[F.MOVED] = s.moved / SCALE
    out[F.MOVES] = s.moves / SCALE
    out[F.ATTACKS] = s.attacks / SCALE
    out[F.WITHDRAWN] = s.withdrawn / SCALE
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
    for i in range(st.SQUARES):
        out[F.AT + i] = 1.0 if 0 <= s.at[i] < st.HEROES else 0.0
        out[F.AT + st.SQUARES + i] = 1.0 if s.at[i] >= st.HEROES else 0.0
    shorts(s.floor[:], out, F.FLOOR)
    shorts(s.floor_boss[:], out, F.FLOOR_BOSS)
    longs(s.zone[:], out, F.ZONE)
    longs(s.revealed[:], out, F.REVEALED)
    out[F.REVEALED_N] = s.revealed_n / SCALE
    longs(s.door[:], out, F.DOOR)
    longs(s.point[:], out, F.POINT)
    long_names(s.res_sq[:], st.SQUARES, out, F.RES_SQ)
    longs(s.res_tokens[:], out, F.RES_TOKENS)
    longs(s.pending[:], out, F.PENDING)
    parted(s.pending_who[:], out, F.PENDING_WHO)
    out[F.PENDING_N] = s.pending_n / SCALE
    shorts(s.oracle_deck[:], out, F.ORACLE_DECK)
    out[F.ORACLE_N] = s.oracle_n / SCALE
    shorts(s.drawn[:], out, F.DRAWN)
    out[F.DRAWN_N] = s.drawn_n / SCALE
    short_rows(s.event_deck[:], out, F.EVENT_DECK)
    longs(s.event_n[:], out, F.EVENT_N)
    short_name_rows(s.sleeve[:], st.CARDS, out, F.SLEEVE)
    for i in range(st.ZONES_MAX):
        short_name_rows(s.shown[i], st.EVENT_TYPES, out, F.SHOWN + 2 * st.EVENTS_PER_CARD * i)
    long_rows(s.shown_n[:], out, F.SHOWN_N)
    short_rows(s.ai_deck[:], out, F.AI_DECK)
    longs(s.ai_n[:], out, F.AI_N)
    short_rows(s.ai_discard[:], out, F.AI_DISCARD)
    longs(s.ai_discard_n[:], out, F.AI_DISCARD_N)
    short_rows(s.ai_aside[:], out, F.AI_ASIDE)
    longs(s.ai_aside_n[:], out, F.AI_ASIDE_N)
    short_names(s.ai_card[:], st.CARDS, out, F.AI_CARD)
    short_names(s.row[:], st.CARDS, out, F.ROW)
    for card in range(st.CARDS):
        out[F.BOX + card] = s.box[card] / SCALE


@rule
def put_attack(s: Any, out: Any) -> None:
    """The attack under way."""
    out[F.A_BY] = (s.a_by + 1) / st.FIGURES
    out[F.A_ON] = (s.a_on + 1) / st.FIGURES
    out[F.A_NOW] = (s.a_now + 1) / st.FIGURES
    out[F.A_FROM] = (s.a_from + 1) / st.SQUARES
    out[F.A_PLACE] = (s.a_place + 1) / st.SQUARES
    out[F.A_RANGE] = s.a_range / SCALE
    out[F.A_MANNER] = (s.a_manner + 1) / MANNERS
    out[F.A_KIND] = s.a_kind / SCALE
    out[F.A_SKILL] = (s.a_skill + 1) / st.BOARD_SKILLS
    out[F.A_LIST] = (s.a_list + 1) / st.LISTS
    out[F.A_KI] = s.a_ki / SCALE
    out[F.A_FOCUS] = s.a_focus / SCALE
    out[F.A_WHITE] = s.a_white / SCALE
    out[F.A_BLACK] = s.a_black / SCALE
    out[F.A_REROLLS] = s.a_rerolls / SCALE
    out[F.A_REFOCUS] = s.a_refocus / SCALE
    out[F.A_REROLLED] = s.a_rerolled / SCALE
    out[F.A_SAFE] = s.a_safe / SCALE
    out[F.A_NO_COUNTER] = s.a_no_counter / SCALE
    put_set(s.a_targets, out, F.A_TARGETS)
    put_set(s.a_waiting, out, F.A_WAITING)
    out[F.A_HITS] = s.a_hits / SCALE
    out[F.A_EXTRA] = s.a_extra / SCALE
    out[F.A_PRE] = s.a_pre / SCALE
    out[F.A_IGNORE] = s.a_ignore / SCALE
    out[F.A_PRE_IGNORE] = s.a_pre_ignore / SCALE
    out[F.A_GUARD] = s.a_guard / SCALE
    out[F.A_DAMAGE] = s.a_damage / SCALE
    out[F.A_FIRST] = s.a_first / SCALE
    out[F.A_YINYANG] = s.a_yinyang / SCALE
    out[F.A_RESULT] = (s.a_result + 1) / RESULTS
    out[F.A_PRIO] = s.a_prio / SCALE
    long_names(s.a_dice[:], FACES, out, F.A_DICE)


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    out[F.ASKED] = 1.0 if seat >= 0 and (s.actors >> seat) & 1 else 0.0
    put_owned(s, out)
    put_course(s, out)
    put_creatures(s, out)
    put_table(s, out)
    put_attack(s, out)
    o = s.opt
    at = F.OPTIONS
    for value in (
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
        o.difficulty,
    ):
        out[at] = value / SCALE
        at += 1
