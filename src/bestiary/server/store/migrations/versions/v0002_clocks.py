"""Clocks run on whether or not a table is in memory: when one runs out, and when servers ran."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds what clocks need."""
    op.add_column("tables", sa.Column("deadline", sa.Float, nullable=True))
    op.create_index("tables_deadline", "tables", ["state", "deadline"])
    op.create_table(
        "uptime",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
    )
