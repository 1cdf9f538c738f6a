"""The first page of the admin: how the server is doing, in numbers and small charts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import figures, queries
from games.models import Game
from perudo_site.admin.chart import bar_chart
from players.names import name_in_words

LATE: Final = timedelta(seconds=10)
"""From then on a lag is shown as something to look after."""
LATEST: Final = 6


@dataclass(frozen=True)
class Figure:
    """One number; `is_bad` where somebody should look after it."""

    name: str | Promise
    value: Any
    note: str | Promise = ""
    address: str = ""
    is_bad: bool = False


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What unfold's DASHBOARD_CALLBACK gives the template; nothing of games for those who may not view them."""
    if not request.user.has_perm("games.view_game"):
        return context
    now = timezone.now()
    pulse, today = figures.pulse(now=now), now.date()
    games, people = figures.finished_by_day(today=today), figures.joined_by_day(today=today)
    return context | {
        "title": _("Overview"),
        "figures": _figures(pulse),
        "charts": [
            {"name": _("Finished games by day"), "chart": _chart(games, gettext("Finished games by day"))},
            {"name": _("New players by day"), "chart": _chart(people, gettext("New players by day"))},
        ],
        "running": _latest(Game.Status.ACTIVE, "admin:games_game_watch"),
        "finished": _latest(Game.Status.FINISHED, "admin:games_game_replay"),
    }


def _figures(pulse: figures.Pulse) -> list[Figure]:
    games = reverse("admin:games_game_changelist")
    tables = ngettext("and %(count)s open table", "and %(count)s open tables", pulse.open) % {"count": pulse.open}
    swept = _("no sweep yet") if pulse.swept is None else _("last sweep %(ago)s ago") % {"ago": _span(pulse.swept)}
    silent = pulse.swept is None or pulse.swept > LATE
    return [
        Figure(_("Games running"), pulse.running, tables, f"{games}?status=active"),
        Figure(_("Moves in the last hour"), pulse.moves),
        Figure(
            _("Overdue games"),
            pulse.overdue,
            _("waiting for the server"),
            f"{games}?due=overdue",
            is_bad=pulse.overdue > 0,
        ),
        Figure(_("Sweep lag"), _span(pulse.lag), swept, is_bad=silent or pulse.lag > LATE),
        Figure(_("Finished today"), pulse.finished_today, _("since midnight UTC")),
        Figure(
            _("New players"), pulse.new_players, _("in the last 24 hours"), reverse("admin:players_player_changelist")
        ),
    ]


def _span(span: timedelta) -> str:
    """A span of time in its two greatest units."""
    seconds = max(int(span.total_seconds()), 0)
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86_400
    if days:
        return gettext("%(days)s d %(hours)s h") % {"days": days, "hours": hours % 24}
    if hours:
        return gettext("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes % 60}
    if minutes:
        return gettext("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": seconds % 60}
    return gettext("%(seconds)s s") % {"seconds": seconds}


def _chart(by_day: Mapping[date, int], title: str) -> str:
    days, values = list(by_day), list(by_day.values())
    text = gettext("%(total)s in %(days)s days, %(last)s today") % {
        "total": sum(values),
        "days": len(values),
        "last": values[-1],
    }
    return bar_chart(values, names=[f"{day.day}.{day.month}." for day in days], title=title, text=text)


def _latest(status: Game.Status, page: str) -> list[dict[str, Any]]:
    """The newest games of a status, each with the address of its table."""
    newest = Game.objects.filter(status=status).only("public_id", "ruleset", "round_number").order_by("-id")
    return [
        {
            "id": game.public_id,
            "address": reverse(page, args=[game.public_id]),
            "ruleset": game.ruleset,
            "round": game.round_number,
            "players": ", ".join(name_in_words(seat.shown_name) for seat in game.seats.all()),
        }
        for game in queries.with_seats(newest)[:LATEST]
    ]
