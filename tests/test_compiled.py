"""That the tests run on the compiled referee, where they are said to (`.ci/compiled`)."""

import os
from pathlib import Path
from types import ModuleType

import pytest

from referee import auction, contracts, deal, knowledge, legality, match, partial, settlement, state

FOLDER = os.environ.get("SANTASE_COMPILED", "")


@pytest.mark.skipif(not FOLDER, reason="the referee is compiled by .ci/compiled")
@pytest.mark.parametrize(
    "module", [auction, contracts, deal, knowledge, legality, match, partial, settlement, state]
)
def test_the_tests_run_on_what_was_compiled(module: ModuleType) -> None:
    file = Path(str(module.__file__))
    assert file.parents[1] == Path(FOLDER)
    assert file.suffix in (".so", ".pyd")
