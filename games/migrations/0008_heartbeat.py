from datetime import timedelta

from django.db import migrations, models
from django.db.models import Min
from django.utils import timezone


def note_the_upgrade(apps, schema_editor):
    """Where games are waited for, the upgrade itself is a time in which the server was down.

    Nobody wrote down when it began: not after the first thing that should have been done since, and was not.
    """
    waiting = apps.get_model("games", "Game").objects.filter(due_at__isnull=False)
    if not waiting.exists():
        return
    now = timezone.now()
    first = waiting.filter(due_at__lte=now).aggregate(first=Min("due_at"))["first"]
    since = now if first is None else first - timedelta(seconds=1)
    apps.get_model("games", "Heartbeat").objects.create(id=1, alive_at=since)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_imported_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ('alive_at', models.DateTimeField()),
                ('swept_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='heartbeat_only_one')],
            },
        ),
        migrations.RunPython(note_the_upgrade, migrations.RunPython.noop),
    ]
