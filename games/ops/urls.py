"""They stand outside of the API: they have no version, no token of an account, and no problem documents."""

from django.urls import path

from games.ops import views

urlpatterns = [
    path("livez", views.livez),
    path("readyz", views.readyz),
    path("metrics", views.metrics),
]
