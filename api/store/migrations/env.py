"""How Alembic runs the migrations: on the connection that `api.store.engine` hands over."""

from alembic import context

from api.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
