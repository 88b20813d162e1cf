"""What documents on a deal are called."""

from notation.findings import escape
from notation.record import seat_letter
from notation.rulings import Account
from viewer.documents.languages import Language


def title(account: Account, language: Language) -> str:
    """What a ruling is called: the deal, and who played."""
    record = account.judgement.game.readable
    names = [escape(record.tag(seat_letter(seat)) or "") for seat in range(account.rules.seats)]
    head = language.say("Ruling on deal {number}", number=account.number)
    players = " – ".join(
        f"{name} ({seat_letter(seat)})" if name else seat_letter(seat) for seat, name in enumerate(names)
    )
    event = [escape(part) for part in (record.tag("Event"), record.tag("Date")) if part]
    return " · ".join([head, *([players] if any(names) else []), *event])
