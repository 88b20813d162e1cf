"""The card pictures: well-formed, harmless, distinguishable at forty pixels, the same in both forms."""

import hashlib
import io
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat
from resvg_py import svg_to_bytes

from notation.record.model import HIDDEN, UNNAMED, UNRECORDED
from notation.record.words import card_word
from referee.actions import Action
from referee.cards import ACE, JACK, KING, NINE, PACK, QUEEN, SEVEN, SPADES, SUITS, TEN, Card, Suit, card
from tests.support.each import for_each
from viewer.cards import (
    PICTURES,
    DrawnPosition,
    Look,
    Seat,
    courts,
    faces,
    palettes,
    picture_of,
    position_png,
    position_svg,
    sheets,
    sprite_svg,
    stylesheet,
)
from viewer.cards.glyphs import GLYPHS, INDICES
from viewer.cards.outlines import plain
from viewer.cards.signs import LARGE, SMALL

PACKS = ("french", "german")
LETTERINGS = list(INDICES)
LETTERED = list(dict.fromkeys(language for _, language in INDICES))
LOOKS = [Look(*names) for names in product(PACKS, LETTERED, palettes.PALETTES, palettes.TONES)]
TITLES = {picture: f"<{picture}> & its name" for picture in PICTURES}
SVG = "{http://www.w3.org/2000/svg}"
DRAWING = {"class", "d", "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-dasharray", "transform"}
RECORDED = Path(__file__).with_name("recorded_cards.txt")
FACES = PICTURES[:28]
COURTS = (JACK, QUEEN, KING)
LETTER, SIGN = (2, 3, 14, 17), (3, 16, 13, 27)
"""Where the index and the suit sign below it are on a card of forty pixels."""
BESIDE = (14, 3, 38, 27)
"""What stands to the right of it."""


def named(look: Look) -> str:
    return f"{look.pack}-{look.language}-{look.palette}-{look.tone}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def elements(root: ElementTree.Element) -> list[str]:
    return [element.tag.removeprefix(SVG) for element in root.iter()]


def rendered(svg: str, width: int = 40) -> Image.Image:
    image = Image.open(io.BytesIO(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)))
    paper = Image.new("RGBA", image.size, "#ffffff")
    return Image.alpha_composite(paper, image.convert("RGBA")).convert("RGB")


@cache
def seen(picture: str, look: Look, width: int = 40) -> Image.Image:
    return rendered(card_svg(picture, "", look), width)


def difference(one: Image.Image, other: Image.Image, box: tuple[int, int, int, int] | None = None) -> float:
    """How far two pictures differ, in a part or as a whole: 0 the same, 1 black against white everywhere."""
    apart = ImageChops.difference(one.crop(box), other.crop(box))
    return sum(ImageStat.Stat(apart).mean) / 3 / 255


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the Web Content Accessibility Guidelines measure it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def card_svg(picture: str, title: str, look: Look = sheets.PLAIN) -> str:
    head = f'<svg {sheets.XMLNS} {sheets.VIEW} width="100" height="140" role="img">'
    return f"{head}<title>{plain(title)}</title>{sheets.drawn(picture, look)}</svg>\n"


def inside(svg: str) -> str:
    """What an SVG draws, without its frame and its title."""
    return svg.split("</title>", 1)[1].removesuffix("</svg>\n")


# Form: well-formed, harmless, small, and told by a name


@pytest.mark.parametrize("look", LOOKS, ids=named)
def test_every_card_stands_alone_and_is_harmless(look: Look) -> None:
    drawings = set()
    for picture in PICTURES:
        svg = card_svg(picture, TITLES[picture], look)
        root = parsed(svg)
        assert set(elements(root)) <= {"svg", "title", "g", "path"}
        assert root[0].text == TITLES[picture]
        for element in list(root)[1:]:
            for each in element.iter():
                assert set(each.attrib) <= DRAWING - {"class"}
        assert len(svg.encode()) < 4000, picture
        drawings.add(inside(svg))
    assert len(drawings) == len(PICTURES)


@pytest.mark.parametrize(("pack", "language"), LETTERINGS)
def test_a_sprite_holds_every_picture_and_leans_on_nothing_else(pack: str, language: str) -> None:
    svg = sprite_svg(pack, language, TITLES)
    root = parsed(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id") is not None]
    assert len(ids) == len(set(ids))
    assert all(str(each).startswith(f"{pack}-") for each in ids)
    symbols = {str(symbol.get("id")): symbol for symbol in root.iter(f"{SVG}symbol")}
    assert list(symbols) == [f"{pack}-{picture}" for picture in PICTURES]
    assert {symbol[0].text for symbol in symbols.values()} == set(TITLES.values())
    assert set(elements(root)) == {"svg", "defs", "g", "symbol", "title", "use", "path"}
    for element in root.iter():
        assert set(element.attrib) <= {*DRAWING, "id", "href", "viewBox", "width", "height", "aria-hidden"}
        assert not {"fill", "stroke"} & set(element.attrib)
        if element.tag == f"{SVG}use":
            assert element.attrib["href"].removeprefix("#") in ids
    classes = {element.attrib["class"] for element in root.iter() if "class" in element.attrib}
    assert all(f".{name} {{" in stylesheet() for name in classes)
    assert len(svg.encode()) < 40_000


def test_nothing_written_depends_on_its_title() -> None:
    hostile = "]]>&<b>\x00\x1f\ud800\ufffe'\""
    root = parsed(card_svg("As", hostile))
    assert root[0].text == "]]>&<b>\ufffd\ufffd\ufffd\ufffd'\""
    parsed(sprite_svg("french", "en", dict.fromkeys(PICTURES, hostile)))


# Truth: the right letters, as many pips as the rank says, every suit its sign


def test_the_index_letters_are_those_of_the_language() -> None:
    expected = {
        "french": {
            "en": "9 J Q K 10 A 7",
            "bg": "9 В Д К 10 А 7",
            "de": "9 B D K 10 A 7",
            "hu": "9 B D K 10 Á 7",
        },
        "german": {
            "en": "9 U O K 10 A 7",
            "bg": "9 У О К 10 А 7",
            "de": "9 U O K 10 A 7",
            "hu": "9 B D K 10 Á 7",
        },
    }
    assert set(LETTERINGS) == {(pack, language) for pack in expected for language in expected[pack]}
    for pack, language in LETTERINGS:
        words = INDICES[pack, language]
        assert " ".join(words) == expected[pack][language]
        assert len({GLYPHS[word].path for word in words}) == 7
        for spade, word in zip((*PACK[:6], card(SPADES, SEVEN)), words, strict=True):
            assert card_svg(picture_of(spade), "", Look(pack, language)).count(GLYPHS[word].path) == 2


@pytest.mark.parametrize("pack", PACKS)
def test_a_language_without_letters_of_its_own_has_the_english_ones(pack: str) -> None:
    finnish, english = (card_svg("Qs", "", Look(pack, language)) for language in ("fi", "en"))
    assert finnish == english
    assert sprite_svg(pack, "fi", TITLES) == sprite_svg(pack, "en", TITLES)


@pytest.mark.parametrize("pack", PACKS)
def test_pips_count_the_rank_and_show_the_suit(pack: str) -> None:
    for suit in SUITS:
        for rank, pips in {SEVEN: 7, NINE: 9, TEN: 10}.items():
            svg = card_svg(card_word(card(suit, rank)), "", Look(pack))
            assert svg.count(SMALL[pack][suit]) == pips + 2
            assert not any(svg.count(SMALL[pack][other]) for other in SUITS if other != suit)
        ace = parsed(card_svg(card_word(card(suit, ACE)), "", Look(pack)))
        signs = [path.get("d") for path in ace.iter(f"{SVG}path")]
        assert signs.count(LARGE[pack][suit]) == (3 if LARGE[pack][suit] == SMALL[pack][suit] else 1)


def test_the_ober_shows_the_sign_high_and_the_unter_low() -> None:
    """Where two suits of one colour differ beside the index, there the figure has its sign."""
    look = Look("german")
    for one, other in (("s", "c"), ("h", "d")):
        heights = {}
        for rank in "QJ":
            apart = ImageChops.difference(
                *(seen(rank + suit, look, 200).crop((66, 0, 200, 134)) for suit in one + other)
            )
            box = apart.convert("L").point(lambda value: 255 * (value > 60)).getbbox()
            assert box is not None
            heights[rank] = (box[1] + box[3]) / 2
        assert heights["Q"] < 50
        assert heights["J"] > 90


def test_a_back_tells_nothing_by_the_way_it_lies() -> None:
    back = seen("back", Look(), 100)
    assert difference(back, back.transpose(Image.Transpose.ROTATE_180)) < 0.002
    assert difference(back, seen("closed", Look(), 100)) > 0.05


@pytest.mark.parametrize("pack", PACKS)
def test_a_face_reads_the_same_from_both_ends(pack: str) -> None:
    """Except for the single pip in the middle, which has to be upright."""
    for picture in FACES:
        shown = seen(picture, Look(pack), 100).copy()
        if picture[0] in "A97":
            shown.paste("white", (20, 40, 80, 100))
        assert difference(shown, shown.transpose(Image.Transpose.ROTATE_180)) < 0.002, picture


# Legible at forty pixels


def courts_apart(look: Look) -> float:
    """How far the courts differ beside their index, where they differ least."""
    pictures = ({rank: seen(card_word(card(suit, rank)), look) for rank in COURTS} for suit in SUITS)
    return min(
        difference(cards[one], cards[other], BESIDE)
        for cards in pictures
        for one, other in combinations(COURTS, 2)
    )


COURTS_APART = 0.08


def test_courts_cannot_be_confused() -> None:
    for look in LOOKS:
        assert look.language != "en" or courts_apart(look) > COURTS_APART, look


def test_courts_that_are_alike_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    alike = courts.KING._replace(content=courts.KING.content[:-1])  # the king without his cross
    monkeypatch.setitem(faces.FIGURES["french"], QUEEN, alike)
    seen.cache_clear()
    assert 0 < courts_apart(Look()) < COURTS_APART / 2
    seen.cache_clear()


@for_each(LETTERINGS, one_in=8)
def test_letters_cannot_be_confused(pack: str, language: str) -> None:
    for palette, tone in product(palettes.PALETTES, palettes.TONES):
        look = Look(pack, language, palette, tone)
        for suit in SUITS:
            for one, other in combinations(range(6), 2):
                first, second = (seen(card_word(card(suit, rank)), look) for rank in (one, other))
                assert difference(first, second, LETTER) > 0.07, (suit, one, other)


@pytest.mark.parametrize("pack", PACKS)
def test_suits_are_told_without_their_colours(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grey = palettes.Colours(("#333",) * 4)
    monkeypatch.setitem(palettes.PALETTES["two-colour"], "light", grey)
    seen.cache_clear()
    for rank in range(6):
        for one, other in combinations(SUITS, 2):
            first, second = (seen(card_word(card(suit, rank)), Look(pack)) for suit in (one, other))
            assert difference(first, second, SIGN) > 0.05, (rank, one, other)
    seen.cache_clear()


@pytest.mark.parametrize("look", [look for look in LOOKS if look.language == "de"], ids=named)
def test_the_index_is_large_and_dark_enough(look: Look) -> None:
    """Letters of 40-pixel cards are ten pixels high and more, and have pixels of nothing but ink."""
    colours = look.colours
    for suit in SUITS:
        assert contrast(colours.suits[suit], colours.paper) >= 4.5
        for rank in range(6):
            letter = seen(card_word(card(suit, rank)), look).crop(LETTER)
            ink = Image.new("RGB", letter.size, colours.suits[suit])
            far = ImageChops.difference(letter, ink).convert("L")
            inked = far.point(lambda value: 255 * (value < 40))
            box = inked.getbbox()
            assert box is not None
            assert box[3] - box[1] >= 10, (suit, rank)
            assert inked.histogram()[255] >= 24, (suit, rank)
    assert contrast(colours.faint, colours.paper) >= 4.5
    assert contrast(colours.text, colours.table) >= 7
    assert contrast(colours.edge, colours.table) >= 2.5


# The sprite, coloured by its classes, is the same picture


def cascade(classes: set[str], medium: str = "") -> str:
    """The rules of the roles as they hold inside an element of such classes, with the colours put in."""
    css = stylesheet()
    media = dict(re.findall(r"^@media ([^{]+) \{\n(.*?)^\}$", css, re.DOTALL | re.MULTILINE))
    plain = re.sub(r"^@media [^{]+ \{\n.*?^\}$", "", css, flags=re.DOTALL | re.MULTILINE)
    rules = re.findall(r"^(\S+) \{ (.*) \}$", plain + media.get(medium, ""), re.MULTILINE)
    values: dict[str, str] = {}
    for selector, body in sorted(rules, key=lambda rule: rule[0].count(".")):
        if selector.startswith(".cards") and set(selector[1:].split(".")) <= classes:
            values |= re.findall(r"(--[\w-]+): ([^;]+);", body)
    roles = "\n".join(
        f"{selector} {{ {body} }}" for selector, body in rules if not selector.startswith(".cards")
    )
    return re.sub(r"var\((--[\w-]+)\)", lambda found: values[found[1]], roles)


@for_each(
    [
        ("cards", "", "two-colour", "light"),
        ("cards two-colour dark", "", "two-colour", "dark"),
        ("cards french", "", "french", "light"),
        ("cards german auto", "", "german", "light"),
        ("cards german auto", "(prefers-color-scheme: dark)", "german", "dark"),
        ("cards dark french", "", "french", "dark"),
        ("cards print german", "", "german", "print"),
        ("cards dark german", "print", "german", "print"),
        ("cards dark", "print", "two-colour", "print"),
        ("cards auto french", "print", "french", "print"),
    ],
    one_in=5,
)
def test_the_sprite_shows_what_single_cards_show(classes: str, medium: str, palette: str, tone: str) -> None:
    style = cascade(set(classes.split()), medium)
    for pack in PACKS:
        look = Look(pack, "bg", palette, tone)
        sprite = sprite_svg(pack, "bg", TITLES)
        for picture in PICTURES[::3]:
            placed = f'<use href="#{pack}-{picture}"/>'
            whole = f'<svg {sheets.XMLNS} class="card" {sheets.VIEW}>{sprite}{placed}</svg>'
            data = svg_to_bytes(svg_string=whole, width=100, style_sheet=style, skip_system_fonts=True)
            image = Image.open(io.BytesIO(data)).convert("RGBA")
            paper = Image.new("RGBA", image.size, "#ffffff")
            shown = Image.alpha_composite(paper, image).convert("RGB")
            assert difference(shown, seen(picture, look, 100)) < 0.001, picture


def test_two_packs_can_stand_in_one_page() -> None:
    ids = [set(re.findall(r' id="([^"]+)"', sprite_svg(pack, "en", TITLES))) for pack in PACKS]
    assert not ids[0] & ids[1]


# Positions


def shuffled(rng: random.Random) -> DrawnPosition:
    """Some position, with gaps and without; no rule is followed."""
    pack = list(PACK)
    rng.shuffle(pack)
    cards = [rng.choice((each, each, each, UNRECORDED, HIDDEN)) for each in pack]
    seats = [
        Seat(f"seat {seat}", [cards.pop() for _ in range(rng.randrange(7) if seat else 6)])
        for seat in range(rng.randrange(2, 5))
    ]
    trick = [(seat, cards.pop()) for seat in range(rng.randrange(min(len(seats), len(cards)) + 1))]
    talon = cards[: rng.randrange(len(cards) + 1)]
    return DrawnPosition(seats, talon, trick, rng.choice((None, *SUITS)), rng.random() < 0.3, "talon")


def boxes(svg: str) -> Iterator[tuple[float, float, float, float]]:
    """Where the cards of a position lie."""
    for place in re.findall(r'<g transform="(translate\([^"]*)scale\(\.6\)">', svg):
        x, y = map(float, re.findall(r"[\d.]+", place)[:2])
        yield (x - 84, y, x, y + 60) if "rotate" in place else (x, y, x + 60, y + 84)


@pytest.mark.parametrize("seed", range(60))
def test_a_position_shows_every_card_once_and_inside(seed: int) -> None:
    rng = random.Random(seed)
    position, look = shuffled(rng), rng.choice(LOOKS)
    svg = position_svg(position, "<title>", look)
    root = parsed(svg)
    assert root[0].text == "<title>"
    assert set(elements(root)) <= {"svg", "title", "rect", "g", "path", "text"}
    expected = [picture_of(each) for seat in position.seats for each in seat.hand]
    expected += [picture_of(each) for _, each in position.trick]
    talon = ["back" if each == HIDDEN else picture_of(each) for each in position.talon]
    expected += [*talon[:-1], "closed"] if position.closed and talon else talon
    for picture in PICTURES:
        assert svg.count(inside(card_svg(picture, "", look))) == expected.count(picture), picture
    places = list(boxes(svg))
    assert len(places) == len(expected)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for left, top, right, bottom in places:
        assert min(left, top, width - right, height - bottom) >= 6
    apart = [box for box in places if not talon or not (box[0] > 424 and box[1] < 120)]
    assert len(apart) == len(expected) - len(talon)
    for (left, top, right, bottom), (west, north, east, south) in combinations(apart, 2):
        assert right <= west or east <= left or bottom <= north or south <= top


def test_a_position_names_the_seats_and_shows_the_trump() -> None:
    seats = [Seat("Иван & Co", [PACK[0]], "23 < 66"), Seat("Őrült " * 30, [HIDDEN])]
    for suit in SUITS:
        position = DrawnPosition(seats, [HIDDEN, HIDDEN, PACK[10]], caption="talon 3")
        svg = position_svg(position._replace(trump=suit), "", Look("german"))
        texts = [text.text for text in parsed(svg).iter(f"{SVG}text")]
        assert texts[:2] == ["Иван & Co", "23 < 66"]
        assert "talon 3" in texts
        assert str(texts[2]).startswith("Őrült Őrült")
        assert str(texts[2]).endswith("…")
        without = position_svg(position, "", Look("german"))
        assert svg.count(SMALL["german"][suit]) == without.count(SMALL["german"][suit]) + 1


def test_the_talon_is_a_fan_where_its_cards_are_seen() -> None:
    def lefts(talon: list[Card]) -> list[float]:
        return [left for left, *_ in boxes(position_svg(DrawnPosition([Seat("A", [])] * 2, talon), ""))][1:]

    for talon, least, most in (
        ([PACK[3], PACK[8], HIDDEN, UNRECORDED, PACK[12]], 20, 30),
        ([HIDDEN] * 4 + [PACK[12]], 1, 5),
    ):
        steps = [right - left for left, right in zip(lefts(talon), lefts(talon)[1:], strict=False)]
        assert len(steps) == 3
        assert all(least <= step <= most for step in steps)


# Wrong use

TWO = DrawnPosition([Seat("A", [])] * 2)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Look("tarot"), "no pack is called 'tarot': french, german"),
        (lambda: Look(palette="grey"), "no palette is called 'grey'"),
        (lambda: Look(tone="sepia"), "no tone is called 'sepia'"),
        (lambda: card_svg("Xx", ""), "no picture is called 'Xx'"),
        (lambda: picture_of(Card(Action(56))), "56 is not a card"),
        (lambda: picture_of(Card(UNNAMED)), "-3 is not a card"),
        (lambda: position_svg(DrawnPosition([Seat("A", [])]), ""), "1 seats: a game is played by 2, 3 or 4"),
        (lambda: position_svg(DrawnPosition([Seat("A", [])] * 5), ""), "5 seats"),
        (lambda: position_svg(DrawnPosition([Seat("A", [Card(Action(57))])] * 2), ""), "57 is not a card"),
        (lambda: position_svg(TWO._replace(trump=Suit(4)), ""), "4 is not a suit"),
        (lambda: position_svg(TWO._replace(trick=[(2, PACK[0])]), ""), "2 is not a seat"),
        (lambda: position_png("<svg/>", 0), "cannot be 0 pixels wide"),
        (lambda: position_png("<svg/>", 10**6), "cannot be 1000000 pixels wide"),
    ],
)
def test_wrong_use_is_answered(wrong: object, said: str) -> None:
    assert callable(wrong)
    with pytest.raises(ValueError, match=re.escape(said)):
        wrong()


# A change to a picture is deliberate


def recorded() -> str:
    """A line for everything that is drawn: its name and the beginning of its SHA-256."""
    outputs = {
        f"sprite {pack} {language}": sprite_svg(pack, language, TITLES) for pack, language in LETTERINGS
    }
    for look in LOOKS:
        if look.language == "en":
            name = f"cards {look.pack} {look.palette} {look.tone}"
            outputs[name] = "".join(card_svg(picture, picture, look) for picture in PICTURES)
    for seed in range(3):
        outputs[f"position {seed}"] = position_svg(shuffled(random.Random(seed)), "position")
    outputs["stylesheet"] = stylesheet()
    return "".join(
        f"{name} {hashlib.sha256(text.encode()).hexdigest()[:16]}\n" for name, text in outputs.items()
    )


def test_pictures_are_as_recorded() -> None:
    assert recorded() == RECORDED.read_text("utf-8"), "if this is meant, run this file as a program"


if __name__ == "__main__":
    RECORDED.write_text(recorded(), "utf-8")
