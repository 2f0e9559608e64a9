"""The cards that tables were opened with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds their table."""
    op.create_table(
        "cards",
        sa.Column("slug", sa.String(32), primary_key=True),
        sa.Column("fingerprint", sa.String(16), primary_key=True),
        sa.Column("main", sa.String(80), nullable=False),
        sa.Column("files", sa.Text, nullable=False),
    )
