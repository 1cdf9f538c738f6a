from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def leave_room(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A game's row is written at every move: with room on its page PostgreSQL puts the new version beside the old."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE games_game SET (fillfactor = 70)")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(leave_room, migrations.RunPython.noop)]
