"""Chapter 36: what gentle, standard and grim tables change."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core import saves
from bestiary.core.cards import CardFile, Content
from bestiary.core.errors import CardError
from bestiary.core.game import table_record
from bestiary.core.record import records
from bestiary.core.registry import load
from bestiary.games.shogun import moves
from bestiary.games.shogun import state as st
from bestiary.games.shogun.cards.difficulty import FIELDS, YOUNGER
from bestiary.games.shogun.cards.tables import TABLES
from bestiary.games.shogun.effects import STAT, UNTIL
from bestiary.games.shogun.rules import ground
from bestiary.games.shogun.rules.fight import damage as damages
from bestiary.games.shogun.state import DIFFICULTY
from bestiary.testing.plain import plain

from .table import Table
from .test_campaign import Tale

spawning, fight = plain(ground.spawning), plain(damages)
GAME = load("shogun")
NUMBERS = GAME.content().tables[0]
GENTLE, STANDARD, GRIM = range(3)
KACHI, NUE, SEDRIK = st.KIND_MINION + 3, st.KIND_SERVANT, st.KIND_WANDERER


def with_levels(folder: Path, *levels: str) -> Content:
    """The game's own campaign with these levels in place of its own."""
    folder.mkdir(exist_ok=True)
    shutil.copy(st.ROOM / "cards.toml", folder)
    text = (st.ROOM / "campaign.toml").read_text(encoding="utf-8")
    start, end = text.index("[[difficulty]]"), text.index("# way:")
    written = "".join(f"[[difficulty]]\n{level}\n" for level in levels)
    (folder / "campaign.toml").write_text(text[:start] + written + text[end:], encoding="utf-8")
    return GAME.read_content(CardFile(folder / "cards.toml"))


def whole(level: int) -> Any:
    """What a level adds to the health of every party: by chapter, then by party."""
    sizes = [party.count("+") for party in st.PARTIES[1:]]
    return NUMBERS["df_health"][level][:, sizes] + NUMBERS["df_team"][level][:, 1:]


def added(difficulty: str, chapter: int, who: str) -> int:
    """What the campaign adds to the health of these samurai."""
    return int(whole(DIFFICULTY.index(difficulty))[chapter - 1, st.PARTIES.index(who) - 1])


def waiting(**options: object) -> Counter[str]:
    """The kinds of the enemies that wait where a chapter begins, and how many of each."""
    match = Match(GAME, {"mode": "chapter", "players": 1, **options}, 1)
    while int(match.state[0]["revealed_n"]) == 0 or (match.state[0]["sq"][:1] < 0).any():
        match.play(match.legal()[0])
    there = np.flatnonzero(match.state[0]["sq"][st.HEROES :] >= 0) + st.HEROES
    return Counter(match.content.words["figure"][f].partition("-")[0] for f in there)


# ---- the levels ----------------------------------------------------------------------------------


@pytest.mark.rule("SHG-36.1")
def test_the_option_says_what_the_levels_do() -> None:
    assert DIFFICULTY == ("gentle", "standard", "grim") and GAME.settle({})["difficulty"] == "standard"
    said = GAME.options.all["difficulty"].text
    gentle, rest = said[said.index("Gentle") :].split("Standard")
    standard, grim = rest.split("Grim")
    assert set(NUMBERS["df_health"][GENTLE].ravel().tolist()) == {4} and "has 4 more health" in gentle
    assert NUMBERS["df_hits"][GENTLE].tolist() == [[-2, -1, -1, -1]] * st.CHAPTERS
    assert "1 hit fewer (2 fewer where a samurai is alone)" in gentle
    fewer = [str(c + 1) for c in range(st.CHAPTERS) if (NUMBERS["df_party"][GENTLE, c] < 0).any()]
    assert f"in chapters {', '.join(fewer[:-1])} and {fewer[-1]} fewer enemies wait" in gentle
    health, hits, party = (NUMBERS[field][STANDARD] for field in FIELDS)
    assert health.max() <= 0 and f"less health, up to {-whole(STANDARD).min()} less" in standard
    assert set(hits.ravel().tolist()) == {0, 1} and (hits == 1).sum() > (hits == 0).sum() * 7
    assert "nearly everywhere every attack of an enemy has 1 hit more" in standard
    assert [str(c + 1) for c in range(st.CHAPTERS) if party[c].any()] == [
        "1"
    ] and "in chapter 1 more" in standard
    assert (NUMBERS["df_health"][GRIM] == health).all() and (NUMBERS["df_party"][GRIM] == party).all()
    assert (
        (NUMBERS["df_hits"][GRIM] == hits + 1).all() and "as standard, and" in grim and "1 hit more" in grim
    )


@pytest.mark.rule("SHG-36.2", "SHG-36.3", "SHG-36.5")
def test_no_standard_table_is_as_easy_as_a_gentle_one_nor_a_grim_one_as_a_standard_one() -> None:
    for easier, harder in ((GENTLE, STANDARD), (STANDARD, GRIM)):
        assert (whole(easier) >= whole(harder)).all(), "SHG-36.5"
        assert (NUMBERS["df_hits"][easier] < NUMBERS["df_hits"][harder]).all()
        assert (NUMBERS["df_party"][easier] <= NUMBERS["df_party"][harder]).all()


@pytest.mark.rule("SHG-36.2")
@pytest.mark.parametrize("difficulty", DIFFICULTY)
def test_every_samurai_has_more_or_less_health(difficulty: str) -> None:
    more = added(difficulty, 1, "akira+hikaru")
    assert (more > 0) == (difficulty == "gentle")
    tale = Tale("akira+hikaru", difficulty=difficulty).until("act.main")
    assert tale.s.max_hp[:2].tolist() == [10 + more, 8 + more] == tale.s.hp[:2].tolist()


@pytest.mark.rule("SHG-36.2")
@pytest.mark.parametrize("difficulty", DIFFICULTY)
def test_a_samurai_who_rises_a_level_keeps_what_the_difficulty_gives(difficulty: str) -> None:
    more = added(difficulty, 1, "akira")
    tale = Tale("akira", difficulty=difficulty).finish().until("level.attribute", "level.skill")
    assert int(tale.s.level[0]) == 2 and int(tale.s.max_hp[0]) == 12 + more


@pytest.mark.rule("SHG-36.1", "SHG-36.2", "SHG-36.3", "SHG-36.5")
@pytest.mark.parametrize("difficulty, hits", [("gentle", -1), ("standard", 1), ("grim", 2)])
def test_a_campaign_keeps_its_difficulty_from_chapter_to_chapter(difficulty: str, hits: int) -> None:
    more = added(difficulty, 2, "akira+tomoe")
    assert (more == added(difficulty, 2, "akira+hikaru")) == (difficulty == "gentle"), "a team has its own"
    tale = Tale("akira+tomoe", difficulty=difficulty, interlude=False).finish().until("none").next()
    s = tale.until("act.main").s
    assert int(s.chapter) == 1 and s.max_hp[[0, 2]].tolist() == [12 + more, 10 + more]
    there = np.flatnonzero(s.sq[st.HEROES :] >= 0) + st.HEROES
    assert len(there) and set(s.mod[there, STAT.HITS, UNTIL.PHASE].tolist()) == {hits}


@pytest.mark.rule("SHG-36.3")
@pytest.mark.parametrize("difficulty, damage", [("gentle", 1), ("standard", 4), ("grim", 5)])
@pytest.mark.parametrize("kind", [KACHI, NUE])
def test_an_enemy_that_enters_strikes_a_samurai_alone(kind: int, difficulty: str, damage: int) -> None:
    table = Table("A....\n.....", difficulty=difficulty)
    t, row, s = table.t_record, table.match.state[0], table.s
    f = spawning.enter(t, row, kind, table.q(1, 0), False, table.match.engine.new_log()[0])
    s.arm[0], s.a_hits, s.a_from = 0, 3, s.sq[f]
    assert fight.damage_of(t, row, f, 0) == damage


@pytest.mark.rule("SHG-36.3")
@pytest.mark.parametrize("difficulty", DIFFICULTY)
def test_wanderers_strike_as_ever(difficulty: str) -> None:
    table = Table("A....\n.....", difficulty=difficulty)
    log = table.match.engine.new_log()[0]
    f = spawning.enter(table.t_record, table.match.state[0], SEDRIK, table.q(1, 0), False, log)
    assert f == st.WANDERER0 and not table.s.mod[f].any()


@pytest.mark.rule("SHG-36.4")
def test_a_gentle_chapter_has_the_enemies_of_a_samurai_fewer() -> None:
    alone = waiting(chapter=2, party="akira")
    pair = waiting(chapter=2, party="akira+tomoe")
    assert alone < pair
    assert waiting(chapter=2, party="akira+tomoe", difficulty="gentle") == alone
    assert waiting(chapter=2, party="akira", difficulty="gentle") == alone, "those of one always come"
    assert waiting(chapter=2, party="akira+tomoe", difficulty="grim") == pair
    more = waiting(chapter=1, party="akira+tomoe")
    assert more == waiting(chapter=1, party="akira+tomoe", difficulty="grim")
    assert more > waiting(chapter=1, party="akira+tomoe", difficulty="gentle")


# ---- numbers of one's own ------------------------------------------------------------------------

LEVELS = ('id = "gentle"', 'id = "standard"', 'id = "grim"')


@pytest.mark.rule("SHG-36.2", "SHG-36.4")
def test_numbers_for_all_for_each_party_and_for_one_chapter(tmp_path: Path) -> None:
    grim = 'id = "grim"\nhealth = [-5, -1, -2, 3]\nparty = 1\nbut = [{chapter = "4", health = -4, hits = 2}]'
    made = with_levels(tmp_path, *LEVELS[:2], grim).tables[0]
    assert made["df_health"][GRIM, 0].tolist() == [-5, -1, -2, 3] == made["df_health"][GRIM, 6].tolist()
    assert made["df_health"][GRIM, 3].tolist() == [-4] * 4 and made["df_hits"][GRIM, 3].tolist() == [2] * 4
    assert made["df_hits"][GRIM, [0, 1, 2, 4, 5, 6]].any() == 0 and (made["df_party"][GRIM] == 1).all()
    assert not any(made[field][[GENTLE, STANDARD]].any() for field in YOUNGER)


@pytest.mark.rule("SHG-36.2", "SHG-36.3")
def test_a_level_may_go_on_from_another(tmp_path: Path) -> None:
    standard = 'id = "standard"\nhealth = [-1, -2, -3, -4]\nbut = [{chapter = "2", hits = 1}]'
    grim = 'id = "grim"\nbeyond = "standard"\nhealth = -1\nbut = [{chapter = "3", party = 1}]'
    made = with_levels(tmp_path, LEVELS[0], standard, grim).tables[0]
    assert made["df_health"][GRIM, 6].tolist() == [-2, -3, -4, -5]
    assert made["df_hits"][GRIM].tolist() == made["df_hits"][STANDARD].tolist()
    assert made["df_hits"][GRIM, 1].tolist() == [1] * 4 and made["df_party"][GRIM, 2].tolist() == [1] * 4


@pytest.mark.rule("SHG-36.5")
def test_those_who_go_out_together_have_more_or_less_health(tmp_path: Path) -> None:
    standard = (
        'id = "standard"\nhealth = -1\n'
        'teams = [{who = "akira+jinen", health = [3, 0, 0, 0, 0, 0, 2]}, '
        '{who = "akira", health = [-2, 0, 0, 0, 0, 0, 0]}]'
    )
    content = with_levels(tmp_path, LEVELS[0], standard, 'id = "grim"\nbeyond = "standard"')

    def health(**options: object) -> list[int]:
        match = Match(GAME, {"mode": "chapter", **options}, 1, content=content)
        while not match.state[0]["max_hp"].any():
            match.play(match.legal()[0])
        return [int(hp) for hp in match.state[0]["max_hp"][: st.HEROES]]

    akira, hikaru, _, jinen = NUMBERS["h_health"][:, 0]
    assert health(players=2, party="akira+jinen") == [akira - 1 + 3, 0, 0, jinen - 1 + 3]
    assert health(players=1, party="akira+jinen") == health(players=2, party="akira+jinen")
    assert health(players=2) == [akira - 1, hikaru - 1, 0, 0]
    assert health(players=1) == [akira - 1 - 2, 0, 0, 0] == health(players=1, party="akira")
    assert health(players=1, difficulty="grim") == health(players=1)
    assert health(players=1, difficulty="gentle") == [akira, 0, 0, 0]


@pytest.mark.rule("SHG-36.5")
@pytest.mark.parametrize(
    "teams, said",
    [
        (
            '{who = "jinen+akira", health = [0, 0, 0, 0, 0, 0, 0]}',
            "who = 'jinen\\+akira'; expected one of akira",
        ),
        ('{who = "akira", health = [0, 0]}', "7 numbers from -20 to 20, one for each chapter"),
        ('{who = "akira", health = [0, 0, 0, 21, 0, 0, 0]}', "7 numbers from -20 to 20"),
        ('{who = "akira", hits = 1, health = [0, 0, 0, 0, 0, 0, 0]}', "hits"),
    ],
)
def test_a_team_is_refused_by_name(tmp_path: Path, teams: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        with_levels(tmp_path, LEVELS[0], f'id = "standard"\nteams = [{teams}]', LEVELS[2])


@pytest.mark.rule("SHG-36.2", "SHG-36.3")
def test_two_levels_together_keep_within_the_bounds_of_one(tmp_path: Path) -> None:
    with pytest.raises(
        CardError, match=r"difficulty grim: beyond = 'standard'; expected .*health from -9 to 30"
    ):
        with_levels(
            tmp_path,
            LEVELS[0],
            'id = "standard"\nhealth = -9',
            'id = "grim"\nbeyond = "standard"\nhealth = -1',
        )


@pytest.mark.rule("SHG-36.2")
def test_nobody_has_less_than_one_health(tmp_path: Path) -> None:
    content = with_levels(tmp_path, *LEVELS[:2], 'id = "grim"\nhealth = -9')
    match = Match(GAME, {"party": "hikaru", "players": 1, "difficulty": "grim"}, 1, content=content)
    while int(match.state[0]["max_hp"][1]) == 0:
        match.play(match.legal()[0])
    assert int(match.state[0]["max_hp"][1]) == 1 == int(match.state[0]["hp"][1])


# ---- what was kept before there were levels ------------------------------------------------------


@pytest.mark.rule("SHG-36.1")
def test_a_campaign_from_before_has_the_fingerprint_that_it_had(tmp_path: Path) -> None:
    content = with_levels(tmp_path)
    before = records(table_record([f for f in TABLES if f[0] not in YOUNGER], moves.ACTIONS))
    for name in before.dtype.names or ():
        before[name] = content.tables[name] if name in (content.tables.dtype.names or ()) else 0
    assert content.fingerprint == hashlib.sha256(before.tobytes()).hexdigest()[:12]
    assert content.fingerprint != GAME.content().fingerprint


def without_the_option(text: str) -> str:
    """A saved match as it would have been written before there were levels."""
    assert " difficulty=standard" in text
    return text.replace(" difficulty=standard", "")


@pytest.mark.rule("SHG-36.1")
def test_a_match_from_before_goes_on(tmp_path: Path) -> None:
    content = with_levels(tmp_path)
    match = Match(GAME, {"mode": "chapter", "chapter": 2}, 3, content=content)
    for _ in range(20):
        match.play(match.legal()[0])
    for given in (content, None):
        again = saves.loads(without_the_option(saves.dumps(match)), content=given)
        assert again.digest() == match.digest() and again.options["difficulty"] == "standard"
        assert again.content.fingerprint == content.fingerprint


def bytes_before(state: Any) -> bytes:
    """A position as its bytes were before there were levels: the option is the last of the options."""
    options = state.dtype["opt"].itemsize
    end = state.dtype.fields["opt"][1] + options
    assert list(state.dtype["opt"].names)[-1] == "difficulty"
    return bytes(state.tobytes()[: end - 8] + state.tobytes()[end:])


@pytest.mark.rule("SHG-36.1")
def test_digests_of_positions_are_what_they_were_but_for_other_levels() -> None:
    digests = set()
    for difficulty in DIFFICULTY:
        match = Match(GAME, {"difficulty": difficulty}, 3)
        before = hashlib.sha256(bytes_before(match.state)).hexdigest()[:12]
        assert (match.digest() == before) == (difficulty == "standard")
        digests.add(match.digest())
    assert len(digests) == st.DIFFICULTIES


def test_every_level_is_a_table_with_a_name() -> None:
    levels = {name: GAME.settle(dict(preset.options))["difficulty"] for name, preset in GAME.presets.items()}
    assert levels == {level: level for level in ("gentle", "standard", "grim")}
