"""Santase: reads, judges, explains, plays and converts games of Santase, Sixty-six and Schnapsen.

This is the face for programs: what people use, under one name. Each name is imported from its package when
it is first used; `import santase` alone loads none of them.

>>> import santase
>>> [game] = santase.read("%SGN 1")
>>> santase.judge(game).ok
True
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notation import Conversion as Conversion
    from notation import DealJudgement as DealJudgement
    from notation import DealRecorder as DealRecorder
    from notation import Finding as Finding
    from notation import Game as Game
    from notation import Judgement as Judgement
    from notation import MatchRecorder as MatchRecorder
    from notation import Record as Record
    from notation import UnknownRules as UnknownRules
    from notation import convert as convert
    from notation import digest as digest
    from notation import parse_spec as parse_spec
    from notation import read as read
    from notation import read_file as read_file
    from notation import write as write
    from notation import write_spec as write_spec
    from notation.judge import Verdict as Verdict
    from notation.judge import judge as judge
    from notation.judge import judge_text as judge_text
    from notation.record import action_word as action_word
    from notation.record import card_word as card_word
    from notation.record import read_card as read_card
    from notation.record import read_seat as read_seat
    from notation.record import seat_letter as seat_letter
    from referee import PACK as PACK
    from referee import PRESETS as PRESETS
    from referee import SANTASE as SANTASE
    from referee import SCHNAPSEN as SCHNAPSEN
    from referee import SEATS as SEATS
    from referee import SIXTY_SIX as SIXTY_SIX
    from referee import Deal as Deal
    from referee import DealError as DealError
    from referee import IllegalAction as IllegalAction
    from referee import Match as Match
    from referee import RuleSet as RuleSet
    from referee import Ruling as Ruling
    from referee import actions as actions
    from referee import mask as mask
    from referee import members as members
    from santase.explaining import explain as explain
    from santase.pictures import picture as picture
else:
    _NAMES = {
        "notation": (
            "Conversion DealJudgement DealRecorder Finding Game Judgement MatchRecorder Record UnknownRules "
            "convert digest parse_spec read read_file write write_spec"
        ),
        "notation.judge": "Verdict judge judge_text",
        "notation.record": "action_word card_word read_card read_seat seat_letter",
        "referee": (
            "PACK PRESETS SANTASE SCHNAPSEN SEATS SIXTY_SIX Deal DealError IllegalAction Match RuleSet "
            "Ruling actions mask members"
        ),
        "santase.explaining": "explain",
        "santase.pictures": "picture",
    }
    _MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}
    __all__ = list(_MODULE_OF)

    def __getattr__(name: str) -> object:
        """Import a name from its module, or say which other package prevents it."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        from santase.installation import damaged, hidden

        if said := hidden():
            raise ImportError(said)
        try:
            found = getattr(import_module(_MODULE_OF[name]), name)
        except (AttributeError, ImportError) as error:
            if said := damaged():
                raise ImportError(said) from error
            raise
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *_MODULE_OF})

    if _shell := getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)():
        from santase.notebook import register

        register(_shell)
