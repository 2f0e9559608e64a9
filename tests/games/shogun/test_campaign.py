"""Chapters 1, 3, 25, 32, 33, 34 and 35: preparing, ending, levels, Kami, Yomi, the interlude."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bestiary import Match
from bestiary.core.errors import IllegalAction
from bestiary.core.record import readable, records
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTR, COND, PRICE
from bestiary.games.shogun.moves import Q
from bestiary.games.shogun.state import STATUS, STREAM

from .table import as_written, check_scratch, seed_for


class Tale:
    """A campaign that a test moves on from phase to phase."""

    def __init__(self, party: str = "akira+tomoe", seed: int = 1, **options: object) -> None:
        given = {"mode": "campaign", "party": party, "players": 1, **options}
        content = None if "difficulty" in options else as_written()
        self.match = Match("shogun", given, seed, content=content)

    @property
    def s(self) -> Any:
        return readable(self.match.state[0])

    @property
    def asks(self) -> str:
        return Q.words[int(self.s.phase)]

    def play(self, *answers: str) -> Tale:
        for answer in answers:
            self.match.play(answer)
            check_scratch(self.s)
        return self

    def until(self, *phases: str) -> Tale:
        while self.asks not in phases and not self.match.game_over:
            names = self.match.choices()
            self.play(next((n for n in ("done", "none", "end") if n in names), names[0]))
        return self

    def finish(self, won: bool = True, dice: list[int] | None = None, fallen: tuple[int, ...] = ()) -> Tale:
        """The phase under way ends now; resurrection dice fall as told."""
        self.until("act.main")
        s = self.s
        for h in fallen:
            s.status[h] = STATUS.DEFEATED
            s.at[s.at == h] = -1
            s.sq[h] = -1
            s.hp[h] = 0
        if dice is not None:
            s.rng[STREAM.DICE] = seed_for([v - 1 for v in dice])
        if won:
            s.counter[:] = [9, 0, 9] if s.chapter == 0 else [9, 9, 9]
        else:
            s.malice = 6
        for f in range(4, 48):
            s.sq[f] = -1
        self.match.prepare()
        return self.play("end")

    def next(self) -> Tale:
        self.match.next_game()
        return self


def chapter(number: int, **options: object) -> Match:
    return Match(
        "shogun", {"mode": "chapter", "chapter": number, "players": 1, **options}, 1, content=as_written()
    )


# ---- preparing -----------------------------------------------------------------------------------


@pytest.mark.rule("SHG-1.4", "SHG-3.4", "SHG-3.1", "SHG-3.8", "SHG-3.11")
def test_chapter_three_with_its_preset() -> None:
    match = chapter(3, party="akira+jinen")
    s = readable(match.state[0])
    assert list(s.level[[0, 3]]) == [3, 3] and s.affinity[0] == 4
    weapons = [match.content.cards[int(c)].code for c in s.weapon[0] if c >= 0]
    assert weapons == ["odachi", "jumonji_yari"]
    while Q.words[int(s.phase)] != "share.main":
        match.play(match.choices()[0])
    assert s.supply[0].sum() == 3 and s.ki.sum() == 0 and s.exhausted.sum() == 0 and s.ap[0] == 4
    assert (s.skill[0, :3] >= 0).all() and (s.skill[0, 3:] < 0).all() and s.hp[0] == s.max_hp[0] == 14
    empty = chapter(1, party="akira", start_ap="empty")
    while Q.words[int(empty.state[0]["phase"])] != "share.main":
        empty.play(empty.choices()[0])
    assert int(empty.state[0]["ap"][0]) == 0


@pytest.mark.rule("SHG-3.14", "SHG-2.2")
def test_points_to_distribute() -> None:
    match = chapter(4, party="akira")
    match.play("raise power")
    match.play("raise power")
    with pytest.raises(IllegalAction) as caught:
        match.play("raise power")
    assert caught.value.rule == "SHG-3.14"
    match.play("raise spirit")
    assert Q.words[int(match.state[0]["phase"])] == "build.skill"
    assert list(match.state[0]["attr"][0]) == [3, 0, 0, 1]


@pytest.mark.rule("SHG-3.13", "SHG-3.5", "SHG-3.7")
def test_the_start_of_a_campaign() -> None:
    tale = Tale("hikaru+jinen")
    s = tale.s
    codes = [tale.match.content.cards[int(c)].code for c in (s.weapon[3, 0], s.armour[3, 0], s.items[3, 0])]
    assert codes == ["jo_staff", "hemp_breastplate", "ofuda"]
    assert s.attr[3, ATTR.SPIRIT] == 1 and s.coins[3] == 20 and s.arm[3] == 1 and s.affinity[1] == 2
    assert tale.match.content.words["kami"][int(s.kami[1])] == "tsukuyomi"
    assert tale.asks == "build.skill"


@pytest.mark.rule("SHG-33.18", "SHG-33.2")
def test_chapter_mode_ends_with_the_phase() -> None:
    match = chapter(2, party="akira")
    while Q.words[int(match.state[0]["phase"])] != "act.main":
        names = match.choices()
        match.play("done" if "done" in names else names[0])
    readable(match.state[0]).malice = 6
    match.prepare()
    match.play("end")
    assert match.over and match.returns() == [-1.0]


# ---- the end of a phase --------------------------------------------------------------------------


@pytest.mark.example("EX-10")
@pytest.mark.rule(
    "SHG-25.4",
    "SHG-25.5",
    "SHG-25.6",
    "SHG-33.5",
    "SHG-33.6",
    "SHG-33.7",
    "SHG-33.8",
    "SHG-33.10",
    "SHG-33.11",
    "SHG-33.13",
    "SHG-33.4",
    "SHG-33.12",
)
def test_end_of_a_chapter_resurrection_and_level() -> None:
    tale = Tale().until("act.main")
    s = tale.s
    s.chapter = 1
    s.level[[0, 2]] = 2
    s.max_hp[0], s.max_hp[2] = 12, 10
    s.attr[0] = [2, 0, 0, 0]
    s.attr[2] = [0, 1, 0, 0]
    s.hp[2], s.arm[2] = 4, 0
    s.blessed[2], s.cond[2, COND.POISONED] = 2, 1
    coins = int(s.coins[2])
    tale.finish(fallen=(0,), dice=[1])
    assert list(s.attr[0]) == [1, 0, 0, 0] and tale.asks == "level.attribute"
    assert len(tale.match.choices()) == 4 and s.blessed[2] == 0 and s.cond[2].sum() == 0
    tale.play("raise spirit", "side whirlwind_cut", "raise power", "side eagle_eye")
    assert (s.level[0], s.hp[0], s.max_hp[0], s.attr[0, ATTR.SPIRIT]) == (3, 14, 14, 1)
    assert (s.hp[2], s.max_hp[2], s.attr[2, ATTR.POWER], s.arm[2]) == (12, 12, 1, 0)
    assert s.coins[2] == coins + 25 and s.affinity[0] == 3
    assert tale.asks == "kami.change"
    tale.play("none").next().until("place.character")
    assert tale.s.supply[0].sum() == 3 and tale.s.hp[0] == 14


@pytest.mark.rule("SHG-25.5")
def test_a_passed_resurrection_test_costs_nothing() -> None:
    tale = Tale().until("act.main")
    tale.s.attr[0] = [2, 0, 0, 1]
    tale.finish(fallen=(0,), dice=[1])
    assert list(tale.s.attr[0]) == [2, 0, 0, 1]


@pytest.mark.rule("SHG-25.7")
def test_where_nothing_can_be_lost_nothing_happens() -> None:
    tale = Tale("akira+jinen").until("act.main")
    tale.s.level[3] = 3
    tale.finish(fallen=(3,), dice=[1])
    assert list(tale.s.attr[3]) == [0, 0, 0, 1] and tale.asks == "level.attribute"


@pytest.mark.rule("SHG-25.5", "SHG-25.6")
def test_the_player_chooses_which_point_is_lost() -> None:
    tale = Tale().until("act.main")
    tale.s.attr[0] = [2, 1, 0, 0]
    tale.s.level[0] = 5
    tale.finish(fallen=(0,), dice=[1])
    assert tale.asks == "end.attribute" and tale.match.choices() == ["lose power", "lose knowledge"]
    tale.play("lose power")
    assert list(tale.s.attr[0])[:2] == [1, 1]


@pytest.mark.rule("SHG-23.3")
def test_known_path_helps_the_dead() -> None:
    tale = Tale().until("act.main")
    tale.s.kami[0] = 0
    tale.s.level[0], tale.s.attr[0] = 3, [2, 0, 0, 0]
    tale.finish(fallen=(0,), dice=[1])
    assert list(tale.s.attr[0]) == [2, 0, 0, 0]


@pytest.mark.rule("SHG-16.10")
def test_who_used_kami_mode_counts_as_defeated() -> None:
    tale = Tale().until("act.main")
    s = tale.s
    h = 2 if s.active == 0 else 0
    s.mode[h], s.moded = 2, 1 << h
    s.level[h], s.attr[h] = 5, [1, 1, 1, 0]
    tale.finish(dice=[1])
    assert tale.asks == "end.attribute"


@pytest.mark.rule("SHG-33.7")
def test_an_attribute_at_three_is_not_raised() -> None:
    tale = Tale().until("act.main")
    tale.s.attr[0, 0] = 3
    tale.finish()
    assert "raise power" not in tale.match.choices()


@pytest.mark.rule("SHG-3.12", "SHG-3.6")
def test_level_five_and_affinity_six_are_the_top() -> None:
    tale = Tale("akira").until("act.main")
    tale.s.level[0], tale.s.affinity[0] = 5, 6
    tale.finish()
    assert tale.match.game_over and tale.s.level[0] == 5 and tale.s.affinity[0] == 6


@pytest.mark.rule("SHG-33.14", "SHG-33.15", "SHG-33.17", "SHG-3.3", "SHG-3.10")
def test_a_failure_repairs_and_repeats() -> None:
    tale = Tale().until("act.main")
    s = tale.s
    s.arm[0], s.hp[0], s.coins[0] = 0, 3, 33
    held = [int(c) for c in s.items[0] if c >= 0]
    tale.finish(won=False)
    assert s.arm[0] == 1 and s.hp[0] == s.max_hp[0]
    assert tale.match.more and not tale.match.over
    tale.next()
    assert tale.s.chapter == 0 and tale.s.attempt == 2 and tale.s.coins[0] == 33
    assert [int(c) for c in tale.s.items[0] if c >= 0] == held and tale.asks == "share.main"
    from bestiary.games.shogun.rules.ground.zones import fill_sleeves

    table, state = tale.match.content.tables[0], tale.match.state[0]
    fill_sleeves(table, state, 2)
    assert tale.match.content.cards[int(tale.s.sleeve[2, 0])].code == "P02"


@pytest.mark.rule("SHG-3.3", "SHG-3.10", "SHG-33.6")
def test_a_victory_leaves_armour_as_it_is() -> None:
    tale = Tale().until("act.main")
    tale.s.arm[0], tale.s.karma[0] = 0, 2
    tale.finish().until("none")
    tale.next().until("place.character")
    assert tale.s.arm[0] == 0 and tale.s.karma[0] == 2 and tale.s.chapter == 1


@pytest.mark.rule("SHG-33.16")
def test_the_third_failure_loses_the_campaign() -> None:
    tale = Tale(attempts=3)
    for last in (False, False, True):
        tale.finish(won=False)
        assert tale.match.more != last
        if not last:
            tale.next()
    assert tale.match.over and int(tale.match.carry["lost"][0]) == 1
    endless = Tale()
    for _ in range(4):
        endless.finish(won=False)
        assert endless.match.more
        endless.next()


@pytest.mark.rule("SHG-35.8")
def test_chapter_six_wins_the_campaign() -> None:
    tale = Tale().until("act.main")
    tale.s.chapter = 5
    tale.finish().until("none")
    assert tale.match.over and int(tale.match.carry["won"][0]) == 1


def test_a_campaign_is_saved_between_chapters_and_resumed(tmp_path: Any) -> None:
    tale = Tale()
    path = tmp_path / "campaign.txt"
    picker = random.Random(1)
    while not tale.match.game_over:
        tale.match.play(picker.choice(tale.match.legal()))
    if tale.match.more:
        tale.next()
    tale.match.save(path)
    again = Match.load(path)
    assert again.digest() == tale.match.digest() and again.game_number == tale.match.game_number


# ---- Kami ----------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-32.2", "SHG-32.3", "SHG-32.4")
def test_an_unlocked_kami_for_anybody() -> None:
    tale = Tale().until("act.main")
    tale.s.chapter = 1
    tale.s.level[[0, 2]] = 5
    tale.s.affinity[0] = 3
    tale.finish()
    assert tale.asks == "kami.change"
    assert tale.match.choices() == ["take_kami akira:susanoo", "take_kami tomoe:susanoo", "none"]
    tale.play("take_kami akira:susanoo")
    assert tale.s.kami[0] == 2 and tale.s.affinity[0] == 4
    other = Tale().until("act.main")
    other.s.chapter = 1
    other.s.level[[0, 2]] = 5
    other.finish().play("none")
    assert int(other.match.carry["unlocked"][0]) == 1 << 2


@pytest.mark.rule("SHG-32.1", "SHG-32.5")
def test_a_personal_kami_is_offered_to_its_character_alone() -> None:
    tale = Tale().until("act.main")
    s = tale.s
    s.opened, s.level[[0, 2]] = 1 << 5, 5
    s.personal[5] = 3
    tale.finish()
    assert tale.match.choices() == ["take_kami tomoe:raijin", "none"]


# ---- Yomi ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "SHG-34.1", "SHG-34.2", "SHG-34.3", "SHG-34.4", "SHG-34.5", "SHG-34.6", "SHG-34.7", "SHG-34.8"
)
def test_the_shinigami_comes_at_a_bold_box() -> None:
    tale = Tale("akira+tomoe+jinen", yomi=True).until("act.main")
    tale.s.yomi = 3
    tale.s.arm[0] = 0
    tale.finish(fallen=(2, 3), dice=[6, 6]).until("none")
    assert tale.s.yomi == 5 and tale.s.called == 1
    tale.next()
    assert tale.s.chapter == st.ENCOUNTER and tale.s.arm[0] == 1 and tale.s.meets == 1
    tale.until("act.main")
    s = tale.s
    assert s.queue[0] == 47 and s.hp[0] == s.max_hp[0]
    tale.finish(won=False, fallen=(0,) if s.active != 0 else (2,))
    assert tale.match.game_over and tale.s.yomi == 5 and (tale.s.hp[[0, 2, 3]] > 0).all()
    tale.next()
    assert tale.s.chapter == 1 and tale.s.attempt == 1 and tale.asks == "interlude.main"
    plain = Tale("akira+tomoe").finish(fallen=(0,), dice=[6]).until("none")
    assert plain.s.yomi == 0


# ---- the interlude -------------------------------------------------------------------------------


def interlude(**owned: int) -> Tale:
    tale = Tale("akira+hikaru+jinen").until("act.main")
    for name, n in owned.items():
        getattr(tale.s, name)[[0, 1, 3]] = n
    tale.finish().until("none")
    return tale.next()


@pytest.mark.rule("SHG-1.5", "SHG-35.1", "SHG-35.2")
def test_the_interlude_comes_after_a_victory() -> None:
    tale = interlude(heads=3, boss=1, coins=0)
    assert tale.asks == "interlude.main" and "sell_heads akira 3" in tale.match.choices()
    coins = int(tale.s.coins[0])
    tale.play("sell_heads akira 3", "sell_boss_heads akira 1")
    assert tale.s.coins[0] == coins + 80
    off = Tale("akira+jinen", interlude=False).finish().until("none").next()
    assert off.asks == "share.main"


@pytest.mark.rule("SHG-35.3", "SHG-15.6")
def test_the_market_row() -> None:
    tale = interlude(coins=500)
    row = [int(c) for c in tale.s.row if c >= 0]
    assert len(row) == 7  # Night Market of Hikaru's Tsukuyomi
    card = tale.match.content.cards[row[0]]
    tale.play(f"buy_market {card.code} akira")
    assert tale.s.coins[0] == 515 - card.facts["cost"] and row[0] in tale.s.items[0]
    deck = int(tale.s.market_n)
    tale.play("done")
    assert tale.s.market_n == deck + 6 and (tale.s.row == -1).all()


@pytest.mark.example("EX-R12")
@pytest.mark.rule("SHG-3.7", "SHG-27.5", "SHG-35.4", "SHG-33.12")
def test_a_blacksmith_card() -> None:
    tale = interlude()
    s = tale.s
    s.box[s.armour[3, 0]] = 1
    s.armour[3, 0], s.arm[3], s.coins[3], s.level[3] = -1, 0, 50, 2
    tale.match.prepare()
    assert "buy_smith hemp_breastplate jinen" in tale.match.choices()
    assert "buy_smith iron_kesa jinen" not in tale.match.choices()
    s.coins[3] = 999
    assert "buy_smith shakujo jinen" in tale.match.choices()
    assert not any("temple_mail" in c for c in tale.match.choices())
    s.coins[3] = 50
    tale.play("buy_smith hemp_breastplate jinen")
    assert s.coins[3] == 5 and s.arm[3] == 1


@pytest.mark.rule("SHG-35.5", "SHG-35.6")
def test_repair_and_devotion() -> None:
    tale = interlude()
    s = tale.s
    s.box[s.armour[0, 0]] = 1
    s.armour[0, 0] = st.ARMOUR0 + 2
    s.box[st.ARMOUR0 + 2] = 0
    s.arm[0], s.coins[0], s.karma[0], s.affinity[0] = 0, 10, 4, 2
    tale.match.prepare()
    tale.play("repair akira 2", "devote akira")
    assert (s.arm[0], s.coins[0], s.karma[0], s.affinity[0]) == (2, 0, 1, 3)
    with pytest.raises(IllegalAction) as caught:
        tale.play("devote akira")
    assert caught.value.rule == "SHG-35.6"


@pytest.mark.rule("SHG-35.7")
def test_prices_round_down() -> None:
    from bestiary.games.shogun.rules.things.interlude import market_price, price

    tale = interlude()
    t, s = tale.match.content.tables[0], tale.match.state[0]
    tale.s.kami[0] = 1
    assert market_price(t, s, 0, 0) == 13  # Healing Salve, 15 coins, 10 percent off
    tale.s.kami[0] = 2
    assert price(t, s, 0, PRICE.HEADS, 10) == 12


@pytest.mark.rule("SHG-1.1")
def test_all_seats_get_the_same_result() -> None:
    match = Match("shogun", {"players": 4}, 1)
    s = readable(match.state[0])
    s.over, s.winner = 1, 1
    assert match.engine.returns(match.state) == [1.0] * 4


def test_carry_of_an_unfinished_chapter_goes_nowhere() -> None:
    match = chapter(1)
    assert int(match.carry["more"][0]) == 0 and records(match.game.carried).shape == (1,)


@pytest.mark.rule("SHG-35.2", "SHG-35.4")
def test_every_deal_that_is_allowed_is_offered() -> None:
    tale = Tale().finish().until().next()
    s = tale.s
    assert tale.asks == "interlude.main"
    s.coins[:], s.heads[0], s.boss[0], s.karma[0] = 60, 3, 1, 2
    tale.match.prepare()
    engine = tale.match.engine
    allowed = [a for a, rule in enumerate(engine.why_all(tale.match.state)) if rule == 0]
    assert sorted(tale.match.legal()) == allowed
    verbs = {name.split()[0] for name in tale.match.choices()}
    assert {"buy_market", "buy_smith", "sell_heads", "sell_boss_heads", "done"} <= verbs
