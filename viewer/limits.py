"""How much work a server does for a request, and for judging a record; see :mod:`notation.limits`.

What a record comes to must not hang on what else is asked at the same time, so that its share is its own.
"""

from typing import Final

from notation import Game, Judgement
from notation.judge import Verdict, judge, read_and_judged
from notation.limits import limited
from notation.rulings import judge_in_full
from notation.text import Source
from referee import RuleSet

REQUEST_WORK: Final = 220_000
"""For everything that a request asks, reading included; `viewer/web/README.md` says how long that takes."""
BYTES_CONVERTED: Final = 8
"""Bytes of JSON, or of another program's log, that are made SGN at the cost of judging an action."""
RECORD_WORK: Final = 30_000
"""For judging a record; one of the most deals, all of whose cards are known, takes about 10,000."""


def judge_record(game: Game, imposed: RuleSet | None = None) -> Judgement:
    """The judgement of a game as far as the work for a record reaches."""
    with limited(RECORD_WORK):
        return judge(game, imposed=imposed)


def judge_record_in_full(game: Game, rules: RuleSet) -> Judgement:
    """The same with every finding."""
    with limited(RECORD_WORK):
        return judge_in_full(game, rules)


def read_and_judge_record(source: Source) -> tuple[Game, Judgement | Verdict]:
    """A game of a file, and the verdict on it where nothing is wrong, else its judgement."""
    game, verdict = read_and_judged(source, RECORD_WORK)
    return game, verdict or judge_record(game)
