"""Chapter 3: the dominance token and its price."""

from __future__ import annotations

import pytest

from bestiary.core.record import readable
from bestiary.games.totemic import state as st
from bestiary.games.totemic.effects import DO

from .table import CONTENT, duel, new, solo


@pytest.mark.rule("TMC-3.1")
def test_somebody_holds_the_token_at_any_time() -> None:
    table = duel("vigor hunger ?", "patience courage ?", token=1)
    table.challenge("vigor hunger", "patience courage")
    assert table.totals == (7, 7) and table.P.dominant and not table.Q.dominant
    match = new(3, deal_spirits=True)
    match.play("begin")
    while not match.game_over:
        assert int(readable(match.state[0]).dominance) in (0, 1)
        match.play(match.legal()[0])


@pytest.mark.rule("TMC-3.2")
@pytest.mark.parametrize("token", [0, 1])
def test_the_holder_wins_a_tie(token: int) -> None:
    table = duel("rivalry hunger ?", "resilience vigor ?", token=token)
    table.challenge("rivalry hunger", "resilience vigor")
    assert table.totals == (9, 9)
    assert table.powers == ((15, 19) if token == 1 else (19, 15))


@pytest.mark.rule("TMC-3.3", "TMC-3.4")
def test_gaining_the_token_costs_the_other_side_one_power() -> None:
    table = duel(offering="determination ? ?", power=(9, 12), token=1).play("invoke determination")
    assert table.P.dominant and table.powers == (9, 11)


@pytest.mark.rule("TMC-3.4", "TMC-3.5")
@pytest.mark.parametrize(("token", "powers"), [(1, (9, 13)), (0, (9, 14))])
def test_gaining_what_one_holds_costs_nobody(token: int, powers: tuple[int, int]) -> None:
    table = duel(offering="crown-of-antlers ? ?", power=(9, 14), token=token, spirits=("mouse", "stag")).play(
        "invoke crown-of-antlers"
    )
    assert table.P.dominant and table.powers == powers


@pytest.mark.rule("TMC-3.6")
@pytest.mark.parametrize(("token", "powers"), [(0, (8, 14)), (1, (9, 13))])
def test_an_exchange_moves_the_token_either_way(token: int, powers: tuple[int, int]) -> None:
    table = duel(offering="rivalry ? ?", power=(9, 14), token=token).play("invoke rivalry")
    assert table.P.dominant == (token == 1) and table.powers == powers


@pytest.mark.rule("TMC-3.7")
def test_handing_the_token_out_at_set_up_costs_nothing() -> None:
    match = new(spirit_0="turtle", spirit_1="fox")
    match.play("begin")
    assert [side["power"] for side in match.view(0)["seats"]] == [30, 34]


@pytest.mark.rule("TMC-3.7", "TMC-17.1", "TMC-17.12")
def test_a_new_rival_takes_the_token_without_a_price() -> None:
    table = solo(
        "fury ? ?", spirits=("owl", "turtle"), hierarchy=("owl", "turtle", "bat"), power=(7, 0), turn=0
    )
    table.play("draw")
    for _ in range(3):
        table.match.play(table.match.legal()[-1])
    assert table.powers == (22, 29) and table.sides[1].dominant


@pytest.mark.rule("TMC-3.8")
def test_advantages_and_aspects_move_the_token() -> None:
    t = CONTENT.tables[0]
    moves = {int(row) for row, _ in zip(*((t["fx_do"] == DO.GAIN_DOMINANCE).nonzero()), strict=True)}
    assert any(row >= st.SPIRIT_CARD for row in moves) and any(row < st.ASPECTS for row in moves)
    table = duel("fury rivalry ?", "memory cunning ?", power=(14, 14), token=0, spirits=("mouse", "catfish"))
    table.challenge("fury rivalry", "memory cunning")
    assert table.powers == (13, 9) and table.Q.dominant
