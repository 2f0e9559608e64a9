"""Chapter 36: what a gentle and a grim table change, and that a standard one changes nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bestiary.core.cards import CardFile, Content
from bestiary.core.registry import load
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import STAT, UNTIL
from bestiary.games.shogun.rules import ground
from bestiary.games.shogun.rules.fight import damage as damages
from bestiary.games.shogun.state import DIFFICULTY
from bestiary.testing.plain import plain

from .table import Table
from .test_campaign import Tale

spawning, fight = plain(ground.spawning), plain(damages)
GENTLE, STANDARD, GRIM = range(3)
KACHI, NUE, SEDRIK = (st.KIND_MINION + 3, st.KIND_SERVANT, st.KIND_WANDERER)


def with_levels(folder: Path, gentle: str = "", grim: str = "") -> Content:
    """The game's own campaign with other levels; without any where none are named."""
    shutil.copy(st.ROOM / "cards.toml", folder)
    text = (st.ROOM / "campaign.toml").read_text(encoding="utf-8")
    start, end = text.index("[[difficulty]]"), text.index("# way:")
    levels = (("gentle", gentle), ("standard", ""), ("grim", grim))
    written = "".join(f'[[difficulty]]\nid = "{name}"\n{said}\n' for name, said in levels)
    written = written if gentle or grim else ""
    (folder / "campaign.toml").write_text(text[:start] + written + text[end:], encoding="utf-8")
    return load("shogun").read_content(CardFile(folder / "cards.toml"))


def entered(kind: int, difficulty: str, content: Content | None = None) -> tuple[int, int]:
    """The health of an enemy that enters, and what is added to its hits."""
    table = Table("A.........\n" + "..........\n" * 4, level=3, difficulty=difficulty)
    t = table.t_record if content is None else content.tables[0]
    row, s = table.match.state[0], table.s
    f = int(spawning.enter(t, row, kind, table.q(5, 2), False, table.match.engine.new_log()[0]))
    return int(s.max_hp[f]), int(s.mod[f, STAT.HITS, UNTIL.PHASE])


@pytest.mark.rule("SHG-36.1", "SHG-36.2")
@pytest.mark.parametrize("difficulty", range(st.DIFFICULTIES))
def test_every_samurai_has_more_or_less_health(difficulty: int) -> None:
    options = {"players": 2, "mode": "campaign", "difficulty": DIFFICULTY[difficulty]}
    tale = Tale("akira+hikaru", **options).until("act.main")
    t = tale.match.content.tables[0]
    more = int(t["df_health"][difficulty, 0, 1])
    assert tale.s.max_hp[:2].tolist() == [10 + more, 8 + more] == tale.s.hp[:2].tolist()


@pytest.mark.rule("SHG-36.2")
def test_a_samurai_who_rises_a_level_keeps_what_the_difficulty_gives(tmp_path: Path) -> None:
    tale = Tale("akira", difficulty="gentle").finish()
    more = int(tale.match.content.tables[0]["df_health"][GENTLE, 0, 0])
    tale.until("level.attribute", "level.skill")
    assert more > 0 and int(tale.s.level[0]) == 2 and int(tale.s.max_hp[0]) == 12 + more


@pytest.mark.rule("SHG-36.1")
def test_a_campaign_keeps_its_difficulty_from_chapter_to_chapter() -> None:
    tale = Tale("akira+tomoe", difficulty="grim", interlude=False).finish().until("none")
    tale.next().until("act.main")
    less = tale.match.content.tables[0]["df_health"][GRIM, 1, 1]
    assert int(tale.s.chapter) == 1 and less < 0
    assert tale.s.max_hp[[0, 2]].tolist() == [12 + less, 10 + less]


@pytest.mark.rule("SHG-36.3")
@pytest.mark.parametrize("difficulty", range(st.DIFFICULTIES))
def test_enemies_strike_with_more_or_fewer_hits_wanderers_as_ever(difficulty: int) -> None:
    t = load("shogun").content().tables[0]
    added = int(t["df_hits"][difficulty, 0, 0])
    assert added == (-1, 0, 1)[difficulty]
    for kind in (KACHI, NUE):
        assert entered(kind, DIFFICULTY[difficulty])[1] == added
    assert entered(SEDRIK, DIFFICULTY[difficulty])[1] == 0


@pytest.mark.rule("SHG-36.3")
@pytest.mark.parametrize("difficulty, damage", [("gentle", 2), ("standard", 3), ("grim", 4)])
def test_a_blow_hurts_more_or_less(difficulty: str, damage: int) -> None:
    table = Table("A....", difficulty=difficulty)
    t, row, s = table.t_record, table.match.state[0], table.s
    f = spawning.enter(t, row, KACHI, table.q(1, 0), False, table.match.engine.new_log()[0])
    s.arm[0], s.a_hits, s.a_from = 0, 3, s.sq[f]
    assert fight.damage_of(t, row, f, 0) == damage


# ---- numbers of one's own ------------------------------------------------------------------------


@pytest.mark.rule("SHG-36.4")
def test_large_enemies_have_more_health_in_percent_others_as_ever(tmp_path: Path) -> None:
    content = with_levels(tmp_path, gentle="large = -50", grim="large = [100, 0, 0, 0]")
    for kind in (NUE, st.KIND_CHOSEN, st.KIND_SHINIGAMI):
        usual = entered(kind, "standard", content)[0]
        assert entered(kind, "gentle", content)[0] == usual - (usual + 1) // 2
        assert entered(kind, "grim", content)[0] == 2 * usual
    for kind in (KACHI, SEDRIK):
        healths = {entered(kind, level, content)[0] for level in DIFFICULTY}
        assert len(healths) == 1
