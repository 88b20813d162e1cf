"""The languages: every sentence translated, none left over, every fact kept; nothing said past them."""

import ast
import re
from pathlib import Path
from string import Formatter
from typing import Final

import pytest
from click.testing import CliRunner

from notation import read
from notation.findings.finding import SeatFact
from notation.judge import judge
from notation.rulings.ledger import account
from referee.rulesets import BOOKS
from tests.scripts.messages import messages
from tests.support.copies import Copy
from tests.support.corpus import ROOT, SAMPLES
from tests.support.languages import COMPLETE
from tests.support.marked import Marked
from viewer.cards import PACKS
from viewer.cards.glyphs import INDICES
from viewer.cli import main
from viewer.documents.catalogues import catalogue_states, read_catalogue
from viewer.documents.document import DataTable, Document, Excerpt, Heading, Listing, Paragraph
from viewer.documents.languages import NAMES, language
from viewer.rulings.explanation import explanation

TRANSLATED = [code for code in COMPLETE if code != "en"]


def names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.slow
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_sentence_is_there_and_none_is_left_over(code: str) -> None:
    """`.ci/messages` brings the catalogues up to date; the translations are for somebody to write."""
    listed = {
        message.id if isinstance(message.id, str) else tuple(message.id)
        for message in read_catalogue(code)
        if message.id
    }
    assert listed == messages()


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_sentence_is_translated_with_its_facts(code: str) -> None:
    catalogue = read_catalogue(code)
    assert catalogue.num_plurals == (1 if code == "hu" else 2)
    for message in catalogue:
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        found = [message.string] if isinstance(message.string, str) else list(message.string)
        if not isinstance(message.id, str):
            assert len(found) == catalogue.num_plurals, message.id
        for words in found:
            assert words.strip(), message.id
            assert names(words) in map(names, originals), message.id
            assert words[:1].isspace() == originals[0][:1].isspace(), message.id
            assert words[-1:].isspace() == originals[0][-1:].isspace(), message.id


@pytest.mark.parametrize("code", NAMES)
def test_a_language_speaks(code: str) -> None:
    spoken = language(code)
    assert spoken.say("{winner} took", winner=SeatFact(1)) == "B took"
    won = "{winner} wins {number} game point: {why}.", "{winner} wins {number} game points: {why}."
    told = {spoken.count(*won, number, winner=SeatFact(0), why="x") for number in (1, 2)}
    assert len(told) == 2
    assert all(sentence.startswith("A") or "A" in sentence for sentence in told)
    if code in TRANSLATED:
        assert spoken.translate("spades") != "spades"


def texts(document: Document) -> list[str]:
    found = []
    for part in document.parts:
        match part:
            case Heading() | Paragraph():
                found.append(part.text)
            case Listing():
                found += [text for item in part.items for text in item[:1]]
            case DataTable():
                found += [part.title, *(column.title for column in part.columns)]
                found += [cell for row in part.rows for cell in row]
            case Excerpt():
                pass
    return found


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_nothing_is_said_past_the_language(path: Path) -> None:
    for game in read(path.read_bytes()):
        judgement = judge(game)
        for number in range(1, len(judgement.deals) + 1 if judgement.rules else 1):
            account_of = account(judgement, number)
            for text in texts(explanation(account_of, Marked(), "FILE")):
                while "⟦" in text:
                    text = re.sub(r"⟦[^⟦⟧]*⟧", "", text)
                book = BOOKS[account_of.rules.name]
                for title in (book.source, book.revision, book.address):
                    text = text.replace(title, "")
                words = re.findall(r"\b[a-z]{4,}\b", re.sub(r"[0-9a-f]{64}|santase [0-9.]+", "", text))
                specs = {"santase", "club", "sixty", "schnapsen", "tompa", "casual", "sharp", "tournament"}
                assert not set(words) - specs - set(re.findall(r"[a-z]+", SPECS)), text


SPECS = " ".join(
    re.findall(r'\[Rules "([^"]*)"', "".join(path.read_text("utf-8", "replace") for path in SAMPLES))
)


@pytest.mark.parametrize("code", NAMES)
def test_the_command_speaks_it(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heading = language(code).say("The scoring, step by step")
    path = next(str(path) for path in SAMPLES if path.stem == "the-closer-fails")
    for environment, options in (({"LC_ALL": ""}, ["--lang", code]), ({"LC_ALL": f"{code}_XX.UTF-8"}, [])):
        result = CliRunner(env=environment).invoke(main, ["explain", path, "--deal", "1", *options])
        assert (result.exit_code, heading in result.output) == (0, True)


def test_an_unknown_language_is_refused() -> None:
    result = CliRunner().invoke(main, ["explain", "x", "--lang", "xx"])
    assert result.exit_code == 2
    assert f"unknown language 'xx': choose from {', '.join(NAMES)}" in result.output


# Languages that are begun.

ROMANIAN: Final = """# română
# begun
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "The scoring, step by step"
msgstr "Calculul, pas cu pas"

msgid "Records"
msgstr "Partide"

msgid "{number} error"
msgid_plural "{number} errors"
msgstr[0] "{number} greșeală"
msgstr[1] "{number} greșeli"
msgstr[2] "{number} de greșeli"

msgid "{number} warning"
msgid_plural "{number} warnings"
msgstr[0] "{number} avertisment"
msgstr[1] ""
msgstr[2] ""

msgid "{seat} leads {card}"
msgstr "{loc} joacă {card}"

#, fuzzy
msgid "spades"
msgstr "pică"

msgid "a sentence that nobody says"
msgstr "nimic"
"""
PAGES: Final = """
import sys
from viewer.web import Config, create_app

app = create_app(Config("sqlite:///archive.db", hosts=("localhost",)))
answers = [app.test_client().get(*asked) for asked in (("/?lang=ro",), ("/enter?lang=ro",))]
assert [each.status_code for each in answers] == [200, 200]
sys.stdout.buffer.write(b"".join(each.data for each in answers))
app.extensions["archive"].close()
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    made = Copy(tmp_path_factory.mktemp("copy"))
    made.catalogue.write_text(ROMANIAN, "utf-8")
    return made


REVOKE: Final = ROOT / "samples/faulty/does-not-follow.sgn"
CLOSER: Final = ROOT / "samples/the-closer-fails.sgn"


@pytest.mark.slow
def test_a_language_is_begun_with_one_file(copy: Copy) -> None:
    sentences = len(messages())
    assert copy.states()["ro"] == {
        "code": "ro",
        "name": "română",
        "begun": True,
        "sentences": sentences,
        "translated": 3,
        "missing": sentences - 5,
        "fuzzy": 1,
        "faulty": 1,
        "own_letters": False,
        "letters": {pack: list(INDICES[pack, "en"]) for pack in PACKS},
    }
    shown = copy.santase("languages")
    assert f"3/{sentences}" in shown
    assert "as in English" in shown


@pytest.mark.slow
def test_what_is_translated_of_it_is_said_and_the_rest_in_english(copy: Copy) -> None:
    for words, locale in ((("--lang", "ro"), "C.UTF-8"), ((), "ro_RO.UTF-8")):
        said = copy.santase("explain", CLOSER, "--deal", "1", *words, LC_ALL=locale)
        assert "Calculul, pas cu pas" in said
        assert "The ledger" in said
    counted = copy.santase("check", REVOKE, "--lang", "ro", exit_code=1)
    assert "1 greșeală, 0 warnings" in counted
    assert "does not follow suit" in counted


@pytest.mark.slow
def test_its_plurals_are_its_own_or_those_of_english(copy: Copy) -> None:
    code = (
        "from viewer.documents.languages import language\n"
        "ro = language('ro')\n"
        "for number in (1, 2, 20):\n"
        "    print(ro.count('{number} error', '{number} errors', number), end='; ')\n"
        "    print(ro.count('{number} warning', '{number} warnings', number), end='; ')\n"
        "print(ro.translate('spades'))\n"
    )
    assert copy.run("-c", code)[0] == (
        "1 greșeală; 1 warning; 2 greșeli; 2 warnings; 20 de greșeli; 20 warnings; spades\n"
    )


@pytest.mark.slow
def test_pages_have_it(copy: Copy) -> None:
    page = copy.run("-c", PAGES)[0]
    assert '<html lang="ro"' in page
    assert "română" in page
    assert "Partide" in page
    assert "Statistics" in page


@pytest.mark.slow
def test_what_it_leaves_in_english_is_a_warning_until_it_is_said_to_be_complete(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    script = "tests/scripts/messages.py"
    copy.run(script, "ro")
    head = copy.catalogue.read_text("utf-8")
    assert head.startswith('# română\n# begun\nmsgid ""\n')
    assert "nplurals=3" in head
    state = copy.states()["ro"]
    assert (state["translated"], state["missing"]) == (0, state["sentences"])
    copy.catalogue.write_text(
        head.replace('msgid "Records"\nmsgstr ""', 'msgid "Records"\nmsgstr "Partide"'), "utf-8"
    )
    copy.run(script)
    assert copy.states()["ro"]["translated"] == 1

    said = copy.run(script, "--check")[1]
    assert re.fullmatch(r"ro\.po: warning: not translated: \d+ of \d+ sentences, such as .*\n", said)
    whole = copy.catalogue.read_text("utf-8")
    copy.catalogue.write_text(whole.replace("# begun\n", ""), "utf-8")
    assert "ro.po: error: not translated" in copy.run(script, "--check", exit_code=1)[1]
    copy.catalogue.unlink()
    copy.run(script, "--check")
    german = copy.catalogue.with_name("de.po")
    text = german.read_text("utf-8")
    german.write_text(re.sub(r'(?m)^(msgid "Records"\nmsgstr) ".*"$', r'\1 ""', text), "utf-8")
    said = copy.run(script, "--check", exit_code=1)[1]
    assert said.startswith("de.po: error: not translated: 1 of ")
    assert "'Records'" in said


def test_the_languages_that_were_complete_stay_so() -> None:
    states = {state.code: state for state in catalogue_states()}
    assert {"bg", "de", "en", "hu"} <= {code for code, state in states.items() if not state.is_begun}
    for state in states.values():
        assert state.is_begun or state.translated == state.sentences > 2000, state


def test_the_languages_are_named_by_their_catalogues_alone() -> None:
    """And by what belongs to one of them: letters of cards and of seats."""
    names = {"български", "Deutsch", "magyar", "bg", "hu"}
    found = {
        str(path.relative_to(ROOT))
        for room in ("notation", "referee", "santase", "viewer")
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert found == {"notation/text/letters.py", "notation/rulings/claims.py", "viewer/cards/glyphs.py"}


def test_the_command_lists_them() -> None:
    result = CliRunner(env={"LC_ALL": "C"}).invoke(main, ["languages"])
    assert result.exit_code == 0
    for code, name in NAMES.items():
        assert re.search(rf"│ {code} +│ {name} ", result.output), code
