"""What a seat may see, imagine and learn from: hide, resample, observe."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bestiary.core.jit import INTERPRETED
from bestiary.core.record import UNKNOWN, readable, same
from bestiary.games.totem import state as st
from bestiary.games.totem.moves import Q

from .table import CODES, GAME, NUMBER, Side, Table, dealt, position, power

SAMPLES = 240 if INTERPRETED else 2400


def features(side: Side) -> dict[str, NDArray[np.float32]]:
    """The observation of a player, by the names of its parts."""
    match = side.table.match
    values = match.engine.observe(match.state, side.seat)
    ends = np.cumsum([f.size for f in GAME.observation])
    assert ends[-1] == len(values)
    return {f.name: values[end - f.size : end] for f, end in zip(GAME.observation, ends, strict=True)}


def card_features(code: str) -> list[float]:
    """How a card is observed: present, power, colour."""
    if code in ("--", "??"):
        return [0.0] * 6
    return [1.0, np.float32(power(code) / 13), *(float(code[0] == letter) for letter in "CAVJ")]


def row_features(*places: str) -> list[float]:
    """How a row is observed; (??) is a hidden card that this player cannot name."""
    out: list[float] = []
    for place in places:
        hidden = place.startswith("(")
        out += [*card_features(place.strip("()")), float(hidden), float(not hidden and place != "--")]
    return out


# ---- hide ----------------------------------------------------------------------------------


def test_a_spectator_sees_what_both_players_see_and_no_more() -> None:
    table = position("C1 J2", "(A1) J9 -- --", row="(A3) J10 -- --")
    shown = readable(table.match.engine.hidden(table.match.state, -1)[0])
    assert shown.row.tolist() == [
        [UNKNOWN, NUMBER["J10"], -1, -1],
        [UNKNOWN, NUMBER["J9"], -1, -1],
    ]
    assert set(shown.hand[:, :2].ravel()) == {UNKNOWN} and set(shown.deck[:9]) == {UNKNOWN}
    assert set(shown.deck[9:]) == {-1} and set(shown.hand[:, 2:].ravel()) == {-1}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_sees_the_own_cards_and_the_open_ones(seat: int) -> None:
    table = position("C1 J2", "(A1) J9 -- --", row="(A3) J10 -- --", turn=seat)
    shown = readable(table.match.engine.hidden(table.match.state, seat)[0])
    assert shown.row[seat].tolist() == [NUMBER["A3"], NUMBER["J10"], -1, -1]
    assert shown.hand[seat, :2].tolist() == [NUMBER["C1"], NUMBER["J2"]]
    assert shown.row[1 - seat].tolist() == [UNKNOWN, NUMBER["J9"], -1, -1]
    assert shown.hand[1 - seat].tolist() == [UNKNOWN] * 2 + [-1] * 6
    assert shown.deck[:9].tolist() == [UNKNOWN] * 9


def test_the_record_of_a_match_names_no_secret_card() -> None:
    table = position("C1 J2 V3", "(?) (?) -- --", row="(A3) (?) (?) --")
    table.play("P exchange C1 1")
    table.idle()
    table.play("P restock J2")
    table.idle()
    table.play("P attack V3 1")
    mine = [entry.name for entry, _, _ in table.match.replay(table.P.seat)]
    theirs = [entry.name for entry, _, _ in table.match.replay(table.Q.seat)]
    assert mine[0] == "exchange C1 1" and theirs[0] == "exchange"
    assert mine[2] == "restock J2" and theirs[2] == "restock"
    assert mine[4] == theirs[4] == "attack V3 1"
    placing = dealt()
    placing.play("P place A3")
    assert [entry.name for entry, _, _ in placing.match.replay(1)] == ["place"]


# ---- resample --------------------------------------------------------------------------------


def few_unknown() -> Table:
    """Four cards that P cannot tell apart: in Q's row, in Q's hand, and two in the deck."""
    return position("C1 ?", "(A4) J9 -- --", q_hand="A3", deck="A1 A2")


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_an_imagined_deal_looks_the_same(seat: int) -> None:
    table = position("C4 J5 V2", "(A9) (A6) -- --", shield_attacker="return", deck=12)
    table.play("P pair C4 J5", "P strike 1")  # both return to the hand, and are known there
    engine, state = table.match.engine, table.match.state
    hidden = engine.hidden(state, seat)
    for seed in range(12):
        for source in (state, hidden):
            imagined = engine.resampled(source, seat, seed)
            assert same(engine.hidden(imagined, seat), hidden)
            s = readable(imagined[0])
            held = np.concatenate([s.deck, s.hand.ravel(), s.row.ravel(), np.flatnonzero(s.discard)])
            assert sorted(held[held >= 0].tolist()) == list(range(st.CARDS))
            assert {NUMBER["C4"], NUMBER["J5"]} <= set(s.hand[0].tolist())


def test_cards_of_an_attack_are_imagined_nowhere_else() -> None:
    table = position("C4 J7 ?", "(A11) (?) (C5) (?)", deck=12)
    table.play("P pair C4 J7")
    for seed in range(12):
        s = readable(table.match.engine.resampled(table.match.state, table.Q.seat, seed)[0])
        unseen = np.concatenate([s.deck, s.hand.ravel(), s.row.ravel()])
        assert not {NUMBER["C4"], NUMBER["J7"]} & set(unseen.tolist())


def test_every_deal_is_imagined_equally_often() -> None:
    table = few_unknown()
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(SAMPLES):
        s = readable(table.match.engine.resampled(table.match.state, table.P.seat, seed)[0])
        unknown = [s.row[1, 0], s.hand[1, 0], s.deck[0], s.deck[1]]
        assert s.hand[0].tolist() == table.state.hand[0].tolist()
        seen[tuple(CODES[int(card)] for card in unknown)] += 1
    assert len(seen) == 24
    expected = SAMPLES / 24
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < 60  # 1 in 30,000 at 23 degrees


# ---- observe ---------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1])
def test_the_observation_of_an_action(turn: int) -> None:
    table = position("C9 J2", "(A1) J9 -- --", "(A3) J10 -- --", "V1 V2 V3", deck=13, turn=turn)
    mine, theirs = features(table.P), features(table.Q)
    assert mine["phase"].tolist() == [float(phase == "action") for phase in Q.words]
    assert (mine["asked"], theirs["asked"]) == (1, 0) and (mine["turn"], theirs["turn"]) == (1, 0)
    gone = int(table.state.discard_n)
    counts = [13 / 52, 2 / 8, 3 / 8, gone / 52, 1 / 40, 0]
    assert mine["counts"] == pytest.approx(counts)
    assert theirs["counts"] == pytest.approx([13 / 52, 3 / 8, 2 / 8, gone / 52, 1 / 40, 0])
    assert mine["final"].tolist() == [0, 0, 0]
    assert mine["match"].tolist() == [0, 0, 0, 1] and theirs["match"].tolist() == [0, 0, 0, 0]
    assert mine["hand"].tolist() == card_features("C9") + card_features("J2") + [0.0] * 36
    assert mine["row"].tolist() == row_features("(A3)", "J10", "--", "--")
    assert mine["enemy"].tolist() == row_features("(??)", "J9", "--", "--")
    assert theirs["row"].tolist() == row_features("(A1)", "J9", "--", "--")
    assert theirs["enemy"].tolist() == row_features("(??)", "J10", "--", "--")
    assert not mine["clash"].any() and not mine["target"].any() and not mine["effect"].any()
    assert [CODES[i] for i in np.flatnonzero(mine["discard"])] == sorted(table.before, key=CODES.index)
    assert not mine["shown"].any() and mine["result"].tolist() == [0, 0]
    assert mine["options"] == pytest.approx([0, 0, 0, 0, 0, 0, 0, 1 / 7])


def test_the_observation_of_an_attack() -> None:
    table = position("C4 J7 V9 ?", "(A11) (?) (C5) (?)")
    table.play("P pair C4 J7")
    for side in (table.P, table.Q):
        seen = features(side)
        assert seen["clash"].tolist() == card_features("C4") + card_features("J7")
        assert not seen["target"].any() and not seen["effect"].any()
        assert seen["counts"][5] == 0.5
    table.play("P strike 1", "P attack V9 3")
    mine, theirs = features(table.P), features(table.Q)
    assert mine["clash"].tolist() == card_features("V9") + card_features("--")
    assert mine["target"].tolist() == theirs["target"].tolist() == [0, 0, 1, 0]
    assert mine["effect"].tolist() == [1, 1, 0, 0.25] and theirs["effect"].tolist() == [1, 0, 0, 0.25]
    assert mine["counts"][5] == 1


def test_the_observation_tells_which_eye_has_defended() -> None:
    seen = []
    for row, place in (("(V8) V9 (?) --", 1), ("V8 (V9) (?) --", 2)):
        table = position("J3 ?", row)
        table.play(f"P attack J3 {place}")
        assert table.question == "Q eye"
        seen.append(features(table.P))
        assert seen[-1]["effect"].tolist() == [1, 0, 0.25, 0.25]
    assert seen[0]["enemy"].tolist() == seen[1]["enemy"].tolist()
    assert seen[0]["target"].tolist() == [1, 0, 0, 0] and seen[1]["target"].tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize("turn", [0, 1])
def test_the_observation_of_known_hand_cards_and_options(turn: int) -> None:
    options = {"restock": "one", "requisition": "may", "tie_sum": "concealed", "match_games": 3}
    table = position("J13 ?", "(A1) (?) -- --", turn=turn, shield_attacker="return", **options)
    table.play("P attack J13 1")
    mine, theirs = features(table.P)["shown"], features(table.Q)["shown"]
    assert np.flatnonzero(mine).tolist() == [NUMBER["J13"]]
    assert np.flatnonzero(theirs).tolist() == [st.CARDS + NUMBER["J13"]]
    assert features(table.P)["options"] == pytest.approx([1, 1, 1, 0, 0, 0, 1, 3 / 7])
    codes = {"action": [0, 0, 0], "extra": [1, 0, 0], "round": [0, 1, 0], "current": [0, 0, 1]}
    for final_turn, code in codes.items():
        table = position(final_turn=final_turn)
        assert features(table.P)["options"][3:6].tolist() == code


@pytest.mark.parametrize("turn", [0, 1])
def test_the_observation_of_the_end(turn: int) -> None:
    table = position("? ?", deck="C2", phase="start", turn=turn, final_turn="round")
    assert features(table.P)["final"].tolist() == [1, 1, 0]
    assert features(table.Q)["final"].tolist() == [1, 0, 1]
    table.idle()
    assert features(table.P)["final"] == pytest.approx([2 / 3, 1, 0])
    table = position("V9 ?", "J3 -- -- --", turn=turn)
    table.state.score[turn], table.state.game = 2, 3
    assert features(table.P)["match"] == pytest.approx([2 / 7, 0, 3 / 7, 1])
    assert features(table.Q)["match"] == pytest.approx([0, 2 / 7, 3 / 7, 0])
    table.play("P attack V9 1")
    assert features(table.P)["result"].tolist() == [1, 0]
    assert features(table.Q)["result"].tolist() == [0, 1]
    assert features(table.P)["phase"][Q.OVER] == 1


def test_the_first_card_of_all_can_have_an_effect_too(tmp_path: Path) -> None:
    """C1 is card 0; the game's own C1 never asks for anything."""
    source = (GAME.room / "cards.toml").read_text(encoding="utf-8")
    sword = '{on="declare_attack", if="hand_left", do="join", n=1, who="owner", may=true}'
    eye = '{on="attack_won", if="enemy_hidden", do="reveal", n=1, who="opponent", may=false}'
    start = source.index('code = "C1"')
    path = tmp_path / "cards.toml"
    path.write_text(source[:start] + source[start:].replace(sword, eye, 1), encoding="utf-8")
    table = position("C1 ?", "J9 (?) (?) A1", content=GAME.content(path))
    table.play("P attack C1 4")
    assert features(table.P)["effect"].tolist() == [1, 1, 0, 0.25]
    assert features(table.P)["target"].tolist() == [0, 0, 0, 1] and table.P.view["target"] == 3
