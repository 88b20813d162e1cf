"""How a deal stands at a moment, as an object for JSON.

Every figure comes from the situation; nothing is worked out here.
"""

from typing import Any

from notation.findings.finding import Phrase
from notation.record.words import SUIT_NAMES, action_word, by_seat, card_word, in_order, seat_letter
from notation.rulings.ledger import Account
from notation.rulings.state_at import PossibleClaim, Situation
from notation.specs.spec import write_spec
from notation.text.writer import digest
from referee import actions
from referee.actions import Action
from referee.cards import Cards
from referee.codes import Ruling
from referee.deal import Deal
from referee.knowledge import Contents, Sight
from viewer.documents.languages import Language


def as_json(account: Account, now: Situation, language: Language) -> dict[str, Any]:
    """How the deal of an account stands at a moment, as an object."""
    deal, game = now.deal, account.judgement.game
    return {
        "digest": digest(game.record) if game.record else None,
        "rules": write_spec(account.rules),
        "deal": account.number,
        "at": str(now.path),
        "language": language.code,
        "over": deal.over,
        "turn": None if deal.over else seat_letter(deal.turn),
        "lead": card_word(deal.lead) if deal.lead >= 0 else None,
        "tricks": by_seat(tuple(deal.tricks)),
        **({"tricks_of_nobody": deal.untold} if deal.untold else {}),
        "points": by_seat(tuple(deal.points)),
        "slack": by_seat(tuple(deal.slack)),
        "waiting": by_seat(tuple(deal.pending)),
        "trumps": SUIT_NAMES[deal.trump],
        "talon": deal.talon_left,
        "closed_by": seat_letter(deal.closer) if deal.closer >= 0 else None,
        "allowed": [_choice_json(deal, *choice) for choice in now.allowed],
        "open": [_choice_json(deal, *choice) for choice in now.open_choices],
        "refused": [
            _choice_json(deal, refused.seat, refused.action) | _ruling_json(account, refused.ruling, language)
            for refused in now.refused
        ],
        "claims": [_claim_json(account, claim, language) for claim in now.claims],
        "known": [_sight_json(seen) for seen in now.sights],
    }


def _choice_json(deal: Deal, seat: int, action: Action) -> dict[str, Any]:
    value = deal.marriage_points(action - actions.MARRIAGE) if actions.is_marriage(action) else 0
    word = "draw" if action == actions.DRAW else action_word(action, value)
    return {"seat": seat_letter(seat), "action": word}


def _ruling_json(account: Account, ruling: Ruling, language: Language) -> dict[str, Any]:
    return {
        "code": ruling.code.id,
        "says": language.put(Phrase(ruling.code.sentence, ruling.facts)),
        "clause": language.clause(account.rules, ruling.code.point),
    }


def _claim_json(account: Account, claim: PossibleClaim, language: Language) -> dict[str, Any]:
    result = claim.result
    return {
        "seat": seat_letter(claim.seat),
        "points": claim.points,
        "slack": claim.slack,
        "missing": claim.missing,
        "refused": _ruling_json(account, claim.refused, language) if claim.refused else None,
        "result": {
            "winner": seat_letter(result.winner) if result.winner >= 0 else None,
            "game_points": result.game_points,
            "reason": result.reason.value,
            "steps": [language.put(Phrase(step.line.sentence, step.facts)) for step in claim.steps],
        }
        if result
        else None,
    }


def _sight_json(seen: Sight) -> dict[str, Any]:
    return {
        "seat": seat_letter(seen.seat),
        "hands": {
            seat_letter(other): _contents_json(hand) | {"absent": _words(seen.absent(other))}
            for other, hand in enumerate(seen.hands)
        },
        "talon": _contents_json(seen.talon),
        "turn_up": card_word(seen.turn_up) if seen.turn_up >= 0 else None,
    }


def _contents_json(contents: Contents) -> dict[str, Any]:
    return {
        "known": _words(contents.known),
        "possible": _words(contents.possible),
        "unknown": contents.unknown,
    }


def _words(cards: Cards) -> list[str]:
    return [card_word(card) for card in in_order(cards)]
