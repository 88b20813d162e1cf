"""Cards are in the letters of the reader and players have names, wherever people read."""

import json
import re
import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from notation.findings import CardFact, Wording
from notation.findings.names import names_of
from notation.judge import judge
from notation.rulings import accounts_as_written
from notation.text import read
from referee import PACK, rank_of
from tests.support import commands
from tests.support.each import for_each
from tests.viewer.documents.test_called import COMMANDS, DEAR, TEXT, lone, run, said
from viewer.cards.glyphs import INDICES
from viewer.documents.languages import NAMES, language
from viewer.editor.completion import complete
from viewer.editor.diagnostics import diagnostics
from viewer.editor.hovers import hover
from viewer.editor.review import Review
from viewer.replay.page import replay_html
from viewer.replay.script import script

pytestmark = pytest.mark.usefixtures("few_repairs")

SURFACES: Final = (
    *COMMANDS,
    "explain --best-play",
    "explain --deal 1 --at 5 --format markdown",
    "explain --format html",
    "explain --deal 1 --at 5 --knows A --format markdown",
    "dispute --format markdown",
    "compare",
    "compare --format html",
    "score --format markdown",
    "solve --deal 2",
)
"""The commands that print cards for people."""
FAULTY: Final = TEXT.replace("5. Ac Kd 6. Th Qc", "5. Ac Jd 6. Kd Th")
"""A record in which cards stand in findings."""
_IN_SIGNS: Final = re.compile(r"(10|[^\W\d_]|9)[♠♥♦♣]")
_AS_TYPED: Final = re.compile(r"(?<![\w:^~+/`-])(?!As soon)[9TJQKA][shdc](?![\w`])")
_FENCED: Final = re.compile(r"```.*?```|<pre.*?</pre>|<style.*?</style>", re.DOTALL)


def letters(code: str) -> set[str]:
    """The ranks of a language, as pictures of the French pack have them."""
    return {*INDICES["french", code]}


def foreign(text: str, code: str, written: str = TEXT) -> list[str]:
    """The cards of a text that are in the letters of others, but for lines of a record."""
    bare = " ".join(written.split())
    found = []
    for line in _FENCED.sub("", text).splitlines():
        if " ".join(line.strip(" │").split()) in bare:
            continue
        found += [each[0] for each in _IN_SIGNS.finditer(line) if each[1] not in letters(code)]
        if code != "en":
            found += _AS_TYPED.findall(line)
    return found


@pytest.fixture(params=[TEXT, FAULTY], ids=["clean", "faulty"])
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "named.sgn"
    path.write_text(request.param, "utf-8")
    return path


@pytest.mark.parametrize("code", NAMES)
def test_a_card_is_the_same_in_the_text_and_on_the_picture(code: str) -> None:
    spoken = language(code)
    for card in PACK:
        word = spoken.say("{card}", card=CardFact(card))
        assert word[:-1] == INDICES["french", code][rank_of(card)] == spoken.rank(card)


@pytest.mark.nightly
@pytest.mark.parametrize("command", DEAR)
@pytest.mark.parametrize("code", NAMES)
def test_dear_commands_have_the_letters_of_their_reader(command: str, code: str, record: Path) -> None:
    assert foreign(run(command, record, "--lang", code), code, record.read_text("utf-8")) == []


@pytest.mark.slow
@for_each(product(SURFACES, NAMES), one_in=12)
def test_every_command_has_the_letters_of_its_reader(command: str, code: str, record: Path) -> None:
    printed = run(command, record, "--lang", code)
    assert foreign(printed, code, record.read_text("utf-8")) == []


@pytest.mark.parametrize("code", [code for code in NAMES if code != "en"])
def test_the_cards_of_another_language_would_be_noticed(code: str) -> None:
    assert foreign("Anna: T♦", code) == ["T♦"]
    assert foreign("Anna: J♠, Qh", code) == ["J♠", "Qh"]
    assert "Q♥" in language("en").card(PACK[8])
    assert foreign(language("en").card(PACK[8]), code)


OF_OBJECTS: Final = ("explain --format json", "explain --deal 1 --at 5 --format json", "audit --format json")


@for_each(product(OF_OBJECTS, NAMES), one_in=5)
def test_objects_have_them_in_their_sentences(command: str, code: str, record: Path) -> None:
    [game] = read(record.read_text("utf-8"))
    findings = judge(game).findings
    wording = Wording(names_of(game.draft))
    plain = {wording.message(found) for found in findings}  # for programs, in English
    plain |= {wording.put(found.related.phrase) for found in findings if found.related}
    printed = run(command, record, "--lang", code)
    objects: list[Any] = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    sentences = [each for shape in objects for each in said(shape)]
    assert sentences
    assert [each for each in sentences if each not in plain and foreign(each, code)] == []


@pytest.mark.slow
@for_each(NAMES, one_in=4)
def test_replay_pictures_and_editor_have_them(code: str, record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    [game] = read(text)
    judgement = judge(game)
    spoken = language(code)
    for account in accounts_as_written(judgement):
        for step in script(account, account.speaking(spoken))["steps"]:
            assert foreign(f"{step['say']} {step.get('move', '')}", code, text) == []
    page = re.sub(r"<script.*?</script>|<svg.*?</svg>", "", replay_html(judgement, spoken), flags=re.DOTALL)
    assert foreign(page, code, text) == []
    picture = tmp_path / f"{code}.svg"
    assert commands.run("picture", record, "--at", 5, "--lang", code, "-o", picture).exit_code in (0, 1)
    assert foreign("".join(ET.parse(picture).getroot().itertext()), code, text) == []
    review = Review(text)
    beside = spoken.as_written()
    shown = [found.message for found in diagnostics(review, beside)]
    for at in range(len(text)):
        found = hover(review, at, beside)
        shown += found.lines if found else ()
    shown += [item.detail for item in complete(review, text.index("2. 20s")).items if item.detail]
    assert shown
    results = re.compile(r"`[^`]*`")
    assert [each for each in shown if foreign(results.sub("", each), code, text)] == []


@pytest.mark.parametrize("same", [True, False])
def test_two_records_call_players_as_both_name_them(same: bool, record: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sgn"
    text = record.read_text("utf-8").replace("A: Ad 9d", "A: 9d Kc", 1)
    other.write_text(text if same else text.replace("Иван Петров", "Стоян"), "utf-8")
    printed = commands.run("diff", record, other, "--lang", "bg").output
    hands = [line for line in printed.splitlines() if "ръка" in line.casefold() or "карти" in line.casefold()]
    assert hands
    assert bool(lone("\n".join(hands), text)) != same
    assert any("Иван" in line for line in hands) == same
