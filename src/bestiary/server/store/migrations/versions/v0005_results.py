"""What the games of rated tables say of those who played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds their table."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("who", sa.String(24), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("results_who", "results", ["slug", "who", "games"], unique=True)
