"""The texts of the admin as they stand in code and templates, and as they are translated."""

import gettext
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import pofile
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT = Path(__file__).parent.parent.parent
KEYWORDS = {
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop", "_")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
}
Message = str | tuple[str, ...]


@cache
def said(*places: str) -> frozenset[Message]:
    """Every text that is marked for translation in the files of these folders, templates too."""
    return frozenset(
        message for place in places for path in sorted((ROOT / place).rglob("*")) for message in _of_file(path)
    )


def _of_file(path: Path) -> Iterator[Message]:
    if path.suffix == ".py":
        source = path.read_text()
    elif path.suffix == ".html":
        # What makemessages gives to xgettext: the texts as calls, all else as something without meaning.
        template = templatize(path.read_text(), origin=str(path))
        source = "\n".join(line.strip() for line in template.splitlines())
    else:
        return
    for _line, message, _comments, _context in extract("python", BytesIO(source.encode()), keywords=KEYWORDS):
        yield message if isinstance(message, str) else tuple(message)


def catalogue(folder: Path) -> Catalog:
    with (folder / "django.po").open("rb") as file:
        return pofile.read_po(file, locale="pl")


def compiled(folder: Path) -> gettext.GNUTranslations:
    with (folder / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def untranslated(messages: Iterable[Message], catalog: Catalog) -> list[Message]:
    """Those that the catalogue does not have, or has without a translation of each of its forms."""
    found = []
    for message in messages:
        entry = catalog.get(message if isinstance(message, str) else message[0])
        strings = () if entry is None else (entry.string,) if isinstance(entry.string, str) else entry.string or ()
        if entry is None or entry.fuzzy or not strings or not all(strings):
            found.append(message)
    return found
