"""The form at the door of the admin, in the words of the rest of it."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from unfold.forms import AuthenticationForm


class LoginForm(AuthenticationForm):
    """Django's own, but the account's name is called by a word that is translated; the model's is for the code."""

    def __init__(self, request: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.fields["username"].label = capfirst(_("username"))

    def get_invalid_login_error(self) -> forms.ValidationError:
        words = self.error_messages["invalid_login"]
        return forms.ValidationError(words, code="invalid_login", params={"username": _("username")})
