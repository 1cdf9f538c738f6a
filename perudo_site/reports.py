"""What a report of a fault tells, in an e-mail or on a debug page: where it happened, and nothing of what was in hand.

Django's own hides what is marked or named as a secret. Here any variable may hold dice, and any header of a caller's a
token, so a report is made of what may be told, and DEBUG makes no difference.
"""

from collections.abc import ItemsView
from typing import Any, Final

from django.http import HttpRequest, QueryDict
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

TOLD: Final = (
    "REQUEST_METHOD",
    "PATH_INFO",
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "CONTENT_TYPE",
    "CONTENT_LENGTH",
    "HTTP_ACCEPT",
    "HTTP_HOST",
    "HTTP_USER_AGENT",
)
"""What of a request's META is in a report."""


class Discretion(SafeExceptionReporterFilter):
    """No variable, no setting, no cookie, no parameter, and of headers a few."""

    def get_safe_settings(self) -> dict[str, Any]:
        return {}

    def get_safe_request_meta(self, request: HttpRequest) -> dict[str, Any]:
        meta = getattr(request, "META", {})
        return {name: meta[name] for name in TOLD if name in meta}

    def get_safe_cookies(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        return {}

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: Any) -> ItemsView[str, Any]:
        return dict[str, Any]().items()


class Report(ExceptionReporter):
    """A request's query string may hold a join code: it is left out, as is the text that could not be decoded."""

    def _get_raw_insecure_uri(self) -> str:
        return str(getattr(self.request, "path", ""))

    def get_traceback_data(self) -> dict[str, Any]:
        data: dict[str, Any] = super().get_traceback_data()
        data |= {"unicode_hint": "", "request_GET_items": QueryDict().items()}
        return data
