"""What docs/compatibility.md promises: nothing of it is gone, and nothing more must be given."""

import pytest

from tests.scripts import promises

AT_NIGHT = "records"


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.nightly if kind == AT_NIGHT else ()) for kind in promises.KINDS],
)
def test_what_was_promised_is_kept(kind: str) -> None:
    assert len(promises.promised(kind)) > 100
    assert promises.broken(kind) == ([], [])
