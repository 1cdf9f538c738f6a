"""The Celery app: two queues, and everything that runs by the clock.

A message here is a hint that may be lost, doubled or late; `Game.due_at` is the truth, and every task may run
twice. So nothing is retried, results are not kept, and a broker that is down costs a delay and no deadline.
What depends on the environment (the broker and its options) stands in settings.py.
"""

import os
from typing import Any

from celery import Celery, Task, signals
from celery.app.amqp import AMQP
from celery.schedules import crontab
from django.db import close_old_connections
from kombu import Connection, Exchange, Queue
from kombu.transport.redis import Channel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "perudo_site.settings")

# A worker each, so that a backlog of thinking bots never holds up somebody's deadline.
DEADLINES, BOTS = "deadlines", "bots"
RETRY_SECONDS = 1


class SteadyConnection(Connection):  # type: ignore[misc]  # kombu has no types
    """A broker that is away is looked for each second by workers and beat, and not less and less often."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        steady = {"interval_start": RETRY_SECONDS, "interval_step": 0, "interval_max": RETRY_SECONDS}
        return super().ensure_connection(*args, **{**steady, **options})


class SteadyAMQP(AMQP):  # type: ignore[misc]  # Celery has no types
    Connection = SteadyConnection


app = Celery("perudo_site", amqp=SteadyAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    timezone="UTC",
    beat_schedule={
        # What is due, found in the rows each second. A sweep that waited long is stale: the next one is behind it.
        # The expiry is not shorter because the clocks of beat and worker may differ.
        "sweep": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 5}},
        "fade": {"task": "games.tasks.fade", "schedule": crontab(minute="27"), "options": {"expires": 3000}},
        "farewell": {"task": "games.tasks.farewell", "schedule": crontab(minute="*/10"), "options": {"expires": 600}},
        "purge": {"task": "games.tasks.purge", "schedule": crontab(minute="17"), "options": {"expires": 3000}},
    },
    # The schedule is fixed and nothing in it has to be remembered: no schedule file.
    beat_scheduler="celery.beat:Scheduler",
    task_queues=[Queue(name, Exchange(name), routing_key=name) for name in (DEADLINES, BOTS)],
    task_create_missing_queues=False,
    task_default_queue=DEADLINES,
    task_default_exchange=DEADLINES,
    task_default_routing_key=DEADLINES,
    task_routes={"games.tasks.bot_turn": {"queue": BOTS}},
    task_ignore_result=True,
    # A worker takes no more tasks than it runs at one time: what waits is there for the others.
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    # A caller is not kept waiting for a broker that is down; a worker waits for it as long as it takes.
    task_publish_retry=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # Threads, as in the embedded server: Celery's processes may hang for good when the broker goes away under them.
    worker_pool="threads",
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
)
app.autodiscover_tasks()

# A worker that loses Redis while it holds messages would try to put them back into Redis, and end for good because it
# cannot. They are hints: what is due is found without them.
Channel.do_restore = False


def _keep_django_logging(**_: Any) -> None:
    """Log as settings.LOGGING says: Celery sets up logging of its own unless somebody listens here."""


def _drop_broken_connections(task: Task, **_: Any) -> None:
    """Keep database connections from task to task, as Django keeps them from request to request."""
    if not task.request.is_eager:
        close_old_connections()


signals.setup_logging.connect(_keep_django_logging)
signals.task_prerun.connect(_drop_broken_connections)
signals.task_postrun.connect(_drop_broken_connections)
