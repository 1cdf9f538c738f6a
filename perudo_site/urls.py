"""Every address: the admin, and version 1 of the API."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from perudo_site.http import views

v1: list[URLPattern | URLResolver] = [
    path("", include("games.api.urls")),  # before the players' own: "me" is no username
    path("", include("players.api.urls")),
    path("problems/", views.ProblemsView.as_view()),
    path("problems/<slug:code>/", views.ProblemView.as_view()),
    path("schema/", views.SchemaView.as_view(), name="schema"),
    path("docs/", views.DocsView.as_view(), name="docs"),
]

urlpatterns = [
    path("", include("games.ops.urls")),
    path("", RedirectView.as_view(pattern_name="docs")),
    path("admin/language/", include("django.conf.urls.i18n")),  # before the admin, which takes all below it
    path("admin/", admin.site.urls),
    path("api/v1/", include(v1)),
    re_path(r"^api(?:/|$)", views.unknown_address),
]
handler403 = "perudo_site.admin.refused.forbidden"
handler404 = "perudo_site.admin.refused.not_found"
