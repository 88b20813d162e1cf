"""The runbook: every alert has its section, and every section names what tries it."""

import re
from typing import Final

from tests.docs.test_pages import anchors
from tests.support.corpus import ROOT
from tests.viewer.web.server.test_alerts import RULES

PAGE: Final = ROOT / "docs" / "runbook.md"
SECTIONS: Final = dict(re.findall(r"(?ms)^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE.read_text()))


def test_every_alert_is_named_in_the_section_that_it_names() -> None:
    for name, rule in RULES.items():
        anchor = rule["annotations"]["runbook"].removeprefix("#")
        assert anchor in anchors(PAGE), name
        [text] = [text for heading, text in SECTIONS.items() if heading.lower().replace(" ", "-") == anchor]
        assert f"`{name}`" in text
    assert set(re.findall(r"`(Santase\w+)`", PAGE.read_text())) == set(RULES)


def test_every_trouble_is_tried_by_a_test_or_a_script_that_exists() -> None:
    troubles = {heading: text for heading, text in SECTIONS.items() if heading != "Alerts"}
    assert len(troubles) == 10
    for heading, text in troubles.items():
        assert re.search(r"(?s)\*\*Symptom\.\*\*.*\*\*Alert\.\*\*.*\n1\. .*\nTried by `tests/", text), heading
        for path, name in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", text):
            source = (ROOT / path).read_text()
            assert not name or re.search(rf"^def {name}\(", source, re.MULTILINE), (heading, name)
