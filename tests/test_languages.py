"""The languages: every sentence translated, none left over, every fact kept; nothing said past them."""

import re
from pathlib import Path
from string import Formatter

import pytest
from click.testing import CliRunner

from notation import read
from notation.findings.finding import SeatFact
from notation.judge import judge
from notation.rulings.ledger import account
from referee.rulesets import BOOKS
from scripts.messages import messages, read_catalogue
from support.corpus import SAMPLES
from support.marked import Marked
from viewer.cli import main
from viewer.documents.document import DataTable, Document, Excerpt, Heading, Listing, Paragraph
from viewer.documents.languages import NAMES, language
from viewer.rulings.explanation import explanation

TRANSLATED = [code for code in NAMES if code != "en"]


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
    assert (spoken.translate("spades") == "spades") == (code == "en")


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
    assert "unknown language 'xx': choose from en, bg, de, hu" in result.output
