"""Pictures of positions: what they show, what they hide, and which requests are invalid."""

import io
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from PIL import Image

from notation import read
from notation.judge import judge
from notation.replay.frame import Layout, frames
from notation.rulings.ledger import account
from referee.cards import PACK
from tests.support.apps import app_in
from tests.support.languages import COMPLETE
from tests.support.parties import FOUR, THREE
from viewer.cards import DrawnPosition, Look, Seat, position_png, position_svg
from viewer.cards.faces import picture_of
from viewer.cards.sheets import drawn
from viewer.limits import PNG_WIDTH
from viewer.web.api.shapes import LEAST_WIDTH

CLUB: Final = Path("samples/a-club-match-with-clocks.sgn")
SVG: Final = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("pictures")
    return app_in(folder).test_client()


@pytest.fixture(scope="module")
def key(client: FlaskClient) -> str:
    answer = client.post("/api/v1/records", data=CLUB.read_bytes(), content_type="text/plain")
    return str(answer.get_json()["records"][0]["id"][:16])


def layouts() -> list[Layout]:
    """What lies where at every step of the first deal."""
    return [step.layout for step in frames(account(judge(next(read(CLUB.read_bytes()))), 1))]


def shown(svg: str, look: Look) -> Counter[str]:
    """How often each card stands in an SVG: what is drawn of one is drawn of no other."""
    pictures = map(picture_of, PACK)
    return Counter({picture: svg.count(drawn(picture, look)) for picture in pictures})


def texts(svg: bytes, name: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(SVG + name)]


@pytest.mark.slow
@pytest.mark.parametrize("look", [Look(), Look("german", "de", "german", "dark")], ids=["french", "german"])
def test_every_step_shows_what_lies_there_and_hides_what_is_hidden(
    client: FlaskClient, key: str, look: Look
) -> None:
    words = f"pack={look.pack}&palette={look.palette}&tone={look.tone}&lang={look.language}"
    for number, layout in [*enumerate(layouts())][::2]:
        seen = [card for _, card in layout.trick] + [*layout.talon[-1:]] * (layout.closer < 0)
        for hidden in ("", "A", "B", "AB"):
            open_hands = (
                hand for letter, hand in zip("AB", layout.hands, strict=True) if letter not in hidden
            )
            expected = Counter(map(picture_of, sum(map(list, open_hands), seen)))
            answer = client.get(f"/records/{key}/deals/1/steps/{number}.svg?h={hidden}&{words}")
            assert answer.mimetype == "image/svg+xml"
            assert +shown(answer.text, look) == expected, (number, hidden)
    client.delete_cookie("lang")


def test_the_seat_at_the_bottom_comes_last(client: FlaskClient, key: str) -> None:
    game = next(read(CLUB.read_bytes()))
    assert game.record is not None
    first, second = game.record.tag("A"), game.record.tag("B")
    number, trick = next((at, layout.trick) for at, layout in enumerate(layouts()) if len(layout.trick) == 2)
    played = [(first, second)[seat] for seat, _ in trick]
    at = f"/records/{key}/deals/1/steps/{number}.svg"
    for bottom, expected in (("A", [second, first]), ("B", [first, second]), ("", [first, second])):
        drawn_texts = texts(client.get(f"{at}?b={bottom}").data, "text")
        # Above the cards of the trick there is less room for a name.
        named = [name for text in drawn_texts for name in (first, second) if name and name[:6] == text[:6]]
        assert named == expected + played


@pytest.mark.parametrize("record", [THREE, FOUR], ids=["three", "four"])
def test_three_and_four_have_their_cards_and_points_by_side(client: FlaskClient, record: str) -> None:
    answer = client.post("/api/v1/records", data=record.encode(), content_type="text/plain")
    address = f"/records/{answer.get_json()['records'][0]['id'][:16]}/deals/1/steps"
    for number, step in enumerate(frames(account(judge(next(read(record))), 1))):
        data = client.get(f"{address}/{number}.svg?b=A").data
        layout = step.layout
        lying = [*(card for hand in layout.hands for card in hand), *(card for _, card in layout.trick)]
        assert shown(data.decode(), Look()) == Counter(map(picture_of, lying))
        told = [text for text in texts(data, "text") if text.startswith("Card points")]
        sides = "ABC" if record == THREE else ("AC", "BD")
        assert len(told) == len(sides)
        for side, points in zip(sides, layout.points, strict=True):
            waiting = layout.pending[list(sides).index(side)]
            words = f"{points} (+{waiting})" if waiting else str(points)
            assert f"Card points: {f'{side} ' if record == FOUR else ''}{words}" in told
        assert not any("talon" in text for text in texts(data, "text"))
    hidden = client.get(f"{address}/0.svg?b=A&h=BCD"[: None if record == FOUR else -1]).data.decode()
    hands = frames(account(judge(next(read(record))), 1))[0].layout.hands
    seen = shown(hidden, Look())
    assert all(seen[picture_of(card)] == 1 for card in hands[0])
    assert all(seen[picture_of(card)] == 0 for hand in hands[1:] for card in hand)


def test_the_contract_is_written_there_and_who_sits_out(client: FlaskClient) -> None:
    sample = Path("samples/bauernschnapsen-ein-abend-beim-kirchenwirt.sgn")
    answer = client.post("/api/v1/records", data=sample.read_bytes(), content_type="text/plain")
    [record] = answer.get_json()["records"]
    base = f"/records/{record['id'][:16]}/deals"
    words = texts(client.get(f"{base}/2/steps/8.svg?lang=de").data, "text")
    assert {"Gang", "setzt aus"} <= set(words)
    assert "Rufer ×2" in texts(client.get(f"{base}/5/steps/8.svg?lang=de").data, "text")


def test_a_reader_is_told_the_step_in_words(client: FlaskClient, key: str) -> None:
    said = set()
    for language in COMPLETE:
        script = client.get(f"/api/v1/records/{key}/deals/2/script?lang={language}").get_json()
        for number in (0, 5, len(script["steps"]) - 1):
            svg = client.get(f"/records/{key}/deals/2/steps/{number}.svg?lang={language}").data
            title = texts(svg, "title")[0]
            assert title.endswith(script["steps"][number]["say"])
            said.add(title)
    client.delete_cookie("lang")
    assert len(said) == 3 * len(COMPLETE)


@pytest.mark.parametrize("width", [LEAST_WIDTH, 800, PNG_WIDTH])
def test_a_png_is_as_wide_as_is_asked(client: FlaskClient, key: str, width: int) -> None:
    answer = client.get(f"/records/{key}/deals/1/steps/3.png?width={width}&h=A")
    assert answer.mimetype == "image/png"
    with Image.open(io.BytesIO(answer.data)) as image:
        assert image.width == width
        assert len(image.convert("RGB").resize((100, 60)).getcolors(10_000) or []) > 20
    other = client.get(f"/api/v1/records/{key}/deals/1/steps/3/png?width={width}&hidden=A")
    assert other.data == answer.data


def test_a_server_that_makes_no_png_says_so(
    client: FlaskClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    at = f"/records/{key}/deals/1/steps/3"
    for path, kind in ((f"{at}.png", "text/html"), (f"/api/v1{at}/png", "application/problem+json")):
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (501, kind)
        assert "SVG" in answer.text
    assert client.get(f"{at}.svg").status_code == 200


UNDRAWN: Final = {
    404: ("1/steps/9999", f"1/steps/{'9' * 23}", "99/steps/0", "0/steps/0", "1/steps/-1", "1/steps/x"),
    422: (
        *("1/steps/0?b=E", "1/steps/0?b=C", "1/steps/0?h=AD", "1/steps/0?h=xyz", "1/steps/0?pack=tarot"),
        *("1/steps/0?palette=%3Cscript%3E", "1/steps/0?tone=loud", "1/steps/0?width=9e9"),
        *(f"1/steps/0?width={width}" for width in (PNG_WIDTH + 1, LEAST_WIDTH - 1)),
    ),
}


def test_what_cannot_be_drawn_is_told_to_people_and_programs(client: FlaskClient, key: str) -> None:
    for status, path in ((status, path) for status, paths in UNDRAWN.items() for path in paths):
        where, _, query = path.partition("?")
        said = set()
        for language in COMPLETE:
            words = f"{query}&lang={language}" if query else f"lang={language}"
            answer = client.get(f"/records/{key}/deals/{where}.png?{words}")
            assert (answer.status_code, answer.mimetype) == (status, "text/html"), path
            [text] = re.findall('<p class="answer">([^<]+)</p>', answer.text)
            said.add(text)
            told = client.get(f"/api/v1/records/{key}/deals/{where}/png?{words}")
            assert (told.status_code, told.mimetype) == (status, "application/problem+json"), path
        assert len(said) == len(COMPLETE), path
    client.delete_cookie("lang")


def test_a_picture_is_not_made_twice(client: FlaskClient, key: str) -> None:
    at = f"/records/{key}/deals/1/steps/3.svg"
    tag = client.get(at).headers["ETag"]
    again = client.get(at, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_a_png_has_the_words_of_the_picture() -> None:
    """Whatever fonts a machine has: the same position with other words is another picture."""
    told = [
        position_png(position_svg(DrawnPosition([Seat("A", [PACK[5]], words), Seat("B", [])]), ""), 600)
        for words in ("Card points: 64", "Card points: 74", "")
    ]
    assert len(set(told)) == 3


def test_what_is_written_above_the_talon_is_not_cut_off() -> None:
    caption = "Closed by A; cards in the talon: 4"
    svg = position_svg(DrawnPosition([Seat("A", [PACK[5]]), Seat("B", [])], closed=True, caption=caption), "")
    assert caption in svg
