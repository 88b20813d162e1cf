"""What each seat could know at every step of a deal, in a compact form for players of the replay.

A self-contained page includes it all, so nothing is repeated: a step lists only the cards that can be
elsewhere than at the step before, and shared statements are referred to by number. Only cards that a seat
does not see are described; their true places are not.
"""

from typing import Any

from notation.findings import Phrase
from notation.limits import spend
from notation.record import card_word, seat_letter
from notation.rulings import Account, KnownAtMoment, known_at_steps, place_word, reason_phrase
from referee.whereabouts import Clue, Whereabouts
from viewer.documents.languages import Language
from viewer.limits import STEP_WORK

_SEEN = (Clue.HELD, Clue.PLAYED, Clue.TURN_UP)
"""The reasons by which a seat sees where a card is."""


def known_in_deal(account: Account, language: Language) -> dict[str, Any]:
    """Return what each seat could know at every step of a deal, as an object.

    ``says`` lists sentences, and ``where`` statements about a card: its places, the number of the sentence
    why it must be there, or -1, and for each excluded place that of the sentence why. ``seats`` lists by seat
    and step the cards whose statement changes, with its number, or -1 where the seat now sees the card; where
    nothing is known, a step is the number of the sentence why.
    """
    says: dict[str, int] = {}
    where: dict[tuple[Any, ...], int] = {}

    def number(phrase: Phrase) -> int:
        return says.setdefault(language.put(phrase), len(says))

    def state(card: Whereabouts) -> int:
        why = number(reason_phrase(card.why)) if card.why else -1
        cannot = tuple((place_word(each.place), number(reason_phrase(each))) for each in card.cannot)
        places = tuple(map(place_word, card.places))
        return where.setdefault((places, why, cannot), len(where))

    def changes(found: KnownAtMoment | Phrase, before: dict[str, int]) -> dict[str, int] | int:
        if not isinstance(found, KnownAtMoment):
            return number(found)
        cards = (card for card in found.knows.cards if card.why is None or card.why.clue not in _SEEN)
        now = {card_word(card.card): state(card) for card in cards}
        seen = {card: -1 for card in before if card not in now}
        changed = {card: is_so for card, is_so in now.items() if before.get(card) != is_so} | seen
        before.clear()
        before.update(now)
        return changed

    letters = [seat_letter(seat) for seat in range(account.rules.seats)]
    before: dict[str, dict[str, int]] = {letter: {} for letter in letters}
    seats: dict[str, list[dict[str, int] | int]] = {letter: [] for letter in letters}
    for step in known_at_steps(account):
        for letter, found in zip(letters, step, strict=True):
            spend(STEP_WORK)
            seats[letter].append(changes(found, before[letter]))
    return {"says": list(says), "where": [list(each) for each in where], "seats": seats}
