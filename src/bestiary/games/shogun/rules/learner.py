"""The Shogun's Chosen: what a learner sees: every field of the hidden record, in order."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

SCALE = 64.0
PART = 1 << 20  # a set of figures or squares does not fit one number of a learner: three parts


@rule
def number(value: Any, out: Any, at: Any) -> Any:
    out[at] = value / SCALE
    return np.int64(at + 1)


@rule
def wide_number(value: Any, out: Any, at: Any) -> Any:
    out[at] = (value % PART) / PART
    out[at + 1] = (value // PART % PART) / PART
    out[at + 2] = (value // PART // PART) / PART
    return np.int64(at + 3)


@rule
def longs(field: Any, out: Any, at: Any) -> Any:
    for i in range(field.shape[0]):
        at = number(np.int64(field[i]), out, at)
    return np.int64(at)


@rule
def wides(field: Any, out: Any, at: Any) -> Any:
    for i in range(field.shape[0]):
        at = wide_number(np.int64(field[i]), out, at)
    return np.int64(at)


@rule
def shorts(field: Any, out: Any, at: Any) -> Any:
    for i in range(field.shape[0]):
        at = number(np.int64(field[i]), out, at)
    return np.int64(at)


@rule
def bytes_(field: Any, out: Any, at: Any) -> Any:
    for i in range(field.shape[0]):
        at = number(np.int64(field[i]), out, at)
    return np.int64(at)


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    at = np.int64(0)
    out[0] = 1.0 if seat >= 0 and (s.actors >> seat) & 1 else 0.0
    at += 1
    at = number(np.int64(s.actors), out, at)
    at = number(np.int64(s.phase), out, at)
    at = number(np.int64(s.seats), out, at)
    at = number(np.int64(s.over), out, at)
    at = longs(s.status[:], out, at)
    at = longs(s.owner[:], out, at)
    at = longs(s.level[:], out, at)
    for i in range(4):
        at = longs(s.attr[i], out, at)
    at = longs(s.affinity[:], out, at)
    at = longs(s.kami[:], out, at)
    at = longs(s.coins[:], out, at)
    at = longs(s.heads[:], out, at)
    at = longs(s.boss[:], out, at)
    at = longs(s.karma[:], out, at)
    for i in range(4):
        at = longs(s.skill[i], out, at)
    for i in range(4):
        at = shorts(s.weapon[i], out, at)
    for i in range(4):
        at = shorts(s.armour[i], out, at)
    for i in range(4):
        at = shorts(s.items[i], out, at)
    at = shorts(s.uses[:], out, at)
    at = shorts(s.market[:], out, at)
    at = number(np.int64(s.market_n), out, at)
    at = number(np.int64(s.bottom), out, at)
    at = number(np.int64(s.unlocked), out, at)
    for i in range(24):
        at = wides(s.stack[i], out, at)
    at = number(np.int64(s.sp), out, at)
    at = wides(s.cand[:], out, at)
    at = number(np.int64(s.may), out, at)
    at = number(np.int64(s.chapter), out, at)
    at = number(np.int64(s.attempt), out, at)
    at = number(np.int64(s.party), out, at)
    at = number(np.int64(s.rounds), out, at)
    at = number(np.int64(s.step), out, at)
    at = number(np.int64(s.malice), out, at)
    at = number(np.int64(s.oracle), out, at)
    at = longs(s.counter[:], out, at)
    at = number(np.int64(s.winner), out, at)
    at = number(np.int64(s.by), out, at)
    at = number(np.int64(s.yomi), out, at)
    at = number(np.int64(s.meets), out, at)
    at = number(np.int64(s.called), out, at)
    at = number(np.int64(s.resume), out, at)
    at = number(np.int64(s.opened), out, at)
    at = longs(s.personal[:], out, at)
    at = longs(s.queue[:], out, at)
    at = number(np.int64(s.queue_n), out, at)
    at = number(np.int64(s.at_card), out, at)
    at = number(np.int64(s.active), out, at)
    at = longs(s.sq[:], out, at)
    at = longs(s.hp[:], out, at)
    at = longs(s.max_hp[:], out, at)
    at = longs(s.arm[:], out, at)
    at = longs(s.plus[:], out, at)
    at = longs(s.side_of[:], out, at)
    for i in range(48):
        at = longs(s.cond[i], out, at)
    at = longs(s.blessed[:], out, at)
    for i in range(48):
        for j in range(11):
            at = shorts(s.mod[i, j], out, at)
    for i in range(48):
        at = longs(s.flag[i], out, at)
    at = wides(s.once[:], out, at)
    at = number(np.int64(s.upgraded), out, at)
    at = longs(s.ap[:], out, at)
    at = number(np.int64(s.mp), out, at)
    at = number(np.int64(s.bonus), out, at)
    at = number(np.int64(s.moved), out, at)
    at = number(np.int64(s.moves), out, at)
    at = number(np.int64(s.attacks), out, at)
    at = number(np.int64(s.withdrawn), out, at)
    at = longs(s.mode[:], out, at)
    at = number(np.int64(s.moded), out, at)
    at = longs(s.kami_used[:], out, at)
    for i in range(4):
        at = longs(s.ki[i], out, at)
    for i in range(4):
        at = longs(s.supply[i], out, at)
    at = longs(s.exhausted[:], out, at)
    at = longs(s.spare_arm[:], out, at)
    at = shorts(s.item_used[:], out, at)
    at = shorts(s.traded[:], out, at)
    for i in range(4):
        at = longs(s.gave[i], out, at)
    at = number(np.int64(s.equipped), out, at)
    at = shorts(s.ground[:], out, at)
    at = shorts(s.at[:], out, at)
    at = shorts(s.floor[:], out, at)
    at = shorts(s.floor_boss[:], out, at)
    at = longs(s.zone[:], out, at)
    at = longs(s.revealed[:], out, at)
    at = number(np.int64(s.revealed_n), out, at)
    at = longs(s.door[:], out, at)
    at = longs(s.point[:], out, at)
    at = longs(s.res_sq[:], out, at)
    at = longs(s.res_tokens[:], out, at)
    at = longs(s.pending[:], out, at)
    at = wides(s.pending_who[:], out, at)
    at = number(np.int64(s.pending_n), out, at)
    at = shorts(s.oracle_deck[:], out, at)
    at = number(np.int64(s.oracle_n), out, at)
    at = shorts(s.drawn[:], out, at)
    at = number(np.int64(s.drawn_n), out, at)
    for i in range(2):
        at = shorts(s.event_deck[i], out, at)
    at = longs(s.event_n[:], out, at)
    for i in range(3):
        at = shorts(s.sleeve[i], out, at)
    for i in range(3):
        for j in range(2):
            at = shorts(s.shown[i, j], out, at)
    for i in range(3):
        at = longs(s.shown_n[i], out, at)
    for i in range(4):
        at = shorts(s.ai_deck[i], out, at)
    at = longs(s.ai_n[:], out, at)
    for i in range(4):
        at = shorts(s.ai_discard[i], out, at)
    at = longs(s.ai_discard_n[:], out, at)
    for i in range(4):
        at = shorts(s.ai_aside[i], out, at)
    at = longs(s.ai_aside_n[:], out, at)
    at = shorts(s.ai_card[:], out, at)
    at = shorts(s.row[:], out, at)
    at = bytes_(s.box[:], out, at)
    at = number(np.int64(s.a_by), out, at)
    at = number(np.int64(s.a_on), out, at)
    at = number(np.int64(s.a_now), out, at)
    at = number(np.int64(s.a_from), out, at)
    at = number(np.int64(s.a_place), out, at)
    at = number(np.int64(s.a_range), out, at)
    at = number(np.int64(s.a_manner), out, at)
    at = number(np.int64(s.a_kind), out, at)
    at = number(np.int64(s.a_skill), out, at)
    at = number(np.int64(s.a_list), out, at)
    at = number(np.int64(s.a_ki), out, at)
    at = number(np.int64(s.a_focus), out, at)
    at = number(np.int64(s.a_white), out, at)
    at = number(np.int64(s.a_black), out, at)
    at = number(np.int64(s.a_rerolls), out, at)
    at = number(np.int64(s.a_refocus), out, at)
    at = number(np.int64(s.a_rerolled), out, at)
    at = number(np.int64(s.a_safe), out, at)
    at = number(np.int64(s.a_no_counter), out, at)
    at = wide_number(np.int64(s.a_targets), out, at)
    at = wide_number(np.int64(s.a_todo), out, at)
    at = number(np.int64(s.a_hits), out, at)
    at = number(np.int64(s.a_extra), out, at)
    at = number(np.int64(s.a_pre), out, at)
    at = number(np.int64(s.a_ignore), out, at)
    at = number(np.int64(s.a_pre_ignore), out, at)
    at = number(np.int64(s.a_guard), out, at)
    at = number(np.int64(s.a_damage), out, at)
    at = number(np.int64(s.a_first), out, at)
    at = number(np.int64(s.a_yinyang), out, at)
    at = number(np.int64(s.a_result), out, at)
    at = number(np.int64(s.a_prio), out, at)
    at = longs(s.a_dice[:], out, at)
    at = number(np.int64(s.opt.players), out, at)
    at = number(np.int64(s.opt.party), out, at)
    at = number(np.int64(s.opt.mode), out, at)
    at = number(np.int64(s.opt.chapter), out, at)
    at = number(np.int64(s.opt.level), out, at)
    at = number(np.int64(s.opt.start_ap), out, at)
    at = number(np.int64(s.opt.large_bases), out, at)
    at = number(np.int64(s.opt.auto_ties), out, at)
    at = number(np.int64(s.opt.event_cards), out, at)
    at = number(np.int64(s.opt.spawned_act), out, at)
    at = number(np.int64(s.opt.interact_breaks_move), out, at)
    at = number(np.int64(s.opt.reroll_yinyang), out, at)
    at = number(np.int64(s.opt.downed_affects), out, at)
    at = number(np.int64(s.opt.attempts), out, at)
    at = number(np.int64(s.opt.yomi), out, at)
    at = number(np.int64(s.opt.interlude), out, at)
