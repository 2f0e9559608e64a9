"""How strong the players are that taught themselves: the rows of strength.toml, played, kept, and on a page.

    python benchmarks/taught.py                     every row that is not measured yet
    python benchmarks/taught.py totem klaw-more     these rows
    python benchmarks/taught.py --show              plays nothing; says what is measured, and by which code
    python benchmarks/taught.py --page              plays nothing; makes the page of what is there
    python benchmarks/taught.py --replay 2          plays two games of a row again that other code has played

Games are kept in build/strength: Ctrl-C loses none, and a row that is to have more games goes on. The answers
are in benchmarks/strength. What other code, cards or networks have answered stays, with its revision, unless
--again is given. Most changes of code change no move: with --replay games of other code, at the same table
with the same cards and network, are taken over where those that are played again are the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from strength import KEPT as GAMES
from strength import played

from bestiary import load
from bestiary.agents.base import make_agent
from bestiary.commands.lab_balance import lines, revision
from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError
from bestiary.lab.balance.aims import MISSED, UNCLEAR, Aim, Found, word_of
from bestiary.lab.balance.measuring import rounded
from bestiary.lab.balance.parts import share, table
from bestiary.lab.balance.plan import OPEN, BadPlan
from bestiary.run.arena import Contest, Outcome, contest, play
from bestiary.run.journal import Journal, header
from bestiary.run.standings import standings

PLAN = Path(__file__).with_name("strength.toml")
BEGIN, END = "<!-- made by benchmarks/taught.py -->", "<!-- end of what is made -->"
ROW = {"id", "game", "says", "table", "options", "agents", "lone", "games", "seed", "aim", "text"}
AIMS = {"score", "share", "wins"}
FASTER = "faster"
MISSING, FEWER, MEASURED, OTHER_CODE = "not measured", "fewer games", "measured", "by other code"
CODE = ("code", "cards", "network", "game")  # what may change without the question becoming another one
TIMES = {1.5: "one and a half times", 3: "three times"}
PARTS = {100: "a hundredth"}


@dataclass(frozen=True)
class Row:
    """One thing that is asked: who plays whom, at which table, and what is aimed at."""

    id: str
    game: str
    says: str
    agents: tuple[str, str]
    games: int
    seed: int
    aim: Mapping[str, float]
    table: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    lone: bool = False
    text: str = ""

    @property
    def contest(self) -> Contest:
        """What is played."""
        game = load(self.game)
        named = game.preset(self.table).options if self.table else {}
        options = {**named, **self.options}
        return contest(game, self.agents, self.games, self.seed, options, lone=self.lone)

    @property
    def command(self) -> str:
        """What plays it without this file."""
        words = ["bestiary arena", self.game, *self.agents, *([f"--{self.table}"] if self.table else [])]
        words += [f"--{name} {str(value).lower()}" for name, value in self.options.items()]
        return " ".join([*words, *["--lone"] * self.lone, f"--games {self.games} --seed {self.seed}"])

    @property
    def aimed(self) -> str:
        """What is aimed at, in words."""
        (what,) = AIMS & set(self.aim)
        much, faster = self.aim[what], self.aim.get(FASTER)
        if faster:
            return f"no fewer wins, in {PARTS.get(faster, f'1/{faster:g}')} of the time"
        if what == "score":
            return f"{much:g}%"
        if what == "share" and much == 1:
            return "stronger, shown"
        return f"{TIMES.get(much, f'{much:g} times')} {'its share' if what == 'share' else 'the wins'}"


@dataclass(frozen=True)
class Plan:
    """All rows, and where answers and page are."""

    data: Path
    page: Path
    rows: tuple[Row, ...]

    def place(self, row: Row) -> Path:
        """Where an answer is kept."""
        return self.data / f"{row.id}.json"

    def chosen(self, ids: Sequence[str]) -> list[Row]:
        """The rows of these names; all where none is named."""
        known = {row.id: row for row in self.rows}
        for name in ids:
            if name not in known:
                raise BadPlan(f"There is no row {name!r}; there is: {', '.join(known)}.")
        return [known[name] for name in ids] if ids else list(self.rows)


def read(path: Path = PLAN) -> Plan:
    """The rows of a file; one that cannot be played is refused in a line."""
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = tuple(_row(one) for one in given["row"])
    ids = [row.id for row in rows]
    if twice := [name for name in ids if ids.count(name) > 1]:
        raise BadPlan(f"Two rows are called {twice[0]!r}.")
    return Plan(path.parent / given["data"], path.parent / given["page"], rows)


def _row(given: Mapping[str, Any]) -> Row:
    where = f"Row {given.get('id', '?')!r}"
    if unknown := set(given) - ROW:
        raise BadPlan(f"{where} has no field {min(unknown)!r}; there is: {', '.join(sorted(ROW))}.")
    if missing := {"id", "game", "agents", "games", "seed", "aim"} - set(given):
        raise BadPlan(f"{where} has no {min(missing)}.")
    aim = dict(given["aim"])
    if len(AIMS & set(aim)) != 1 or set(aim) - AIMS - {FASTER}:
        raise BadPlan(f"{where} aims at one of {', '.join(sorted(AIMS))}, with {FASTER} or without.")
    says = given.get("says", load(given["game"]).title)
    row = Row(**{**given, "says": says, "agents": tuple(given["agents"]), "aim": aim})
    if len(row.agents) != 2:
        raise BadPlan(f"{where}: one plays another, or beside it.")
    if "wins" in aim and not row.contest.alone:
        raise BadPlan(f"{where}: wins are compared where each plays by itself.")
    return row


# ---- measuring ------------------------------------------------------------------------------------


def measure(row: Row, cores: int | None = None) -> dict[str, Any]:
    """Plays a row, less what was played before by the same code, and sums it up."""
    made = row.contest
    head = header(made)
    return answer(row, head, played(made, games_of(row, head), cores))


def games_of(row: Row, head: Mapping[str, Any]) -> Path:
    """Where the games of a row are kept that this code has played."""
    same = hashlib.sha256(json.dumps(head).encode()).hexdigest()[:12]
    return GAMES / f"{row.id}-{same}.jsonl"


def take_over(row: Row, games: int) -> str:
    """Takes games over that other code has played, if so many of them are the same when played again; in
    words."""
    made, head = row.contest, header(row.contest)
    place = games_of(row, head)
    others = [path for path in GAMES.glob(f"{row.id}-*.jsonl") if path != place and _like(path, head)]
    if place.exists() or not others:
        return "nothing to take over"
    text = max(others, key=lambda path: path.stat().st_size).read_text(encoding="utf-8")
    body = [line for line in text.splitlines(keepends=True)[1:] if line.endswith("}\n")]
    place.write_text("".join([json.dumps(head) + "\n", *body]), encoding="utf-8")
    try:
        there = list(Journal(place, made).games.values())
    except BestiaryError as problem:
        place.unlink()
        return f"nothing is taken over: {problem}"
    engine = Engine(made.game, made.content)
    agents = [make_agent(name, made.game, engine.content) for name in made.agents]
    for was in random.Random(row.id).sample(there, min(games, len(there))):
        now = play(made, was.task, engine, agents)
        if now is None or replace(now, seconds=was.seconds) != was:
            place.unlink()
            return f"deal {was.task.deal} is played otherwise by this code: nothing is taken over"
    return f"{len(there)} games taken over, {min(games, len(there))} played again and the same"


def _like(path: Path, head: Mapping[str, Any]) -> bool:
    """Whether games are those of a contest but for the code."""
    try:
        with path.open(encoding="utf-8") as file:
            found = json.loads(file.readline())
    except ValueError:  # not by us, or edited
        return False
    return isinstance(found, dict) and all(
        found.get(key) == head.get(key) for key in {*found, *head} - {"code"}
    )


def answer(row: Row, head: Mapping[str, Any], outcome: Outcome) -> dict[str, Any]:
    """What was found, as data."""
    found = standings(outcome)
    (pair,) = found["pairs"]
    # the games of a deal with one among several pull against each other, so that they say no less than others
    score = pair if row.lone else pair["by_deal"]
    rated = {one["agent"]: one for one in found["ratings"]}
    times = {one["agent"]: one["milliseconds_per_move"] for one in found["time"]}
    return {
        "row": row.id,
        **{key: value for key, value in head.items() if key != "kind"},
        "played": pair["games"],
        "deals": found["deals"],
        "alone": found["alone"],
        "fair": found["fair"],
        "score": rounded({"share": score["score"], "low": score["low"], "high": score["high"]}),
        "wins": [rounded(_won(rated[agent])) for agent in row.agents] if found["alone"] else [],
        "milliseconds": {agent: round(times[agent], 2) for agent in row.agents},
        "seconds": round(sum(sum(game.seconds) for game in outcome.games)),
    }


def _won(rated: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "agent": rated["agent"],
        "share": rated["score"],
        **{key: rated[key] for key in ("low", "high")},
    }


def kept(plan: Plan, row: Row) -> dict[str, Any] | None:
    """The answer to a row; one to another question is none."""
    path = plan.place(row)
    if not path.exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    asked = {key: value for key, value in header(row.contest).items() if key not in (*CODE, "kind")}
    return found if all(found.get(key) == value for key, value in asked.items()) else None


def state(plan: Plan, row: Row) -> str:
    """Whether a row is measured, by the code that would play it now."""
    found = kept(plan, row)
    if found is None:
        return MISSING
    now = header(row.contest)
    if any(found.get(key) != now.get(key) for key in CODE):
        return OTHER_CODE
    return MEASURED if found["played"] >= row.games else FEWER


# ---- the page -------------------------------------------------------------------------------------


def verdict(row: Row, found: Mapping[str, Any]) -> str:
    """Whether the aim is shown to be kept, shown to be missed, or neither."""
    (what,) = AIMS & set(row.aim)
    much = 100 * row.aim[what]
    if what == "wins":
        mine, other = found["wins"]
        low, high = mine["low"] / max(other["high"], 1e-9), mine["high"] / max(other["low"], 1e-9)
    else:
        low, high = found["score"]["low"], found["score"]["high"]
        much = row.aim[what] if what == "score" else much * found["fair"]
    held = Found(row.agents[0], 50 * (low + high), 100 * low, 100 * high)
    word = word_of(Aim("wins", much, OPEN["high"]), [held])
    return word if _quick(row, found) or word == UNCLEAR else MISSED


def _quick(row: Row, found: Mapping[str, Any]) -> bool:
    own, other = (found["milliseconds"][agent] for agent in row.agents)
    return FASTER not in row.aim or bool(own * row.aim[FASTER] <= other)


def made(plan: Plan) -> str:
    """The part of the page that is made of the answers."""
    known = {row.id: kept(plan, row) for row in plan.rows}
    heads = ["row", "table", "who", "games", "score", "aim", "", "ms a move", "revision", "seconds"]
    rows = [_cells(row, found) for row in plan.rows if (found := known[row.id])]
    missing = [f"{row.id} ({row.games} games)" for row in plan.rows if not known[row.id]]
    parts = [table(heads, rows) if rows else "", "\n".join(_texts(plan, known))]
    parts += [f"Not measured yet: {', '.join(missing)}." if missing else ""]
    if rows:
        parts.append("\n".join(["The commands, row by row:", "", "```", *_commands(plan, known), "```"]))
    return "\n\n".join([BEGIN, *filter(None, parts), END])


def _commands(plan: Plan, known: Mapping[str, Any]) -> Iterator[str]:
    return (f"{row.command}  # {row.id}" for row in plan.rows if known[row.id])


def _texts(plan: Plan, known: Mapping[str, Any]) -> Iterator[str]:
    return (f"{row.id}: {row.text}" for row in plan.rows if row.text and known[row.id])


def _who(row: Row) -> str:
    first, second = (f"`{agent}`" for agent in row.agents)
    if row.lone:
        return f"one {first} among {second}"
    return f"{first} {'beside' if row.contest.alone else 'against'} {second}"


def _cells(row: Row, found: Mapping[str, Any]) -> list[str]:
    word = verdict(row, found)
    return [
        row.id,
        row.says,
        _who(row),
        f"{found['played']:,}{' each' if found['alone'] else ''}",
        _score(found),
        row.aimed,
        f"**{word}**" if word == MISSED else word,
        " and ".join(f"{found['milliseconds'][agent]:.3g}" for agent in row.agents),
        f"`{found['revision']}`",
        f"{found['seconds']:,}",
    ]


def _score(found: Mapping[str, Any]) -> str:
    said = share(found["score"])
    if found["alone"]:
        return f"wins {' and '.join(share(one) for one in found['wins'])}; compared {said}"
    return said if found["fair"] == 0.5 else f"{said}, a share is {found['fair']:.1%}"


def write(plan: Plan) -> None:
    """Puts what is made into the page."""
    before, _, rest = plan.page.read_text(encoding="utf-8").partition(BEGIN)
    _, there, after = rest.partition(END)
    if not there:
        raise BestiaryError(f"{plan.page} has no place for the rows, from {BEGIN} to {END}.")
    plan.page.write_text(f"{before}{made(plan)}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="only these")
    parser.add_argument("--show", action="store_true", help="say what is measured")
    parser.add_argument("--page", action="store_true", help="make the page of what is there")
    parser.add_argument("--again", action="store_true", help="also what other code has answered before")
    parser.add_argument(
        "--replay", type=int, default=0, metavar="GAMES", help="take over what other code played"
    )
    parser.add_argument("--cores", type=int, help="threads; all cores by default")
    parser.add_argument("--plan", type=Path, default=PLAN, help="another file of rows")
    given = parser.parse_args()
    plan = read(given.plan)
    for row in plan.chosen(given.rows):
        found = state(plan, row)
        if given.show:
            print(f"{row.id}: {row.games} games, {found}; {row.command}")
        if given.show or given.page or found == MEASURED:
            continue
        if given.replay:
            print(f"{row.id}: {take_over(row, given.replay)}", flush=True)
        taken = given.replay and games_of(row, header(row.contest)).exists()
        if found == OTHER_CODE and not given.again and not taken:
            continue
        told = measure(row, given.cores) | {"revision": revision()}
        plan.data.mkdir(parents=True, exist_ok=True)
        plan.place(row).write_text(lines(told), encoding="utf-8")
        write(plan)
        print(f"{row.id}: {_score(told)}, {verdict(row, told)}", flush=True)
    if not given.show:
        write(plan)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped; every finished game is kept, and the same command goes on from there.")
    except BestiaryError as problem:
        sys.exit(str(problem))
