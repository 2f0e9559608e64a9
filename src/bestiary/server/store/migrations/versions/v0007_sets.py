"""Card sets that people have made, and studies of what they do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds their tables."""
    op.create_table(
        "sets",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
        sa.Column("changes", sa.Text, nullable=False),
        sa.Column("person", sa.Integer, nullable=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("sets_person", "sets", ["person"])
    op.create_index("sets_token", "sets", ["token"])
    op.create_table(
        "studies",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("studies_at", "studies", ["at"])
