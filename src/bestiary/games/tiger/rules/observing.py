"""Tossing Tiger: what a learner sees, in the order of ``features.OBSERVATION``."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from ..features import MASK_BITS, PER_BATTLE, PER_DIE, PER_HEAP, SCALARS
from ..state import (
    ANIMALS,
    CARDS,
    HEAPS,
    KINDS,
    PHASES,
    ROOSTERS,
    SEATS,
    SIDES,
    SPOTS,
    STEPS,
)


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    out[s.phase] = 1.0
    at = np.int64(len(PHASES))
    out[at + s.step] = 1.0
    at += len(STEPS)
    if seat >= 0:
        out[at + seat] = 1.0
    at += SEATS
    for p in range(SEATS):
        out[at + p] = (s.actors >> p) & 1
    at += SEATS
    for i in range(MASK_BITS):
        out[at + i] = (s.mask >> i) & 1
    at += MASK_BITS
    put_scalars(s, out, at)
    at += len(SCALARS)
    at = put_sides(s, out, at)
    for p in range(SEATS):
        out[at + 2 * p] = s.hand_n[p] / 16.0
        out[at + 2 * p + 1] = s.score[p] / 16.0
    at += 2 * SEATS
    if seat >= 0:
        for kind in range(KINDS):
            out[at + kind] = s.hand[seat, kind] / 8.0
            for p in range(SEATS):
                out[at + KINDS + p * KINDS + kind] = s.known[seat, p, kind] / 8.0
    at += KINDS + SEATS * KINDS
    at = put_heaps(s, out, at)
    at = put_battles(s, out, at)
    at = put_marks(s, out, at)
    for i in range(s.loot_n):
        out[at + 3 * i] = (s.loot[i] + 3) / 64.0
        out[at + 3 * i + 1] = s.loot_from[i] / 64.0
        out[at + 3 * i + 2] = s.loot_seen[i] / 64.0
    at += 3 * CARDS
    for kind in range(KINDS):
        out[at + kind] = s.discard[kind] / 8.0
        out[at + KINDS + kind] = s.gone[kind] / 8.0
        out[at + 2 * KINDS + kind] = s.war_pile[kind] / 8.0
    at += 3 * KINDS
    put_options(s, out, at)


@rule
def put_scalars(s: Any, out: Any, at: Any) -> None:
    out[at + 0] = s.may / 16.0
    out[at + 1] = s.turn / 16.0
    out[at + 2] = s.wars / 16.0
    out[at + 3] = s.attacker / 16.0
    out[at + 4] = s.defender / 16.0
    out[at + 5] = s.team / 16.0
    out[at + 6] = s.pairs / 16.0
    out[at + 7] = s.pair_at / 16.0
    out[at + 8] = s.number / 16.0
    out[at + 9] = s.battle / 16.0
    out[at + 10] = s.stopped / 16.0
    out[at + 11] = s.war_by / 16.0
    out[at + 12] = s.bonus / 16.0
    out[at + 13] = s.bonus_gone / 16.0
    out[at + 14] = s.named / 16.0
    out[at + 15] = s.guess / 16.0
    out[at + 16] = s.merge_at / 16.0
    out[at + 17] = s.talk / 16.0
    out[at + 18] = s.pick / 16.0
    out[at + 19] = s.window / 16.0
    out[at + 20] = s.act_side / 16.0
    out[at + 21] = s.act_fx / 16.0
    out[at + 22] = s.left / 16.0
    out[at + 23] = s.given / 16.0
    out[at + 24] = s.given_by / 16.0
    out[at + 25] = s.side / 16.0
    out[at + 26] = s.stage / 16.0
    out[at + 27] = s.spot / 16.0
    out[at + 28] = s.loot_n / 16.0
    out[at + 29] = s.builder / 16.0
    out[at + 30] = s.rebuilding / 16.0
    out[at + 31] = s.build_spots / 16.0
    out[at + 32] = s.build_min / 16.0
    out[at + 33] = s.build_kind / 16.0
    out[at + 34] = s.build_same / 16.0
    out[at + 35] = s.build_kept / 16.0
    out[at + 36] = s.clock / 16.0
    out[at + 37] = s.war_won / 16.0
    out[at + 38] = s.winners / 16.0
    out[at + 39] = s.deck_n / 16.0
    out[at + 40] = s.paired / 16.0
    out[at + 41] = s.dawn / 16.0
    out[at + 42] = s.build_at / 16.0


@rule
def put_options(s: Any, out: Any, at: Any) -> None:
    out[at + 0] = s.opt.players / 16.0
    out[at + 1] = s.opt.start_cards / 16.0
    out[at + 2] = s.opt.least_number / 16.0
    out[at + 3] = s.opt.pile_min / 16.0
    out[at + 4] = s.opt.hold_back / 16.0
    out[at + 5] = s.opt.actions / 16.0
    out[at + 6] = s.opt.reroll_acts / 16.0
    out[at + 7] = s.opt.battle / 16.0
    out[at + 8] = s.opt.majority / 16.0
    out[at + 9] = s.opt.grab / 16.0
    out[at + 10] = s.opt.war_limit / 16.0
    out[at + 11] = s.opt.turtle / 16.0
    out[at + 12] = s.opt.highscore / 16.0
    out[at + 13] = s.opt.tactical_skip / 16.0
    out[at + 14] = s.opt.zoo / 16.0
    out[at + 15] = s.opt.free_concede / 16.0
    out[at + 16] = s.opt.together / 16.0
    out[at + 17] = s.opt.even_teams / 16.0
    out[at + 18] = s.opt.bird_hand / 16.0
    out[at + 19] = s.opt.dawn / 16.0
    out[at + 20] = s.opt.rolled_rooster / 16.0
    out[at + 21] = s.opt.roosters / 16.0
    out[at + 22] = s.opt.extra_roosters / 16.0
    out[at + 23] = s.opt.simulwars / 16.0
    out[at + 24] = s.opt.strengths / 16.0


@rule
def put_sides(s: Any, out: Any, at: Any) -> Any:
    for side in range(SIDES):
        out[at] = s.captain[side] / 8.0
        out[at + 1] = s.minimum[side] / 8.0
        out[at + 2] = s.used[side] / 8.0
        out[at + 3] = s.skipped[side] / 8.0
        out[at + 4] = s.replaced[side] / 8.0
        at += 5
    for i in range(3):
        for side in range(SIDES):
            out[at + SIDES * i + side] = s.pair[i, side] / 8.0
    return np.int64(at + 3 * SIDES)


@rule
def put_heaps(s: Any, out: Any, at: Any) -> Any:
    for side in range(SIDES):
        for heap in range(HEAPS):
            out[at] = s.heap_n[side, heap] / 8.0
            out[at + 1] = s.laid[side, heap]
            out[at + 2] = s.owner[side, heap] / 8.0
            out[at + 3] = s.seen[side, heap] / 64.0
            if s.heap_n[side, heap] > 0:
                for kind in range(KINDS):
                    out[at + 4 + kind] = s.heap[side, heap, kind] / 8.0
            at += PER_HEAP
    for side in range(SIDES):
        for spot in range(SPOTS):
            out[at] = (s.up[side, spot] + 1) / 64.0
            out[at + 1] = s.toss[side, spot] / 64.0
            out[at + 2] = (s.copied[side, spot] + 1) / 64.0
            out[at + 3] = s.passed[side, spot] / 64.0
            out[at + 4] = s.shown_at[side, spot] / 64.0
            out[at + 5] = (s.top[side, spot] + 1) / 64.0
            out[at + 6] = s.top_seen[side, spot] / 64.0
            out[at + 7] = s.grabs[side, spot] / 64.0
            at += PER_DIE
    return np.int64(at)


@rule
def put_battles(s: Any, out: Any, at: Any) -> Any:
    for spot in range(SPOTS):
        out[at] = s.done[spot] / 4.0
        out[at + 1] = s.result[spot] / 4.0
        out[at + 2] = s.void[spot] / 4.0
        out[at + 3] = s.conceded[spot] / 4.0
        out[at + 4] = s.guessed[spot] / 4.0
        at += PER_BATTLE
    return np.int64(at)


@rule
def put_marks(s: Any, out: Any, at: Any) -> Any:
    for animal in range(ANIMALS):
        out[at] = s.gift[0, animal] / 16.0
        out[at + 1] = s.gift[1, animal] / 16.0
        out[at + 2] = s.rooster_gift[animal] / 16.0
        out[at + 3] = s.dropped[animal] / 16.0
        at += 4
    for animal in range(ANIMALS):
        for other in range(ANIMALS):
            out[at + other] = (s.strong[animal] >> other) & 1
        at += ANIMALS
    for i in range(ROOSTERS):
        out[at] = s.rooster_dawn[i] / 64.0
        out[at + 1] = (s.rooster_change[i] + 1) / 64.0
        at += 2
    return np.int64(at)
