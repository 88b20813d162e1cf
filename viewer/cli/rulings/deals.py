"""The commands that settle disputes: rulings, and what other rules would give.

Nothing is judged here.
"""

from collections.abc import Sequence
from functools import partial
from typing import NoReturn

import click

from notation.findings import Phrase
from notation.record import read_seat
from notation.rulings import (
    RULED_POSITIONS,
    Account,
    ClaimVerdict,
    Dispute,
    PacksError,
    answer_claims,
    best_play,
    choose,
    compare_rules,
    disputes,
    fitting_deals,
    infer_together,
    known_at,
    situation,
)
from notation.rulings import infer as infer_rules
from notation.text import NamedGame
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.load import accounts, chosen, moment, one_deal
from viewer.cli.output import Delivery
from viewer.cli.printing import show_game
from viewer.cli.replay.solving import CostsOfMatches
from viewer.documents.languages import Language
from viewer.rulings.audits import match_sheet
from viewer.rulings.comparison import comparison
from viewer.rulings.deal_rulings import Docket, case, explanation
from viewer.rulings.inference import conclusion, joint_conclusion
from viewer.rulings.situation import description, known


def explain(
    of: options.DealsAsked, place: str | None, knower: str | None, asks_cost: bool, delivery: Delivery
) -> None:
    """Print the ruling of every deal."""
    files, language = delivery.files, delivery.language
    if knower is not None and place is None:
        raise click.UsageError(language.say("{option} needs a moment: add --at", option="--knows"))
    if asks_cost and place is not None:
        raise click.UsageError(
            language.say("--best-play looks at a whole deal and --at at one moment: they cannot be combined")
        )
    wrong = False
    told = accounts(files, of, in_steps=delivery.form == "json" or asks_cost or place is not None)
    if place is not None:
        _describe(of.file, list(told), place, knower, delivery)
    match = None
    costs = CostsOfMatches(delivery, of, has_object=False)
    for account in told:
        found = best_play(account, RULED_POSITIONS) if asks_cost else None
        if found is not None:
            costs.add(account, found)
        if of.deal is None and account.judgement is not match and len(account.judgement.deals) > 1:
            delivery.add(partial(match_sheet, account.judgement, language, of.file))
        match = account.judgement
        wrong |= any(finding.is_error for finding in account.findings)
        delivery.add(
            partial(explanation, account, language, found), partial(objects.ruling, account, language, found)
        )
    costs.finish()
    delivery.leave(language.say("Rulings on {file}", file=of.file), wrong)


def _describe(file: str, told: list[Account], place: str, knower: str | None, delivery: Delivery) -> NoReturn:
    """Report the state of the one deal at a moment, or what a seat could know then, and end the command."""
    files, language = delivery.files, delivery.language
    at = moment(place, told, language)
    for account in told:
        if knower is not None:
            found = known_at(account, at, read_seat(knower))
            if isinstance(found, Phrase):
                files.fail(file, language.put(found))
            else:
                whose = (account, found, language)
                delivery.add(partial(known, *whose), partial(objects.knowledge, *whose))
            continue
        now = situation(account, at)
        if isinstance(now, Phrase):
            files.fail(file, language.put(now))
        else:
            told_of = (account, now, language)
            delivery.add(partial(description, *told_of), partial(objects.situation, *told_of))
    delivery.leave("", wrong=False)


def compare(file: str, game: int | None, named: tuple[RuleSet, ...], delivery: Delivery) -> None:
    """Judge the play of every game under several rule sets."""
    files, language = delivery.files, delivery.language
    for played in chosen(files, file, game):
        if played.findings:
            show_game(file, played, language)
        try:
            compared = compare_rules(played, named)
        except PacksError as error:
            files.fail(file, language.put(error.phrase))
            continue
        told = (compared, language, file)
        delivery.add(partial(comparison, *told), partial(objects.comparison, *told))
    delivery.leave(language.say("{file} under several rule sets", file=file), wrong=False)


def infer(
    paths: tuple[str, ...], game: int | None, together: bool, assumed: RuleSet | None, delivery: Delivery
) -> None:
    """Find the rule sets and options under which every game is legal and its stated points are right."""
    files, language = delivery.files, delivery.language
    settled = True
    named = [NamedGame(file, played) for file in files.names() for played in chosen(files, file, game)]
    if together:
        found = infer_together([each.game for each in named], assumed)
        settled = found.settled
        delivery.add(
            partial(joint_conclusion, found, named, language),
            partial(objects.joint_inference, found, named, language),
        )
    for file, played in () if together else named:
        found = infer_rules(played, assumed)
        settled &= found.settled
        told = (found, played, language, file)
        delivery.add(partial(conclusion, *told), partial(objects.inference, *told))
    delivery.leave(language.say("The rules of {file}", file=", ".join(paths)), wrong=not settled)


def dispute(
    of: options.DealsAsked,
    claims: tuple[str, ...],
    choices: tuple[int, ...],
    place: str,
    date: str,
    number: str,
    arbiter: str,
    issuer: str,
    appeal: str,
    delivery: Delivery,
) -> None:
    """Answer each side's claims about a deal."""
    files, language = delivery.files, delivery.language
    right = True
    docket = Docket(place, date, number, arbiter, issuer, appeal)
    told = list(accounts(files, of))
    if choices and not claims:
        raise click.UsageError(language.say("--choose is for what --claim says: add --claim"))
    if claims and len(told) > 1:
        told = [told[_deal_of(claims, told, language)]]
    for account in told:
        where = (account.judgement.game, account.number, account.rules)
        found = answer_claims(*where, claims, account) if claims else disputes(*where, account)
        if choices:
            found = answer_claims(*where, _chosen(found, choices, account, language), account)
        right &= all(each.verdict is ClaimVerdict.RIGHT for each in found)
        delivery.add(
            partial(case, found, account, language, docket),
            partial(objects.disputes, found, *where, language, of.file),
        )
    delivery.leave(language.say("Disputes in {file}", file=of.file), wrong=not right)


def _deal_of(claims: tuple[str, ...], told: list[Account], language: Language) -> int:
    """Return the place of the only account that claims fit; report which ones they fit otherwise."""
    answered = (answer_claims(each.judgement.game, each.number, each.rules, claims, each) for each in told)
    fits = fitting_deals(list(answered))
    if len(fits) == 1:
        return fits[0]
    if not fits:
        raise click.UsageError(one_deal("--claim", len(told), language))
    deals = ", ".join(str(told[place].number) for place in fits)
    raise click.UsageError(
        language.say("The claims fit several deals ({deals}): choose one with --deal", deals=deals)
    )


def _chosen(
    found: Sequence[Dispute], choices: tuple[int, ...], account: Account, language: Language
) -> list[str]:
    """Return the claims with the chosen ones in place of what was not understood."""
    try:
        return choose(found, choices, account.speaking(language))
    except ValueError:
        raise click.UsageError(
            language.count(
                "--choose takes the number of an offered question, and {number} is offered",
                "--choose takes the number of an offered question, and {number} are offered",
                sum(len(each.offered) for each in found),
            )
        ) from None
