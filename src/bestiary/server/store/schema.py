"""The tables of the database. A table of players is its row, its seats and its log; the rest follows."""

from __future__ import annotations

import sqlalchemy as sa

META = sa.MetaData()

TABLES = sa.Table(
    "tables",
    META,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("slug", sa.String(32), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),  # with its version, such as totem-v2
    sa.Column("cards", sa.String(16), nullable=False),  # fingerprint of the cards
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("seed", sa.String(20), nullable=False),  # 64 bits without sign: more than an INTEGER holds
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),  # waiting, playing, over
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("parent", sa.String(24), nullable=False),  # the table it follows or branches from
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    sa.Column("deadline", sa.Float, nullable=True),  # when a clock runs out, if nothing happens
    sa.Index("tables_open", "public", "state", "touched"),
    sa.Index("tables_deadline", "state", "deadline"),
)

SEATS = sa.Table(
    "seats",
    META,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),  # open, person, or the name of a machine
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("token", sa.String(64), nullable=False),  # digests: a stolen database opens no seat
    sa.Column("invitation", sa.String(64), nullable=False),
    sa.Column("person", sa.Integer, nullable=True),
    sa.Index("seats_person", "person"),
)

LOG = sa.Table(
    "log",
    META,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),  # two processes cannot both write the n-th line
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("command", sa.String(64), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("spent", sa.Float, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
)

NEWS = sa.Table(
    "news",
    META,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

PACKS = sa.Table(
    "packs",
    META,
    sa.Column("id", sa.LargeBinary(8), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),  # news that were stored together: see ``news``
)

PEOPLE = sa.Table(
    "people",
    META,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(80), nullable=False, unique=True),  # the name without regard to case
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("password", sa.String(160), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

SESSIONS = sa.Table(
    "sessions",
    META,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("person", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

CARDS = sa.Table(
    "cards",
    META,
    sa.Column("slug", sa.String(32), primary_key=True),
    sa.Column("fingerprint", sa.String(16), primary_key=True),
    sa.Column("main", sa.String(80), nullable=False),  # the file that names the cards
    sa.Column("files", sa.Text, nullable=False),  # JSON: it and those beside it, by name
)

PHRASES = sa.Table(
    "phrases",
    META,
    sa.Column("id", sa.String(12), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),  # a template, of which stored sentences have only the id
)

MODERATION = sa.Table(
    "moderation",
    META,
    sa.Column("key", sa.String(80), primary_key=True),  # of a name
    sa.Column("what", sa.String(12), primary_key=True),  # silenced or barred
    sa.Column("at", sa.Float, nullable=False),
)

UPTIME = sa.Table(
    "uptime",
    META,
    sa.Column("process", sa.String(16), primary_key=True),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("last", sa.Float, nullable=False),  # time in which nobody ran does not count for clocks
)

RESULTS = sa.Table(
    "results",
    META,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("game", sa.Integer, primary_key=True),  # of the match
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("slug", sa.String(32), nullable=False),
    sa.Column("who", sa.String(24), nullable=False),  # a person's number, or the level of a machine
    sa.Column("games", sa.Integer, nullable=False),  # how many they have played, this one included
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("points", sa.Float, nullable=False),  # after it
    sa.Column("at", sa.Float, nullable=False),
    # two games that end at once follow each other: neither forgets the other's points
    sa.Index("results_who", "slug", "who", "games", unique=True),
)

OPINIONS = sa.Table(
    "opinions",
    META,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)

SETS = sa.Table(
    "sets",
    META,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),  # two who save at once do not overwrite each other
    sa.Column("slug", sa.String(32), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),  # with its version
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("author", sa.String(64), nullable=False),
    sa.Column("notes", sa.Text, nullable=False),
    sa.Column("changes", sa.Text, nullable=False),  # JSON: path, value and note of each
    sa.Column("person", sa.Integer, nullable=True),
    sa.Column("token", sa.String(64), nullable=False),  # of a guest: a digest
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("sets_person", "person"),
    sa.Index("sets_token", "token"),
)

STUDIES = sa.Table(
    "studies",
    META,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("body", sa.Text, nullable=False),  # JSON: what was asked, and what has been found
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("studies_at", "at"),
)
