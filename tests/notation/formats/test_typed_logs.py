"""Logs and records that were typed by hand: each becomes what stands beside it, with the report beside it."""

from typing import Final

import pytest

from notation import read
from notation.formats import FORMATS, SGN, Format, convert, recognised
from notation.judge import judge
from tests.scripts.typed_logs import LOGS, conversions, report
from tests.support.naming import case

ERRORS: Final = {
    "bummerl-against-the-rules.txt": ["R210", "X108"],
    "decorator-both.log": ["X106", "R260"],
    "decorator-one.log": ["X106"],
    "decorator-several-games.log": ["X106", "R260", "R260"],
    "fltk.log": ["R210"],
    "fltk-position-with-card.scg": ["X127"],
    "oneliner-broken-rules.txt": ["R220", "R220", "R230", "R243", "R212"],
    "painsi-closer-without-trick-loses-3.log": ["X106"],  # what no option says of its program
    "painsi-stated-value-and-broken-rule.log": ["X113", "R210"],
    "painsi-wrong-score.log": ["X106"],
    "tompa-without-talon.txt": ["X128"],
    "vu-ended-with-king.txt": ["X115"],
    "vu-ended-with-queen.txt": ["X115"],
    "vu-nested.txt": ["X105"],
    "vu-nested-printed-twice.txt": ["X105"],
    "vu-points-of-king.txt": ["X115"],
    "vu-points-of-queen.txt": ["X115"],
    "vu-verbose.log": ["X103"],
}
"""What is wrong with play that nobody would make; of the other logs the judge finds nothing."""
WRITTEN: Final = {"bummerl.txt", "oneliner.txt", "oneliner-last-draws.txt", "painsi.log", "tompa.txt"}
"""Those of which a record holds all, and that have a line for everything in a record."""


@pytest.mark.slow
def test_every_log_and_record_becomes_what_stands_beside_it() -> None:
    """An empty log is of a record that cannot be written."""
    for path, beside, done in conversions():
        with case(path.name):
            assert not done.findings
            assert done.data.decode() == beside.read_text("utf-8")
            assert report(done) == path.with_suffix(".report").read_text("utf-8")
            if path in LOGS:
                found = [finding for game in read(done.data) for finding in judge(game).findings]
                assert [each.code.id for each in found if each.is_error] == ERRORS.get(path.name, [])
            if path.name in WRITTEN:
                form = recognised(path.read_bytes(), list(FORMATS.values()))
                assert isinstance(form, Format)
                again = convert(done.data, SGN, form)
                assert again.data.decode() == path.read_text("utf-8")
                assert not again.has_losses
