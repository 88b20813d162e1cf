"""What the actions of a moment were worth on average for all that a seat could know, as a document."""

from notation.findings import Fact, SeatFact
from notation.players import ActionAverage
from notation.rulings import Account, Expectation, sentence
from referee import actions
from viewer.documents.document import Column, DataTable, Document, Paragraph
from viewer.documents.languages import Language
from viewer.rulings.best_play import done_word, named_action
from viewer.rulings.titles import title

_CLOSES = (actions.CLOSE, actions.CLOSE_SHORT)


def expectation_document(account: Account, found: Expectation, language: Language) -> Document:
    """Render what each action was worth on average, and how that was found."""
    language = account.speaking(language)
    columns = (
        Column(language.say("Action")),
        Column(language.say("Average"), number=True),
        Column("±", number=True),
        Column(language.say("Behind the best"), number=True),
        Column("±", number=True),
    )
    rows = tuple(_row(each, found, language) for each in found.values.actions)
    seat = SeatFact(found.seat)
    caption = language.say("What {seat} could expect, in game points of the player's side", seat=seat)
    parts = (
        Paragraph(_answer(found, language), kind="answer"),
        DataTable(columns, rows, caption),
        Paragraph(_meant(found, language)),
    )
    what = language.say("what could be expected at {at}", at=str(found.path))
    return Document(f"{title(account, language)} · {what}", parts, language.code)


def _answer(found: Expectation, language: Language) -> str:
    """Say what closing and playing on were worth, or else the best action and another."""
    best, *others = found.values.actions
    closes = [each for each in found.values.actions if each.action in _CLOSES]
    plays = [each for each in found.values.actions if each.action not in _CLOSES]
    if closes and plays:
        facts = {"value": _points(closes[0].mean), "best": _points(plays[0].mean)}
        said = language.say("Closing won {value} on average, playing on {best}", **facts)
        return f"{said} ({_sample(found, [closes[0], plays[0]], language)})."
    told = language.say("{action} won {value} on average", **_of(best, found, language))
    shown = [best]
    if others:
        shown.append(next((each for each in others if each.action == found.done), others[0]))
        told += ", " + language.say("{action} won {value}", **_of(shown[1], found, language))
    return sentence(f"{told} ({_sample(found, shown, language)})")


def _of(each: ActionAverage, found: Expectation, language: Language) -> dict[str, Fact]:
    return {"action": named_action(each.action, found.deal, language), "value": _points(each.mean)}


def _sample(found: Expectation, of: list[ActionAverage], language: Language) -> str:
    """Return how many deals were valued, and the greatest error of some averages."""
    number = found.values.deals
    if number == found.values.number and not found.player:
        return language.count("the only possible deal", "all {number} possible deals", number)
    deals = language.count("{number} deal", "{number} deals", number)
    return f"± {max(each.error for each in of):.2f}, {deals}"


def _meant(found: Expectation, language: Language) -> str:
    """Say how the deals were valued, and what that favours."""
    if found.player:
        return language.say(
            "The deals are possible for all that the player could know. Each was played out by {player} "
            "players, who see no more than their own cards: the averages say what an action is worth with "
            "their play.",
            player=found.player,
        )
    return language.say(
        "The deals are possible for all that the player could know. Each was valued with best play by "
        "everybody and all cards seen: that favours actions after which the right card has still to be "
        "guessed, and gives nothing for finding out or hiding where a card is."
    )


def _row(each: ActionAverage, found: Expectation, language: Language) -> tuple[str, ...]:
    done = done_word(each.action, found.seat, found.deal, language)
    if each.action == found.done:
        done = language.say("{action} (played)", action=done)
    return done, _points(each.mean), f"{each.error:.2f}", f"{each.behind:.2f}", f"{each.behind_error:.2f}"


def _points(value: float) -> str:
    """Format an average of game points, with a real minus sign."""
    return f"{value:.2f}".replace("-", "\N{MINUS SIGN}")
