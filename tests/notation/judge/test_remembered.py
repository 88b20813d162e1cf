"""What was once said of an odd record is said for ever: of its deals, its findings, its series, its ledger.

People have read few of these judgements; what is wrong in one is corrected, and CHANGELOG.md says so.
"""

import pytest

from tests.scripts import remembered

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", remembered.ALL)
def test_odd_records_are_judged_as_ever(kind: str) -> None:
    now, then = list(remembered.lines(kind)), remembered.kept(kind)
    names = " ".join(remembered.changed(then, now)[:5])
    assert now == then, f"look at the first: PYTHONPATH=. python tests/scripts/remembered.py {names}"
