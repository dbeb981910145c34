"""Runs the migrations on the database of the current app, for ``upcard serve`` and ``flask --app app db``."""

from alembic import context
from flask import current_app

migrate = current_app.extensions["migrate"]


def run_offline() -> None:
    url = migrate.db.engine.url.render_as_string(hide_password=False)
    context.configure(url=url, target_metadata=migrate.db.metadata, literal_binds=True, **migrate.configure_args)
    with context.begin_transaction():
        context.run_migrations()


def run_online() -> None:
    with migrate.db.engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=migrate.db.metadata,
            process_revision_directives=drop_empty,
            **migrate.configure_args,
        )
        with context.begin_transaction():
            context.run_migrations()


def drop_empty(_context: object, _revision: object, scripts: list) -> None:
    """Writes no revision when the models and the database agree."""
    if getattr(context.config.cmd_opts, "autogenerate", False) and scripts[0].upgrade_ops.is_empty():
        scripts.clear()
        print("The models and the database agree: no revision is needed.")


if context.is_offline_mode():
    run_offline()
else:
    run_online()
