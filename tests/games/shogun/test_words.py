"""Sentences are for people: ids of the card file stay in records."""

from __future__ import annotations

import random
import re

from bestiary import Match, load
from bestiary.core.cards import found
from bestiary.core.record import fields
from bestiary.core.said import Person
from bestiary.games.shogun.effects import COND, FLAG, STAT, UNTIL
from bestiary.games.shogun.events import BY, ended
from bestiary.games.shogun.state import OPT

RAW = re.compile(
    r"[a-z]_[a-z]|[a-z]-(red|blue|green|yellow|purple|white)\b|\b(akira|hikaru|tomoe|jinen)\b|: [RSTUVW]\b"
)


def test_choices_and_log_name_figures_skills_and_ends_in_words() -> None:
    match = Match("shogun", {"players": 2}, seed=3)
    chance = random.Random(3)
    told: set[str] = set()
    while not match.game_over and len(match.history) < 150:
        told |= {match.sentence(action) for action in match.legal()}
        match.play(chance.choice(match.legal()))
    told |= set(match.story(0))
    assert [text for text in told if RAW.search(text)] == []
    assert any("the red " in text for text in told) and any(text.startswith("The red ") for text in told)


def test_everybody_has_a_name_and_a_record_keeps_the_ids() -> None:
    words = Match("shogun", seed=3).content.words
    spoken = dict(zip(words["figure"], words["figure_told"], strict=False))
    assert spoken["kachi-blue"] == "the blue Kachi" and spoken["blood_oni"] == "the Blood Oni"
    assert spoken["landolfo"] == "Landolfo" and spoken["storm_tengu"] == "Sojo, the Storm Tengu"
    assert spoken["akira"] == "Akira" and spoken["decoy"] == "the decoy"
    named = words["figure_told"][len(words["figure"]) :]
    assert named[:4] == ("the Innkeeper", "the Shrine maiden", "the Miller", "the Child")
    for name in [n for n in words if n.startswith("told.")]:
        ids = words[name.replace("told.", "target.")]
        assert len(set(words[name])) == len(set(ids)) == len(ids), f"{name}: one name for each id"
    assert words["target.target"] == words["figure"]


def read_up(word: str, **options: object) -> dict[str, str]:
    """What a table finds when it reads up a word: names with all that is said."""
    game = load("shogun")
    return {
        card.name: card.whole for card in found(game.readable(game.content(), game.settle(options)), [word])
    }


def test_skills_weapons_boards_and_entries_can_be_read_up() -> None:
    assert "ignores the target's armour" in read_up("stab")["Stab"]
    assert "fast 2 white and 1 black" in read_up("katana")["Katana"]
    board = read_up("akaname")["Akaname"]
    assert "Filthy Tongue (attack, range 2" in board and "Red oracle, on a 6: frenzy, else lick" in board
    assert "Empowered line 1: move to range 2" in read_up("hate")["Hate"]
    assert "Kami Mode, Queen of Yomi" in read_up("yomi")["Izanami"]
    assert read_up("raider")["Dead raider"].endswith("Take the Granary Key.")
    assert "15 coins" in read_up("ashes")["Ashes on the Post Road"]


def test_only_what_belongs_to_the_table_is_read_up() -> None:
    assert "Stab" not in read_up("stab", party="tomoe+jinen")
    assert not read_up("ashes", mode="chapter", chapter=2)
    one, two = ({"mode": "chapter", "chapter": chapter} for chapter in (1, 2))
    assert "Ashigaru" in read_up("ashigaru", **one) and "Jikininki" not in read_up("jikininki", **one)
    assert "Hate" not in read_up("hate", **one) and "Hate" in read_up("hate", **two)
    assert "1 movement less" in read_up("downed", downed_affects="move")["Downed"]
    assert "1 armour less" in read_up("downed")["Downed"]


def test_an_end_says_why_with_the_round() -> None:
    match = Match("shogun", {"players": 1}, seed=1)
    state = fields(match.state[0])
    state.rounds, state.by = 4, BY.MALICE
    lost = "Malice reached 6 in round 4. The objective stood at 0 of 3."
    again = " Keep what you have gained and try the chapter again."
    assert ended(match.content, state, [Person("Ann")]).words == lost + again
    state.opt.mode = OPT.MODE_CHAPTER
    assert ended(match.content, state, [Person("Ann")]).words == lost
    state.by = BY.OBJECTIVE
    assert (
        "in round 4: Lead three of the four villagers" in ended(match.content, state, [Person("Ann")]).words
    )


def test_what_lies_on_a_creature_is_said_with_what_it_does_and_how_long_it_stays() -> None:
    match = Match("shogun", {"players": 1}, seed=1)
    state = fields(match.state[0])
    state.cond[0, COND.POISONED], state.mod[0, STAT.MOVE, UNTIL.ROUND] = 2, 1
    state.flag[0, UNTIL.PHASE] = FLAG.NO_KAMI
    lying = {one["name"]: one["text"] for one in match.view(0)["characters"][0]["states"]}
    assert lying["poisoned 2"] == "Each token takes 1 from every roll of the creature."
    assert lying["+1 movement"] == "this round"
    assert lying["cannot use Kami skills"] == "for the rest of the phase"
