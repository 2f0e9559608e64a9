"""Chapter 8: Instant Actions and answers."""

from __future__ import annotations

import pytest

from .table import Table, duel, pool


def struck(action: str, **enemy: object) -> tuple[Table, int, int]:
    """Seat 0 (Ragna) has just aimed an Action at seat 1's Champion, who may answer."""
    code = str(enemy.pop("code", "firefighter"))
    held = enemy.pop("hand", ())
    table, own, target = duel("berserker", code, enemy=enemy)  # type: ignore[arg-type]
    table.hand(0, action)
    table.hand(1, *held)  # type: ignore[misc]
    table.play(f"action {action}")
    assert table.phase == "answer" and table.asked == 1
    return table, own, target


@pytest.mark.rule("KLW-8.1")
def test_an_action_takes_effect_before_the_draw() -> None:
    table, _, target = struck("dart")
    table.decline()
    assert table.marks(target) == {"poisoned": 1}
    kinds = [h.kind for h in table.match.events(0)]
    assert kinds.index("marks") < kinds.index("draws")


@pytest.mark.rule("KLW-8.2", "KLW-8.6")
def test_a_negated_action_is_spent_and_so_is_the_answer() -> None:
    table, _, target = struck("molotov", code="surgeon", hand=("extinguisher",))
    table.play("answer_hand extinguisher")
    assert table.marks(target) == {} and table.discards() == ["extinguisher", "molotov"]
    assert table.s.hand_n[1] == 0 and table.s.hand_n[0] == 1


@pytest.mark.rule("KLW-8.3")
def test_a_hostile_action_is_aimed_at_an_opponent() -> None:
    table = Table(players=3)
    for seat, code in enumerate(("firefighter", "surgeon", "sentinel")):
        table.host(seat, code)
    table.hand(0, "molotov")
    table.play("action molotov")
    assert sorted(table.choices()) == ["target sentinel", "target surgeon"]
    table.refuses("target firefighter", "KLW-8.3")


@pytest.mark.rule("KLW-8.5", "KLW-8.7")
def test_an_item_on_the_target_answers_and_is_discarded() -> None:
    table, _, target = struck("dart", items=["antidote"])
    table.play("answer_item antidote")
    assert table.marks(target) == {} and table.items(target) == []
    assert table.discards() == ["antidote", "dart"]


@pytest.mark.rule("KLW-8.5")
def test_items_of_another_own_host_do_not_answer_for_the_target() -> None:
    table, _, _ = duel()
    table.host(1, "bailiff", support=True, items=["antidote"])
    table.hand(0, "dart")
    table.play("action dart", "target apothecary")
    table.refuses("answer_item antidote", "KLW-8.5")


@pytest.mark.rule("KLW-8.8")
def test_a_hidden_totem_answers_and_joins_the_target() -> None:
    table, _, target = struck("dart", life=10, hand=("snake",))
    table.play("answer_reveal snake")
    assert table.totems(target) == ["snake"] and table.life(target) == 8
    assert table.marks(target) == {}


@pytest.mark.rule("KLW-8.9")
def test_its_check_follows_the_negation() -> None:
    table, _, target = struck("dart", totems=["tiger"], hand=("snake",))
    table.dice(1)
    table.play("answer_reveal snake")
    assert table.totems(target) == [] and table.marks(target) == {}
    kinds = [h.kind for h in table.match.events(None)]
    assert kinds.index("negates") < kinds.index("checks")


@pytest.mark.rule("KLW-8.10")
def test_a_hidden_totem_must_be_attachable() -> None:
    table, _, _ = duel()
    table.host(1, "bailiff", support=True)
    table.hand(0, "tranquilizer")
    table.hand(1, "rooster")
    table.play("action tranquilizer", "target bailiff").refuses("answer_reveal rooster", "KLW-9.6")
    table, _, _ = struck("shackles", totems=["rooster2"], hand=("rooster1",))
    table.refuses("answer_reveal rooster1", "KLW-2.4")
    table, _, _ = struck("dart", life=2, hand=("snake",))
    table.refuses("answer_reveal snake", "KLW-7.9")


@pytest.mark.rule("KLW-8.11")
def test_a_totem_in_play_answers_at_the_price_of_sleep() -> None:
    table, own, target = struck("molotov", totems=["monkey"])
    table.hand(0, "dart")
    table.play("answer_totem monkey")
    assert table.dormant(target) == ["monkey"] and "burning" in table.marks(own)
    table.play("pass", "action dart")
    assert table.offers("answer_totem monkey")  # awake again after its player's turn


@pytest.mark.rule("KLW-8.12", "KLW-8.15")
def test_a_talent_answers_every_time() -> None:
    table, own, target = struck("dart1", code="mirrordancer")
    table.hand(0, "dart2")
    table.play("answer_talent mirrordancer")
    assert table.marks(own) == {"poisoned": 1}
    table.play("pass", "action dart2", "answer_talent mirrordancer")
    assert table.marks(target) == {}


@pytest.mark.rule("KLW-8.13")
def test_an_answer_must_fit_the_tag() -> None:
    table, _, _ = struck("molotov", items=["antidote"])
    assert table.choices() == ["decline"]
    table.refuses("answer_item antidote", "KLW-8.13")


@pytest.mark.rule("KLW-8.14")
def test_an_answer_cannot_be_answered() -> None:
    table, own, _ = struck("dart", hand=("mirror1",))
    table.hand(0, "mirror2")
    table.play("answer_hand mirror1")
    assert table.marks(own) == {"poisoned": 1} and table.phase == "main" and table.asked == 1
    assert "mirror" in table.held(0)


@pytest.mark.rule("KLW-8.15")
def test_a_reflected_dart_poisons_the_sender() -> None:
    table, own, target = struck("dart", items=["mirror"])
    table.play("answer_item mirror")
    assert table.marks(own) == {"poisoned": 1} and table.marks(target) == {}


@pytest.mark.rule("KLW-8.16")
def test_a_reflected_theft_takes_from_the_senders_champion() -> None:
    table, own, _ = duel(own={"items": ["grenade", "knife"]}, enemy={"items": ["mirror", "plate"]})
    table.hand(0, "pickpocket")
    table.play("action pickpocket", "answer_item mirror")
    assert table.asked == 1 and sorted(table.choices()) == ["pick_item grenade1", "pick_item knife1"]
    table.play("pick_item grenade")
    assert table.held(1) == ["grenade"] and table.items(own) == ["knife"]


@pytest.mark.rule("KLW-8.16")
@pytest.mark.parametrize(("own", "scope"), [({}, "all"), ({"items": ["grenade"], "protected": 3}, "all")])
def test_a_reflected_effect_may_find_nothing(own: dict[str, object], scope: str) -> None:
    table, _sender, _ = duel(own=own, enemy={"items": ["mirror", "plate"]}, protected_scope=scope)
    table.hand(0, "pickpocket")
    table.play("action pickpocket", "answer_item mirror")
    assert table.held(1) == [] and table.phase == "main"


@pytest.mark.rule("KLW-8.16")
def test_without_a_champion_the_lowest_slot_is_struck() -> None:
    table = Table()
    table.host(0, "bailiff", support=True)
    lowest = table.host(0, "surgeon", support=True) - 1
    table.host(1, "firefighter", items=["mirror"])
    table.hand(0, "shot")
    table.play("action shot", "answer_item mirror")
    assert table.life(lowest) == 4


@pytest.mark.rule("KLW-8.17", "KLW-8.23")
def test_gas_main_cannot_be_answered_and_strikes_clockwise() -> None:
    table = Table(players=3)
    hosts = [table.host(seat, code) for seat, code in enumerate(("firefighter", "surgeon", "sentinel"))]
    safe = table.host(0, "bailiff", support=True, protected=3)
    table.hand(1, "gasmain")
    table.hand(0, "turtle")
    table.turn(1, 21)
    table.play("action gasmain")
    assert [table.life(h) for h in (*hosts, safe)] == [7, 9, 6, 7]
    order = [e["host"] for e in table.told("loses")]
    assert order == [table.s.host[hosts[2]], table.s.host[hosts[0]]]


@pytest.mark.rule("KLW-8.18")
def test_a_negated_action_does_nothing_at_all() -> None:
    table, _, target = struck("shackles", hand=("key",))
    table.play("answer_hand key")
    assert table.marks(target) == {} and table.life(target) == 9


@pytest.mark.rule("KLW-8.19")
def test_a_reduced_action_does_everything_else() -> None:
    table, own, target = struck("bloodprice", totems=["pig"], life=16)
    table.play("answer_totem pig")
    assert table.life(target) == 14 and table.life(own) == 9


@pytest.mark.rule("KLW-8.19")
def test_damage_that_is_reduced_to_nothing_is_no_loss() -> None:
    table, _, target = struck("shot", totems=["pig"], life=16)
    table.play("answer_totem pig")
    assert table.life(target) == 16 and table.told("loses") == []


@pytest.mark.rule("KLW-8.20")
def test_a_raid_on_the_hand_is_answered_from_the_hand_or_the_field() -> None:
    table, _, _ = duel()
    table.host(1, "bailiff", support=True, items=["mirror"])
    table.hand(0, "interrogation")
    table.hand(1, "lockbox", "monkey")
    table.play("action interrogation")
    assert sorted(table.choices()) == ["answer_hand lockbox1", "answer_item mirror1", "decline"]
    table.refuses("answer_reveal monkey", "KLW-8.20")
    table.play("answer_hand lockbox")
    assert table.told("peeks") == [] and table.held(1) == ["monkey"]


@pytest.mark.rule("KLW-8.21")
def test_silent_cards_cannot_answer() -> None:
    table, _, _ = struck("molotov", items=["extinguisher1"], asleep=2, hand=("extinguisher2",))
    assert sorted(table.choices()) == ["answer_hand extinguisher2", "decline"]
    table.refuses("answer_item extinguisher1", "KLW-8.21")
    table, _, target = duel(enemy={"totems": ["monkey"], "items": ["extinguisher"], "frozen": 2})
    table.s.dormant[target, 0] = 1
    table.hand(0, "molotov")
    table.play("action molotov").refuses("answer_totem monkey", "KLW-8.21")
    table.refuses("answer_item extinguisher", "KLW-8.21")


@pytest.mark.rule("KLW-8.22")
@pytest.mark.parametrize(
    ("action", "code", "damage"),
    [("dart", "handler", 0), ("shackles", "escapist", 1), ("molotov", "firefighter", 0)],
)
def test_immunity_stops_the_state_and_not_the_damage_beside_it(action: str, code: str, damage: int) -> None:
    table, _, target = struck(action, code=code)
    before = table.life(target)
    table.decline()
    assert table.marks(target) == {} and table.life(target) == before - damage
    assert table.discards() == [action]


@pytest.mark.rule("KLW-8.22")
def test_owl_stops_the_haunting_and_not_the_sleep_of_a_totem() -> None:
    table, _, target = struck("gravewhisper", totems=["owl"])
    table.decline()
    assert table.marks(target) == {} and table.dormant(target) == ["owl"]


@pytest.mark.rule("KLW-8.13", "KLW-8.19")
@pytest.mark.parametrize(("action", "state"), [("shackles", "shackled"), ("coldsnap", "frozen")])
def test_pig_answers_whatever_deals_damage(action: str, state: str) -> None:
    table, _, target = struck(action, totems=["pig"])
    before = table.life(target)
    table.play("answer_totem pig")
    assert state in table.marks(target) and table.life(target) == before


@pytest.mark.rule("KLW-8.13")
def test_pig_answers_the_medium() -> None:
    table, _, target = duel(enemy={"totems": ["pig"], "life": 20})
    table.hand(0, "medium")
    table.play("support medium", "answer_totem pig")
    assert "haunted" in table.marks(target) and table.life(target) == 20


@pytest.mark.rule("KLW-8.32")
def test_a_reflected_exchange_does_nothing() -> None:
    table, _, _ = duel()
    table.hand(0, "crossedwires", "shot", "dart")
    table.hand(1, "mirror", "molotov")
    table.play("action crossedwires", "answer_hand mirror")
    assert {"shot", "dart"} <= set(table.held(0)) and table.held(1) == ["molotov"]
    assert table.told("crosses") == table.told("reflects") == [] and len(table.told("negates")) == 1
    table, own, target = duel(own={"items": ["grenade"]}, enemy={"items": ["kevlar"], "totems": ["monkey"]})
    table.hand(0, "quickswap")
    table.play("action quickswap", "answer_totem monkey")
    assert (table.items(own), table.items(target)) == (["grenade"], ["kevlar"])


@pytest.mark.rule("KLW-8.24", "KLW-8.25")
def test_a_bare_host_may_be_stolen_with_an_empty_deck() -> None:
    table = Table(deck=[])
    table.host(0, "berserker", life=7, items=["grenade"])
    table.hand(1, "turncoat")
    table.turn(1, 21)
    table.play("action turncoat", "decline")
    assert table.card(4) == "berserker" and table.life(4) == 7 and table.items(4) == ["grenade"]
    assert table.s.champion[1] == 0 and table.s.champion[0] == -1 and "protected" in table.marks(4)


@pytest.mark.rule("KLW-8.25")
def test_a_stolen_host_becomes_support_beside_a_champion() -> None:
    table, _, _ = duel(second="berserker")
    table.hand(0, "turncoat")
    table.play("action turncoat", "decline")
    assert table.card(1) == "berserker" and table.s.champion[0] == 0
    table, _, _ = duel(second="berserker")
    for code in ("hypnotist", "surgeon", "cutpurse"):
        table.host(0, code, support=True)
    table.hand(0, "turncoat")
    table.refuses("action turncoat", "KLW-6.6")


@pytest.mark.rule("KLW-8.26")
def test_press_gang_takes_a_host_from_a_hand() -> None:
    table = Table()
    table.host(1, "firefighter")
    table.hand(0, "pressgang")
    table.hand(1, "surgeon", "tiger", "berserker")
    table.play("action pressgang", "decline")
    assert sorted(table.choices()) == ["take berserker", "take surgeon"]
    table.play("take berserker")
    assert sorted(table.choices()) == ["deploy_now berserker", "keep"]
    assert table.play("deploy_now berserker").card(0) == "berserker"


@pytest.mark.rule("KLW-8.26", "KLW-7.1", "KLW-20.10")
@pytest.mark.parametrize(("mode", "champion"), [("champion", 0), ("were_squad", -1)])
def test_a_stolen_host_deployed_at_once_is_the_champion_where_there_is_one(mode: str, champion: int) -> None:
    table = Table(mode=mode)
    table.host(1, "firefighter")
    table.hand(0, "pressgang")
    table.hand(1, "berserker")
    table.play("action pressgang", "decline", "take berserker", "deploy_now berserker")
    assert table.card(0) == "berserker" and table.s.champion[0] == champion


@pytest.mark.rule("KLW-8.26")
def test_press_gang_may_find_no_host() -> None:
    table, _, _ = duel()
    table.hand(0, "pressgang")
    table.hand(1, "tiger", "shot")
    table.play("action pressgang", "decline")
    assert table.choices() == ["nothing"]
    table.play("nothing")
    assert [c["name"] for c in table.match.view(0)["seats"][1]["known"]] == ["Tiger", "Shot from the Roof"]


@pytest.mark.rule("KLW-8.27")
def test_nobody_can_tell_who_could_have_answered() -> None:
    seen = []
    for held in (("shot",), ("extinguisher",)):
        table, _, _ = struck("molotov", code="surgeon", hand=held)
        before = table.match.engine.hidden(table.match.state, 0).tobytes()
        table.decline()
        after = table.match.engine.hidden(table.match.state, -1).tobytes()
        seen.append((before, after, table.story(-1)))
    assert seen[0] == seen[1]


@pytest.mark.rule("KLW-8.28", "KLW-17.1")
def test_a_stolen_totem_is_a_gained_totem() -> None:
    table, own, _ = duel(own={"totems": ["tiger"], "life": 10}, enemy={"totems": ["goat"]})
    table.hand(0, "heist")
    table.dice(2)
    table.play("action heist", "decline")
    assert table.totems(own) == ["tiger", "goat"] and table.life(own) == 14
    assert [c["number"] for c in table.told("checks")] == [2]


@pytest.mark.rule("KLW-8.28")
def test_it_goes_to_the_hand_beside_its_binomial() -> None:
    table, _own, _ = duel(own={"totems": ["goat1"]}, enemy={"totems": ["goat2"]})
    table.hand(0, "heist")
    table.play("action heist", "decline")
    assert "goat" in table.held(0) and table.told("checks") == []
    table = Table(hostless_actions="any")
    table.host(1, "firefighter", totems=["goat"])
    table.hand(0, "heist")
    assert "goat" in table.play("action heist", "decline").held(0)


@pytest.mark.rule("KLW-8.29")
@pytest.mark.parametrize(("die", "left"), [(2, 3), (1, 0)])
def test_overload_forces_an_ordinary_check(die: int, left: int) -> None:
    table, _, target = struck("overload", totems=["tiger", "dog", "goat"], items=["urn"])
    table.dice(die)
    assert len(table.decline().totems(target)) == left


@pytest.mark.rule("KLW-8.30")
def test_help_for_an_own_host_cannot_be_answered() -> None:
    table, own, _ = duel(own={"life": 5})
    table.hand(0, "purge")
    table.hand(1, "mirror")
    assert table.play("action purge").asked == 1
    assert table.phase == "main" and table.life(own) == 7


@pytest.mark.rule("KLW-8.31")
def test_backlash_counts_the_totem_that_answered() -> None:
    table, _, target = struck("backlash", totems=["tiger", "dog"], life=12, hand=("pig",))
    table.dice(3)
    table.play("answer_reveal pig")
    assert table.life(target) == 15 and len(table.totems(target)) == 3
    assert table.told("checks")[0]["number"] == 3


@pytest.mark.rule("KLW-8.16")
@pytest.mark.example("KLW-E17")
def test_a_molotov_turned_back() -> None:
    table, ragna, sunniva = duel("berserker", "handler", enemy={"totems": ["monkey"]})
    table.hand(0, "molotov")
    table.play("action molotov", "answer_totem monkey")
    assert table.marks(sunniva) == {} and table.dormant(sunniva) == ["monkey"] and table.s.turns == 21
    assert pool(table, sunniva, "attack") == 2
    table.pass_until(22)
    assert pool(table, sunniva, "attack") == 4
    assert [table.pass_until(turn).life(ragna) for turn in (22, 24, 26, 28)] == [9, 7, 5, 5]
    assert table.marks(ragna) == {}
