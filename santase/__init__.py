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
    from notation import (
        Conversion,
        DealJudgement,
        DealRecorder,
        Finding,
        Game,
        Judgement,
        MatchRecorder,
        Record,
        UnknownRules,
        convert,
        digest,
        parse_spec,
        read,
        read_file,
        write,
        write_spec,
    )
    from notation.judge import Verdict, judge, judge_text
    from notation.record import action_word, card_word, read_card, read_seat, seat_letter
    from referee import (
        PACK,
        PRESETS,
        SANTASE,
        SCHNAPSEN,
        SEATS,
        SIXTY_SIX,
        Deal,
        DealError,
        IllegalAction,
        Match,
        RuleSet,
        Ruling,
        actions,
        mask,
        members,
    )
    from santase.explaining import explain
    from santase.pictures import picture
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

    def __getattr__(name: str) -> object:
        """Import a name from its module, or say which other package prevents it."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        from santase.installation import hidden, overwritten

        if said := hidden():
            raise ImportError(said)
        try:
            found = getattr(import_module(_MODULE_OF[name]), name)
        except (AttributeError, ImportError) as error:
            if said := overwritten():
                raise ImportError(said) from error
            raise
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *_MODULE_OF})

    if _shell := getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)():
        from santase.notebook import register

        register(_shell)


__all__ = [
    "PACK",
    "PRESETS",
    "SANTASE",
    "SCHNAPSEN",
    "SEATS",
    "SIXTY_SIX",
    "Conversion",
    "Deal",
    "DealError",
    "DealJudgement",
    "DealRecorder",
    "Finding",
    "Game",
    "IllegalAction",
    "Judgement",
    "Match",
    "MatchRecorder",
    "Record",
    "RuleSet",
    "Ruling",
    "UnknownRules",
    "Verdict",
    "action_word",
    "actions",
    "card_word",
    "convert",
    "digest",
    "explain",
    "judge",
    "judge_text",
    "mask",
    "members",
    "parse_spec",
    "picture",
    "read",
    "read_card",
    "read_file",
    "read_seat",
    "seat_letter",
    "write",
    "write_spec",
]
