"""Coverage-guided fuzzing finds nothing in twenty minutes, of which a night has three."""

from pathlib import Path

import pytest

from tests.support.commands import python
from tests.support.sizes import at_night

SECONDS = at_night(66, 1_200)


@pytest.mark.nightly
def test_guided_fuzzing(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "scripts/guided_fuzz.py"
    options = [f"-max_total_time={SECONDS}", "-max_len=4096", "-timeout=10", "-rss_limit_mb=1024"]
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    python(script, *options, corpus, folder=tmp_path)
