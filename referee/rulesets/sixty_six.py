"""The German 66 that the text of Santase grew out of."""

from typing import Final

from referee.decisions import DefenderOut, DrawBonus, Exchanger, MarriageAfterClose, MarriageCount
from referee.rulebook import Clause, decided
from referee.rulesets.santase import FOUR, SANTASE, THREE

PLACE: Final = 2
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Sechsundsechzig (pagat.com, 21 March 2022)"

SIXTY_SIX: Final = SANTASE.but(
    "sixty-six",
    {
        "exchange.who": decided(
            Exchanger.LEADER,
            "Nine of Trumps",
            "the player about to lead, just before leading; also the closer's opponent, at the close",
        ),
        "exchange.min_tricks": decided(
            1, "Nine of Trumps", "he must have won a trick; none is needed when the opponent closes"
        ),
        "exchange.first_lead": Clause(
            "Nine of Trumps", "no, for want of a trick, unless the opponent closes at that lead"
        ),
        "exchange.min_talon": decided(2, "Nine of Trumps", "any open talon, so two cards", "silent"),
        "exchange.after_end": Clause("Nine of Trumps", "no, but for the opponent's right at the close"),
        "exchange.opponent_on_close": decided(
            True, "Nine of Trumps", "yes: at once, before the closer leads, even without a trick"
        ),
        "exchange.before_draw": Clause(
            "Nine of Trumps",
            "only together with a close on five cards",
            "silent; otherwise the exchange could be used to meddle with the draw",
        ),
        "marriage.first_trick": decided(True, "Marriages", "yes: the non-dealer may announce one"),
        "marriage.min_tricks": Clause("Marriages", "none; the points wait for a trick", "derived"),
        "marriage.count_when": decided(
            MarriageCount.WITH_TRICK,
            "Marriages",
            "once the player has won a trick, be it of two nines; without one, never",
        ),
        "marriage.after_close": decided(
            MarriageAfterClose.NOBODY, "Closing", "no; the closer may announce one just before closing"
        ),
        "marriage.after_exhaustion": decided(False, "Marriages", "no"),
        "marriage.last_open": Clause(
            "Marriages; Closing",
            "the lead to the sixth trick; with a close on five cards also right after that trick",
            "the text stops at the sixth lead, yet lets a closer marry after that trick; the closer may, "
            "for the talon is not exhausted and the leave is the narrower rule",
        ),
        "marriage.close_order": Clause("Closing", "the marriage first, then the close"),
        "close.first_lead": decided(True, "Closing", "yes: the non-dealer may close before leading"),
        "close.min_tricks": decided(0, "Closing", "none: the non-dealer may close before leading", "derived"),
        "close.before_draw": decided(
            True, "Closing", "yes: on five cards before drawing, or on six after it"
        ),
        "close.min_talon": decided(2, "Closing", "any open talon, so two cards"),
        "close.last_opportunity": Clause(
            "Closing", "right after the sixth trick, on five cards, before the last two are drawn"
        ),
        "score.schwarz": Clause("Marriages", "when he has taken no trick, even if he announced a marriage"),
        "score.noncloser_out": decided(
            DefenderOut.TWO_OR_THREE,
            "Scoring; Marriages",
            "2, or 3 if the closer has taken no trick at all",
            "the table gives a flat 2, yet a player without a trick always costs 3; the row for this "
            "very case holds, but for a closer without a trick",
        ),
        "tie.bonus": decided(
            DrawBonus.NONE,
            "Variants and Other 66 Web Pages",
            "not unless agreed: then one point more after 65-65",
            "taken to the letter: not after a higher draw, for one deal only, and never adding up",
        ),
        "game.target": decided(7, "Scoring", "7"),
        "game.seven_nil": decided(False, "Variants and Other 66 Web Pages", "not unless agreed"),
    },
    source=SOURCE,
    variants={
        ("tie.bonus", DrawBonus.AFTER_65): "Variants and Other 66 Web Pages",
        ("game.seven_nil", True): "Variants and Other 66 Web Pages",
    },
)
"""German 66 as pagat.com tells it; nearly all of it stands in the text of Santase as well."""

SIXTY_SIX_THREE: Final = SIXTY_SIX.but("sixty-six-three", THREE, seats=3)
SIXTY_SIX_FOUR: Final = SIXTY_SIX.but("sixty-six-four", FOUR, seats=4)

BOOKS: Final = (SIXTY_SIX, SIXTY_SIX_THREE, SIXTY_SIX_FOUR)
