"""What stands before the views: the API's guard, and the admin's middleware kept off the API's path."""

from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from perudo_site.http.headers import with_api_headers
from perudo_site.http.problems import problem_response, respond
from perudo_site.http.throttles import FormNameThrottle, LoginAddressThrottle
from perudo_site.refusals import Code, Refusal

GetResponse = Callable[[HttpRequest], HttpResponseBase]

# The admin's pages have scripts and styles of their own in them, and Alpine, which unfold uses, evaluates attributes.
# Whatever they are made to do, it is with this server alone.
ADMIN_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


class WithLength:
    """Every answer that is whole says how long it is; the HTTP server would send it in chunks otherwise."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # 204 and 304 have no body, and the length that a 304 may tell is that of another answer.
        if isinstance(response, HttpResponse) and response.status_code not in (204, 304):
            response.setdefault("Content-Length", str(len(response.content)))
        return response


class ApiGuard:
    """Below /api/: problem documents for whatever no view catches, known hosts only, and answers kept private."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _below(request, "/api"):
            return self.get_response(request)
        return with_api_headers(self._answer(request))

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        try:
            request.get_host()
        except DisallowedHost:
            return problem_response(Refusal(Code.INVALID, "This server is not known by that Host."))
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return respond(exception, request) if _below(request, "/api") else None


class LoginLimit:
    """Log-ins at the admin's form are counted as those of the API are, by address and by name, and with them."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method == "POST" and request.path_info == "/admin/login/":
            for throttle in (LoginAddressThrottle(), FormNameThrottle()):
                if not throttle.allow_request(cast("Any", request), cast("Any", None)):
                    text = _("Too many attempts to log in. Try again later.")
                    return HttpResponse(text, status=429, headers={"Retry-After": str(throttle.wait())})
        return self.get_response(request)


class AdminOnly:
    """Runs `settings.ADMIN_MIDDLEWARE` below /admin/, and there only.

    So a request of the API reads no session, checks no CSRF cookie (it has none) and is never redirected. Of the
    hooks beside `__call__` the chain may have `process_view`; the admin's need no other.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.admin = get_response
        self.view_hooks: list[Callable[..., HttpResponseBase | None]] = []
        for path in reversed(settings.ADMIN_MIDDLEWARE):
            middleware = import_string(path)(self.admin)
            if hasattr(middleware, "process_view"):
                self.view_hooks.insert(0, middleware.process_view)
            self.admin = cast("GetResponse", convert_exception_to_response(middleware))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _below(request, "/admin"):
            return self.get_response(request)
        # The language is the thread's, and the thread's next request may be one of the API.
        with translation.override(settings.LANGUAGE_CODE):
            response = self.admin(request)
        response.setdefault("Content-Security-Policy", ADMIN_POLICY)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponseBase | None:
        hooks = self.view_hooks if _below(request, "/admin") else []
        answers = (hook(request, view, args, kwargs) for hook in hooks)
        return next((answer for answer in answers if answer is not None), None)


def _below(request: HttpRequest, prefix: str) -> bool:
    return request.path_info == prefix or request.path_info.startswith(f"{prefix}/")
