"""Names that an operator has silenced or barred."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds their table."""
    op.create_table(
        "moderation",
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("what", sa.String(12), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
