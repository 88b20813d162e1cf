"""What was once said of an odd record is said for ever: of its deals, its findings, its series, its ledger.

People have read few of these judgements; what is wrong in one is corrected, and CHANGELOG.md says so.
"""

import pytest

from tests.scripts import remembered

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("kind", "name"), remembered.GROUPS)
def test_what_is_odd_is_judged_as_ever(kind: str, name: str) -> None:
    now, then = remembered.line(kind, name), remembered.kept()[f"{kind}/{name}"]
    names = " ".join(f"'{each}'" for each in remembered.changed(then, now))
    assert now == then, f"look at them: PYTHONPATH=. .venv/bin/python tests/scripts/remembered.py {names}"
