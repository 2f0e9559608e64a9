"""Called by Alembic with the connection that the server has opened."""

from __future__ import annotations

from alembic import context

from bestiary.server.store.schema import META

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=META)
with context.begin_transaction():
    context.run_migrations()
