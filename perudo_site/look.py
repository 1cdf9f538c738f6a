"""How the admin looks: the settings of django-unfold. Nothing in them is fetched from another host."""

from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _


def _favicon(request: HttpRequest) -> str:
    return static("games/favicon.svg")


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": _("Perudo"),
    "SITE_HEADER": _("Perudo"),
    "SITE_SUBHEADER": _("Games, players, leaderboards"),
    "SITE_SYMBOL": "casino",  # a die, of the symbols that unfold brings with it
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _favicon}],
    "SITE_URL": "/",
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
