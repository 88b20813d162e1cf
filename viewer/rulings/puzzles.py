"""Puzzles as a document with the answers at its end, and as a page on which every action has its answer.

Every value comes from the search; nothing is computed here.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from notation.findings import SeatFact, SuitFact
from notation.record import seat_letter
from notation.rulings import Puzzle
from viewer.documents.document import Document, Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.documents.rendering import HERE, STYLES, template
from viewer.rulings.best_play import named_action, with_sign
from viewer.rulings.deal_rulings import picture
from viewer.rulings.titles import titled


class PuzzleAnswer(NamedTuple):
    """An action in words, whether it is right, and what it is worth."""

    action: str
    is_right: bool
    says: str


class PuzzleInWords(NamedTuple):
    """A puzzle in words: its title, the cards and the question, and the answer to each action."""

    title: str
    parts: tuple[Part, ...]
    answers: tuple[PuzzleAnswer, ...]


def puzzles_document(found: Sequence[Puzzle], language: Language) -> Document:
    """Render puzzles, and below them all what is right in each."""
    told = list(_in_words(found, language))
    parts: list[Part] = [Paragraph(_meant(language))]
    for each in told:
        parts += (Heading(each.title), *each.parts)
        parts.append(Listing(tuple(Item(answer.action) for answer in each.answers)))
    parts.append(Heading(language.say("Answers")))
    for each in told:
        parts.append(Heading(each.title, 3))
        told_of = (Item(f"{answer.action}: {answer.says}") for answer in each.answers)
        parts.append(Listing(tuple(told_of)))
    return Document(language.say("Puzzles"), tuple(parts), language.code)


def puzzles_html(found: Sequence[Puzzle], language: Language) -> str:
    """Render puzzles as a self-contained page: every action can be opened, and has its answer in it."""
    style = "".join((HERE / "static" / name).read_text("utf-8") for name in (*STYLES, "puzzles.css"))
    return template("puzzles.html").render(
        title=language.say("Puzzles"),
        meant=_meant(language),
        asked=language.say("Open an action to see its answer."),
        puzzles=list(_in_words(found, language)),
        language=language.code,
        style=style,
    )


def _meant(language: Language) -> str:
    return language.say(
        "Exactly one action is right in each puzzle. All cards are seen, and everybody plays as well as "
        "possible. An action is worth the game points that its player's side is then sure of; a negative "
        "number is a loss."
    )


def _in_words(found: Sequence[Puzzle], language: Language) -> Iterator[PuzzleInWords]:
    for number, each in enumerate(found, start=1):
        speaking = each.account.speaking(language)
        facts = {"seat": SeatFact(each.seat), "trick": each.trick}
        asked = speaking.say("{seat} is to act in trick {trick}. Which action is right?", **facts)
        parts = (
            picture(each.account, each.layout, speaking, seat_letter(each.seat), not each.deal.strict),
            Paragraph(asked, " · ".join(_beside(each, speaking))),
        )
        title = language.say("Puzzle {number}", number=number)
        yield PuzzleInWords(title, parts, tuple(_answers(each, speaking)))


def _beside(puzzle: Puzzle, language: Language) -> Iterator[str]:
    """Return what else there is to know: rules, trumps and points, and where the puzzle comes from."""
    account, deal = puzzle.account, puzzle.deal
    yield deal.rules.name
    if deal.trump >= 0:
        yield language.say("Trumps: {suit}", suit=SuitFact(deal.trump))
    yield language.say("Card points: {points}", points="–".join(map(str, deal.own_points)))
    yield titled(language.say("Deal {number}", number=account.number), account)


def _answers(puzzle: Puzzle, language: Language) -> Iterator[PuzzleAnswer]:
    for each in puzzle.actions:
        worth = with_sign(each.value)
        is_right = each == puzzle.right
        if is_right:
            says = language.say(
                "Right: it is worth {value}. The best of the others is worth {other}.",
                value=worth,
                other=with_sign(puzzle.next_best),
            )
        else:
            says = language.say("Wrong: it is worth {value}.", value=worth)
        action = named_action(each.action, puzzle.deal, language)
        yield PuzzleAnswer(action[:1].upper() + action[1:], is_right, says)
