"""Chapters 12, 13 and 24: attacks of characters, damage, heads, counterattacks."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTR, COND, STAT, UNTIL
from bestiary.games.shogun.state import STATUS, STREAM

from .table import Table, seed_for

ASH = {"a": "ashigaru"}


def strike(
    table: Table, hero: str, target: str, white: list[str], black: list[str], *more: int | str, **how: str
) -> Table:
    """A whole attack: kind, skill, focus, with these dice; further questions are left open."""
    if table.asks != "act.main":
        table.activate(hero)
    table.play(f"{how.get('kind', 'fast')} {target}")
    if table.asks == "attack.skill":
        table.play(how.get("skill", "none"))
    table.attack_dice(white, black, *more)
    if table.asks == "attack.focus":
        table.play("yes" if more and isinstance(more[0], str) else "no")
    return table


def hurt(table: Table, name: str) -> int:
    f = table.id(name)
    return int(table.s.max_hp[f] - table.s.hp[f])


@pytest.mark.example("EX-R5")
@pytest.mark.rule(
    "SHG-2.3", "SHG-2.14", "SHG-12.4", "SHG-12.6", "SHG-12.16", "SHG-13.1", "SHG-13.6", "SHG-1.8", "SHG-2.8"
)
def test_katana_and_stab() -> None:
    table = Table("Aa", ASH)
    table.learn("akira", "stab", 2)
    table.s.hp[0] = 9
    strike(table, "akira", "ashigaru-red", ["1y", "1"], ["2i"], skill="skill stab")
    assert table.asks == "attack.yinyang"
    assert table.s.ap[0] == 3
    table.play("yes")
    assert table.hp("ashigaru") == 1 and table.hp("akira") == 10


@pytest.mark.example("EX-1")
@pytest.mark.rule(
    "SHG-12.8",
    "SHG-12.11",
    "SHG-12.12",
    "SHG-13.2",
    "SHG-13.5",
    "SHG-13.8",
    "SHG-13.14",
    "SHG-24.3",
    "SHG-2.11",
)
def test_focus_die_pierce_break_blank_critical() -> None:
    def kappa() -> Table:
        return Table("Ak", {"k": "kappa"})

    one = strike(kappa(), "akira", "kappa-red", ["1", "1"], ["0", "1"], "pierce", kind="strong")
    assert one.at("kappa") is None and one.s.heads[0] == 1
    two = strike(kappa(), "akira", "kappa-red", ["0", "1"], ["0", "0"], "break", kind="strong")
    assert two.hp("kappa") == 3 and two.s.arm[two.id("kappa")] == 1
    three = strike(kappa(), "akira", "kappa-red", ["2", "2"], ["3", "3"], "blank", kind="strong")
    assert three.hp("kappa") == 5 and three.s.ap[0] == 2 and three.asks == "act.main"
    four = kappa()
    strike(four, "akira", "kappa-red", ["0", "0"], ["0", "0"], "critical", 5, 3, kind="strong")
    assert four.hp("kappa") == 5 and four.hp("akira") == 10 - 2 and four.asks == "act.main"


@pytest.mark.rule("SHG-12.1")
def test_one_attack_in_an_activation() -> None:
    table = strike(Table("Aa", ASH), "akira", "ashigaru-red", ["0", "0"], ["0"])
    assert table.asks == "act.main" and table.why("fast ashigaru-red") == "SHG-12.1"


@pytest.mark.rule("SHG-12.2", "SHG-12.3", "SHG-12.20", "SHG-12.21")
def test_range_of_the_weapon() -> None:
    table = Table("A.a\n...\nR..", {**ASH, "R": "R"})
    table.put("R", 0, 1)
    assert table.activate("akira").why("fast ashigaru-red") == "SHG-12.2"
    assert table.why("fast ashigaru-blue") == "SHG-12.20"
    table.put("ashigaru", 1, 0)
    assert table.attacks == ["fast ashigaru-red", "strong ashigaru-red"]
    mist = Table("T..a", ASH)
    mist.weapons("tomoe", "hankyu")
    mist.s.mod[2, STAT.RANGE, UNTIL.ROUND] = -2
    assert not mist.activate("tomoe").attacks
    mist.put("ashigaru", 2, 0)
    assert mist.attacks
    short = Table("Aa", ASH)
    short.s.mod[0, STAT.RANGE, UNTIL.ROUND] = -2
    assert short.activate("akira").attacks


@pytest.mark.rule("SHG-12.4", "SHG-12.5", "SHG-2.16")
def test_kinds_of_attack_and_their_cost() -> None:
    table = Table("Aa", ASH)
    table.activate("akira")
    table.s.ap[0] = 1
    assert table.why("strong ashigaru-red") == "SHG-12.4"
    table.play("fast ashigaru-red")
    assert table.asks == "attack.focus" and table.s.ap[0] == 0
    club = Table("Aa", ASH)
    club.weapons("akira", "kanabo")
    assert club.activate("akira").attacks == ["strong ashigaru-red"]
    assert club.why("fast ashigaru-red") == "SHG-12.5"
    club.play("strong ashigaru-red")
    assert club.asks == "attack.focus" and club.s.ap[0] == 2
    thrown = Table("Ha", ASH)
    thrown.weapons("hikaru", "shuriken")
    assert thrown.activate("hikaru").attacks == ["fast ashigaru-red"]
    thrown.play("fast ashigaru-red")
    assert thrown.asks == "attack.focus" and thrown.s.ap[1] == 3


@pytest.mark.rule("SHG-12.7")
@pytest.mark.example("EX-7")
@pytest.mark.rule("SHG-23.7", "SHG-23.8", "SHG-23.9")
def test_aggregate_and_highest_threshold() -> None:
    table = Table("Aa......\n........", ASH, level=5)
    table.weapons("akira", "daisho")
    table.learn("akira", "thousand_cuts", 5)
    table.activate("akira").play("strong ashigaru-red", "skill thousand_cuts")
    white, black = ["0", "0", "0", "2"], ["0", "0", "0", "2"]
    table.attack_dice(white, black)
    table.play("no")
    assert hurt(table, "ashigaru") == 2 + 2 + 1 - 2
    shadow = Table("H" + "." * 12, level=5)
    shadow.learn("hikaru", "twin_shadow", 6)
    shadow.activate("hikaru").play("technique twin_shadow")
    assert "square 8,0" in shadow.choices and "square 9,0" not in shadow.choices
    shadow.play("square 8,0")
    assert shadow.asks == "act.main" and shadow.s.mod[1, STAT.HITS, UNTIL.ACTIVATION] == 4
    four = Table("H" + "." * 12, level=5)
    four.learn("hikaru", "twin_shadow", 4)
    four.activate("hikaru").play("technique twin_shadow")
    assert "square 5,0" not in four.choices


@pytest.mark.rule("SHG-12.9", "SHG-17.5")
def test_one_attack_skill_and_only_a_usable_one() -> None:
    table = Table("Aa", ASH, level=3)
    table.learn("akira", "stab", 2)
    table.learn("akira", "whirlwind_cut", 3)
    table.activate("akira").play("fast ashigaru-red")
    assert "skill stab" in table.choices and table.why("skill whirlwind_cut") == "SHG-23.1"
    assert "skill bow_and_blade" in table.choices
    table.play("skill stab")
    assert table.asks == "attack.focus"


@pytest.mark.rule("SHG-12.10", "SHG-12.22")
def test_a_skill_that_extends_the_range_is_then_compulsory() -> None:
    table = Table("H..a", ASH, level=3)
    table.weapons("hikaru", "kodachi")
    slot = table.learn("hikaru", "poison_needles", 3)
    table.learn("hikaru", "backstab", 6)  # ready, but it does not reach so far
    table.s.attr[1, ATTR.SPIRIT] = 1
    table.activate("hikaru").play("fast ashigaru-red")
    assert table.why("none") == table.why("skill backstab") == "SHG-12.10"
    assert "skill backstab" not in table.choices and table.why("withdraw_ki poison_needles") == "SHG-12.22"
    table.play("skill poison_needles", "withdraw_ki poison_needles")
    assert table.s.ki[1, slot] == 0 and table.asks == "attack.focus"
    table.attack_dice(["2"], ["2"])
    table.play("no")
    assert table.s.cond[table.id("ashigaru"), COND.POISONED] == 1


@pytest.mark.rule("SHG-23.11")
def test_a_die_withdrawn_after_choosing_does_not_matter() -> None:
    table = Table("Aa", ASH)
    table.learn("akira", "stab", 2)
    table.s.attr[0, ATTR.SPIRIT] = 1
    table.activate("akira").play("fast ashigaru-red", "skill stab", "withdraw_ki stab")
    table.attack_dice(["2", "0"], ["0"])
    table.play("no")
    assert hurt(table, "ashigaru") == 2 + 1 - 1


@pytest.mark.rule("SHG-12.13")
def test_without_focus_die_an_attack_always_hits() -> None:
    table = strike(Table("Aa", ASH), "akira", "ashigaru-red", ["0", "0"], ["0"])
    assert hurt(table, "ashigaru") == 0 and table.s.ap[0] == 3


@pytest.mark.rule("SHG-12.14", "SHG-12.15")
def test_eagle_eye_rerolls_one_die() -> None:
    table = Table("T..a", ASH, level=3)
    table.weapons("tomoe", "hankyu")
    table.learn("tomoe", "eagle_eye", 3)
    strike(table, "tomoe", "ashigaru-red", ["0"], ["0"], "strike", 6)
    assert table.asks == "attack.reroll" and table.choices == ["die 1", "die 5", "done"]
    table.play("die 1")
    assert table.asks == "act.main" and hurt(table, "ashigaru") == 2 + 2 - 2


@pytest.mark.rule("SHG-12.17")
def test_only_dice_kept_from_the_first_roll_count_for_yin_yang() -> None:
    for rule, asked in (("strict", "act.main"), ("final", "attack.yinyang")):
        table = Table("Aa", ASH, level=3, reroll_yinyang=rule)
        table.weapons("akira", "katana")
        table.s.affinity[0], table.s.hp[0] = 3, 5
        table.activate("akira").play("fast ashigaru-red", "skill bow_and_blade")
        table.attack_dice(["1y", "0", "0"], ["0"], 6)
        table.play("no", "die 5", "done")
        assert table.asks == asked


@pytest.mark.rule("SHG-12.18")
def test_a_failed_attack_has_no_yin_yang() -> None:
    table = strike(Table("Aa", ASH), "akira", "ashigaru-red", ["1y", "1y"], ["1"], "blank")
    assert table.asks == "act.main" and hurt(table, "ashigaru") == 0


@pytest.mark.rule("SHG-12.19", "SHG-6.4", "SHG-12.23")
def test_whirlwind_strikes_all_with_one_roll_and_only_the_first_answers() -> None:
    table = Table("a..\nAb.\n...", {"a": "ashigaru-red", "b": "ashigaru-blue"}, level=3)
    table.weapons("akira", "jumonji_yari")
    table.learn("akira", "whirlwind_cut", 4)
    strike(table, "akira", "ashigaru-red", ["2y", "1"], ["1"], skill="skill whirlwind_cut").play("yes")
    assert hurt(table, "ashigaru-red") == hurt(table, "ashigaru-blue") == 4 + 1 - 2
    assert table.s.cond[10, COND.BLEEDING] == 1 and table.s.cond[11, COND.BLEEDING] == 0
    fail = Table("a..\nAb.\n...", {"a": "ashigaru-red", "b": "ashigaru-blue"}, level=3)
    fail.weapons("akira", "katana")
    fail.armour("akira", None)
    fail.learn("akira", "whirlwind_cut", 4)
    strike(fail, "akira", "ashigaru-red", ["0", "0"], ["0"], "critical", 2, 2, skill="skill whirlwind_cut")
    assert hurt(fail, "akira") == 2 + 1  # one counterattack of two white ones; Formation adds a hit


@pytest.mark.rule("SHG-13.1")
def test_damage_is_never_below_zero() -> None:
    table = Table("Ak", {"k": "kachi+"})
    strike(table, "akira", "kachi-red", ["1", "1"], ["1"])
    assert hurt(table, "kachi") == 3 + 1 - 3
    table = strike(Table("Ak", {"k": "kachi+"}), "akira", "kachi-red", ["1", "0"], ["0"])
    assert hurt(table, "kachi") == 0


@pytest.mark.rule("SHG-13.3")
def test_striking_from_higher_ground() -> None:
    table = Table("T.k", {"k": "akaname"}, heights="100")
    table.weapons("tomoe", "hankyu")
    strike(table, "tomoe", "akaname-red", ["1"], ["2"])
    assert hurt(table, "akaname") == 3 + 1 - 1


@pytest.mark.rule("SHG-13.4", "SHG-22.10", "SHG-2.3")
def test_poison_guard_and_extra_damage_in_order() -> None:
    table = Table("Ak", {"k": "kappa"})
    table.s.arm[table.id("kappa")] = 0
    table.s.cond[0, COND.POISONED] = 3
    strike(table, "akira", "kappa-red", ["1", "1"], ["0"])
    assert hurt(table, "kappa") == 1
    marked = Table("Aj", {"j": "jikininki"})
    marked.s.mod[marked.id("jikininki"), STAT.TAKEN, UNTIL.ROUND] = 2
    strike(marked, "akira", "jikininki-red", ["1", "0"], ["0"])
    assert hurt(marked, "jikininki") == 0  # 1 + 1 - 1 is guarded away, so nothing is added
    strike(Table("Aj", {"j": "jikininki"}), "akira", "jikininki-red", ["2", "0"], ["0"])
    again = Table("Aj", {"j": "jikininki"})
    again.s.mod[again.id("jikininki"), STAT.TAKEN, UNTIL.ROUND] = 2
    strike(again, "akira", "jikininki-red", ["2", "0"], ["0"])
    assert hurt(again, "jikininki") == 2 + 1 - 1 - 1 + 2


@pytest.mark.rule("SHG-13.7", "SHG-13.12", "SHG-22.6")
def test_conditions_only_on_minions() -> None:
    table = Table("Ju......", {"u": "undertaker"})
    table.weapons("jinen", "jo_staff")
    table.learn("jinen", "open_palm", 2)
    strike(table, "jinen", "undertaker", ["2", "2"], ["3", "2"], kind="strong", skill="skill open_palm")
    if table.asks == "attack.yinyang":
        table.play("no")
    assert table.at("undertaker") == (3, 0) and table.s.cond[41, COND.DOWNED] == 0
    minion = Table("Ja......", ASH)
    minion.weapons("jinen", "jo_staff")
    minion.learn("jinen", "open_palm", 2)
    strike(minion, "jinen", "ashigaru-red", ["2", "2"], ["0", "0"], kind="strong", skill="skill open_palm")
    assert minion.s.cond[10, COND.DOWNED] == 1


@pytest.mark.rule("SHG-13.9", "SHG-13.10", "SHG-13.11")
def test_armour_is_lost_by_the_one_that_was_hit() -> None:
    table = Table("Akb", {"k": "kappa-red", "b": "kappa-blue"})
    strike(table, "akira", "kappa-red", ["0", "0"], ["0"], "break")
    assert table.s.arm[28] == 1 and table.s.arm[29] == 2
    onryo = Table("Ay", {"y": "onryo"})
    strike(onryo, "akira", "onryo-red", ["0", "0"], ["0"], "break")
    assert onryo.s.arm[34] == 0
    oni = Table("AB.\n...", {"B": "blood_oni"})
    strike(oni, "akira", "blood_oni", ["0", "0"], ["0"], "break")
    assert oni.s.arm[44] == 1


@pytest.mark.rule("SHG-13.13", "SHG-13.14", "SHG-31.3", "SHG-2.13")
def test_heads() -> None:
    def kill(kind: str, hero: str = "akira", far: bool = False) -> Table:
        table = Table("A..." if hero == "akira" else "T...")
        table.put(kind, 3 if far else 1, 0)
        table.s.hp[table.id(kind)] = 1
        table.s.arm[table.id(kind)] = 0
        if hero == "tomoe":
            table.weapons("tomoe", "hankyu")
        name = table.names[table.id(kind)]
        white, black = (["2", "2"], ["2"]) if hero == "akira" else (["2"], ["2"])
        return strike(table, hero, name, white, black)

    assert kill("ashigaru").s.heads[0] == 1
    assert kill("undertaker").s.boss[0] == 1
    none = kill("sedrik")
    assert none.s.heads[0] == none.s.boss[0] == 0 and none.s.floor.sum() == 0
    shot = kill("ashigaru", "tomoe", far=True)
    assert shot.s.heads[2] == 0 and shot.s.floor[shot.q(3, 0)] == 1


@pytest.mark.rule("SHG-13.15")
def test_the_head_of_a_large_enemy_lies_nearest_to_the_attacker() -> None:
    table = Table("......\n" * 4 + "T.....\n......")
    table.put("nue", 3, 4)
    table.s.hp[40] = 1
    table.weapons("tomoe", "yumi")
    strike(table, "tomoe", "nue", ["2", "2"], ["3"])
    assert table.s.floor_boss[table.q(3, 4)] == 1


@pytest.mark.rule("SHG-13.16")
def test_the_head_that_ends_the_chapter_is_taken_from_afar() -> None:
    table = Table("T....B.\n.......", {"B": "blood_oni"}, chapter=2)
    table.t["z_trigger"][1, 0] = table.match.game.content().tables["z_trigger"][0, 1, 1]
    table.s.hp[44] = 1
    table.weapons("tomoe", "yumi")
    strike(table, "tomoe", "blood_oni", ["2", "2"], ["3"])
    if table.asks == "attack.yinyang":
        table.play("no")
    assert table.match.game_over and table.s.winner == 1 and table.s.boss[2] == 1


@pytest.mark.rule("SHG-13.17", "SHG-22.8")
def test_a_bleeding_kachi_leaves_its_head_on_its_square() -> None:
    table = Table("A..k", {"k": "kachi"})
    table.s.hp[22] = 1
    table.s.cond[22, COND.BLEEDING] = 1
    table.activate("kachi")
    assert table.at("kachi") is None and table.s.floor[table.q(3, 0)] == 1 and table.s.heads[0] == 0


# ---- counterattacks ------------------------------------------------------------------------------


@pytest.mark.rule("SHG-24.1", "SHG-24.2")
def test_an_enemy_counterattacks_within_its_highest_range() -> None:
    def shot(kind: str, x: int) -> int:
        table = Table("T......")
        table.put(kind, x, 0)
        table.weapons("tomoe", "hankyu")
        table.armour("tomoe", None)
        table.s.mod[2, STAT.RANGE, UNTIL.ROUND] = 2
        faces = {"onryo": (4, 4), "akaname": (2, 1)}[kind]
        strike(table, "tomoe", f"{kind}-red", ["0"], ["0"], "critical", *faces)
        return hurt(table, "tomoe")

    assert shot("onryo", 3) == 2 + 2 and shot("onryo", 4) == 0
    assert shot("akaname", 2) == 1 and shot("akaname", 3) == 0


@pytest.mark.rule("SHG-24.4", "SHG-24.5", "SHG-24.8", "SHG-21.5")
def test_a_character_counterattacks_with_a_fast_attack() -> None:
    def attacked(weapon: str) -> Table:
        table = Table("Ak", {"k": "kachi"})
        table.weapons("akira", weapon)
        table.s.hp[0], table.s.ap[0] = 8, 2
        table.s.oracle = 1
        # onslaught: behaviour 4, then white, black, focus critical; then the answer
        table.s.rng[STREAM.DICE] = seed_for([3, 1, 1, 1, 5, 2, 4])
        return table.activate("kachi")

    table = attacked("katana")
    assert table.asks == "react.counter"
    table.play("yes", "yes")
    assert hurt(table, "kachi") == 2 + 1 + 2 + 1 - 2 and table.hp("akira") == 9 and table.s.ap[0] == 2
    assert attacked("kanabo").asks == "nothing"
    assert attacked("katana").play("no").hp("kachi") == 6


@pytest.mark.rule("SHG-24.6")
def test_after_the_counterattack_the_activation_goes_on() -> None:
    table = strike(Table("Ak", {"k": "kachi"}), "akira", "kachi-red", ["0", "0"], ["0"], "critical", 2, 1)
    assert table.asks == "act.main" and table.s.ap[0] == 3


@pytest.mark.rule("SHG-24.7")
def test_a_downed_enemy_answers_only_next_to_it() -> None:
    table = Table("A.a", ASH)
    table.weapons("akira", "yari")
    table.s.cond[10, COND.DOWNED] = 1
    strike(table, "akira", "ashigaru-red", ["0", "0"], [], "critical", 5, 5)
    assert hurt(table, "akira") == 0


@pytest.mark.rule("SHG-24.9")
def test_an_enemy_defeated_by_a_counterattack_does_no_more() -> None:
    table = Table("A....\n.....\n.....")
    table.put("nue", 1, 0)
    table.s.hp[40], table.s.arm[40] = 2, 0
    # storm: behaviour 6, Storm Breath with focus: 3 white, 3 black, critical; the answer: 2 white, 1 black
    table.s.rng[STREAM.DICE] = seed_for([5, *[None] * 6, 1, 4, 4, 3])
    table.activate("nue").play("yes")
    assert table.at("nue") is None and table.asks == "nothing" and table.s.boss[0] == 1


@pytest.mark.rule("SHG-12.12", "SHG-25.2")
def test_a_counterattack_can_end_the_activation() -> None:
    table = Table("Hk.", {"k": "kachi"})
    table.s.hp[1] = 1
    table.armour("hikaru", None)
    table.put("decoy", 0, 0)
    table.put("hikaru", 0, 0)
    strike(table, "hikaru", "kachi-red", ["0"], ["0"], "critical", 5, 5)
    assert table.s.status[1] == STATUS.DEFEATED and table.s.res_sq[st.DECOY] == -1


@pytest.mark.rule("SHG-12.10")
def test_target_and_kind_are_one_choice_that_is_paid_at_once() -> None:
    table = Table("Aa\n.b", {**ASH, "b": "kachi"})
    table.activate("akira")
    assert set(table.attacks) == {
        f"{k} {f}" for k in ("fast", "strong") for f in ("ashigaru-red", "kachi-red")
    }
    table.play("strong kachi-red")
    assert table.s.ap[0] == 2 and table.s.a_on == table.id("kachi") and table.asks == "attack.focus"
    assert table.why("end") == "SHG-9.7"
