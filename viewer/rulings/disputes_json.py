"""Claims and what is to be said of them, as objects for JSON.

Everything comes from the answers; nothing is worked out here.
"""

from collections.abc import Sequence
from typing import Any

from notation.judge import Judgement
from notation.record import by_seat, seat_letter
from notation.replay import Standing
from notation.rulings import Allowed, Answer, Claim, Dispute, Points, SeatPoints, SeatTricks, Worth
from notation.specs import write_spec
from notation.text import Game, digest, ply_word
from referee import RuleSet
from viewer.documents.languages import Language
from viewer.documents.reports import certainty_json, finding_json
from viewer.rulings.answers import answer as result_words


def settlement_json(
    found: Answer, game: Game, number: int, rules: RuleSet, language: Language, file: str
) -> dict[str, Any]:
    """What is to be said of a claim of what a deal is worth, as an object."""
    return _head(game, number, rules, language, file) | _answer_json(found, game, language)


def disputed_json(
    found: Sequence[Dispute], game: Game, number: int, rules: RuleSet, language: Language, file: str
) -> dict[str, Any]:
    """What is to be said of the claims that stand in a deal, as an object."""
    disputes = [_dispute_json(dispute, game, language) for dispute in found]
    return _head(game, number, rules, language, file) | {"disputes": disputes}


def _head(game: Game, number: int, rules: RuleSet, language: Language, file: str) -> dict[str, Any]:
    return {
        "file": file,
        "game": game.number,
        "digest": digest(game.record) if game.record else None,
        "rules": write_spec(rules),
        "deal": number,
        "language": language.code,
    }


def _answer_json(found: Answer, game: Game, language: Language) -> dict[str, Any]:
    return {
        "claim": _claim_json(Claim(found.claim)),
        "verdict": found.verdict.value,
        "worth": _claim_json(Claim(found.worth)) if found.worth else None,
        "says": result_words(language, found.deal, found.certainty),
        **certainty_json(found.certainty),
        "standing": _standing_json(found.standing),
        "missing": [finding_json(Judgement(game, None), finding) for finding in found.missing],
        "rule_sets": [other.spec for other in found.rule_sets],
        "options": [
            {"rules": other.spec, "changes": [change._asdict() for change in other.changes]}
            for other in found.options
        ],
    }


def _dispute_json(dispute: Dispute, game: Game, language: Language) -> dict[str, Any]:
    return {
        **game.place(dispute.span)._asdict(),
        "text": dispute.text,
        "fault": language.put(dispute.fault) if dispute.fault else None,
        "claim": _claim_json(dispute.claim) if dispute.claim else None,
        "verdict": dispute.verdict.value,
        "standing": _standing_json(dispute.standing),
        "action": ply_word(dispute.ply) if dispute.ply else None,
        "allowed": dispute.allowed.value if dispute.allowed else None,
        "ruling": dispute.ruling.code.id if dispute.ruling else None,
        "refusal": dispute.refusal.code.id if dispute.refusal else None,
        "answer": _answer_json(dispute.answer, game, language) if dispute.answer else None,
    }


def _claim_json(claim: Claim) -> dict[str, Any]:
    """A claim by its kind, with whom and how much it names."""
    what = claim.what
    by = {"by": seat_letter(claim.by)} if claim.by >= 0 else {}
    match what:
        case Worth():
            winner = seat_letter(what.winner) if what.winner >= 0 else None
            return by | {"of": "worth", "winner": winner, "game_points": what.game_points}
        case Points():
            return by | {"of": "points", "points": by_seat(what.points)}
        case Allowed():
            return by | {"of": "legality", "legal": what.allowed}
    seat = {"seat": seat_letter(what.seat) if what.seat >= 0 else "leader"}
    match what:
        case SeatPoints():
            return by | {"of": "points"} | seat | {"points": what.points}
        case SeatTricks():
            return by | {"of": "tricks"} | seat | {"tricks": what.tricks}
    return by | {"of": "out"} | seat


def _standing_json(standing: Standing | None) -> dict[str, Any] | None:
    if standing is None:
        return None
    return {
        "points": by_seat(standing.points),
        "slack": by_seat(standing.slack),
        "tricks": by_seat(standing.tricks),
        **({"tricks_of_nobody": standing.untold} if standing.untold else {}),
        "leader": seat_letter(standing.leader),
        "turn": None if standing.result else seat_letter(standing.turn),
        "over": standing.result is not None,
    }
