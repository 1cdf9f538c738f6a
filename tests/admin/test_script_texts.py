"""What the admin's scripts say (`djangojs`): every text translated, and none that no script says."""

import gettext
from io import BytesIO
from pathlib import Path

from babel.messages import pofile
from babel.messages.catalog import Catalog
from babel.messages.extract import extract

from tests.admin.messages import Message, untranslated

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "perudo_site" / "locale" / "pl" / "LC_MESSAGES"
KEYWORDS = {"gettext": None, "ngettext": (1, 2)}


def said(script: str) -> set[Message]:
    found = extract("javascript", BytesIO(script.encode()), keywords=KEYWORDS)
    return {message if isinstance(message, str) else tuple(message) for _line, message, _, _ in found}


def all_said() -> set[Message]:
    return {message for path in (ROOT / "games" / "static").rglob("*.js") for message in said(path.read_text())}


def catalogue() -> Catalog:
    with (FOLDER / "djangojs.po").open("rb") as file:
        return pofile.read_po(file, locale="pl")


def test_texts_of_scripts_are_found() -> None:
    assert said("f(gettext('a'), ngettext('b', 'c', n));") == {"a", ("b", "c")}
    assert {"Dudo!", ("%(count)s die", "%(count)s dice")} <= all_said()


def test_every_text_is_translated_and_no_other() -> None:
    catalog = catalogue()
    assert untranslated(all_said(), catalog) == []
    kept = {message.id if isinstance(message.id, str) else tuple(message.id) for message in catalog if message.id}
    assert kept - all_said() == set()
    assert [error for message in catalog if message.id for error in message.check(catalog)] == []


def test_what_is_compiled_is_what_is_written() -> None:
    with (FOLDER / "djangojs.mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    for message in catalogue():
        if not message.id:
            continue
        if isinstance(message.id, str):
            assert read.gettext(message.id) == message.string
        else:
            one, many = message.id
            assert message.string is not None
            assert {read.ngettext(one, many, count) for count in (1, 2, 5, 12, 22)} == set(message.string[:3])
