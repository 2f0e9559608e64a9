"""KLAW: what a learner sees, from a record that is hidden for its seat."""

from __future__ import annotations

from typing import Any

from bestiary.core.game import Code, Feature, Observation
from bestiary.core.jit import rule

from ..effects import TARGET
from ..moves import QUESTIONS
from ..state import (
    CARDS,
    CHECK,
    DEPTH,
    DICE,
    EFFECT,
    FIGHT,
    FRAME,
    HAND,
    IS,
    ITEMS,
    KINDS,
    LOOK,
    MOMENT,
    OPTIONS,
    PLAY,
    PUBLIC,
    SEATS,
    SLOTS,
    SPOILS,
    TASK,
    TOTEMS,
    WORDS,
)

MARKS = len(IS)
HOST_SIZE = 6 + MARKS + ITEMS + 3 * TOTEMS
SLOT_SIZE = 8
FRAMES = 4  # of what is under way
PLACES = SEATS + 1  # hidden places: the hands and the deck
ATTACHED = 6 + MARKS  # of a Host: where its Items begin, and then its Totems
CARRIED = tuple(range(ATTACHED + ITEMS, HOST_SIZE, 3))

OBSERVATION = Observation(
    (
        Feature("phase", len(QUESTIONS), "one of the questions"),
        Feature("seat", SEATS, "this seat"),
        Feature("asked", SEATS, "who is asked, from this seat clockwise"),
        Feature("turn", SEATS, "whose turn it is, from this seat clockwise"),
        Feature(
            "game",
            17,
            "seats, first player, turn number, deck, box, cards looked at, draw due, hold, "
            "crowded, lone player, extra round, Dusk, empty deck, winners, end, over, frames; "
            "players from this seat clockwise",
            (Code(SEATS, (1, 9), 17),),
        ),
        Feature(
            "frames",
            FRAMES * WORDS,
            "what is under way, innermost first, word by word; Hosts and players as this seat counts them",
            (Code(CARDS),),
        ),
        Feature(
            "fight",
            15 + 2 * DICE,
            "stage, exchange, role, fallen, saved, outcome, lenders; fighters, pools, Wild dice and "
            "damage of both sides; then their dice; Hosts from this seat clockwise",
            (Code(16, (7, 8), 15 + 2 * DICE),),
        ),
        Feature(
            "hands", 3 * SEATS, "cards in hand, Hosts of the deal among them, Champion: per seat, clockwise"
        ),
        Feature(
            "hosts",
            SEATS * SLOTS * HOST_SIZE,
            "every Host: card, Attack, Defence, Life, Totems, states, Items, "
            "Totems with their markers; from this seat clockwise",
            (Code(KINDS, (1, *range(ATTACHED, ATTACHED + ITEMS), *CARRIED), HOST_SIZE),),
        ),
        Feature(
            "hand",
            HAND * SLOT_SIZE,
            "own hand, slot by slot: card, sort, Attack, Defence, Life",
            (Code(KINDS, (0,), SLOT_SIZE),),
            holds="hand",
        ),
        Feature(
            "open",
            1 + TOTEMS + LOOK,
            "the card being played, captured Totems, cards looked at",
            (Code(KINDS),),
        ),
        Feature("discard", CARDS, "1 for every card on the Discard Pile"),
        Feature("lots", CARDS, "1 for every Host of the deal still in the own hand"),
        Feature("known", 2 * PLACES * CARDS, "where a card may be: by own knowledge, then by everybody's"),
        Feature("options", len(OPTIONS.all), "the options of the table, as the rules see them"),
    )
)
F = OBSERVATION.first


@rule
def seat_from(s: Any, me: Any, seat: Any) -> Any:
    """A seat from this one clockwise, counted from 1; 0 for nobody."""
    return (seat - me) % s.seats + 1 if seat >= 0 else 0


@rule
def host_from(s: Any, me: Any, h: Any) -> Any:
    """A Host from this seat clockwise, counted from 1; 0 for none."""
    return (seat_from(s, me, h // SLOTS) - 1) * SLOTS + h % SLOTS + 1 if h >= 0 else 0


@rule
def word_from(t: Any, s: Any, me: Any, frame: Any, j: Any) -> Any:
    """A word of what is under way, as this seat counts Hosts and players."""
    task = frame[FRAME.TASK]
    player = False
    host = False
    if task == TASK.PLAY:
        aimed = j == PLAY.TARGET
        at_player = aimed and t.target[frame[PLAY.KIND]] == TARGET.ENEMY_PLAYER
        player = j == PLAY.ACTOR or at_player
        host = j == PLAY.OWN or (aimed and not at_player)
    elif task == TASK.EFFECT:
        aimed = j == EFFECT.TARGET
        at_player = aimed and t.target[frame[EFFECT.KIND]] == TARGET.ENEMY_PLAYER
        player = j == EFFECT.ACTOR or at_player
        host = j == EFFECT.OWN or (aimed and not at_player)
    elif task == TASK.MOMENT:
        host = j == MOMENT.HOST
    elif task == TASK.CHECK:
        host = j == CHECK.HOST
    elif task == TASK.FIGHT:
        host = j == FIGHT.OWN or j == FIGHT.OTHER
    elif task == TASK.SPOILS:
        host = j == SPOILS.VICTOR or j == SPOILS.LOSER
    if player:
        return seat_from(s, me, frame[j])
    return host_from(s, me, frame[j]) if host else frame[j]


@rule
def kind_from(t: Any, card: Any) -> Any:
    """The kind of a card, counted from 1: its copies are one thing to a learner; 0 for none."""
    return t.kind[card] + 1 if card >= 0 else 0


@rule
def put_game(t: Any, s: Any, me: Any, out: Any) -> None:
    out[F.GAME] = s.seats / 4.0
    out[F.GAME + 1] = seat_from(s, me, s.first) / SEATS
    out[F.GAME + 2] = s.turns / 800.0
    out[F.GAME + 3] = s.deck_n / CARDS
    out[F.GAME + 4] = s.box_n / CARDS
    out[F.GAME + 5] = s.look_n / LOOK
    out[F.GAME + 6] = s.draw_due
    out[F.GAME + 7] = s.hold
    out[F.GAME + 8] = s.crowded
    out[F.GAME + 9] = seat_from(s, me, s.lone) / SEATS
    out[F.GAME + 10] = s.grace / 4.0
    out[F.GAME + 11] = s.dusk / 20.0
    out[F.GAME + 12] = s.ran_out
    out[F.GAME + 13] = s.winners / 16.0
    out[F.GAME + 14] = s.by / 4.0
    out[F.GAME + 15] = s.over
    out[F.GAME + 16] = s.tasks / DEPTH
    for i in range(min(FRAMES, s.tasks)):
        frame = s.task[s.tasks - 1 - i]
        for j in range(WORDS):
            out[F.FRAMES + i * WORDS + j] = word_from(t, s, me, frame, j) / CARDS


@rule
def put_fight(s: Any, me: Any, out: Any) -> None:
    out[F.FIGHT] = s.fight / 2.0
    out[F.FIGHT + 1] = s.exchange / 24.0
    out[F.FIGHT + 2] = s.role
    out[F.FIGHT + 3] = (s.fallen + 1) / 2.0
    out[F.FIGHT + 4] = s.saved
    out[F.FIGHT + 5] = s.outcome / 2.0
    out[F.FIGHT + 6] = s.lent / 65536.0
    for side in range(2):
        out[F.FIGHT + 7 + side] = host_from(s, me, s.fighter[side]) / 16.0
        out[F.FIGHT + 9 + side] = s.pool[side] / 6.0
        out[F.FIGHT + 11 + side] = s.wild[side] / 3.0
        out[F.FIGHT + 13 + side] = s.dealt[side] / 6.0
        for i in range(DICE):
            out[F.FIGHT + 15 + side * DICE + i] = s.die[side, i] / 6.0


@rule
def put_host(t: Any, s: Any, h: Any, out: Any, at: Any) -> None:
    card = s.host[h]
    if card < 0:
        return
    kind = t.kind[card]
    out[at] = 1.0
    out[at + 1] = (kind + 1) / KINDS
    out[at + 2] = t.attack[kind] / 3.0
    out[at + 3] = t.defence[kind] / 3.0
    out[at + 4] = s.life[h] / 24.0
    out[at + 5] = s.totem_n[h] / 6.0
    for i in range(MARKS):
        out[at + 6 + i] = s.mark[h, i] / 4.0
    at += 6 + MARKS
    for i in range(ITEMS):
        out[at + i] = kind_from(t, s.items[h, i]) / KINDS
    at += ITEMS
    for i in range(TOTEMS):
        out[at + 3 * i] = kind_from(t, s.totem[h, i]) / KINDS
        out[at + 3 * i + 1] = s.dormant[h, i] / 4.0
        out[at + 3 * i + 2] = s.rest[h, i] / 5.0


@rule
def put_seats(t: Any, s: Any, me: Any, out: Any) -> None:
    for k in range(s.seats):
        q = (me + k) % s.seats
        out[F.ASKED + k] = 1.0 if (s.actors >> q) & 1 else 0.0
        out[F.TURN + k] = 1.0 if s.turn == q else 0.0
        out[F.HANDS + 3 * k] = s.hand_n[q] / HAND
        out[F.HANDS + 3 * k + 1] = s.lots_n[q] / 3.0
        out[F.HANDS + 3 * k + 2] = (s.champion[q] + 1) / 4.0
        for i in range(SLOTS):
            put_host(t, s, q * SLOTS + i, out, F.HOSTS + (k * SLOTS + i) * HOST_SIZE)


@rule
def put_cards(t: Any, s: Any, me: Any, row: Any, out: Any) -> None:
    for i in range(HAND):
        card = s.hand[me, i]
        if card >= 0:
            at = F.HAND + i * SLOT_SIZE
            kind = t.kind[card]
            out[at] = (kind + 1) / KINDS
            out[at + 1 + t.sorts[kind]] = 1.0
            out[at + 5] = t.attack[kind] / 3.0
            out[at + 6] = t.defence[kind] / 3.0
            out[at + 7] = t.life[kind] / 12.0
    out[F.OPEN] = kind_from(t, s.played[0]) / KINDS
    for i in range(TOTEMS):
        out[F.OPEN + 1 + i] = kind_from(t, s.captured[i]) / KINDS
    for i in range(LOOK):
        out[F.OPEN + 1 + TOTEMS + i] = kind_from(t, s.look[i]) / KINDS
    for card in range(CARDS):
        out[F.DISCARD + card] = s.discard[card]
        out[F.LOTS + card] = s.lots[card]
        for z in range(PLACES):
            out[F.KNOWN + z * CARDS + card] = (s.know[row, card] >> z) & 1
            out[F.KNOWN + (PLACES + z) * CARDS + card] = (s.know[PUBLIC, card] >> z) & 1


@rule
def put_options(s: Any, out: Any) -> None:
    out[F.OPTIONS] = s.opt.players
    out[F.OPTIONS + 1] = s.opt.round_markers
    out[F.OPTIONS + 2] = s.opt.protected_scope
    out[F.OPTIONS + 3] = s.opt.sleepers
    out[F.OPTIONS + 4] = s.opt.deck
    out[F.OPTIONS + 5] = s.opt.start_fortify
    out[F.OPTIONS + 6] = s.opt.resting_hosts
    out[F.OPTIONS + 7] = s.opt.bonus_dice
    out[F.OPTIONS + 8] = s.opt.die_cap
    out[F.OPTIONS + 9] = s.opt.uncontested_defence
    out[F.OPTIONS + 10] = s.opt.hostless_actions
    out[F.OPTIONS + 11] = s.opt.ending
    out[F.OPTIONS + 12] = s.opt.dusk
    out[F.OPTIONS + 13] = s.opt.totem_goal
    out[F.OPTIONS + 14] = s.opt.mode
    out[F.OPTIONS + 15] = s.opt.squad_size
    out[F.OPTIONS + 16] = s.opt.forgotten


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    me = max(seat, 0)
    out[F.PHASE + s.phase] = 1.0
    if seat >= 0:
        out[F.SEAT + me] = 1.0
    put_game(t, s, me, out)
    put_fight(s, me, out)
    put_seats(t, s, me, out)
    put_cards(t, s, me, seat if seat >= 0 else PUBLIC, out)
    put_options(s, out)
