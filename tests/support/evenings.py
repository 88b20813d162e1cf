"""Evenings of a club as results-only sheets, true ones and ones into which a scribe's faults are sown."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

TARGET: Final = 7
PLAYERS: Final = ("Ana Petrova", "Boris", "Clara", "Dimitar", "Elena Ivanova", "Franz")


class PaperRow(NamedTuple):
    """A deal as a row of a sheet."""

    number: int
    winner: int
    points: int
    score: tuple[int, int]


@dataclass
class PaperSheet:
    """A match on paper."""

    name: str
    players: list[str]
    rows: list[PaperRow]
    result: str = ""

    def text(self) -> str:
        """The sheet as SGN, without dealers."""
        tags = [("Rules", "schnapsen"), *zip("AB", self.players, strict=True), ("Result", self.result)]
        head = "\n".join(f'[{name} "{value}"]' for name, value in tags)
        deals = (
            f"deal {row.number}\n= {'AB'[row.winner]} {row.points} score {row.score[0]}-{row.score[1]}\n"
            for row in self.rows
        )
        return "\n".join([f"%SGN 1\n{head}\n", *deals])


class Sown(NamedTuple):
    """A fault that was sown: its sheet, its deal, its kind, and words that must name it."""

    sheet: str
    deal: int
    kind: str
    words: str


@dataclass
class Evening:
    """The sheets of an evening, and what was sown into them."""

    sheets: list[PaperSheet]
    sown: list[Sown] = field(default_factory=list)


def match(name: str, players: list[str], rng: random.Random) -> PaperSheet:
    """A true match to seven, of at least five deals."""
    while True:
        score, rows = [0, 0], list[PaperRow]()
        while max(score) < TARGET:
            winner, points = rng.randrange(2), rng.choice((1, 1, 2, 2, 3))
            score[winner] += points
            rows.append(PaperRow(len(rows) + 1, winner, points, (score[0], score[1])))
        if len(rows) >= 5:
            return PaperSheet(name, players, rows, f"{score[0]}-{score[1]}")


def evening(rng: random.Random, faults: int) -> Evening:
    """An evening of everybody against everybody, with some faults, each on another sheet."""
    names = rng.sample(PLAYERS, rng.choice((4, 5)))
    pairs = [[one, other] for place, one in enumerate(names) for other in names[place + 1 :]]
    found = Evening([match(f"m{number}", pair, rng) for number, pair in enumerate(pairs, start=1)])
    for sheet in rng.sample(found.sheets, faults):
        rng.choice(list(FAULTS.values()))(found, sheet, rng)
    return found


def _words(sheet: PaperSheet, winner: int, points: int) -> str:
    """A result in words, with the first name of the winner."""
    return f"{sheet.players[winner].split()[0]} {points}"


def _score(score: tuple[int, ...]) -> str:
    return "-".join(map(str, score))


def _moved(score: tuple[int, int], side: int, by: int) -> tuple[int, int]:
    return (score[0] + by, score[1]) if side == 0 else (score[0], score[1] + by)


def carried_sum(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A wrong sum, with which the scribe goes on."""
    at = rng.randrange(1, len(sheet.rows))
    side = sheet.rows[at].winner
    right, by = sheet.rows[at].score, rng.choice((-1, 1))
    for place in range(at, len(sheet.rows)):
        row = sheet.rows[place]
        sheet.rows[place] = row._replace(score=_moved(row.score, side, by))
    sheet.result = _score(sheet.rows[-1].score)
    wrong = sheet.rows[at].score
    found.sown.append(Sown(sheet.name, at + 1, "sum", f"added wrongly: {_score(right)}, not {_score(wrong)}"))


def single_sum(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A wrong score of one row, after which the others are right."""
    at = rng.randrange(len(sheet.rows) - 1)
    row = sheet.rows[at]
    wrong = _moved(row.score, rng.randrange(2), rng.choice((3, 4)))
    sheet.rows[at] = row._replace(score=wrong)
    words = f"added wrongly: {_score(row.score)}, not {_score(wrong)}"
    found.sown.append(Sown(sheet.name, at + 1, "columns" if wrong == row.score[::-1] else "sum", words))


def columns(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """The two numbers of a score in the wrong columns."""
    at = rng.choice([place for place, row in enumerate(sheet.rows) if row.score[0] != row.score[1]])
    row = sheet.rows[at]
    sheet.rows[at] = row._replace(score=row.score[::-1])
    words = f"the columns of the score are swapped: {_score(row.score)}, not {_score(row.score[::-1])}"
    found.sown.append(Sown(sheet.name, at + 1, "columns", words))


def winner(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """The wrong winner of a deal whose score is right."""
    at = rng.randrange(1, len(sheet.rows))
    row = sheet.rows[at]
    sheet.rows[at] = row._replace(winner=1 - row.winner)
    right, wrong = _words(sheet, row.winner, row.points), _words(sheet, 1 - row.winner, row.points)
    found.sown.append(
        Sown(sheet.name, at + 1, "winner", f"winners swapped: by the score {right}, not {wrong}")
    )


def points(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """Wrong game points of a deal whose score is right."""
    at = rng.randrange(1, len(sheet.rows))
    row = sheet.rows[at]
    sheet.rows[at] = row._replace(points=row.points % 3 + 1)
    words = f"not {_score(row.score)}, unless it was {_words(sheet, row.winner, row.points)}"
    found.sown.append(Sown(sheet.name, at + 1, "sum", words))


def impossible(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """Game points that no deal brings."""
    at = rng.randrange(1, len(sheet.rows))
    row = sheet.rows[at]
    wrong = rng.choice((0, 7, 12))
    sheet.rows[at] = row._replace(points=wrong)
    words = (
        f"{_words(sheet, row.winner, wrong)} is impossible; "
        f"by the score it was {_words(sheet, row.winner, row.points)}"
    )
    found.sown.append(Sown(sheet.name, at + 1, "impossible", words))


def twice(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A row written a second time."""
    at = rng.randrange(len(sheet.rows) - 1)
    sheet.rows.insert(at + 1, sheet.rows[at])
    found.sown.append(Sown(sheet.name, at + 1, "twice", f"deal {at + 1} is written twice"))


def missing(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A row that was left out."""
    at = rng.randrange(1, len(sheet.rows) - 1)
    row = sheet.rows.pop(at)
    words = f"deal {at + 1} is missing; by the score it was {_words(sheet, row.winner, row.points)}"
    found.sown.append(Sown(sheet.name, at + 2, "missing", words))


def number(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A deal with a wrong number."""
    at = rng.randrange(1, len(sheet.rows) - 1)
    row = sheet.rows[at]
    sheet.rows[at] = row._replace(number=row.number + 3)
    words = f"numbered {row.number + 3}, but it is deal {row.number}"
    found.sown.append(Sown(sheet.name, row.number + 3, "number", words))


def spelling(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A name that differs in a letter from that on the other sheets."""
    seat = rng.randrange(2)
    name = sheet.players[seat]
    at = rng.randrange(1, len(name.split()[0]))
    wrong = rng.choice((name[:at] + name[at - 1] + name[at:], f"{name[0]}. {name.split()[-1]}"))
    if " " not in name:
        wrong = name[:at] + name[at - 1] + name[at:]
    sheet.players = [wrong if place == seat else other for place, other in enumerate(sheet.players)]
    found.sown.append(Sown(sheet.name, 0, "spelling", f"{wrong}={name}"))


def total(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A wrong result of the match at the head."""
    right = sheet.result
    one, other = sheet.rows[-1].score
    sheet.result = rng.choice((f"{other}-{one}", f"{one}-{other + 1}"))
    words = f"the match ended {right}, not {sheet.result} as written"
    found.sown.append(Sown(sheet.name, 0, "total", words))


def repeated(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A match of which the opponent hands in a sheet too."""
    rows = [row._replace(winner=1 - row.winner, score=row.score[::-1]) for row in sheet.rows]
    result = "-".join(reversed(sheet.result.split("-")))
    again = PaperSheet(f"again-{sheet.name}", sheet.players[::-1], rows, result)
    found.sheets.append(again)
    found.sown.append(
        Sown(again.name, 0, "repeated", f"the same match as {sheet.name}.sgn:1: it counts once")
    )


def over(found: Evening, sheet: PaperSheet, rng: random.Random) -> None:
    """A deal played after the end of the match."""
    last = sheet.rows[-1]
    sheet.rows.append(
        last._replace(number=last.number + 1, points=1, score=_moved(last.score, last.winner, 1))
    )
    words = f"played after the match was over, at {_score(last.score)}"
    found.sown.append(Sown(sheet.name, last.number + 1, "over", words))


FAULTS: Final[dict[str, Callable[[Evening, PaperSheet, random.Random], None]]] = {
    each.__name__: each
    for each in (
        *(carried_sum, single_sum, columns, winner, points, impossible, twice, missing, number, spelling),
        *(total, repeated, over),
    )
}
"""What a scribe does wrong, by name."""
