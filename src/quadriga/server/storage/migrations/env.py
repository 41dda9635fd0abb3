"""Run the migrations on the connection that `migrate.upgrade` hands over, inside its transaction."""

from alembic import context

from quadriga.server.storage.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
