"""The templates of stored sentences, by their ids."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds their table."""
    op.create_table(
        "phrases",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
