"""The titles of documents about deals, and the names of the seats in them."""

from collections.abc import Sequence

from notation.findings import escape
from notation.record import seat_letter
from notation.rulings import Account
from notation.text import Game
from referee import RuleSet
from viewer.documents.languages import Language


def title(account: Account, language: Language) -> str:
    """Return the title of a ruling: the deal and the players."""
    return titled(language.say("Ruling on deal {number}", number=account.number), account)


def titled(head: str, account: Account) -> str:
    """Return the title of a document about a deal: kind, players, event and date."""
    return " · ".join([head, *of_whom(account.judgement.game, account.rules)])


def of_whom(game: Game, rules: RuleSet) -> list[str]:
    """Return the players, the event and the date of a game, as far as they are noted."""
    record = game.readable
    letters = [seat_letter(seat) for seat in range(rules.seats)]
    players = [" – ".join(_seated(game, rules))] if any(map(record.tag, letters)) else []
    return [*players, *(escape(part) for part in (record.tag("Event"), record.tag("Date")) if part)]


def seated(account: Account) -> list[str]:
    """Return the players by seat: the name with the letter of the seat, `Neda (B)`."""
    return _seated(account.judgement.game, account.rules)


def _seated(game: Game, rules: RuleSet) -> list[str]:
    return seats_named([game.readable.tag(seat_letter(seat)) or "" for seat in range(rules.seats)])


def seats_named(names: Sequence[str]) -> list[str]:
    """Return the seats of players in words, from A on: each name with its letter, or the letter alone.

    >>> seats_named(["Neda", ""])
    ['Neda (A)', 'B']
    """
    letters = map(seat_letter, range(len(names)))
    return [
        f"{escape(name)} ({letter})" if name else letter for name, letter in zip(names, letters, strict=True)
    ]
