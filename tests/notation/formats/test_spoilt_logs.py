"""Logs with a line that cannot be read: it is reported with its place, and nothing of its game is made up."""

from typing import Final

from notation.formats import FORMATS, SGN, Conversion, Format, RecordPart, convert, recognised
from tests.support.example_logs import TYPED
from tests.support.naming import case

PAINSI_TALON: Final = (TYPED / "painsi.log").read_text("utf-8").splitlines(keepends=True)[0]
SPOILT: Final = {
    "bummerl.txt": [
        ("Dealer: TWO", "Dealer: THREE", "F403", 3),
        ("'A♥']", "]", "F403", 4),
        ("'A♥']", "'9♥']", "F403", 4),
        ("'A♥']", "'A♠']", "F405", 1),
        ("Trump card: J♠\n", "", "F403", 7),
        ("PlayCardAction(TWO, J♥)", "PlayCardAction(TWO, __import__('os'))", "F403", 11),
        ("PlayCardAction(TWO, J♥)", "EatCardAction(TWO, J♥)", "F403", 11),
        ("PlayCardAction(TWO, J♥)\n", "PlayCardAction(TWO, J♥)\n" * 100, "F403", 74),
        ("one=3, two=0", "one=3, two=1", "F403", 18),
        ("one=73", f"one={'9' * 5000}", "F403", 17),
        ("(one=3, two=3)\n\n", "(one=3, two=4)\n\n", "F405", 1),
        ("===== Game #1", "===== Gane #1", "F403", 1),
    ],
    "painsi.log": [
        ('trump "[♠J]"', 'trump "[♠Q]"', "F405", 2),
        ('trump "[♠J]"\n', "", "F403", 2),
        ("hum hand", "com hand", "F403", 4),
        ('"[♦J]","[♣10]"]', '"[♦J]","[♠A]"]', "F405", 4),
        ('"[♦J]","[♣10]"]', '"[♦J]","[♠9]"]', "F403", 4),
        ('{"player":"com"', '{"player":"hum"', "F403", 5),
        ("♠40}", "♠30}", "F403", 5),
        ('"card":"[♥J]"', '"card":' + "[" * 4000, "F403", 6),
        ("com tricks", "hum tricks", "F405", 7),
        ('com draws card "[♥K]"', 'com draws card "[♥10]"', "F405", 8),
        ('com draws card "[♥K]"', 'hum draws card "[♥K]"', "F405", 8),
        ('"oldTrump":"[♠Q]"', '"oldTrump":"[♠A]"', "F405", 32),
        ("winner 3 points com", "winner 9 points com", "F403", 16),
        ("loser hum", "loser com", "F405", 17),
        ("loser hum\n", "loser hum\ncom tricks\n", "F403", 18),
        (PAINSI_TALON, "", "F403", 1),
    ],
    "fltk.log": [
        ("dealer is AI\n", "", "F403", 13),
        ("dealer is AI", "dealer is NOBODY", "F403", 14),
        ("trump: ♠", "trump: ♥", "F405", 13),
        ("trump: ♠\n", "", "F405", 12),
        ("trump: ♠\ncards: |A♥|K♥", "trump: ♠\ncards: |A♥|A♥", "F405", 13),
        ("|Q♠|T♠| (10)", "|Q♠| (9)", "F403", 13),
        ("cards: |A♥|K♥|J♥|A♦|A♣|T♣|K♣|Q♣|Q♠|T♠| (10)\n", "", "F403", 12),
        ("withdraw or invalid Q♥", "withdraw or invalid K♥", "F403", 18),
        ("withdraw or invalid Q♥\n", "", "F403", 18),
        ("changes jack for T♠", "changes jack for Q♠", "F405", 15),
        ("PL move: J♠\n", "", "F403", 14),
        ("PL move: J♠\n", "PL move: T♥\nPL move: K♥\n", "F403", 15),
        ("PL move: J♠\nPlayer changes jack for T♠", "PL move: K♠\nPlayer declares 40 with Q♠", "F403", 15),
        ("AI move: J♣\n", "", "F405", 21),
        ("AI move: J♣", "AI move: 9♣", "F403", 20),
        ("next move: PLAYER", "next move: AI", "F405", 22),
        ("cards: |J♥|A♦|A♣", "cards: |J♥|A♣|A♦", "F405", 24),
        ("PL move: A♥", "Loaded game file 'game.scg' - next to move: AI\nPL move: A♥", "F403", 26),
        ("PL move: A♥", "history size: 4\nPL move: A♥", "F403", 26),
        ("PL move: A♥", "AI wins!\nPL scores 2", "F403", 27),
        ("PL move: A♥", "AI wins!\nAI scores 2\nAI scores 2", "F403", 28),
        ("PL move: A♥", "AI wins!\nAI scores 9", "F403", 27),
        ("AI cards: |K♦|", "AI cards: |K♦", "F403", 12),
    ],
    "fltk-position.scg": [
        ("player_cards:|A♠|", "player_cards:|A♠♠|", "F403", 2),
        ("player_cards", "player_crads", "F403", 2),
        ("|J♣|", "|A♠|", "F405", 14),
        ("|J♣|", "|", "F405", 14),
        ("move:0", "move:7", "F403", 14),
        ("trump:♥", "trump:x", "F403", 13),
        ("player_score:14", f"player_score:{'9' * 5000}", "F403", 4),
        ("closed:0", "closed:0\nclosed:1", "F405", 13),
        ("ai_deck:", "ai_deck:\nplayer_card:|A♠|\nai_card:|A♥|", "F405", 9),
        ("ai_deck:", "ai_deck:\x00", "F403", 7),
    ],
    "tompa.txt": [
        ("♠ KJ", "♠ KZ", "F403", 1),
        ("♠ KJ", "♠ KJJ", "F405", 1),
        ("♠ KJ", "♠ K", "F405", 4),
        ("♠ KJ", "♠ AJ", "F405", 4),
        ("1 face-down card", "some cards", "F403", 3),
        ("On lead: You", "On lead: Somebody", "F405", 4),
        ("Trick points: Opponent", "Trick points: Another", "F405", 4),
        ("Your cards:     ♠ AT   ♥ K   ♣ Q   ♦ T\n", "", "F404", 3),
        ("Trump: ♥J", "Trump: ♥", "F404", 4),
        ("Game points", "Gamepoints", "F403", 4),
    ],
}
"""By log: words, what stands in their place, and the code and line of the finding."""
CUT_SHORT: Final = {
    "bummerl.txt": ("Trump card", "Trump card: A♦"),
    "painsi.log": ("hum hand", "com hand"),
    "fltk.log": ("AI cards: |", "cards: |K♣|...| (10)"),
}
"""By log: the words before which it ends, and what is expected there."""


def text_of(name: str) -> tuple[Format, str]:
    found = recognised((TYPED / name).read_bytes(), list(FORMATS.values()))
    assert isinstance(found, Format)
    return found, (TYPED / name).read_text("utf-8")


def places(done: Conversion) -> list[tuple[str, int]]:
    return [(finding.code.id, finding.span.line) for finding in done.findings]


def test_a_spoilt_line_is_told_with_its_place() -> None:
    for name, changes in SPOILT.items():
        form, text = text_of(name)
        for old, new, code, line in changes:
            with case(f"{name}: {old!r} becomes {new[:40]!r}"):
                assert old in text
                done = convert(text.replace(old, new, 1).encode(), form, SGN)
                assert (code, line) in places(done)
                assert len(done.findings) == 1 or RecordPart.POSITION in form.holds
                assert done.games <= 1


def test_a_log_that_is_cut_short_lacks_its_next_line() -> None:
    for name, (words, expected) in CUT_SHORT.items():
        with case(name):
            form, text = text_of(name)
            done = convert(text[: text.index(words)].encode(), form, SGN)
            [finding] = done.findings
            assert finding.code.id == "F404"
            assert expected in finding.message
            assert not done.data
