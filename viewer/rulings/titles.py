"""The titles of documents about deals, and the names of the seats in them."""

from collections.abc import Sequence

from notation.findings import escape
from notation.record import seat_letter
from notation.rulings import Account
from viewer.documents.languages import Language


def title(account: Account, language: Language) -> str:
    """Return the title of a ruling: the deal and the players."""
    return titled(language.say("Ruling on deal {number}", number=account.number), account)


def titled(head: str, account: Account) -> str:
    """Return the title of a document about a deal: kind, players, place and date."""
    record = account.judgement.game.readable
    letters = [seat_letter(seat) for seat in range(account.rules.seats)]
    players = [" – ".join(seated(account))] if any(map(record.tag, letters)) else []
    event = [escape(part) for part in (record.tag("Event"), record.tag("Date")) if part]
    return " · ".join([head, *players, *event])


def seated(account: Account) -> list[str]:
    """Return the players by seat: the name with the letter of the seat, `Neda (B)`."""
    record = account.judgement.game.readable
    return seats_named([record.tag(seat_letter(seat)) or "" for seat in range(account.rules.seats)])


def seats_named(names: Sequence[str]) -> list[str]:
    """Return the seats of players in words, from A on: each name with its letter, or the letter alone.

    >>> seats_named(["Neda", ""])
    ['Neda (A)', 'B']
    """
    letters = map(seat_letter, range(len(names)))
    return [
        f"{escape(name)} ({letter})" if name else letter for name, letter in zip(names, letters, strict=True)
    ]
