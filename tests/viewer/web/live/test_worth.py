"""What best play is worth: found once for each deal, and of a live match by nobody before it is over."""

import re
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from notation.findings import Phrase
from notation.rulings import Account, BestPlay, every_choice
from referee.table import Mode
from tests.support.apps import app_in, made_app
from tests.support.live_http import API, Live, OpenMatch
from tests.support.rulings import FORGOTTEN
from viewer.documents.languages import language

WORTH: Final = re.compile(r' worth="([^"]+)"')
READERS: Final = ("", "A", "B", "arbiter")
DELAY: Final = 60_000


def opened(live: Live, mode: Mode, **how: Any) -> OpenMatch:
    """A match whose first deal is over, and whose second is being played."""
    match = live.open(mode=mode.value, dealing="hand", **how)
    match.deal()
    if mode is Mode.STRICT:
        match.do("B", action="resign")
    else:
        match.do("arbiter", action="resign", seat="B")
    match.deal()
    return match


def replay(pages: FlaskClient, match: OpenMatch, role: str) -> str:
    """The page with the replay of a match, for a role."""
    address = f"/live/{match.id}/record?lang=en"
    answer = pages.post(address, data={"key": match.keys[role]}) if role else pages.get(address)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("how", [{}, {"public": False}, {"delay": DELAY}], ids=str)
def test_nobody_can_ask_for_it_before_the_match_is_over(live: Live, mode: Mode, how: dict[str, Any]) -> None:
    match = opened(live, mode, **how)
    pages = made_app(live.config).test_client()
    for role in READERS:
        for path in (
            f"/live/{match.id}/deals/1/best-play.json",
            f"/live/{match.id}/deals/2/best-play.json",
            f"/records/{match.id}/deals/1/best-play.json",
            f"/api/v1/records/{match.id}/deals/1/best-play",
        ):
            assert pages.get(path).status_code == 404, path
            assert pages.post(path, data={"key": match.keys.get(role, "")}).status_code in (404, 405), path
        for path in (f"{API}/{match.id}/best-play", f"{API}/{match.id}/deals/1/best-play"):
            assert live.client.get(path, headers=match.headers(role)).status_code == 404, path
        ruled = match.get("deals/1/ruling?best_play=true", role)
        assert ruled.status_code in (401, 404, 422) or "best_play" not in ruled.json
        if role or how == {}:
            assert "santase-replay" in replay(pages, match, role)
            assert not WORTH.search(replay(pages, match, role))
    assert not live.app.extensions["archive"].get(match.id)


def test_it_is_told_once_everybody_may_know_that_the_match_is_over(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.limits.POSITIONS_REPLAYED", 1_000)
    match = opened(live, Mode.STRICT, delay=DELAY)
    pages = made_app(live.config).test_client()
    match.do("A", do="leave")
    live.hall._tend(match.id, heard=False)
    assert not WORTH.search(replay(pages, match, "B")), "watchers do not know yet"
    live.time += DELAY + 1
    live.hall._tend(match.id, heard=False)
    [address] = WORTH.findall(replay(pages, match, ""))
    answer = pages.get(address.replace("/deals/0/", "/deals/1/").replace("&amp;", "&"))
    assert answer.status_code == 200
    assert answer.get_json()["steps"]


def test_it_is_found_once_for_all_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []

    def counted(account: Account, positions: int) -> BestPlay | Phrase:
        searched.append(positions)
        return every_choice(account, positions)

    monkeypatch.setattr("viewer.web.record.pages.every_choice", counted)
    monkeypatch.setattr("viewer.limits.POSITIONS_REPLAYED", 777)
    app = app_in(tmp_path)
    [added] = app.extensions["archive"].add(FORGOTTEN.encode())
    address = f"/records/{added.id[:16]}/deals/1/best-play.json"
    found = {code: app.test_client().get(f"{address}?lang={code}").get_json() for code in ("en", "bg", "en")}
    assert searched == [777]
    assert found["en"]["mistakes"] == [["B", "by claiming 66 too late or not at all", 1, 2]]
    assert found["bg"]["mistakes"][0][1] == language("bg").translate("by claiming 66 too late or not at all")
    assert [found[code]["steps"]["0"][0] for code in found] == [-1, -1]
    [(_, choices)] = [
        each for each in found["en"]["choices"].items() if each[1][0][1].startswith("the claim")
    ]
    assert [choice[2:] for choice in choices] == [[1, "+1", False], [-1, "\N{MINUS SIGN}1", True]]
    other = app.test_client().get(f"{address}?rules=schnapsen%20target=21")
    assert other.status_code == 200
    assert len(searched) == 2, "other rules are another question"


@pytest.mark.slow
def test_a_search_that_is_too_long_says_where_the_values_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.limits.POSITIONS_REPLAYED", 1)
    app = app_in(tmp_path)
    [added] = app.extensions["archive"].add(FORGOTTEN.encode())
    found = app.test_client().get(f"/records/{added.id[:16]}/deals/1/best-play.json?lang=en").get_json()
    assert "0" not in found["steps"]
    assert found["note"] == "Working out what came before would take too long."
