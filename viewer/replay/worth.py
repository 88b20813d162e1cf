"""What a replay shows of best play: the worth of a deal at each step, every choice, and the mistakes.

The values are found once and kept without words; they are put into words for each reader.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from notation.findings import Phrase
from notation.record import seat_letter
from notation.rulings import Account, BestPlay, MistakeKind, actions_at_steps, mistakes_in, worth_at_steps
from referee import SEATS, Action
from referee.actions import OUT
from referee.solver import ValuedAction
from viewer.documents.languages import Language
from viewer.rulings.best_play import BY_MISTAKE, LATER, named_action, with_sign, worth_told

KeptValues = Mapping[str, Any]
"""What was found of a deal, as JSON can hold it."""
WORDS: Final = {
    "choices": Phrase("What could be done, and what it is worth"),
    "done": Phrase("done"),
    "match": Phrase("What the match cost"),
    "player": Phrase("Player"),
    "how": Phrase("How"),
    "number": Phrase("Mistakes"),
    "cost": Phrase("Game points"),
    "valued": Phrase("Deals valued: {valued} of {number}"),
    "none": Phrase("Nobody made a mistake."),
}
"""Words around the values, which come with them, so that pages without values need none."""


def values_in_deal(account: Account, found: BestPlay | Phrase) -> dict[str, Any]:
    """Return what was found of a deal, by the steps of its replay."""
    if isinstance(found, Phrase):
        return {"steps": [], "choices": [], "mistakes": [], "note": found.sentence}
    return {
        "steps": [[each.step, each.trick, each.values] for each in worth_at_steps(account, found)],
        "choices": [
            [step, each.seat, each.event.ply.action, shown]
            for step, each in actions_at_steps(account, found)
            if each.event and len(shown := _shown(each.choices, each.event.ply.action)) > 1
        ],
        "mistakes": [[each.seat, each.kind.value, each.number, each.cost] for each in mistakes_in([found])],
        "note": "" if found.is_whole else LATER.sentence,
    }


def _shown(choices: Iterable[ValuedAction], done: Action) -> list[ValuedAction]:
    """Return the choices to show, the best first; of claims only what was done or could not be bettered."""
    ordered = sorted(choices, key=lambda each: -each.value)
    return [each for each in ordered if each.action in (done, ordered[0].action) or each.action != OUT]


def worth_in_words(account: Account, values: KeptValues, language: Language) -> dict[str, Any]:
    """Return the values of a deal for its replay, in the language of a reader.

    By step the game points that the first of two sides is sure of, with a sentence; by step who acted, and
    each thing that could be done with its value and whether it was done; the mistakes; and why there is no
    more.
    """
    deal = account.played[-1].after if account.played else None
    return {
        "steps": {
            str(step): [worth[0], " ".join(worth_told(account.rules, tuple(worth), trick, language))]
            for step, trick, worth in values["steps"]
        },
        "choices": {
            str(step): [
                [
                    "" if who == seat else language.seat(SEATS[who]),
                    named_action(Action(action), deal, language),
                    value,
                    with_sign(value),
                    action == done,
                ]
                for action, who, value in choices
            ]
            for step, seat, done, choices in values["choices"]
            if deal
        },
        "mistakes": [
            [seat_letter(SEATS[seat]), language.say(BY_MISTAKE[MistakeKind(kind)].sentence), number, cost]
            for seat, kind, number, cost in values["mistakes"]
        ],
        "note": language.say(values["note"]) if values["note"] else "",
        "words": {name: language.translate(phrase.sentence) for name, phrase in WORDS.items()},
    }
