"""Values as a notebook displays them. IPython itself does so in a nightly test of installing."""

import pytest

import santase
from santase.notebook import as_fragment
from tests.support.corpus import ROOT

SHEET = '%SGN 1\n[Rules "santase"]\ndeal 1 dealer A\n= A 2 by agreement\n'


def test_a_game_is_displayed_with_its_board_its_moves_and_its_comments() -> None:
    [game] = santase.read_file(ROOT / "samples/closed-and-won.sgn")
    shown = as_fragment(game)
    assert shown == as_fragment(santase.judge(game))
    assert shown.count("<svg") == 1
    assert shown.count("<h2>Deal ") == len(game.readable.deals)
    assert "Maria wins 1 game point: Maria closed at trick 3" in shown
    assert "a tag of our own" in shown
    assert "Findings" not in shown


@pytest.mark.parametrize("text", [SHEET, "%SGN 1\ndeal 1 dealer Z\n", '%SGN 1\n[Rules "whist"]\n'])
def test_what_cannot_be_drawn_is_displayed_without_a_picture(text: str) -> None:
    [game] = santase.read(text)
    shown, findings = as_fragment(game), santase.judge(game).findings
    assert "<svg" not in shown
    assert findings
    assert all(finding.code.id in shown for finding in findings)


def test_a_deal_without_play_has_no_picture() -> None:
    [game] = santase.read(SHEET)
    with pytest.raises(ValueError, match="nothing of deal 1 can be drawn"):
        santase.picture(santase.judge(game))
