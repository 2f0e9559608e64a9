"""Sentences are for people: ids of the card file stay in records."""

from __future__ import annotations

import random
import re

from bestiary import Match

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
    spoken = dict(zip(words["figure"], words["figure_told"], strict=True))
    assert spoken["kachi-blue"] == "the blue Kachi" and spoken["blood_oni"] == "the Blood Oni"
    assert spoken["landolfo"] == "Landolfo" and spoken["storm_tengu"] == "Sojo, the Storm Tengu"
    assert spoken["akira"] == "Akira" and spoken["R"] == "resistor R" and spoken["decoy"] == "the decoy"
    for name in [n for n in words if n.startswith("told.")]:
        ids = words[name.replace("told.", "target.")]
        assert len(set(words[name])) == len(set(ids)) == len(ids), f"{name}: one name for each id"
    assert words["target.target"] == words["figure"]
