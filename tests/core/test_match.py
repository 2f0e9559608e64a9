"""Match: playing, refusals, undo, leaving, substitutes, best of three, copies, replay."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from bestiary.core.errors import BestiaryError, IllegalAction
from bestiary.core.match import Match
from bestiary.core.record import readable
from bestiary.core.words import result
from tests.testing.tiny import GAME

pytestmark = pytest.mark.xdist_group("tiny")  # one process compiles the tiny game, and keeps it


def played(match: Match, n: int, seed: int = 1) -> Match:
    """Plays n random entries, next games included."""
    chance = random.Random(seed)
    for _ in range(n):
        if match.over:
            break
        if match.more:
            match.next_game()
        else:
            match.play(chance.choice(match.choices()))
    return match


def test_a_refusal_names_the_rule() -> None:
    match = Match("totem", seed=7)
    with pytest.raises(IllegalAction) as refused:
        match.play("draw")
    assert refused.value.rule == "TOT-2.5" and "TOT-2.5" in str(refused.value)
    with pytest.raises(IllegalAction) as refused:
        match.play(match.legal()[0], seat=1 - match.asked[0])
    assert refused.value.rule == "TOT-5.7"
    assert match.history == []


def test_what_is_no_move_at_all_is_said() -> None:
    match = Match("totem", seed=7)
    with pytest.raises(BestiaryError, match="There is no move 'fly' here"):
        match.play("fly")
    for action in (-1, 10_000):
        with pytest.raises(BestiaryError, match="There is no action"):
            match.play(action)
    with pytest.raises(BestiaryError, match="seed"):
        Match("totem", seed=-1)


def test_moves_are_found_whatever_their_case_and_spaces() -> None:
    match = Match("totem", seed=7)
    name = match.choices()[0]
    assert match.find(f"  {name.upper()} ") == match.legal()[0]


def test_nothing_is_played_after_the_end() -> None:
    match = played(Match("totem", seed=1), 1000)
    assert match.over and match.asked == [] and match.legal() == []
    with pytest.raises(IllegalAction) as refused:
        match.play(0)
    assert refused.value.rule == "TOT-18.14"
    with pytest.raises(IllegalAction):
        match.resign(0)


# ---- undo --------------------------------------------------------------------------------


def test_a_card_laid_face_down_can_be_taken_back() -> None:
    match = Match("totem", seed=7)
    before, seat = match.digest(), match.asked[0]
    match.play(match.legal()[0])
    assert match.can_undo(seat) and not match.can_undo(1 - seat)
    match.undo(seat)
    assert match.digest() == before and match.history == []


def test_what_the_others_have_seen_cannot() -> None:
    match = played(Match("totem", seed=7), 8)
    seat = match.asked[0]
    attack = next(c for c in match.choices() if c.startswith("attack"))
    match.play(attack)
    assert not match.can_undo(seat)
    with pytest.raises(BestiaryError, match="cannot be taken back"):
        match.undo(seat)


def test_what_chance_has_decided_cannot() -> None:
    match = Match(GAME, seed=1)
    match.play("lay " + match.choices()[0].split()[1])
    second = match.asked[0]
    match.play(match.legal()[0])  # the die rolls
    assert not match.can_undo(second)


def test_free_undo_takes_everything_back() -> None:
    match = played(Match("totem", seed=7, free_undo=True), 30)
    while match.history:
        match.undo()
    assert match.digest() == Match("totem", seed=7).digest()
    with pytest.raises(BestiaryError, match="nothing to take back"):
        match.undo()


def test_a_resignation_is_not_taken_back_by_undo() -> None:
    match = Match("totem", seed=7)
    match.resign(0)
    assert not match.can_undo(0) and not match.can_undo(1)


# ---- leaving -----------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["resign", "timeout"])
def test_leaving_ends_a_match_of_two(how: str) -> None:
    match = played(Match("totem", seed=7, options={"match_games": 3}), 5)
    (match.resign if how == "resign" else match.time_out)(1)
    assert match.over and match.ended_by == how and match.returns() == [1.0, -1.0]
    assert not match.more and match.asked == []
    match.rewind(5)
    assert not match.over and match.ended_by == ""


def test_a_seat_that_is_not_there_cannot_leave() -> None:
    with pytest.raises(BestiaryError, match="There is no seat 2; there are seats 0 to 1"):
        Match("totem").resign(2)


def three_seats() -> Match:
    """Tiny's rules know two seats; for leaving it is enough that the record says three."""
    match = Match(replace(GAME, players=(2, 3)), {"match_games": 3}, seed=1)
    readable(match.state[0]).seats = 3
    match.first_names.append("Player 3")
    match.prepare()
    return match


def test_with_three_seats_the_others_play_on_and_a_substitute_comes_back_in() -> None:
    match = three_seats()
    match.resign(2)
    assert not match.over
    match.substitute(2, "Zoe")
    match.resign(1)
    assert not match.over
    match.resign(0)
    assert match.over and match.returns() == [-1.0, -1.0, 1.0]


def test_a_team_plays_on_without_one_and_loses_together() -> None:
    match = Match(replace(GAME, team=True), {"match_games": 3}, seed=1)
    match.resign(1)
    assert not match.over and match.asked
    match.substitute(1, "Zoe")
    match.resign(0)
    assert not match.over, "somebody had taken the other seat"
    match.time_out(1)
    assert match.over and match.returns() == [-1.0, -1.0] and not match.more
    assert result(match).startswith("The team loses.")
    match.rewind(2)
    assert not match.over


def test_who_has_left_stays_left_in_the_next_game() -> None:
    match = Match(GAME, {"match_games": 3}, seed=1)
    match.timeline.now.gone = (1,)
    match.prepare()
    played(match, 10)
    assert match.more
    match.next_game()
    assert match.timeline.now.gone == match.timeline.at(len(match.history)).gone == (1,)


def test_a_substitute_takes_the_name_and_gives_it_back() -> None:
    match = Match("totem", names={0: " Ann \n Lee", 1: ""})
    assert match.names == ["Ann Lee", "Player 2"]
    match.substitute(1, "Bob | Cy")
    assert match.names == ["Ann Lee", "Bob / Cy"]
    match.rewind(0)
    assert match.names == ["Ann Lee", "Player 2"]


# ---- the chain of games ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_best_of_three_is_a_chain_of_games(seed: int) -> None:
    match = Match("totem", {"match_games": 3}, seed=seed)
    firsts = [int(match.state[0]["first"])]
    while not match.over:
        if match.more:
            assert match.game_over and match.asked == []
            match.next_game()
            firsts.append(int(match.state[0]["first"]))
        else:
            played(match, 1, seed=len(match.history))
    assert 2 <= match.game_number + 1 <= 3
    assert all(a != b for a, b in pairwise(firsts)), "the first player alternates"
    with pytest.raises(BestiaryError, match="no further game"):
        match.next_game()
    assert match.state_at(0).tobytes() == Match("totem", {"match_games": 3}, seed=seed).state.tobytes()


def test_there_is_no_next_game_before_the_end_of_this_one() -> None:
    with pytest.raises(BestiaryError, match="no further game"):
        Match("totem", {"match_games": 3}).next_game()


# ---- copies and replay -------------------------------------------------------------------


def test_copies_are_exact_and_independent() -> None:
    match = played(Match("totem", {"match_games": 3}, seed=3, names={0: "Ann"}), 40)
    match.substitute(0, "Bea")
    for made in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert made.history == match.history and made.digest() == match.digest()
        assert made.names == match.names and made.options == match.options
        assert made.story(None) == match.story(None)
        before = match.digest()
        played(made, 3)
        made.resign(0)
        assert match.digest() == before and len(match.history) == 41 and not match.over


def test_a_branch_goes_on_from_an_earlier_point() -> None:
    match = played(Match("totem", seed=3), 24)
    branch = match.branch(17)
    assert branch.digest() == played(Match("totem", seed=3), 17).digest()
    assert branch.free_undo and not match.free_undo
    assert len(match.history) == 24
    with pytest.raises(BestiaryError, match="24 entries, not 25"):
        match.branch(25)


def test_a_replay_hides_what_the_seat_could_not_know() -> None:
    match = played(Match("totem", seed=3), 20)
    for seat in (0, 1, -1):
        for n, (entry, view, told) in enumerate(match.replay(seat)):
            assert view == match.view(seat, n + 1)
            if match.history[n].name.startswith("place") and match.history[n].seat != seat:
                assert (entry.action, entry.name) == (-1, "place")
                assert "a card" in " ".join(told)
            elif match.history[n].seat == seat:
                assert entry == match.history[n]


def test_events_since_an_entry_are_the_newest_ones() -> None:
    match = played(Match("totem", seed=3), 20)
    assert match.events(0) == match.events(0, 0)
    assert match.events(0, 12) == match.events(0)[-len(match.events(0, 12)) :]
    assert match.events(0, 20) == []


def test_sentences_can_be_read_for_every_choice() -> None:
    match = played(Match("totem", seed=3), 9)
    said = [match.sentence(a) for a in match.legal()]
    assert len(set(said)) == len(said) and all(s[0].isupper() for s in said)


def test_a_prepared_position_is_the_new_start() -> None:
    match = played(Match("totem", seed=3), 5)
    readable(match.state[0]).turns = 9
    match.prepare()
    played(match, 4)
    match.rewind(0)
    assert int(match.state[0]["turns"]) == 9 and isinstance(match.state, np.ndarray)


def test_a_pair_may_be_named_in_either_order() -> None:
    for seed in range(40):
        match = Match("totem", seed=seed)
        for _ in range(8):
            match.play(match.legal()[0])
        pairs = [c.split() for c in match.choices() if c.startswith("pair")]
        if pairs:
            verb, one, other = pairs[0]
            assert match.find(f"{verb} {other} {one}") == match.find(f"{verb} {one} {other}")
            return
    raise AssertionError("no pair in forty games")
