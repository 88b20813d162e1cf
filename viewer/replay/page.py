"""The replay as a page: the script, the pictures, the element, and its content without JavaScript.

Without JavaScript, and on paper, that is the hands and the ledger of every deal. A self-contained page also
includes the record itself, so that it can be extracted.
"""

import base64
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final

from markupsafe import Markup

from notation.findings import Phrase, escape
from notation.findings.names import player_names, speaking_of
from notation.judge import Judgement
from notation.record import Record, seat_letter
from notation.record.words import KINDS, card_word, read_shown
from notation.rulings import Account, accounts_as_written, rules_of
from notation.text import GLYPHS
from referee import RANK_LETTERS, SEATS, RuleSet, rank_of, suit_of
from viewer.cards import PACKS, sprite_svg, stylesheet
from viewer.cards.glyphs import index
from viewer.documents.document import Part
from viewer.documents.languages import Language
from viewer.documents.rendering import HERE, template
from viewer.documents.sides import side_names, with_guests
from viewer.replay.column import NOTED, column, introduction, ledger
from viewer.replay.known import known_in_deal
from viewer.replay.script import ReplayedFinding, deciding_point, script, told

SAID: Final = {
    "table": Phrase("The table"),
    "moves": Phrase("Moves"),
    "opening": Phrase("Before the first lead"),
    "laysAway": Phrase("{seat} lays cards away"),
    "arrows": Phrase("The arrow keys step through the play."),
    "controls": Phrase("Controls"),
    "first": Phrase("To the start of the deal"),
    "backTrick": Phrase("Back one trick"),
    "back": Phrase("Back one step"),
    "play": Phrase("Play automatically"),
    "pause": Phrase("Pause"),
    "next": Phrase("Forward one step"),
    "nextTrick": Phrase("Forward one trick"),
    "last": Phrase("To the end of the deal"),
    "scrubber": Phrase("Step"),
    "speed": Phrase("Speed"),
    "flip": Phrase("Turn the table"),
    "reveal": Phrase("Show or hide hands"),
    "know": Phrase("What can each player know?"),
    "knows": Phrase("What can {seat} know?"),
    "knowsOf": Phrase("Of whom"),
    "sure": Phrase("It must be there"),
    "unsure": Phrase("It may be in several places"),
    "certain": Phrase("{seat} can know: {cards}."),
    "uncertain": Phrase("Cards whose place is not certain: {number}."),
    "allSeen": Phrase("{seat} sees every card."),
    "inHand": Phrase("hand of {seat}"),
    "faceDown": Phrase("the talon, face down"),
    "unrecorded": Phrase("played, and not recorded"),
    "ruledOut": Phrase("{place} is ruled out: {why}"),
    "ghost": Phrase("{card}, unseen, but it must be there"),
    "notInVariation": Phrase("What a player could know is not shown inside a variation."),
    "worth": Phrase("with best play"),
    "fetching": Phrase("One moment…"),
    "notFetched": Phrase("It could not be loaded."),
    "asAllowed": Phrase(
        "This follows from one's own hand and from what happened in the open, if all play was allowed."
    ),
    "ruling": Phrase("The ruling on this deal"),
    "ask": Phrase("Questions about this step"),
    "picture": Phrase("This step as a picture"),
    "take": Phrase("Download the record (SGN)"),
    "copy": Phrase("Copy a link to this step"),
    "copied": Phrase("Copied"),
    "inAddress": Phrase("It is in the address bar"),
    "keys": Phrase("Keys"),
    "close": Phrase("Close"),
    "deal": Phrase("Deal {number}"),
    "dealLabel": Phrase("Deal"),
    "score": Phrase("Game points: {score}"),
    "upTo": Phrase("to {target}"),
    "winsOne": Phrase("{name} wins 1 game point"),
    "winsMany": Phrase("{name} wins {points} game points"),
    "winsNone": Phrase("nobody wins"),
    "faulty": Phrase("There are errors in this deal"),
    "stakes": Phrase("Won and paid: {score}"),
    "fixesTrumps": Phrase("This card fixes trumps"),
    "announced": Phrase("Announced: {marriages}"),
    "trump": Phrase("Trumps: {suit}"),
    "asPlayed": Phrase("as played"),
    "look": Phrase("Look"),
    "theme": Phrase("Page"),
    "theme system": Phrase("as the system has it"),
    "theme light": Phrase("light"),
    "theme dark": Phrase("dark"),
    "pack": Phrase("Pack"),
    "pack french": Phrase("French suits"),
    "pack german": Phrase("German suits"),
    "faces": Phrase("Card faces"),
    "faces light": Phrase("light"),
    "faces dark": Phrase("dark"),
    "palette": Phrase("Colours"),
    "palette two-colour": Phrase("two, black and red"),
    "palette french": Phrase("four: black, red, blue, green"),
    "palette german": Phrase("four: green, red, orange, black"),
    "played": Phrase("Cards played"),
    "played yes": Phrase("stay visible, faintly"),
    "played no": Phrase("are hidden"),
    "nothing": Phrase("The play of this deal could not be judged."),
    "seatTitle": Phrase("Show or hide this hand"),
    "won": Phrase("Tricks won: {number}"),
    "sitsOut": Phrase("sits out"),
    "talon": Phrase("Talon"),
    "twice": Phrase("Written in several places"),
    "doubt": Phrase("the scribe was not sure"),
    "closedBy": Phrase("Closed by {seat}; cards in the talon: {number}"),
    "talonLeft": Phrase("Cards in the talon: {number}"),
    "trick": Phrase("The trick on the table"),
    "variation": Phrase("Variation"),
    "inVariation": Phrase("Variation."),
    "enter": Phrase("Enter variation {number}"),
    "leave": Phrase("Back to the game"),
    "irregular": Phrase("Against the rules; the replay continues as played."),
    "afterIrregularity": Phrase("After an irregularity"),
    "allowed": Phrase("What was allowed instead:"),
    "checkpoint": Phrase("The record states the card points {points}."),
    "source": Phrase("Line {line}, column {column} of the record"),
    "graph": Phrase("Card points step by step, with a line at {needed}"),
    "graphTable": Phrase("Card points trick by trick, as a table"),
    "trickHead": Phrase("Trick"),
    "lastTrick": Phrase("For the last trick"),
    "end": Phrase("End of the deal"),
    "keyStep": Phrase("a step back or on"),
    "keyTrick": Phrase("a trick back or on"),
    "keyEnds": Phrase("start and end of the deal"),
    "keyDeals": Phrase("the deal before or after"),
    "keyPlay": Phrase("play and pause"),
    "keySpeed": Phrase("faster and slower"),
    "keyVariation": Phrase("into a variation and back"),
    "keyFault": Phrase("the next fault"),
    "keyComment": Phrase("the next comment"),
    "keyKnow": Phrase("what this seat can know, the next, none"),
    **{f"@{name}": said for name, said in NOTED.items()},
}
"""The messages of the element; facts are in braces."""
RANKS: Final = {
    "french": (
        Phrase("nine"),
        Phrase("jack"),
        Phrase("queen"),
        Phrase("king"),
        Phrase("ten"),
        Phrase("ace"),
        Phrase("seven"),
    ),
    "german": (
        Phrase("nine"),
        Phrase("Unter"),
        Phrase("Ober"),
        Phrase("king"),
        Phrase("ten"),
        Phrase("ace"),
        Phrase("seven"),
    ),
}
"""The names of the ranks of a pack, in the order of their numbers."""
SUITS: Final = {
    "french": (Phrase("spades"), Phrase("hearts"), Phrase("diamonds"), Phrase("clubs")),
    "german": (Phrase("leaves"), Phrase("hearts"), Phrase("bells"), Phrase("acorns")),
}
"""The names of the suits of a pack."""
OTHERS: Final = {
    "back": Phrase("face down"),
    "closed": Phrase("closed talon"),
    "unknown": Phrase("unknown card"),
    "hidden": Phrase("hidden card"),
}


MOST: Final = 16 << 20
"""Maximum size of a page that is searched for a record."""
SCRIPTS: Final = ("live", "live-new", "live-tournament", "live-tournament-new", "replay", "writing")
"""The modules that pages load, each as one file with all that it imports."""
KNOWLEDGE: Final = 'import("./static/knowledge.js")'
"""How the element loads what players can know, when somebody asks."""
_IMPORT: Final = re.compile(r'^import [^;]*? from "\./([\w-]+)\.js";', re.MULTILINE)
_RECORD: Final = re.compile(
    rb'<script type="application/vnd\.santase\.sgn\+base64" id="record">([A-Za-z0-9+/]*={0,2})</script>'
)


def replay_html(judgement: Judgement, language: Language) -> str:
    """Render the replay of a game as a self-contained page; raise ValueError if nothing could be read."""
    sheets = [_read(name) for name in ("document.css", "replay.css")] + [stylesheet()]
    return template("replay.html").render(
        **replay_parts(judgement, language, alone=True),
        language=language.code,
        say=language.say,
        sprites=[Markup(sprite(pack, language)) for pack in PACKS],  # noqa: S704 - made here
        record=base64.b64encode(judgement.game.source).decode(),
        style=Markup("\n".join(sheets)),  # noqa: S704 - made here
        element=Markup(_element_alone().replace("</", "<\\/")),  # noqa: S704 - made here
    )


def record_in(html: bytes) -> bytes | None:
    """Return the record in a page of :func:`replay_html`, byte for byte; None for none, or several.

    >>> record_in(b"<p>nothing</p>") is None
    True
    """
    found = _RECORD.findall(html) if len(html) <= MOST else []
    try:
        return base64.b64decode(found[0], validate=True) if len(found) == 1 else None
    except ValueError:
        return None


def replay_parts(judgement: Judgement, language: Language, alone: bool = False) -> dict[str, Any]:
    """Return the parts of a page with a replay: title, script and tables, escaped for HTML.

    Deals without rules are shown as written; raises ValueError if nothing could be read. A page that stands
    ``alone`` has no server to ask what a seat could know, and includes that too.
    """
    record = judgement.game.draft
    if record is None:
        raise ValueError("nothing of this game could be read")
    accounts = list(accounts_as_written(judgement))
    rules = rules_of(judgement)
    speaking = speaking_of(record, rules, language).beside_table()
    scripts = [script(each, speaking) for each in accounts]
    sheets = [_sheet(*each, speaking) for each in zip(accounts, scripts, strict=True)]
    if alone:
        for account, deal in zip(accounts, scripts, strict=True):
            deal["known"] = known_in_deal(account, speaking)
    shape = _script(record, rules, accounts, scripts, speaking)
    return {
        "title": title(record, rules, language),
        "judged": judgement.rules is not None,
        "script": Markup(in_html(shape)),  # noqa: S704 - made here
        "introduction": introduction(record),
        "sheets": sheets,
        "ledger": _html(ledger(accounts, speaking), speaking.say("The score, deal by deal")),
        "first": _first(record, rules, scripts, language),
    }


def _sheet(account: Account, script: dict[str, Any], language: Language) -> dict[str, Any]:
    """Return a deal for paper and for readers without scripts: its number, and its column as HTML."""
    label = language.say("Deal {number}", number=account.number)
    return {"number": account.number, "html": _html(column(account, script, language), label)}


def _html(parts: Iterable[Part], label: str) -> Markup:
    """Render parts of a document; the label is for those without a title."""
    html = template("parts.html").render(parts=list(parts), label=label, links="")
    return Markup(html)  # noqa: S704 - rendered from a template


def first_table(judgement: Judgement, language: Language) -> dict[str, Any]:
    """Return the table before the first deal is played, as `first.html` draws it."""
    record, rules = judgement.game.readable, rules_of(judgement)
    speaking = speaking_of(record, rules, language).beside_table()
    deals = [script(each, speaking) for each in islice(accounts_as_written(judgement), 1)]
    return _first(record, rules, deals, language)


def _first(
    record: Record, rules: RuleSet, scripts: list[dict[str, Any]], language: Language
) -> dict[str, Any]:
    """Render the table before the play, from the seat below: names, and cards with whether they are red."""
    names = player_names(record, rules)
    steps = scripts[0]["steps"] if scripts else []
    changes = steps[0]["changes"] if steps else {}
    seats = [rules.seats - 1, *range(rules.seats - 1)]

    def hand(seat: int) -> list[list[str | bool]]:
        words = changes.get(f"hand {seat_letter(seat)}", "").split()
        return [
            ["?" if word == "--" else language.card(read_shown(word)), word.strip("-%")[-1:] in ("h", "d")]
            for word in words
        ]

    partners = side_names(names, rules, language) if rules.mp_partners else []
    return {
        "seats": [
            {
                "name": names[seat],
                "letter": seat_letter(seat),
                "side": rules.place_of(seat),
                "cards": hand(seat),
            }
            for seat in seats
        ],
        "partners": partners,
        "won": language.translate(SAID["won"].sentence).format(number=0),
        "judged": bool(changes.get("points")),
    }


def packed_parts(parts: dict[str, Any]) -> bytes:
    """Return the parts of :func:`replay_parts` as JSON, to be cached."""
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()


def unpacked_parts(body: bytes) -> dict[str, Any]:
    """Return the parts from JSON; only the output of :func:`packed_parts` is safe in HTML."""
    parts: dict[str, Any] = json.loads(body)
    sheets = [each | {"html": Markup(each["html"])} for each in parts["sheets"]]  # noqa: S704 - made here
    made = {name: Markup(parts[name]) for name in ("script", "ledger")}  # noqa: S704 - made here
    return parts | made | {"sheets": sheets}


def found_parts(judgement: Judgement, language: Language) -> dict[str, Any]:
    """Return the parts of a page that lists all findings on a game, beside its lines."""
    wrong = {
        line
        for finding in judgement.findings
        if finding.is_error
        for line in range(finding.span.line, finding.span.end_line + 1)
    }
    lines = enumerate(judgement.game.text.replace("\r\n", "\n").split("\n"), start=1)
    return {
        "found": [
            # A clause that is a member of an object no longer knows its source.
            told(judgement, finding, language) | {"clause": shown.clause, "repairs": shown.repairs}
            for finding in judgement.findings
            for shown in [ReplayedFinding(judgement, finding, language)]
        ],
        "source": [(escape(line.expandtabs(1)), number in wrong) for number, line in lines],
    }


def title(record: Record, rules: RuleSet, language: Language) -> str:
    """Return the title of a game: players, event, date."""
    names = side_names(with_guests(player_names(record, rules), record.guests, language), rules, language)
    event = [escape(part) for part in (record.tag("Event"), record.tag("Date")) if part]
    return " · ".join([" – ".join(names), *event])


def _script(
    record: Record, rules: RuleSet, accounts: list[Account], deals: list[dict[str, Any]], language: Language
) -> dict[str, Any]:
    said = [language.at_table(each.rules, deciding_point(each)) for each in accounts]
    clauses = list(dict.fromkeys(filter(None, said)))
    return table_script(player_names(record, rules), rules, language, SAID) | {
        "clauses": clauses,
        "deals": [
            deal | {"clause": clauses.index(clause)} if clause else deal
            for deal, clause in zip(deals, said, strict=True)
        ],
    }


def table_script(
    names: Sequence[str], rules: RuleSet, language: Language, words: Mapping[str, Phrase]
) -> dict[str, Any]:
    """Return the script of a table without deals: who plays what, and the words of its element."""
    return element_script(language, words) | {
        "names": dict(zip(map(seat_letter, range(rules.seats)), names, strict=True)),
        "short": {seat_letter(seat): language.seat(seat) for seat in SEATS[: rules.seats]},
        "sides": [
            {"seats": seat_letter(side), "name": name, "short": language.seat(side)}
            for side, name in zip(rules.sides, side_names(names, rules, language), strict=True)
        ],
        "pays": rules.mp_all_pay,
        "target": rules.game_target,
        "needed": rules.target,
        "draws": rules.draws,
    }


def element_script(language: Language, words: Mapping[str, Phrase]) -> dict[str, Any]:
    """Return the script of a table at which nobody sits yet: the words of its element, and of its cards."""
    return {
        "words": {name: language.translate(phrase.sentence) for name, phrase in words.items()},
        "names": {},
        "short": {},
        "sides": [],
        "glyphs": {mark: language.translate(phrase.sentence) for mark, phrase in GLYPHS.items()},
        "packs": {pack: _spelling(pack, language) for pack in PACKS},
        "clauses": [],
        "deals": [],
    }


def in_html(shape: dict[str, Any]) -> str:
    """Return JSON that can be embedded in a script element."""
    return json.dumps(shape, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _spelling(pack: str, language: Language) -> dict[str, Any]:
    """Return the words of a pack: the letters of its ranks, its suits, the titles of its pictures."""
    return {
        "ranks": dict(zip(RANK_LETTERS, index(pack, language.code), strict=True)),
        "suits": dict(zip("shdc", (language.translate(suit.sentence) for suit in SUITS[pack]), strict=True)),
        "cards": picture_titles(language, pack),
    }


def picture_titles(language: Language, pack: str = "french") -> dict[str, str]:
    """Return the titles of the pictures of a pack for screen readers; ValueError for an unknown pack."""
    if pack not in PACKS:
        raise ValueError(f"no pack is called {pack!r}: {', '.join(PACKS)}")
    titles = {picture: language.translate(phrase.sentence) for picture, phrase in OTHERS.items()}
    for card in KINDS:
        rank, suit = RANKS[pack][rank_of(card)], SUITS[pack][suit_of(card)]
        titles[card_word(card)] = language.say("{rank} of {suit}", rank=rank, suit=suit)
    return titles


@cache
def sprite(pack: str, language: Language) -> str:
    """Return the pictures of a pack, which the page names itself; raise ValueError for an unknown pack."""
    if pack not in PACKS:
        raise ValueError(f"no pack is called {pack!r}: {', '.join(PACKS)}")
    return sprite_svg(pack, language.code, {})


@cache
def packed_script(name: str) -> str:
    """Return a module with all that it imports as one, for a page that loads one file."""
    return _joined(_modules(name))


@cache
def _element_alone() -> str:
    """Return the element for a page that loads nothing."""
    return _joined(_modules("knowledge", "replay")).replace(KNOWLEDGE, "Promise.resolve({ Knowledge })")


def _joined(modules: Iterable[str]) -> str:
    joined = "\n".join(_read(f"{name}.js") for name in modules)
    joined = re.sub(
        r"^export (?=async|class|const|function)|^import [^;]*;\n", "", joined, flags=re.MULTILINE
    )
    comment = r"/\*\*(?:[^*]|\*(?!/))*\*/"
    bare = rf"^\s*(?://.*|{comment})\n|(?<=[;,{{}}\])]) // .*|{comment} |^ +"
    joined = re.sub(r"(?<=[{;,])\n|\n(?=\n)", "", re.sub(bare, "", joined, flags=re.MULTILINE))
    between = r" (=>|[!=]==|&&|\|\||\?\?=?|[=?:]) |(?<=\)) (?={)|(?:(?<=[\w\])])|\A)(,) (?=[\w\[({]|\Z)"
    return "".join(
        part if place % 2 else re.sub(between, r"\1\2", part)
        for place, part in enumerate(re.split(r'("[^"\n]*")', joined))
    )


def _modules(*names: str) -> list[str]:
    """Return modules, each after those that it imports."""
    found = [each for name in names for each in (*_modules(*_IMPORT.findall(_read(f"{name}.js"))), name)]
    return list(dict.fromkeys(found))


@cache
def _read(name: str) -> str:
    return (HERE / "static" / name).read_text("utf-8")
