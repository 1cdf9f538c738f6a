"""What is done to a row by a button: asked for once more on a page of its own, with a reason, and logged.

The doing is a service's. Who did what to which row, and why, stands in Django's log of the admin.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

REASON_LENGTH: Final = 500
Text = str | Promise


class ReasonForm(forms.Form):
    """Why it is done. More fields may come before."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_(
            "It is kept in the admin's log, whatever becomes of the account, and whose account it is about may read "
            "it: write no names."
        ),
        max_length=REASON_LENGTH,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
    )

    def __init__(self, obj: Any, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.order_fields([name for name in self.fields if name != "reason"])


def _nothing(row: Any) -> None:
    """What stands against a deed that can be done at any time."""


class Refused(Exception):
    """What was asked for is not done; the argument says why, in the language of the reader."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """One thing that is done to a row.

    `name` begins its line in the log, and is never translated. `do` gets the row and what the form says; it raises
    `Refused`. `why_not` says of a row as it stands why it comes too late or too early for this, or None.
    """

    name: str
    title: Text
    warning: Text
    button: Text
    done: Text
    do: Callable[[Any, Mapping[str, Any]], None]
    why_not: Callable[[Any], Text | None] = _nothing
    form: type[ReasonForm] = ReasonForm
    noted: Callable[[Mapping[str, Any]], str] | None = None
    """What of the form but the reason goes into the log; no names."""

    def log_line(self, data: Mapping[str, Any]) -> str:
        noted = f" {self.noted(data)}" if self.noted else ""
        return f"{self.name}{noted}: {data['reason']}"


def confirmed(admin: Any, request: HttpRequest, obj: Any, act: Act, *, back: str) -> HttpResponse:
    """The page that asks, or, once it is answered, the deed and the way back to `back`.

    What the row's state does not allow is told on the same page: what was typed is still there.
    """
    form = act.form(obj, request.POST if request.method == "POST" else None)
    hindrance = act.why_not(obj)
    if request.method == "POST" and hindrance is None and form.is_valid():
        try:
            act.do(obj, form.cleaned_data)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            admin.log_change(request, obj, act.log_line(form.cleaned_data))
            messages.success(request, str(act.done))
            return HttpResponseRedirect(back)
    page = {
        **admin.admin_site.each_context(request),
        "title": act.title,
        "subtitle": str(obj),
        "opts": admin.opts,
        "original": obj,
        "act": act,
        "form": form,
        "hindrance": hindrance,
        "back": back,
    }
    return TemplateResponse(request, "admin/confirm.html", page)
