"""The languages: every sentence translated, none left over, every fact kept; nothing said past them."""

import ast
import re
import shutil
from pathlib import Path
from typing import Final

import pytest

from notation import read
from notation.findings.finding import SeatFact
from notation.judge import judge
from notation.rulings.ledger import account
from referee.rulesets import BOOKS
from tests.scripts import messages as extraction
from tests.scripts.messages import messages, told_of
from tests.support.commands import run
from tests.support.copies import ProgramCopy
from tests.support.corpus import ROOT, SAMPLES
from tests.support.each import for_each
from tests.support.languages import COMPLETE
from tests.support.marked import Marked, texts, unmarked
from viewer.cards import PACKS
from viewer.cards.glyphs import INDICES
from viewer.documents import catalogues
from viewer.documents.catalogues import catalogue_states, read_catalogue
from viewer.documents.languages import NAMES, language
from viewer.rulings.deal_rulings import explanation

TRANSLATED = [code for code in COMPLETE if code != "en"]


@pytest.mark.slow
def test_every_sentence_is_translated_with_its_facts_and_none_is_left_over() -> None:
    """`.ci/messages` brings the catalogues up to date; the translations are for somebody to write."""
    for code in TRANSLATED:
        assert list(told_of(code)) == []
        catalogue = read_catalogue(code)
        assert catalogue.num_plurals == (1 if code == "hu" else 2)
        for message in (each for each in catalogue if each.id):
            original, *_ = [message.id] if isinstance(message.id, str) else message.id
            for words in [message.string] if isinstance(message.string, str) else message.string:
                assert words[:1].isspace() == original[:1].isspace(), message.id
                assert words[-1:].isspace() == original[-1:].isspace(), message.id


def test_every_language_speaks_and_so_does_the_command() -> None:
    path = str(ROOT / "samples/the-closer-fails.sgn")
    won = "{winner} wins {number} game point: {why}.", "{winner} wins {number} game points: {why}."
    for code in NAMES:
        spoken = language(code)
        assert spoken.say("{winner} took", winner=SeatFact(1)) == "B took"
        assert len({spoken.count(*won, number, winner=SeatFact(0), why="x") for number in (1, 2)}) == 2
        assert code not in TRANSLATED or spoken.translate("spades") != "spades"
        heading = spoken.say("The scoring, step by step")
        for locale, options in (("", ["--lang", code]), (f"{code}_XX.UTF-8", [])):
            done = run("explain", path, "--deal", "1", *options, env={"LC_ALL": locale})
            assert (done.exit_code, heading in done.output) == (0, True), (code, options)


@for_each(SAMPLES, one_in=12)
def test_nothing_is_said_past_the_language(path: Path) -> None:
    for game in read(path.read_bytes()):
        judgement = judge(game)
        for number in range(1, len(judgement.deals) + 1 if judgement.rules else 1):
            account_of = account(judgement, number)
            for text in texts(explanation(account_of, Marked())):
                text = unmarked(text)
                for words_of_source in sources(account_of.rules.name):
                    text = text.replace(words_of_source, "")
                words = re.findall(r"\b[a-z]{4,}\b", re.sub(r"[0-9a-f]{64}|santase [0-9.]+", "", text))
                specs = {"santase", "club", "sixty", "schnapsen", "tompa", "casual", "sharp", "tournament"}
                assert not set(words) - specs - set(re.findall(r"[a-z]+", SPECS)), text


def sources(name: str) -> list[str]:
    """Titles, editions and addresses of the texts that a rule set is from, the longest first."""
    book = BOOKS[name]
    others = [clause.source for clause in book.clauses.values() if clause.source]
    texts = [(book.source, book.revision, book.address), *((*each[:3],) for each in others)]
    return sorted({words for text in texts for words in text if words}, key=len, reverse=True)


SPECS = " ".join(
    re.findall(r'\[Rules "([^"]*)"', "".join(path.read_text("utf-8", "replace") for path in SAMPLES))
)


def test_an_unknown_language_is_refused() -> None:
    result = run("explain", "x", "--lang", "xx")
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


REVOKE: Final = ROOT / "samples/faulty/does-not-follow.sgn"
CLOSER: Final = ROOT / "samples/the-closer-fails.sgn"


PLURALS: Final = """
from viewer.documents.languages import language
ro = language("ro")
for number in (1, 2, 20):
    print(ro.count("{number} error", "{number} errors", number), end="; ")
    print(ro.count("{number} warning", "{number} warnings", number), end="; ")
print(ro.translate("spades"))
"""


@pytest.mark.nightly
def test_a_language_is_begun_with_one_file(tmp_path: Path) -> None:
    """What is translated of it is said, with its own plurals, and the rest in English."""
    copy = ProgramCopy(tmp_path)
    copy.catalogue.write_text(ROMANIAN, "utf-8")
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
    said = copy.santase("explain", CLOSER, "--deal", "1", LC_ALL="ro_RO.UTF-8")
    assert "Calculul, pas cu pas" in said
    assert "The ledger" in said
    counted = copy.santase("check", REVOKE, "--lang", "ro", exit_code=1)
    assert "1 greșeală, 0 warnings" in counted
    assert "does not follow suit" in counted
    assert copy.run("-c", PLURALS)[0] == (
        "1 greșeală; 1 warning; 2 greșeli; 2 warnings; 20 de greșeli; 20 warnings; spades\n"
    )
    page = copy.run("-c", PAGES)[0]
    for words in ('<html lang="ro"', "română", "Partide", "Statistics"):
        assert words in page


def test_what_it_leaves_in_english_is_a_warning_until_it_is_said_to_be_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(catalogues.FOLDER, tmp_path / "translations")
    for module in (catalogues, extraction):
        monkeypatch.setattr(module, "FOLDER", folder)
    monkeypatch.setattr(extraction, "NAMES", {**NAMES, "ro": "română"})
    extraction.update("ro")
    head = (folder / "ro.po").read_text("utf-8")
    assert head.startswith('# română\n# begun\nmsgid ""\n')
    assert "nplurals=3" in head
    [state] = [each for each in catalogue_states() if each.code == "ro"]
    assert (state.translated, state.missing) == (0, state.sentences)
    assert extraction.check()
    said = capsys.readouterr().err
    assert re.fullmatch(r"ro\.po: warning: not translated: \d+ of \d+ sentences, such as .*\n", said)
    (folder / "ro.po").write_text(head.replace("# begun\n", ""), "utf-8")
    german = folder / "de.po"
    text = german.read_text("utf-8")
    german.write_text(re.sub(r'(?m)^(msgid "Records"\nmsgstr) ".*"$', r'\1 ""', text), "utf-8")
    assert not extraction.check()
    said = capsys.readouterr().err
    assert "ro.po: error: not translated" in said
    assert "de.po: error: not translated: 1 of " in said
    assert "'Records'" in said


def test_the_languages_that_were_complete_stay_so() -> None:
    states = {state.code: state for state in catalogue_states()}
    assert {"bg", "de", "en", "hu"} <= {code for code, state in states.items() if not state.is_begun}
    for state in states.values():
        assert state.is_begun or state.translated == state.sentences > 2000, state


@pytest.mark.slow
def test_the_languages_are_named_by_their_catalogues_alone() -> None:
    """And by what belongs to one of them: letters of cards and of seats, sentences that are quoted."""
    names = {"български", "Deutsch", "magyar", "bg", "hu"}
    found = {
        str(path.relative_to(ROOT))
        for room in ("notation", "referee", "santase", "viewer")
        for path in (ROOT / room).rglob("*.py")
        if any(name in (text := path.read_text("utf-8")) for name in names)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert found == {
        "notation/text/letters.py",
        "referee/rulesets/snapszer.py",
        "referee/rulesets/snapszer_two.py",
        "viewer/cards/glyphs.py",
        "viewer/cli/records/commands.py",
    }


def test_the_command_lists_them() -> None:
    result = run("languages")
    assert result.exit_code == 0
    for code, name in NAMES.items():
        assert re.search(rf"│ {code} +│ {name} ", result.output), code
