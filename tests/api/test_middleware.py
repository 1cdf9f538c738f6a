"""The admin's middleware runs below /admin/, each with its hooks, and nowhere else."""

import pytest
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path


def view(request: HttpRequest) -> HttpResponse:
    return HttpResponse(", ".join(name for name in ("session", "user", "_messages") if hasattr(request, name)))


urlpatterns = [
    path("admin/plain/", view),
    path("admin/all/", admin.site.urls),  # in whose frame a refusal is shown
    path("api/plain/", view),
    path("administration/", view),
]
pytestmark = pytest.mark.urls(__name__)


@pytest.mark.parametrize(
    ("address", "has"), [("/admin/plain/", "session, user, _messages"), ("/api/plain/", ""), ("/administration/", "")]
)
def test_a_request_has_what_its_middleware_gives(address: str, has: str) -> None:
    assert Client().get(address).content.decode() == has


@pytest.mark.parametrize(
    ("address", "status"), [("/admin/plain/", 403), ("/api/plain/", 200), ("/administration/", 200)]
)
def test_csrf_is_checked_before_every_view_of_the_admin(address: str, status: int) -> None:
    assert Client(enforce_csrf_checks=True).post(address).status_code == status


@pytest.mark.parametrize(("address", "status"), [("/admin/plain", 301), ("/api/plain", 404), ("/administration", 404)])
def test_a_slash_is_added_in_the_admin_only(address: str, status: int) -> None:
    assert Client().get(address).status_code == status
