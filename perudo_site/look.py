"""How the admin looks: the settings of django-unfold. Nothing in them is fetched from another host."""

from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def _favicon(request: HttpRequest) -> str:
    return static("games/favicon.svg")


def _styles(request: HttpRequest) -> str:
    return static("games/admin.css")


def _reads_the_log(request: HttpRequest) -> bool:
    return request.user.has_perm("admin.view_logentry")


def _entry(title: Any, icon: str, name: str, permission: str) -> dict[str, Any]:
    """A line of the menu, for those who may go there."""
    return {
        "title": title,
        "icon": icon,
        "link": reverse_lazy(f"admin:{name}"),
        "permission": lambda request: request.user.has_perm(permission),
    }


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": _("Perudo"),
    "SITE_HEADER": _("Perudo"),
    "SITE_SUBHEADER": _("Games, players, leaderboards"),
    "SITE_SYMBOL": "casino",  # a die, of the symbols that unfold brings with it
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _favicon}],
    "SITE_URL": "/",
    "LOGIN": {"form": "perudo_site.admin.login.LoginForm"},
    "SHOW_HISTORY": _reads_the_log,
    "STYLES": [_styles],
    "DASHBOARD_CALLBACK": "games.admin.dashboard.dashboard",
    "SIDEBAR": {
        "navigation": [
            {"items": [{"title": _("Overview"), "icon": "monitoring", "link": reverse_lazy("admin:index")}]},
            {
                "title": _("Games"),
                "separator": True,
                "items": [
                    _entry(_("Games"), "casino", "games_game_changelist", "games.view_game"),
                    _entry(
                        _("Remarkable rounds"), "star", "games_remarkableround_changelist", "games.view_remarkableround"
                    ),
                ],
            },
            {
                "title": _("Players"),
                "separator": True,
                "items": [
                    _entry(_("Players"), "group", "players_player_changelist", "players.view_player"),
                    _entry(_("Leaderboards"), "leaderboard", "players_rating_changelist", "players.view_rating"),
                ],
            },
            {
                "title": _("The place"),
                "separator": True,
                "items": [
                    _entry(_("Log entries"), "history", "admin_logentry_changelist", "admin.view_logentry"),
                    _entry(_("Groups"), "admin_panel_settings", "auth_group_changelist", "auth.view_group"),
                ],
            },
        ],
    },
    "SHOW_LANGUAGES": True,
    "SHOW_BACK_BUTTON": True,
    "BORDER_RADIUS": "8px",
    "COLORS": {
        # The felt of a table.
        "primary": {
            "50": "oklch(97.9% .021 166.113)",
            "100": "oklch(95% .052 163.051)",
            "200": "oklch(90.5% .093 164.15)",
            "300": "oklch(84.5% .143 164.978)",
            "400": "oklch(76.5% .177 163.223)",
            "500": "oklch(69.6% .17 162.48)",
            "600": "oklch(50.8% .118 165.612)",
            "700": "oklch(43.2% .095 166.913)",
            "800": "oklch(37.8% .077 168.94)",
            "900": "oklch(32.8% .064 169.8)",
            "950": "oklch(26.2% .051 172.552)",
        },
    },
}
