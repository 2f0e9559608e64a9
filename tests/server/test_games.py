"""Every game at an online table: opened, shown, played, read back from storage."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Guest, wait_for


def played(guest: Guest, moves: int, *kinds: str, **given: Any) -> Any:
    """Plays some moves of a game as its first player."""
    made = guest.open(*kinds, **given)
    player = guest.join(made)
    for _ in range(moves):
        player.until(lambda s: (s["choices"] and s["seat"] in s["asked"]) or s["result"])
        if player.state["result"]:
            break
        if player.state["forced"]:  # the table answers this one by itself
            version = player.state["version"]
            player.until(lambda s, v=version: s["version"] > v)
        else:
            player.move()
    return player


@pytest.mark.parametrize(
    ("game", "kinds", "options"),
    [
        ("totemic", ("me", "random"), {}),
        ("totemic", ("me",), {"players": 1}),
        ("tiger", ("me", "random", "random"), {}),
        ("klaw", ("me", "random"), {}),
        ("shogun", ("me", "random"), {}),
        ("shogun", ("me",), {}),
    ],
)
def test_a_few_moves(guest: Guest, game: str, kinds: tuple[str, ...], options: dict[str, Any]) -> None:
    player = played(guest, 6, *kinds, game=game, options=options)
    assert player.state["view"] and player.state["version"] >= 5
    assert all(
        choice["sentence"] and choice["notation"] for m in player.said for choice in m.get("choices", [])
    )
    player.leave()
    registry = guest.registry
    wait_for(lambda: not registry.tables[player.table].sockets)
    registry._forget(player.table)
    again = guest.join({"table": player.table, "token": player.token})
    assert not again.state["frozen"]
    replay = guest.get(
        f"tables/{player.table}/replay",
        params={"count": 200},
        headers={"Authorization": f"Bearer {player.token}"},
    )
    sent = {m["version"]: m["view"] for m in player.said if m["type"] == "news"}
    assert all(e["view"] == sent[e["version"]] for e in replay["entries"] if e["version"] in sent)


def test_a_preset_sets_several_options(guest: Guest) -> None:
    tiger = next(g for g in guest.get("games") if g["slug"] == "tiger")
    muster = tiger["presets"]["muster"]
    assert muster["about"] and muster["recommended"] == [3, 4, 5] and muster["players"] == [2, 3, 4, 5]
    made = guest.open("me", "random", "random", game="tiger", options={**muster["options"], "players": 3})
    options = guest.get(f"tables/{made['table']}")["options"]
    assert (options["least_number"], options["start_cards"]) == (2, 9)


def test_who_leaves_a_team_does_not_win_for_it_nor_lose_it_while_somebody_plays_on(guest: Guest) -> None:
    made = guest.open("me", "open", "random", game="shogun")
    word = made["invitations"]["1"].partition(":")[2]
    ben = guest.join(guest.post(f"tables/{made['table']}/seats/1", {"name": "Ben", "invitation": word}))
    assert guest.join(made).say("resign")["type"] == "ack"
    ben.until(lambda s: s["entry"] and s["entry"]["kind"] == "substitute")
    assert ben.state["result"] is None and ben.state["asked"]
    assert ben.say("resign")["type"] == "ack"
    result = ben.until(lambda s: s["result"])["result"]
    assert result["winners"] == [] and result["text"].startswith("You lose."), "no machine plays on"
