from django.db import migrations


def make(apps, schema_editor):
    """PostgreSQL finds names by how they begin only in an index that compares letter by letter."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX player_name_beginning ON players_player (lower(username::text) text_pattern_ops)"
        )


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX player_name_beginning")


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0004_admin_lists'),
    ]

    operations = [migrations.RunPython(make, drop)]
