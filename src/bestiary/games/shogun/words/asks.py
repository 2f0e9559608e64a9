"""The Shogun's Chosen: what a question asks, of whom and what for; only what is possible just now."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Content
from bestiary.core.said import Said, both, either, many, row, said

from .. import state as st
from ..effects import COND, DO, MOVE, STEP, TO
from ..state import FRAME, STATUS
from .names import asked, effect, figure, hero, points, skill, slots, source, standing, top
from .says import endurance, yinyang


def ask_build_attribute(content: Content, s: Any) -> Said:
    h = asked(s)
    left = int(s.level[h]) - 1 - int(top(s)[slots().BUILD.POINTS])
    return said(
        "{who} is level {level} and has {left} to spend: which attribute rises?",
        who=hero(h),
        level=int(s.level[h]),
        left=many(left, "{n} attribute point", "{n} attribute points"),
    )


def ask_build_skill(content: Content, s: Any) -> Said:
    return said(
        "{who}: which skill of the level {level} tile do you take? The other one is out of the game.",
        who=hero(asked(s)),
        level=int(top(s)[slots().BUILD.TILES]) + 1,
    )


def ask_level_skill(content: Content, s: Any) -> Said:
    h = asked(s)
    return said(
        "{who} reaches level {level}: which skill of the new tile do you take?",
        who=hero(h),
        level=int(s.level[h]),
    )


def ask_level_attribute(content: Content, s: Any) -> Said:
    h = asked(s)
    return said(
        "{who} reaches level {level}: which attribute rises by 1?", who=hero(h), level=int(s.level[h])
    )


def ask_lost_attribute(content: Content, s: Any) -> Said:
    return said("{who} failed the test to come back: which attribute loses a point?", who=hero(asked(s)))


def ask_share(content: Content, s: Any) -> Said:
    ways = ["exchange belongings between two characters"] if int(s.cand[0]) else []
    if any(int(s.weapon[h, 1]) >= 0 and not int(s.equipped) >> h & 1 for h in range(st.HEROES)):
        ways.append("change weapons")
    return said(
        "Before the chapter begins, you may {ways}; then begin.", ways=either(ways or ["look around"])
    )


def ask_arrive(content: Content, s: Any) -> Said:
    return said("On which square does {who} arrive?", who=hero(int(s.cand[1])))


def ask_resolved(question: str) -> Any:
    """A question of an effect: what is being resolved, then what is asked."""

    def ask(content: Content, s: Any) -> Said:
        return said("{what}{question}", what=source(content, s), question=question)

    return ask


def ask_whom(content: Content, s: Any) -> Said:
    do, n = effect(content, s)
    return said(
        "{what}Choose {who}.",
        what=source(content, s),
        who="who pays" if do in (DO.COINS, DO.HEADS, DO.KARMA) and n < 0 else "who it falls on",
    )


def ask_event_ki(content: Content, s: Any) -> Said:
    h, n = int(top(s)[slots().EFFECT.AT_HAND]), effect(content, s)[1]
    return said(
        "{what}Which Ki die of {who} changes by {n}?", what=source(content, s), who=hero(h), n=f"{n:+}"
    )


def ask_order(content: Content, s: Any) -> Said:
    f, step = slots(), int(top(s)[slots().PC])
    if step == f.INITIATIVE_STEP.PLACE:
        return said("Several Chosen share the front of the queue: which one stands first?")
    what = {
        f.INITIATIVE_STEP.EVENT: "Several events change the queue",
        f.INITIATIVE_STEP.SKILL: "Several skills can change the queue",
    }.get(step, "Servants and wanderers advance by up to 3 places")
    return said("{what}: which comes first?", what=what)


def ask_swap(content: Content, s: Any) -> Said:
    order = row(figure(content, s, int(f)) for f in s.queue[: int(s.queue_n)])
    return said("The turns of this round: {order}. You may swap two characters.", order=order)


def ask_use(content: Content, s: Any) -> Said:
    h, slot = divmod(int(top(s)[slots().INITIATIVE.AT_HAND]), st.SLOTS)
    name, text = skill(content, int(s.skill[h, slot]))
    return said(
        "{who} may use {skill} on the queue: {text} Whose card moves?", who=hero(h), skill=name, text=text
    )


def ask_act(content: Content, s: Any) -> Said:
    h = asked(s)
    have = int(s.ap[h])
    if have == 0:
        return said(
            "{who} has no action points left: take a free action, or end the activation.", who=hero(h)
        )
    return said(
        "{who} has {have}: choose an action, or end the activation.",
        who=hero(h),
        have=points(have),
    )


def ask_step(content: Content, s: Any) -> Said:
    f, h = slots(), asked(s)
    left = int(s.bonus) if int(top(s)[f.WALK.BONUS]) else int(s.mp)
    if not left:
        return said("{who} has no movement points left: stop here, or do something else.", who=hero(h))
    return said(
        "{who} is moving, {left} left: keep moving, or do something else.",
        who=hero(h),
        left=many(left, "{n} movement point", "{n} movement points"),
    )


def ask_ki(content: Content, s: Any) -> Said:
    f, row, h = slots(), top(s), asked(s)
    n, most = int(row[f.PICK_KI.PICKED]), int(row[f.PICK_KI.MOST])
    why = source(content, s) if int(row[f.PICK_KI.MAY]) else ""
    held = int(s.exhausted[h]) + int(s.supply[h].sum()) + int((s.ki[h] > 0).sum()) + n
    limit = said(" (up to {n})", n=most) if most < held else ""
    return said(
        "{why}{who}: pick the Ki dice to reroll{limit}, then roll; {n} picked so far.",
        why=why,
        who=hero(h),
        limit=limit,
        n=n,
    )


def ask_blow(question: str) -> Any:
    """A question about the attack under way: who attacks whom, then what is asked."""

    def ask(content: Content, s: Any) -> Said:
        return said(
            "{who} attacks {whom}: {question}",
            who=hero(asked(s)),
            whom=standing(content, s, int(s.a_on)),
            question=question,
        )

    return ask


def ask_reroll(content: Content, s: Any) -> Said:
    ways = [many(int(s.a_rerolls), "{n} die", "{n} dice")] if int(s.a_rerolls) else []
    ways += [said("the focus die")] if int(s.a_refocus) else []
    return said("{who} may reroll {what}: which one, or keep the roll?", who=hero(asked(s)), what=both(ways))


def ask_yinyang(content: Content, s: Any) -> Said:
    return said(
        "{hits} rolled, with yin and yang. {what} Does {who} take the effect?",
        hits=many(int(s.a_hits), "{n} hit", "{n} hits"),
        what=yinyang(content, s),
        who=hero(asked(s)),
    )


def ask_trade(content: Content, s: Any) -> Said:
    f, row = slots(), top(s)
    one, two = hero(int(row[f.TRADE.ONE])), hero(int(row[f.TRADE.TWO]))
    return said("{one} and {two} exchange belongings: who gives what? Then finish.", one=one, two=two)


def ask_limit(content: Content, s: Any) -> Said:
    mask = int(s.cand[0])
    arms = st.WEAPONS_HELD
    if mask < 1 << arms:
        why = "at most 2 weapons"
    elif mask < 1 << arms + st.ARMOUR_HELD:
        why = "at most 1 armour"
    else:
        why = "at most 5 items, 3 of them permanent"
    return said("{who} can carry {why}: which card goes back?", who=hero(asked(s)), why=why)


def ask_bless(content: Content, s: Any) -> Said:
    what = COND.words[int(top(s)[slots().INFLICT.CONDITION])]
    return said("{who} would be {what}: discard a blessed token instead?", who=hero(asked(s)), what=what)


def ask_counter(content: Content, s: Any) -> Said:
    f, row = slots(), top(s)
    by, on = int(row[f.BLOW.BY]), int(row[f.BLOW.ON])
    return said(
        "{foe} failed critically: does {who} counterattack?", foe=figure(content, s, by), who=hero(on)
    )


def ask_kami(content: Content, s: Any) -> Said:
    name, text = endurance(content, s)
    return said("{who} would be defeated: use {skill}? {text}", who=hero(asked(s)), skill=name, text=text)


# ---- choices of enemies that the rules leave to the team -----------------------------------------


def priority(content: Content, code: int) -> str:
    return content.words["priority"][code] if code >= 0 else "no priority"


def tie(content: Content, s: Any, prio: int) -> Said:
    """Why the team has to choose: several resistors, or targets that its priority does not tell apart."""
    if int(s.cand[0]) >> st.RES0:
        return said("Resistors come before all others, and there are several")
    return said("Its priority ({priority}) does not decide", priority=priority(content, prio))


def doing(content: Content, s: Any, i: int) -> Said:
    """What an enemy does in a step of its line."""
    t = content.tables[0]
    if int(t["st_kind"][i]) == STEP.ATTACK:
        k = int(t["st_skill"][i])
        if k < 0:
            return said("attacks")
        return said("attacks with {skill}", skill=content.words["board_title"][k])
    way = int(t["st_move"][i])
    goal = {TO.KIN: "one of its own kind", TO.HEAD: "a head"}.get(int(t["st_to"][i]), "a target")
    moves = {
        MOVE.ADJACENT: "moves next to {goal}",
        MOVE.TOWARD: "moves toward {goal}",
        MOVE.AWAY: "moves away from {goal}",
    }
    return said(moves.get(way, "moves to range {n} of {goal}"), goal=goal, n=int(t["st_x"][i]))


def ask_enemy_target(content: Content, s: Any) -> Said:
    f, row, t = slots(), top(s), content.tables[0]
    kind = int(row[f.KIND])
    if kind == FRAME.ENEMY:
        who = int(row[f.ENEMY.FIGURE])
        i = int(t["line_first"][int(row[f.ENEMY.LINE])]) + int(row[f.ENEMY.NEXT]) - 1
        prio = int(t["st_prio"][i]) if int(t["st_prio"][i]) >= 0 else int(t["k_prio"][t["kind"][who]])
        what = doing(content, s, i)
    elif kind == FRAME.ATTACK:
        who, prio = int(row[f.BLOW.BY]), int(row[f.BLOW.PRIO])
        what = said("strikes a further target")
    else:
        who = int(s.stack[int(s.sp) - 2, f.LIST.OWNER])
        prio, what = int(t["k_prio"][t["kind"][who]]), said("chooses a target")
        return said(
            "{foe} {what}. {text}{why}: whom does it choose?",
            foe=figure(content, s, who),
            what=what,
            text=source(content, s),
            why=tie(content, s, prio),
        )
    return said(
        "{foe} {what}. {why}: whom does it choose?",
        foe=figure(content, s, who),
        what=what,
        why=tie(content, s, prio),
    )


def ask_enemy_square(content: Content, s: Any) -> Said:
    f, row, t = slots(), top(s), content.tables[0]
    i = int(t["line_first"][int(row[f.ENEMY.LINE])]) + int(row[f.ENEMY.NEXT]) - 1
    return said(
        "{foe} {what}. Several squares need the same movement: which one?",
        foe=figure(content, s, int(row[f.ENEMY.FIGURE])),
        what=doing(content, s, i),
    )


def spawned(content: Content, s: Any) -> Said | str:
    """The kind of enemy that enters."""
    f, row = slots(), top(s)
    if int(row[f.KIND]) == FRAME.PLACE:
        return figure(content, s, int(row[f.PLACE.AT_HAND]))
    return content.words["kind_told"][int(row[f.SPAWN.KIND])]


def ask_spawn_point(content: Content, s: Any) -> Said:
    return said("{who} enters: at which spawn point?", who=spawned(content, s))


def ask_spawn_square(content: Content, s: Any) -> Said:
    return said(
        "{who} enters where the place is taken: on which of the nearest squares?", who=spawned(content, s)
    )


def ask_kami_change(content: Content, s: Any) -> Said:
    who = int(s.cand[1])
    if who >= 0:
        return said(
            "A Kami is unlocked for {who}: follow it from now on, at the same affinity?", who=hero(who)
        )
    return said("A Kami is unlocked: does a character follow it from now on, at the same affinity?")


def ask_interlude(content: Content, s: Any) -> Said:
    heroes = [h for h in range(st.HEROES) if int(s.status[h]) != STATUS.ABSENT]
    sells = any(int(s.heads[h]) or int(s.boss[h]) for h in heroes)
    ways = (["sell heads"] if sells else []) + ["buy", "repair armour"]
    ways += ["exchange belongings"] if int(s.cand[0]) else []
    purse = row(
        said("{who} has {coins}", who=hero(h), coins=many(int(s.coins[h]), "{n} coin", "{n} coins"))
        for h in heroes
    )
    return said(
        "Between the chapters you may {ways}; then go on. {purse}.",
        ways=either(ways),
        purse=purse,
    )
