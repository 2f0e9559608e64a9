"""News that were stored together, packed together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Adds their table; rows that hold themselves stay as they are."""
    op.create_table(
        "packs",
        sa.Column("id", sa.LargeBinary(8), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
