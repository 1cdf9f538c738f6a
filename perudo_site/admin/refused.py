"""Pages that are not shown: the admin says so in its own frame and language, other addresses in Django's few words."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.csrf import csrf_failure


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django calls where somebody may not see a page, or not do what they ask for."""
    if not _is_of_the_admin(request):
        return defaults.permission_denied(request, exception)
    return _page(
        request, 403, _("This is not for you"), _("Your account has no right to this page, or to what you asked for.")
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django calls where there is nothing at an address."""
    if not _is_of_the_admin(request):
        return defaults.page_not_found(request, exception)
    return _page(request, 404, _("There is no such page"), _("The address is wrong, or what was there is gone."))


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What Django calls where a form comes without the token of its page (`settings.CSRF_FAILURE_VIEW`)."""
    if not _is_of_the_admin(request):
        return csrf_failure(request, reason)
    told = _("The form was too old, or your browser keeps no cookies. Go back, load the page again, and send it again.")
    return _page(request, 403, _("The form was not taken"), told)


def _is_of_the_admin(request: HttpRequest) -> bool:
    return request.path_info.startswith("/admin/")


def _page(request: HttpRequest, status: int, title: str, told: str) -> HttpResponse:
    frame = "admin/base_site.html" if admin.site.has_permission(request) else "unfold/layouts/unauthenticated.html"
    page: dict[str, Any] = {**admin.site.each_context(request), "frame": frame, "title": title, "told": told}
    return TemplateResponse(request, "admin/refused.html", page, status=status).render()
