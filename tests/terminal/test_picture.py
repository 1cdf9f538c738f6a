"""Screens as pictures."""

from xml.etree import ElementTree as ET

import pytest

from games.terminal.text import story
from games.terminal.text.names import Names
from tests.site.processes import PROJECT
from tests.terminal.picture import svg
from tests.terminal.positions import bid, playing, seat, view

SVG = "{http://www.w3.org/2000/svg}"


def test_a_screen_becomes_a_picture() -> None:
    table = view(seat(0, "ada", 2), seat(1, "<odds>", 5), round_=playing(6, bid(1, 3, 4), opener=1), dice=[1, 4])
    picture = ET.fromstring(svg("\n".join(story.whole_table(table, Names(table))), title="a & b"))
    texts = [element.text for element in picture.iter(f"{SVG}text")]
    assert {"a & b", "Round 6", "you", "<odds>", "3 × fours"} <= set(texts)
    yellow = [path for path in picture.iter(f"{SVG}path") if path.get("stroke") == "#e5c07b"]
    assert len(yellow) == 5  # the lines of the wild one


@pytest.mark.parametrize("file", sorted((PROJECT / "docs/images").glob("*.svg")), ids=lambda file: file.name)
def test_the_documents_pictures_can_be_shown(file: object) -> None:
    picture = ET.parse(str(file)).getroot()
    assert picture.tag == f"{SVG}svg"
    assert float(picture.get("width", "0")) <= 800
