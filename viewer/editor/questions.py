"""Questions about a card, a trick or the result of a deal in a document, and their answers.

Which make sense and what is right is decided in :mod:`notation.rulings`; this finds the place, and makes the
answer short.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from notation.judge import Judgement, judge
from notation.record import DealRecord, Outcome, Ply, Trick, Variation
from notation.rulings import Account, account, answer_question, question_named, questions_at
from notation.text import Source, read_game
from viewer.documents.document import Heading, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.editor.review import DocumentPart, Review, ReviewedGame
from viewer.rulings.disputes import answers


class PlacedQuestion(NamedTuple):
    """A question about a place of a document: what it asks, and where it is asked again by its name."""

    title: str
    deal: int
    trick: int
    action: int
    name: str


def questions_there(review: Review, offset: int, language: Language) -> Iterator[PlacedQuestion]:
    """Return what can be asked about what stands at an offset; nothing where that is not judged."""
    seen = review.game_at(offset)
    part = seen.part_at(offset) if seen else None
    if seen is None or part is None or not 0 <= part.deal < len(seen.judgement.deals):
        return
    deal = seen.judgement.deals[part.deal]
    told = account(seen.judgement, part.deal + 1, certainty=seen.certainty_of(deal))
    place = _place(told, part)
    if place is None:
        return
    trick, action = place
    for question in questions_at(told, trick, action):
        words = question.words(told.speaking(language))
        title = f"{words[:1].upper()}{words[1:]}?"
        yield PlacedQuestion(title, part.deal + 1, trick, action, question.name)


def answer_there(
    review: Review, offset: int, asked: tuple[int, int, int, str], language: Language
) -> str | None:
    """Return the short answer to a question about the game at an offset; None if it has no longer one."""
    seen = review.game_at(offset)
    deal, trick, action, name = asked
    if seen is None or not 0 < deal <= len(seen.judgement.deals):
        return None
    told = account(_whole(seen), deal)
    question = question_named(told, name, trick, action)
    if question is None:
        return None
    dispute = answer_question(told, question, language)
    return "\n".join(_short(answers([dispute], told, language)))


def _place(told: Account, part: DocumentPart) -> tuple[int, int] | None:
    """Return the trick and the action of a part, as questions name them; None if nothing asks about it."""
    match part.what:
        case DealRecord() | Outcome() if not isinstance(part.behind, Variation):
            return 0, 0
        case Trick() as trick:
            order = [other.span for other in told.record.tricks]
            return (order.index(trick.span) + 1, 0) if trick.span in order else None
        case Ply() as ply:
            steps = (step for step in told.played if step.event and step.event.ply.span == ply.span)
            written = next((step.written for step in steps if step.written), None)
            return (written.trick, written.action) if written else None
    return None


def _whole(seen: ReviewedGame) -> Judgement:
    """Return the judgement of a game in which every place counts from its start."""
    game = seen.judgement.game
    return judge(read_game(Source(game.number, game.line, game.text, None, game.source)))


def _short(parts: Iterator[Part]) -> Iterator[str]:
    """Return the lines of an answer, without the rules under which it would be another."""
    for part in takewhile(lambda part: not (isinstance(part, Heading) and part.level > 2), parts):
        match part:
            case Heading() | Paragraph():
                yield part.text
            case Listing():
                yield from (item.text for item in part.items)
