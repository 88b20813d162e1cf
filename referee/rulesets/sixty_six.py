"""The German 66 that the text of Santase grew out of."""

from typing import Final

from referee.decisions import Announcer, DefenderOut, DrawBonus, Exchanger, MarriageAfterClose, MarriageCount
from referee.rulebook import Clause, Passage, decided
from referee.rulesets.santase import FOUR, SANTASE, THREE

PLACE: Final = 2
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Sechsundsechzig (pagat.com, 21 March 2022)"
ADDRESS: Final = "https://www.pagat.com/marriage/66.html"
REVISION: Final = "21 March 2022"

BEFORE_LEAD: Final = Passage(
    "Nine of Trumps",
    (
        "A player who holds the nine of trumps may, if he wishes, exchange it for the "
        "trump card under the talon just before leading to a trick, provided that he "
        "has already won at least one trick."
    ),
)
FIRST_TRICK: Final = Passage(
    "Marriages", "it is also possible for the non-dealer to declare one in the first trick"
)
CLOSERS_MARRIAGE: Final = Passage(
    "Closing",
    "The closing player can meld a marriage immediately before closing, but no "
    "marriages can be melded in subsequent tricks.",
)
FIRST_CLOSE: Final = Passage(
    "Closing",
    "It is also possible for the non-dealer to close at the start of the play, before "
    "leading to the first trick.",
)


SIXTY_SIX: Final = SANTASE.but(
    "sixty-six",
    {
        "exchange.who": decided(
            Exchanger.LEADER,
            "Nine of Trumps",
            "the player about to lead, just before leading; also the closer's opponent, at the close",
            quote="it is not possible to exchange the nine when you are not the first player to a "
            "trick, except in one case: when your opponent closes the talon",
        ),
        "exchange.min_tricks": BEFORE_LEAD.decides(
            1, "he must have won a trick, except when the opponent closes"
        ),
        "exchange.first_lead": BEFORE_LEAD.says(
            "no, because he has no trick, unless the opponent closes at that lead"
        ),
        "exchange.min_talon": BEFORE_LEAD.decides(2, "any open talon, so two cards", "silent"),
        "exchange.after_end": Clause(
            "Nine of Trumps",
            "no, but for the opponent's right at the close",
            quote="He is not obliged to exchange the nine, but if he decides to do so, it must be "
            "done immediately the talon is closed.",
        ),
        "exchange.opponent_on_close": decided(
            True,
            "Nine of Trumps",
            "yes: at once, before the closer leads, even without a trick",
            quote="When a player closes the talon (see below), his opponent may immediately exchange "
            "the nine of trumps if he has it, even if he has not yet won a trick.",
        ),
        "exchange.before_draw": BEFORE_LEAD.says(
            "only together with a close on five cards",
            "silent; otherwise the exchange could be used to meddle with the draw",
        ),
        "marriage.who": decided(
            Announcer.LEADER,
            "Marriages",
            "the leader, holding king and queen of the suit",
            quote="When leading to a trick, a player who has the King and Queen (King and Over) of the "
            "same suit in hand can meld them as a marriage.",
        ),
        "marriage.first_trick": FIRST_TRICK.decides(True, "yes: the non-dealer may announce one"),
        "marriage.first_deal": FIRST_TRICK.decides(True, "yes", "derived"),
        "marriage.min_tricks": Clause(
            "Marriages",
            "none; the points wait for a trick",
            "derived",
            quote="it is possible to declare a marriage when leading to any trick before the talon "
            "is exhausted",
        ),
        "marriage.count_when": decided(
            MarriageCount.WITH_TRICK,
            "Marriages",
            "once the player has won a trick, even one of two nines; without one, never",
            quote="the 20 or 40 card points only count if the player subsequently wins at least one trick",
        ),
        "marriage.after_close": CLOSERS_MARRIAGE.decides(
            MarriageAfterClose.NOBODY, "no; the closer may announce one just before closing"
        ),
        "marriage.after_exhaustion": decided(
            False, "Marriages", "no", quote="Once the talon is exhausted, no further marriages can be melded"
        ),
        "marriage.last_open": Clause(
            "Marriages; Closing",
            "the lead to the sixth trick; with a close on five cards also right after that trick",
            "the text stops at the sixth lead, yet lets a closer announce a marriage after that "
            "trick; the closer may, because the talon is not exhausted and this permission is the "
            "more specific rule",
            quote="the last possible occasion for declaring a marriage is when leading to the 6th trick",
        ),
        "marriage.close_order": CLOSERS_MARRIAGE.says("the marriage first, then the close"),
        "close.first_lead": FIRST_CLOSE.decides(True, "yes: the non-dealer may close before leading"),
        "close.min_tricks": FIRST_CLOSE.decides(
            0, "none: the non-dealer may close before leading", "derived"
        ),
        "close.before_draw": decided(
            True,
            "Closing",
            "yes: on five cards before drawing, or on six after it",
            quote="It is possible to close immediately after winning a trick, when both players have "
            "only five cards in their hands.",
        ),
        "close.min_talon": decided(
            2,
            "Closing",
            "any open talon, so two cards",
            quote="If the talon is not yet exhausted, the player whose turn it is to lead can "
            '"cover" or "close" the talon.',
        ),
        "close.last_opportunity": Clause(
            "Closing",
            "right after the sixth trick, on five cards, before the last two are drawn",
            quote="The last opportunity to close is immediately after the sixth trick: the winner of "
            "this trick can close holding five cards before the last two cards are drawn from "
            "the talon.",
        ),
        "score.schwarz": Clause(
            "Marriages",
            "when he has taken no trick, even if he announced a marriage",
            quote="a player who begins by announcing 20 or 40 and then wins no tricks at all is Schwarz",
        ),
        "score.noncloser_out": decided(
            DefenderOut.TWO_OR_THREE,
            "Scoring; Marriages",
            "2, or 3 if the closer has not taken a trick",
            "the table gives a flat 2, yet a player without a trick always costs 3; the row for this "
            "very case holds, but for a closer without a trick",
            quote="A player closes the talon, but the other player then wins by going out with 66 or "
            "more points (rare case) | 2 game points",
        ),
        "tie.bonus": decided(
            DrawBonus.NONE,
            "Variants and Other 66 Web Pages",
            "not unless agreed: then one point more after 65-65",
            "taken literally: not after a higher draw, for one deal only, and never accumulated",
            quote="Some play that after a drawn hand, in which the card points split 65-65, the "
            "winner of the the next hand scores an additional game point.",
        ),
        "game.target": decided(
            7,
            "Scoring",
            "7",
            quote="The first player whose cumulative score reaches 7 or more game points wins the game.",
        ),
        "game.seven_nil": decided(
            False,
            "Variants and Other 66 Web Pages",
            "not unless agreed",
            quote="Some play that a game won by a 7-0 margin counts as two games.",
        ),
    },
    source=SOURCE,
    variants={
        ("tie.bonus", DrawBonus.AFTER_65): Passage(
            "Variants and Other 66 Web Pages",
            "Some play that after a drawn hand, in which the card points split 65-65, the winner of the the "
            "next hand scores an additional game point.",
        ),
        ("game.seven_nil", True): Passage(
            "Variants and Other 66 Web Pages",
            "Some play that a game won by a 7-0 margin counts as two games.",
        ),
    },
    address=ADDRESS,
    revision=REVISION,
)
"""German 66 as described on pagat.com; nearly all of it is in the text of Santase as well."""

SIXTY_SIX_THREE: Final = SIXTY_SIX.but("sixty-six-three", THREE, seats=3)
SIXTY_SIX_FOUR: Final = SIXTY_SIX.but("sixty-six-four", FOUR, seats=4)

BOOKS: Final = (SIXTY_SIX, SIXTY_SIX_THREE, SIXTY_SIX_FOUR)
