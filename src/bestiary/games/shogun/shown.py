"""The Shogun's Chosen: what a view is made of. The page's types are made from here."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Square = tuple[int, int]
Told = tuple[str, str]  # a title and its text


class ShogunCard(TypedDict):
    """A card, with what a page draws it by."""

    id: int
    code: str
    name: str
    text: str
    figures: str
    sort: NotRequired[str]
    range: NotRequired[int]
    fast: NotRequired[tuple[int, int] | None]
    strong: NotRequired[tuple[int, int] | None]
    resistance: NotRequired[int]
    cost: NotRequired[int]
    level: NotRequired[int]
    keyword: NotRequired[str]
    uses: NotRequired[int]
    knowledge: NotRequired[int]
    kind: NotRequired[str]


class Skill(TypedDict):
    """A skill of a character, with what it needs."""

    id: str
    name: str
    text: str
    kind: Literal["passive", "technique", "attack"]
    needs: int
    die: NotRequired[int]


class KamiSkill(TypedDict):
    """A power of a Kami."""

    id: str
    name: str
    text: str
    affinity: int
    used: bool


class Lies(TypedDict):
    """Something that lies on a creature, and what it does or how long it stays."""

    name: str
    text: str


class Moods(TypedDict):
    """What lies on a creature: its conditions for the signs, and all of it in words."""

    conditions: dict[str, int]
    states: list[Lies]


class Hero(Moods):
    """A character."""

    name: str
    seat: int
    status: Literal["standing", "defeated", "absent"]
    level: int
    health: tuple[int, int]
    armour: int
    attributes: dict[str, int]
    action_points: int
    kami: str | None
    kami_skills: list[KamiSkill]
    affinity: int
    kami_mode: bool
    kami_used: int
    coins: int
    heads: int
    boss_heads: int
    karma: int
    blessed: int
    skills: list[Skill]
    supply: list[int]
    exhausted: int
    weapons: list[ShogunCard]
    armour_card: list[ShogunCard]
    items: list[ShogunCard]


class Behaviour(TypedDict):
    """What an enemy tries, line by line, for these numbers of its die."""

    rolls: list[int]
    lines: list[str]


class Foe(Moods):
    """An enemy."""

    name: str
    title: str
    upgraded: bool
    side: str
    square: Square
    health: tuple[int, int]
    armour: int
    defence: int
    move: int
    range: int
    dice: tuple[int, int]
    priority: str
    boards: tuple[list[Behaviour], list[Behaviour]]  # under the green and the red oracle; none of a Chosen


class Figure(TypedDict):
    """Whoever stands on the plane."""

    name: str
    square: Square
    size: int
    tokens: NotRequired[int]


class Point(TypedDict):
    """A point of interest."""

    id: str
    square: Square


class Spawn(TypedDict):
    """Where enemies arrive."""

    id: int
    square: Square


class Door(TypedDict):
    """A door."""

    id: str
    squares: list[Square]
    open: bool


class Plane(TypedDict):
    """The revealed part of the plane, row by row."""

    rows: list[str]
    heights: list[str]
    origin: Square
    figures: list[Figure]
    heads: list[tuple[int, int, int, int]]
    points: list[Point]
    spawns: list[Spawn]
    doors: list[Door]
    arrivals: list[Square]


class AttackDie(TypedDict):
    """A die of the attack under way."""

    place: int
    colour: Literal["white", "black", "focus"]
    hits: int
    sign: str
    rerolled: bool


class Attack(TypedDict):
    """The attack under way: who strikes whom, and the dice as they lie."""

    by: str
    on: str | None
    dice: list[AttackDie]
    hits: int
    rerolls: int


class Chosen(TypedDict):
    """One of the Chosen, with its cards."""

    name: str
    deck: int
    discard: list[ShogunCard]
    aside: list[ShogunCard]


class Zone(TypedDict):
    """What people read of a zone."""

    id: str
    points: dict[str, Told]
    doors: dict[str, Told]
    resistors: dict[str, Told]
    special: Told


class Events(TypedDict):
    """The events that were seen in a zone."""

    zone: str
    events: list[str]


class Story(TypedDict, total=False):
    """What people read of the chapter."""

    title: str
    text: str
    objective: str
    failure: list[str]
    zones: list[Zone]
    events: list[Events]


class ShogunView(TypedDict):
    """The position; all seats see the same."""

    game: str
    seat: int
    phase: str
    prompt: str
    asked: list[int]
    asking: list[str]
    chapter: int
    attempt: int
    round: int
    malice: int
    oracle: Literal["green", "red"] | None
    oracle_deck: int
    counters: list[int]
    progress: list[tuple[int, int]]
    losses: list[tuple[int, int]]
    active: str | None
    movement: tuple[int, int]
    queue: list[str]
    at_card: int
    plane: Plane
    characters: list[Hero]
    enemies: list[Foe]
    chosen: list[Chosen]
    market: list[ShogunCard]
    dice: list[int]
    attack: Attack | None
    offered: list[Skill]
    story: Story
    yomi: int
    over: bool
    won: bool | None
    by: str


View = ShogunView
