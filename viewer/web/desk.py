"""The desk at which disputes are settled: a sheet, the claims of each side, and one page to sign.

The page is the document that `santase dispute` prints. Its URL contains the whole question, so it can be
bookmarked and sent; nothing is judged here.
"""

from collections.abc import Container, Mapping
from typing import Any, Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from notation import Game, Judgement, read
from notation.findings import Phrase
from notation.limits import SpentError
from notation.record import NOBODY, SEAT_LETTERS, seat_letter
from notation.rulings import (
    Account,
    Dispute,
    answer_claims,
    choose,
    claim_sentence,
    disputes,
    fitting_deals,
    infer,
    rules_of,
    ruling_sentence,
    speaker_of,
)
from notation.rulings.claim_words import claim_words
from notation.rulings.claims import OF_AUCTIONS, OF_CALLS
from notation.text import cut
from referee import PRESETS, RuleSet
from referee.contracts import NO_AUCTION
from viewer import limits
from viewer.rulings.deal_rulings import Docket, case
from viewer.rulings.disputes import verdict_words
from viewer.rulings.titles import seats_named
from viewer.store import Visibility
from viewer.web.adding import keep, visibility_asked
from viewer.web.failures import TOO_MUCH, Problem, said_of
from viewer.web.kept import asked_rules, deal, few_deals, heard, language, rule_set_named, stored
from viewer.web.pointing import answered, asked_questions
from viewer.web.uploads import as_sgn, kind_of, refusal, text_sent

desk = Blueprint("desk", __name__)

INFERRED: Final = "infer"
"""In place of a rule set: infer the rules from the sheet."""
SUBJECTS: Final = ("revoke", "reached-first", "close-illegal", "taker", "wins", "score-wrong")
"""The claims in the examples."""

NOTHING: Final = Phrase("Nothing was sent: please choose a file, or paste the text of a record.")
ONE_GAME: Final = Phrase("This sheet holds {number} games: please send the one that is disputed.")
NO_DEAL: Final = Phrase("This sheet has no deal.")
WHICH_DEAL: Final = Phrase("Which deal is disputed? This sheet has {deals}.")
FITTING_DEALS: Final = Phrase("The claims fit several deals ({deals}): which one is disputed?")
NOT_THAT_DEAL: Final = Phrase("This record has no deal {number}: it has {deals}.")
NO_CLAIM: Final = Phrase("Please write what somebody claims.")
TOO_MANY: Final = Phrase(
    "At most {number} claims of at most {characters} characters can be answered at once.",
    {"number": limits.CLAIMS_HEARD, "characters": limits.SEARCH_CHARACTERS},
)
TOO_LONG: Final = Phrase("At most {number} characters fit here.")


class DeskForm(NamedTuple):
    """The fields of the form, as typed."""

    said: Mapping[str, str]
    """By seat, the claims of its player, one on each line; under the empty seat those of no named player."""
    rules: str = ""
    options: str = ""
    deal: str = ""
    docket: Docket = Docket()

    @classmethod
    def of(cls, sent: MultiDict[str, str]) -> "DeskForm":
        """Read the fields from a form that was sent, or from a URL."""
        said = {letter: sent.get(f"says{letter}", "").strip() for letter in ("", *SEAT_LETTERS)}
        docket = Docket(*(sent.get(name, "").strip() for name in Docket._fields))
        rules, options, number = (sent.get(name, "").strip() for name in ("rules", "options", "deal"))
        return cls(said, rules, options, number, docket)

    @property
    def spec(self) -> str:
        """The selected rules; empty for those of the sheet."""
        return f"{self.rules} {self.options}".strip() if self.rules not in ("", INFERRED) else ""

    def claims(self, sheet: "Sheet") -> list[tuple[str, str]]:
        """Return each claim with its speaker and the field that it is written in."""
        return [
            (f"says{letter}", _with_speaker(letter, words.strip(), sheet))
            for letter, lines in self.said.items()
            for words in lines.splitlines()
            if words.strip()
        ]

    def too_long(self) -> dict[str, str]:
        """Return the fields that are too long, each with the message about it."""
        fields = {name: (words, limits.DOCKET_CHARACTERS) for name, words in self.docket._asdict().items()}
        fields["options"] = self.options, limits.SEARCH_CHARACTERS
        return {
            name: language().say(TOO_LONG.sentence, number=most)
            for name, (words, most) in fields.items()
            if len(words) > most
        }


def _with_speaker(letter: str, words: str, sheet: "Sheet") -> str:
    """Return a claim with its speaker put in front, unless it names one."""
    speaks = speaker_of(words, sheet.names) != NOBODY
    return words if speaks or not letter else f"{letter}: {words}"


class Sheet(NamedTuple):
    """The record in dispute: one that was sent, or a stored one."""

    text: str = ""
    game: Game | None = None
    judgement: Judgement | None = None
    id: str = ""

    @property
    def rules(self) -> RuleSet:
        """The rules under which the claims are parsed."""
        return rules_of(self.judgement) if self.judgement else PRESETS["santase"]

    @property
    def names(self) -> list[str]:
        """The players by seat; empty for a seat without a name."""
        record = self.game.readable if self.game and self.game.draft else None
        return [(record and record.tag(letter)) or "" for letter in SEAT_LETTERS]

    @property
    def deals(self) -> int:
        """The number of deals."""
        return len(self.game.draft.deals) if self.game and self.game.draft else 0


@desk.get("/dispute")
def blank() -> ResponseReturnValue:
    """Show the empty form: a sheet, and the claims of each side."""
    return _form(DeskForm.of(request.args), Sheet())


@desk.post("/dispute")
def take() -> ResponseReturnValue:
    """Store a sheet like any record, and redirect to the page that settles its disputes."""
    form = DeskForm.of(request.form)
    file = request.files.get("file")
    data = file.read() if file and file.filename else text_sent()
    sheet = Sheet(data.decode("utf-8", "replace"))
    if request.form.get("desk") == "yes":  # from the page on which it was entered
        return _form(form, sheet._replace(game=next(read(data))))
    if not data.strip():
        return _form(form, sheet, {"text": language().put(NOTHING)}), 400
    try:
        sent = as_sgn(data, kind_of(data, (file.filename or "") if file else ""))
        game = _one_game(sent.data)
        sheet = sheet._replace(game=game)
        imposed = rule_set_named(form.spec) if form.spec else None
        sheet = sheet._replace(judgement=limits.judge_record(game, imposed))
        number, faults = _checked(form, sheet)
        points = "point" in request.form
        if number and not (points or any(form.said.values()) or disputes(game, number, sheet.rules)):
            faults["saysA"] = language().put(NO_CLAIM)
        if faults:
            return _form(form, sheet, faults), 422
        added = keep(sent.data, visibility_asked(Visibility.UNLISTED), beside=True)
        [kept] = [each for each in added if each.number]
    except SpentError:
        return _form(form, sheet, {"text": language().put(TOO_MUCH)}), 422
    except Problem as problem:
        if problem.code not in (400, 409, 415, 422):
            raise
        where = "options" if sheet.game and not problem.findings else "text"
        faults = {where: said_of(problem, language())}
        return _form(form, sheet, faults, problem), problem.code
    return _to_page(form, sheet._replace(id=kept.id[:16]), number)


@desk.get("/records/<id>/dispute")
def of_record(id: str) -> ResponseReturnValue:
    """Show the form for a stored record; with `?settle=yes` redirect to the page that settles it."""
    kept, form = stored(), DeskForm.of(request.args)
    imposed = rule_set_named(form.spec) if form.spec and _sends(request.args) else None
    judgement = heard(kept, imposed)
    sheet = Sheet("", judgement.game, judgement, kept.id[:16])
    if not _sends(request.args):
        return _form(form, sheet)
    number, faults = _checked(form, sheet)
    if faults:
        return _form(form, sheet, faults), 422
    return _to_page(form, sheet, number)


@desk.get("/records/<id>/deals/<int:number>/disputes")
def settled(id: str, number: int) -> ResponseReturnValue:
    """Settle a dispute: the claims in the URL, `?claim=A 3&claim=...`, or else those in the record."""
    kept, docket = stored(), _docket()
    account, said = deal(kept, number, asked_rules()), _claims()
    found = _answered(account, said)
    asked: dict[str, Any] = {"id": id, "number": number, **request.args.to_dict(flat=False)}
    return render_template(
        "settled.html",
        id=kept.id[:16],
        number=number,
        document=case(found, account, language(), docket),
        offers=_offers(found, account),
        again=url_for("desk.of_record", id=id, **_filled_in(account, found)),
        points=url_for("pointing.ask", **asked),
    )


def _offers(found: list[Dispute], account: Account) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what was not understood, each with questions to choose from and the pages that answer them."""
    spoken, number = account.speaking(language()), 0
    asked: dict[str, Any] = {**request.args.to_dict(flat=False), **(request.view_args or {})}
    offers: list[tuple[str, list[tuple[str, str]]]] = []
    for dispute in found:
        questions = []
        for claim in dispute.offered:
            number += 1
            page = url_for("desk.settled", **asked | {"claim": choose(found, {number}, spoken)})
            questions.append((claim_sentence(claim, spoken), page))
        if questions and not dispute.is_written:
            offers.append((dispute.said, questions))
    return offers


@desk.get("/records/<id>/deals/<int:number>/disputes/rules")
def fitting(id: str, number: int) -> ResponseReturnValue:
    """List the rules that a record fits, with their answers; if there is only one, redirect to its page."""
    kept, said, docket = stored(), _claims(), _docket()
    best = infer(few_deals(kept)).best[: limits.RULES_OFFERED]
    asked: dict[str, Any] = {"id": id, "number": number, "claim": said, **_named(docket), **_pointed()}
    if len(best) == 1:
        return redirect(url_for("desk.settled", rules=best[0].spec, **asked), 303)
    choices = []
    for candidate in best:
        account = deal(kept, number, candidate.rules)
        verdicts = [
            (each.said, verdict_words(each, language()))
            for each in _answered(account, said)
            if each.understood
        ]
        address = url_for("desk.settled", rules=candidate.spec, **asked)
        choices.append((candidate.spec, address, ruling_sentence(language(), account), verdicts))
    return render_template("fitting.html", id=kept.id[:16], number=number, choices=choices)


def _sends(asked: Container[str]) -> bool:
    """Return whether one of the buttons of the form was pressed."""
    return "settle" in asked or "point" in asked


def _pointed() -> dict[str, list[str]]:
    """Return the questions that were pointed at, as parameters of a URL."""
    return {"ask": request.values.getlist("ask")}


def _claims() -> list[str]:
    """Return the claims of the URL; raise a Problem for too many or too long ones."""
    said = list(filter(None, map(str.strip, request.args.getlist("claim"))))
    if len(said) > limits.CLAIMS_HEARD or any(len(claim) > limits.SEARCH_CHARACTERS for claim in said):
        raise Problem(422, TOO_MANY)
    return said


def _docket() -> Docket:
    """Return the details of the case in the URL; raise a Problem for one that is too long."""
    docket = DeskForm.of(request.args).docket
    if any(len(words) > limits.DOCKET_CHARACTERS for words in docket):
        raise Problem(422, Phrase(TOO_LONG.sentence, {"number": limits.DOCKET_CHARACTERS}))
    return docket


def _named(docket: Docket) -> dict[str, str]:
    """Return the known details of a case, as parameters of a URL."""
    return {name: words for name, words in docket._asdict().items() if words}


def _answered(account: Account, said: list[str]) -> list[Dispute]:
    where = (account.judgement.game, account.number, account.rules)
    asked = answered(account)
    return [*answer_claims(*where, said, account), *asked] if said or asked else disputes(*where, account)


def _one_game(data: bytes) -> Game:
    """Return the only game of a fully readable sheet; raise a Problem otherwise."""
    pieces = [piece for piece in cut(data) if piece.text.strip()]
    if len(pieces) != 1:
        raise Problem(422, Phrase(ONE_GAME.sentence, {"number": len(pieces)}))
    games = list(read(data))
    if any(game.record is None for game in games):
        raise refusal(games)
    return games[0]


def _checked(form: DeskForm, sheet: Sheet) -> tuple[int, dict[str, str]]:
    """Return the deal in question, 0 if it is not known, and the faulty fields, each with what is wrong."""
    faults = form.too_long() | _unjudged(form, sheet) | _too_many(form, sheet)
    number = _deal_asked(form, sheet)
    return (0, faults | {"deal": language().put(number)}) if isinstance(number, Phrase) else (number, faults)


def _deal_asked(form: DeskForm, sheet: Sheet) -> int | Phrase:
    """Return the requested deal, else the only one, or the only one with a claim or fault; else why none."""
    draft, number = sheet.game.draft if sheet.game else None, form.deal
    if draft is None or not draft.deals:
        return NO_DEAL
    deals = len(draft.deals)
    if number:
        if number.isascii() and number.isdigit() and len(number) < 7 and 1 <= int(number) <= deals:
            return int(number)
        return Phrase(NOT_THAT_DEAL.sentence, {"number": number[:16], "deals": deals})
    if deals == 1:
        return 1
    said = [words for _, words in form.claims(sheet)]
    if said and sheet.game and len(said) <= limits.CLAIMS_HEARD:
        every = range(1, deals + 1)
        fits = fitting_deals([answer_claims(sheet.game, each, sheet.rules, said) for each in every])
        if len(fits) == 1:
            return fits[0] + 1
        if fits:
            named = ", ".join(str(place + 1) for place in fits)
            return Phrase(FITTING_DEALS.sentence, {"deals": named})
    claimed = [each for each in range(1, deals + 1) if sheet.game and disputes(sheet.game, each, sheet.rules)]
    findings = sheet.judgement.findings if sheet.judgement else ()
    faulty = {finding.deal for finding in findings if finding.is_error and finding.deal}
    for candidates in (claimed, sorted(faulty)):
        if len(candidates) == 1:
            return candidates[0]
    return Phrase(WHICH_DEAL.sentence, {"deals": deals})


def _unjudged(form: DeskForm, sheet: Sheet) -> dict[str, str]:
    """Return what is wrong with the rules where a sheet cannot be judged under them."""
    if form.rules == INFERRED or sheet.judgement is None or sheet.judgement.rules:
        return {}
    fault = next((finding for finding in sheet.judgement.findings if finding.is_error), None)
    return {"rules": language().message(fault) if fault else language().put(NO_DEAL)}


def _too_many(form: DeskForm, sheet: Sheet) -> dict[str, str]:
    """Return the last field of claims if there are too many, or too long ones."""
    claims = form.claims(sheet)
    if len(claims) > limits.CLAIMS_HEARD or any(len(words) > limits.SEARCH_CHARACTERS for _, words in claims):
        return {claims[-1][0]: language().put(TOO_MANY)}
    return {}


def _to_page(form: DeskForm, sheet: Sheet, number: int) -> ResponseReturnValue:
    """Redirect to the page that settles it, or to the choice of rules."""
    asked: dict[str, Any] = {"claim": [words for _, words in form.claims(sheet)], **_named(form.docket)}
    asked |= _pointed()
    if "point" in request.values:
        page = url_for("pointing.ask", id=sheet.id, number=number, rules=form.spec or None, **asked)
        return redirect(page, 303)
    if form.rules == INFERRED:
        return redirect(url_for("desk.fitting", id=sheet.id, number=number, **asked), 303)
    page = url_for("desk.settled", id=sheet.id, number=number, rules=form.spec or None, **asked)
    return redirect(page, 303)


def _field_of(dispute: Dispute) -> tuple[str, str]:
    """Return the form field that contains a claim, and the claim as worded there."""
    letter, colon, words = dispute.text.partition(":")
    if colon and letter in SEAT_LETTERS:
        return f"says{letter}", words.strip()
    by = dispute.readings[0].by if dispute.readings else NOBODY
    return f"says{seat_letter(by)}" if by != NOBODY else "says", dispute.text


def _filled_in(account: Account, found: list[Dispute]) -> dict[str, Any]:
    """Return the fields of the form that leads to a page."""
    fields: dict[str, Any] = {"deal": str(account.number), **_named(_docket()), **_pointed()}
    said = set(_claims())
    for field, words in (_field_of(each) for each in found if each.text in said and not each.part):
        fields[field] = f"{fields[field]}\n{words}" if field in fields else words
    fields["rules"], _, fields["options"] = request.args.get("rules", "").strip().partition(" ")
    return {name: words for name, words in fields.items() if words}


def _in_words(form: DeskForm, sheet: Sheet) -> list[tuple[str, str]]:
    """Return the questions of the URL about a stored record, each with its words."""
    number = form.deal or ("1" if sheet.deals == 1 else "")
    if not (sheet.id and number.isascii() and number.isdigit() and request.args.getlist("ask")):
        return []
    account = deal(stored(), int(number), rule_set_named(form.spec) if form.spec else None)
    spoken = account.speaking(language())
    return [(name, question.words(spoken)) for name, question in asked_questions(account)]


def _form(
    form: DeskForm, sheet: Sheet, faults: Mapping[str, str] | None = None, problem: Problem | None = None
) -> str:
    """Render the filled-in form, with an error beside each faulty field."""
    spoken = language()
    seats = sheet.rules.seats if sheet.game else 2
    auction = sheet.rules.auction if sheet.game else NO_AUCTION
    strange = OF_AUCTIONS if not auction.contracts else OF_CALLS if not auction.calls else frozenset()
    examples = {
        (kind, denied): said
        for kind, denied, said in claim_words(spoken.code).examples()
        if kind not in {each.value for each in strange}
    }
    return render_template(
        "dispute.html",
        sheet=sheet,
        form=form,
        faults=faults or {},
        findings=[
            (each.place.line, each.place.column, spoken.message(each.finding))
            for each in (problem.findings if problem else ())[:5]
        ],
        pointed=_in_words(form, sheet),
        seats=list(zip(SEAT_LETTERS, seats_named(sheet.names[:seats]), strict=False)),
        presets=[name for name, rules in PRESETS.items() if not sheet.game or rules.seats == seats],
        examples=[examples[subject, False] for subject in SUBJECTS],
        wordings=list(examples.values()),
        longest=limits.SEARCH_CHARACTERS,
        docket_longest=limits.DOCKET_CHARACTERS,
        inferred=INFERRED,
        **limits.size_fact(limits.UPLOAD_BYTES),
    )
