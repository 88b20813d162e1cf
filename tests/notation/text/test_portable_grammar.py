"""The portable grammar: parsers built from it, in Python and JavaScript, accept what the reader accepts."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from grammar import GRAMMAR
from notation.text import cut
from notation.text.parsing import parse_game
from tests.support.corpus import ROOT, need
from viewer.cli.conformance.suite import own_suite

PARSE: Final = """
const parser = require("./parser.js").get_parser({ g_regex_flags: "u" });
const texts = JSON.parse(require("node:fs").readFileSync("texts.json", "utf-8"));
const isTaken = (text) => {
  try {
    return Boolean(parser.parse(text));
  } catch (error) {
    if (error.constructor.name.startsWith("Unexpected")) return false;
    throw error;
  }
};
console.log(JSON.stringify(texts.map(isTaken)));
"""
UNKNOWN: Final = re.compile(r'^ *"(?:strict|cache_grammar|ordered_sets)": \w+,?\n', re.MULTILINE)
"""Options of Lark that lark-js writes down, and that its parsers do not know yet."""


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """The text of every game of the suite, where nothing is wrong with its characters."""
    sources = [source for case in own_suite().at("read") for source in cut(case.data)]
    return [source.english for source in sources if source.number and not source.fault]


@pytest.fixture(scope="module")
def taken(texts: list[str]) -> list[bool]:
    """Which of them the grammar takes."""
    lark = Lark(GRAMMAR, start="game", parser="lalr")

    def is_taken(text: str) -> bool:
        try:
            lark.parse(text)
        except UnexpectedInput:
            return False
        return True

    return list(map(is_taken, texts))


@pytest.mark.slow
def test_the_grammar_takes_what_the_reader_finds_well_formed(texts: list[str], taken: list[bool]) -> None:
    read = [not parse_game(text)[1] for text in texts]
    assert [text for text, one, other in zip(texts, taken, read, strict=True) if one != other] == []
    assert taken.count(True) >= 900
    assert taken.count(False) >= 80


def test_nothing_in_the_grammar_is_for_one_language_alone() -> None:
    rules = "\n".join(line for line in GRAMMAR.splitlines() if not line.startswith("//"))
    assert not re.search(r"[+*?}]\+|\(\?[<>P(#aiLmsux]", rules), "possessive, or known to few"
    assert not re.search(r"UNREAD|unread", rules)


@pytest.mark.nightly
def test_a_parser_in_javascript_takes_the_same(texts: list[str], taken: list[bool], tmp_path: Path) -> None:
    words = ["-s", "game", ROOT / "grammar/sgn.lark", "-o", tmp_path / "made.js"]
    subprocess.run([sys.executable, "-m", "larkjs", *map(str, words)], check=True)
    made = (tmp_path / "made.js").read_text("utf-8")
    (tmp_path / "parser.js").write_text(UNKNOWN.sub("", made), "utf-8")
    (tmp_path / "texts.json").write_text(json.dumps(texts), "utf-8")
    (tmp_path / "parse.js").write_text(PARSE, "utf-8")
    done = subprocess.run(
        [need("node"), "parse.js"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert not done.stderr
    same = json.loads(done.stdout)
    assert [text for text, one, other in zip(texts, taken, same, strict=True) if one != other] == []
