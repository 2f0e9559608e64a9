"""Networks as data: what they make of a position, how they read, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from leduc import GAME

from bestiary import load
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Code, Feature, Observation
from bestiary.learn import Network
from bestiary.learn.network import FORMAT, MOST_BYTES, at_home, layout_of
from bestiary.learn.reading import VECTOR, reading

OBSERVED = Observation(
    (
        Feature("amounts", 2, "how many"),
        Feature("slots", 3, "place / 4", (Code(4),)),
        Feature("pile", 2, "place / 20, where only presence matters", (Code(1),)),
        Feature("hosts", 4, "amount, card / 100; of two", (Code(100, (1,), 2),)),
    )
)
# of the waves below, added up by hand
SCORES = (-1.51403, 0.29724, 1.83523)
VALUE = 0.95034
SHOWN = replace(GAME, observation=OBSERVED)  # type: ignore[arg-type]


def header(**changes: Any) -> dict[str, Any]:
    said = {"format": FORMAT, "game": GAME.name, "layout": layout_of(GAME), "players": [2]}
    return {**said, "cards": GAME.content().fingerprint, **changes}


def made(hidden: int = 3, **changes: Any) -> Network:
    """A network whose weights are waves, so that its numbers can be written down."""
    read = reading(GAME)

    def wave(start: int, *shape: int) -> Any:
        return np.sin(start + np.arange(np.prod(shape))).reshape(shape).astype(np.float32)

    weights = {
        "in.w": wave(1, read.inputs, hidden),
        "in.b": wave(2, hidden),
        "mid0.w": wave(3, hidden, hidden),
        "mid0.b": wave(0, hidden),
        "policy.w": wave(5, hidden, len(GAME.actions)),
        "policy.b": wave(6, len(GAME.actions)),
        "value.w": wave(7, hidden, 1),
        "value.b": wave(8, 1),
    }
    return Network(header(**changes), read, weights)


# ---- inference -----------------------------------------------------------------------------------


def test_fixed_weights_give_fixed_answers() -> None:
    seen = np.linspace(0, 1, GAME.observed, dtype=np.float32)[None]
    scores, values = made().look(seen)
    assert scores[0] == pytest.approx(SCORES, abs=1e-4)
    assert values[0] == pytest.approx(VALUE, abs=1e-4)


def test_one_position_and_many_give_the_same() -> None:
    seen = np.random.default_rng(1).random((4, GAME.observed)).astype(np.float32) * (
        np.arange(4)[:, None] > 0
    )
    scores, values = made().look(seen)
    for i in range(4):
        own, value = made().look(seen[i : i + 1])
        assert own[0] == pytest.approx(scores[i], abs=1e-5) and value[0] == pytest.approx(values[i], abs=1e-5)


def test_chances_are_of_legal_actions_and_add_up() -> None:
    shares, value = made().likely(np.zeros(GAME.observed, np.float32), [0, 2])
    assert len(shares) == 2 and shares.sum() == pytest.approx(1) and -1 <= value <= 1


# ---- reading -------------------------------------------------------------------------------------


def test_places_are_looked_up_and_amounts_taken_as_they_are() -> None:
    read = reading(SHOWN)
    seen = np.array([[0.5, 0.25, 0.5, 0, 1, 0.05, 0, 0.75, 0.07, 0, 0]], np.float32)
    dense, names = read.split(seen)
    amounts, slots, pile = dense[0, :4], dense[0, 4:16].reshape(3, 4), dense[0, 16:18]
    assert amounts.tolist() == [0.5, 0.25, 0.75, 0]
    assert slots.tolist() == [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]
    assert pile.tolist() == [1, 0]
    assert not dense[0, 18:].any()
    assert names.tolist() == [[8, 1]]  # card 7, and none; 0 is left for what is below
    assert read.rows == 102 and read.inputs == 24 + 2 * VECTOR


def test_what_never_varies_is_not_read() -> None:
    varies = np.ones(11, np.bool_)
    varies[[1, 3, 8]] = False
    read = reading(SHOWN, varies)
    assert (
        read.plain.tolist() == [0, 7, 9] and read.few.tolist() == [2, 4, 5, 6] and read.many.tolist() == [10]
    )


# ---- files and refusals --------------------------------------------------------------------------


def test_a_file_gives_the_network_back(tmp_path: Path) -> None:
    made(command="bestiary train leduc").save(tmp_path / "net.npz")
    again = Network.load(tmp_path / "net.npz", GAME)
    seen = np.ones((1, GAME.observed), np.float32)
    assert again.look(seen)[0] == pytest.approx(made().look(seen)[0], abs=0.05)  # 16 bits
    assert again.header["command"] == "bestiary train leduc"
    assert {p.name for p in tmp_path.iterdir()} == {"net.npz"}


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            {"game": "leduc-v9"},
            "net.npz was learned for leduc-v9, not for leduc-v1: bestiary train leduc makes",
        ),
        ({"layout": "other"}, "net.npz was learned when leduc-v1 was observed otherwise"),
        ({"format": 99}, "net.npz is a network of format 99, not 1"),
    ],
)
def test_a_network_for_something_else_is_refused(tmp_path: Path, changes: dict[str, Any], line: str) -> None:
    made(**changes).save(tmp_path / "net.npz")
    with pytest.raises(BestiaryError, match=line):
        Network.load(tmp_path / "net.npz", GAME)


def test_what_is_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    with pytest.raises(BestiaryError, match="there is no such network"):
        Network.load(path, GAME)
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BestiaryError, match=r"net\.npz holds no network"):
        Network.load(path, GAME)
    np.savez(path, other=np.zeros(3))
    with pytest.raises(BestiaryError, match=r"net\.npz holds no network"):
        Network.load(path, GAME)


def without_a_layer(held: dict[str, Any]) -> None:
    del held["policy.w"]


def fewer_actions(held: dict[str, Any]) -> None:
    held["policy.w"] = held["policy.w"][:, 1:]


def fewer_inputs(held: dict[str, Any]) -> None:
    held["in.w"] = held["in.w"][1:]


def no_number(held: dict[str, Any]) -> None:
    held["in.b"] = held["in.b"] * np.nan


def beyond_the_observation(held: dict[str, Any]) -> None:
    held["reading_plain"] = held["reading_plain"] + 100_000


def a_list_for_a_header(held: dict[str, Any]) -> None:
    held["header"] = np.frombuffer(b"[1]", np.uint8)


@pytest.mark.parametrize(
    "damage",
    [without_a_layer, fewer_actions, fewer_inputs, no_number, beyond_the_observation, a_list_for_a_header],
)
def test_a_file_that_somebody_has_edited_never_reaches_compiled_code(
    tmp_path: Path, damage: Callable[[dict[str, Any]], None]
) -> None:
    path = tmp_path / "net.npz"
    made().save(path)
    with np.load(path) as file:
        held: dict[str, Any] = {name: file[name] for name in file.files}
    Network.load(path, GAME)
    damage(held)
    np.savez(path, **held)
    with pytest.raises(BestiaryError, match=r"net\.npz holds no network"):
        Network.load(path, GAME)


def test_one_that_is_too_large_is_not_written(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    weights = {**made().weights, "mid0.w": rng.standard_normal((2200, 2200)).astype(np.float32)}
    with pytest.raises(BestiaryError, match=f"{MOST_BYTES // 1_000_000} are the most"):
        Network(header(), reading(GAME), weights).save(tmp_path / "net.npz")
    assert not list(tmp_path.iterdir())


def test_other_figures_on_the_cards_are_played_with_a_warning() -> None:
    assert made().warning(GAME.content()) == ""
    assert "other figures" in made(cards="changed").warning(GAME.content())


def test_a_table_of_a_kind_that_was_never_learned_is_played_with_a_warning() -> None:
    totem, tables = load("totem"), [{"final_turn": "current"}, {}]
    for options in tables:
        assert made(tables=tables).untaught(totem, totem.settle(options)) == ""
        assert made().untaught(totem, totem.settle(options)) == "", "one that does not say what it learned"
    said = made(tables=tables[:1]).untaught(totem, totem.settle({}))
    assert "no table where final_turn is action" in said


def test_a_number_of_players_that_was_never_learned_is_refused() -> None:
    made().refuse(GAME, 2, GAME.settle({}))
    with pytest.raises(BestiaryError, match="plays at tables of 2, not of 4"):
        made().refuse(GAME, 4, GAME.settle({}))


@pytest.mark.parametrize("slug", ["totem", "totemic", "klaw", "tiger", "shogun"])
def test_what_a_game_says_of_its_numbers_fits_them(slug: str) -> None:
    game = load(slug)
    for feature in game.observation:
        for code in feature.codes:
            assert code.of > 0 and feature.size % code.every == 0, feature.name
            assert all(0 <= at < code.every for at in code.at), feature.name


@pytest.mark.parametrize("slug", ["totem", "totemic", "klaw", "tiger", "shogun"])
def test_the_network_in_a_room_was_taught_with_the_cards_of_the_room(slug: str) -> None:
    """A card that is changed asks for a network that is taught again: bestiary train SLUG --resume."""
    game = load(slug)
    network = Network.load(at_home(game), game)
    assert network.header["cards"] == game.content().fingerprint
    assert not network.warning(game.content())
