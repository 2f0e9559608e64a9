"""The command: one clear line for what is wrong, the address for what is right."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from bestiary import load
from bestiary.agents import make_agent, outside, unregister
from bestiary.agents.tree import TreeSearch
from bestiary.commands.serve import listen, offer
from bestiary.core.errors import BestiaryError
from bestiary.server.errors import Refused
from bestiary.server.settings import Limits, Settings
from bestiary.server.tables.seating import seated


@pytest.fixture
def taken() -> Any:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        yield held.getsockname()[1]


def test_a_port_in_use(refused: Any, taken: int, tmp_path: Path) -> None:
    line = refused("serve", "--port", str(taken), "--database", f"sqlite:///{tmp_path / 'x'}")
    assert f"Port {taken} is in use; try --port {taken + 1}" in line


def test_a_language_that_cannot_be_read(refused: Any, tmp_path: Path) -> None:
    given = "--port", "0", "--database", f"sqlite:///{tmp_path / 'x'}", "--language"
    assert "de.toml: there is no such file" in refused("serve", *given, str(tmp_path / "de.toml"))
    (tmp_path / "de.toml").write_text('"draw" = "ziehen"', encoding="utf-8")
    assert "de.toml: language: expected the name" in refused("serve", *given, str(tmp_path / "de.toml"))


def test_the_next_free_port(monkeypatch: pytest.MonkeyPatch, taken: int) -> None:
    monkeypatch.setattr("bestiary.commands.serve.PORT", taken)
    made = listen("127.0.0.1", None)
    assert taken < made.getsockname()[1] < taken + 20
    made.close()


def test_agents_of_ones_own_are_offered_by_the_name_of_their_factory(refused: Any) -> None:
    offer(["bestiary.agents.tree:TreeSearch"])
    try:
        assert "TreeSearch" in outside() and isinstance(make_agent("TreeSearch", load("totem")), TreeSearch)
    finally:
        unregister("TreeSearch")
    assert "has no Nobody" in refused("serve", "--agent", "bestiary.agents.simple:Nobody")
    assert "is offered anyway" in refused("serve", "--agent", "master")


def test_nobody_who_opens_a_table_names_code() -> None:
    with pytest.raises(Refused, match="not 'os:system'"):
        seated([{"kind": "me"}, {"kind": "os:system"}], None, 40)


def test_who_comes_before_the_server_is_ready_waits() -> None:
    """The address is printed, and a browser opened, while the server still gets ready."""
    with listen("127.0.0.1", 0) as made, socket.create_connection(made.getsockname(), timeout=5):
        pass


def test_an_address_of_elsewhere(refused: Any) -> None:
    assert "is no address of this machine" in refused("serve", "--host", "192.0.2.1", "--port", "0")


def test_a_database_that_cannot_be_used(refused: Any) -> None:
    assert "is no database" in refused("serve", "--port", "0", "--database", "nonsense")


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"idle": 5, "warm": ["totem"], "limits": {"live": 7, "chats": [1, 2]}}
    monkeypatch.setenv("BESTIARY_SETTINGS", json.dumps(given))
    made = Settings.read(database="sqlite:///x")
    assert made.idle == 5.0 and made.warm == ("totem",) and made.database == "sqlite:///x"
    assert made.limits.live == 7 and made.limits.chats == (1, 2) and made.limits.name == Limits().name


@pytest.mark.parametrize(
    "text", ["[", "[]", '{"idel": 5}', '{"log": "loud"}', '{"idle": "long"}', '{"limits": {"live": "x"}}']
)
def test_settings_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("BESTIARY_SETTINGS", text)
    with pytest.raises(BestiaryError):
        Settings.read()
