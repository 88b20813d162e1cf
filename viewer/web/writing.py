"""The pages on which records are written: annotating one, and entering one card by card.

They ask the HTTP API what can be written next (`/api/v1/edits`); a draft stays in the browser until it is
added like any record.
"""

from typing import Final

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from notation.findings import Phrase
from referee import PRESETS
from viewer.documents.contract_tables import OPENING_DEEDS
from viewer.replay.page import SAID as TABLE
from viewer.replay.page import element_script, first_table, in_html
from viewer.store import Stored
from viewer.web.kept import heard, language, stored

writing = Blueprint("writing", __name__)

SAID: Final = {
    "draft": Phrase("The draft"),
    "undo": Phrase("Undo"),
    "redo": Phrase("Redo"),
    "savedHere": Phrase("Saved in this browser, {time}"),
    "unsavedHere": Phrase("This browser keeps nothing: download the draft before you leave."),
    "draftFound": Phrase("This is your draft, saved in this browser on {time}."),
    "discard": Phrase("Discard the draft"),
    "download": Phrase("Download (SGN)"),
    "areYouSure": Phrase("Everything written here will be lost. Are you sure?"),
    "yes": Phrase("Yes"),
    "no": Phrase("No"),
    "unsent": Phrase("The server did not answer. What you wrote is kept; please try again."),
    # Playing.
    "toAct": Phrase("{name} to act"),
    "instead": Phrase("Instead of {move}, {name} could have played:"),
    "over": Phrase("The deal is over."),
    "cannotFollow": Phrase("Nothing more can be entered here: see the findings."),
    "startDeal": Phrase("Deal the cards to begin."),
    "grid": Phrase("Cards that can be played"),
    "unseen": Phrase("Not all cards are known: any unseen card may be played."),
    "announce": Phrase("Announce {marriage}"),
    "do exchange": Phrase("Exchange the turn-up"),
    "do close": Phrase("Close the talon"),
    "do out": Phrase("Claim enough points"),
    "do resign": Phrase("Resign the deal"),
    **OPENING_DEEDS,
    "beforeDraw": Phrase("{what}, before the draw"),
    "bySeat": Phrase("{name}: {what}"),
    "unknownCard": Phrase("A card that nobody recorded"),
    "drawn": Phrase("Who drew what"),
    "drew": Phrase("drawn: {card}"),
    "isIrregular": Phrase("Something irregular happened"),
    "irregularHint": Phrase("Choose what happened against the rules. The play stays as it was."),
    "marked": Phrase("Everybody saw it, and it counted (^)"),
    "takenBack": Phrase("An action was taken back"),
    "takeBack": Phrase("First what was taken back, then what was played instead."),
    "nothingIrregular": Phrase("Nothing against the rules could be marked here."),
    "entry": Phrase("Type it"),
    "entryHint": Phrase(
        "as, 10h, 40d at once; x exchange, c close, o claim, r resign, then Enter. Backspace in the empty "
        "field undoes."
    ),
    "openingHint": Phrase(
        "h for hearts, p to pass, the first letters of a contract, d to double, then Enter. Backspace in the "
        "empty field undoes."
    ),
    "entryWrong": Phrase("“{text}” is neither a card nor an action."),
    "notAllowed": Phrase("{action} cannot be played now."),
    # Dealing.
    "dealTitle": Phrase("Deal {number}"),
    "dealer": Phrase("Dealer"),
    "turnUp": Phrase("Turn-up"),
    "trumps": Phrase("Trumps"),
    "trumpCard": Phrase("The card that fixes trumps"),
    "packets": Phrase("The first {number} cards of each hand are those that were dealt first"),
    "suitOnly": Phrase("Only the suit: {suit}"),
    "handOf": Phrase("Hand of {name}"),
    "talonFrom": Phrase("Talon from the top"),
    "packGrid": Phrase("The pack: choose the cards of {what}"),
    "dealHint": Phrase("Click the cards of each hand. Leave out what nobody knows; trumps are needed."),
    "dealHintOpening": Phrase("Click the cards of each hand. Leave out what nobody knows."),
    "dealCards": Phrase("Deal"),
    "changeCards": Phrase("Change the cards"),
    "giveBack": Phrase("{card}: put it back"),
    "needsTrump": Phrase("Please choose the turn-up or the trump suit."),
    "cancel": Phrase("Cancel"),
    "nextDeal": Phrase("Next deal"),
    "writeResult": Phrase("Write the result: {result}"),
    "matchWon": Phrase("{name} has won the match."),
    # Notes.
    "notesOf": Phrase("Notes on {what}"),
    "notesOfDeal": Phrase("Notes on the deal"),
    "notesOfResult": Phrase("Notes on the result"),
    "glyphs": Phrase("Mark"),
    "comment": Phrase("Comment"),
    "otherComment": Phrase("Comment {number}"),
    "newComment": Phrase("Another comment"),
    "removeFrom": Phrase("Remove this and all after it"),
    "removeVariation": Phrase("Remove this variation"),
    "removeDeal": Phrase("Remove this deal"),
    # Statements.
    "statements": Phrase("Tags and result"),
    "resultOfDeal": Phrase("Result of deal {number}"),
    "resultHint": Phrase("As SGN writes it: B 3 by out (41-66) score 3-2, draw, or * for unfinished."),
    "asPlayed": Phrase("As it was played: {result}"),
    "set": Phrase("Set"),
    "tagEvent": Phrase("Event"),
    "tagSite": Phrase("Place"),
    "tagDate": Phrase("Date"),
    "tagRound": Phrase("Round"),
    "tagTable": Phrase("Table"),
    "tagRules": Phrase("Rules"),
    "tagResult": Phrase("Result of the match"),
    "playerAt": Phrase("Player {seat}"),
    "otherTag": Phrase("Another tag"),
    "tagName": Phrase("Name"),
    "tagValue": Phrase("Value"),
    "text": Phrase("The record as text"),
    "found": Phrase("What was found"),
    "repair": Phrase("The record if {slip}"),
    "nothingFound": Phrase("Nothing was found wrong."),
    "faults": Phrase("Errors: {number}"),
    "line": Phrase("line {line}"),
}


@writing.get("/records/<id>/annotate")
def annotate(id: str) -> ResponseReturnValue:
    """Annotate a record: add, change and remove notes; the stored record does not change."""
    kept = stored()
    return _page(kept, kept.text.decode("utf-8", "replace"))


@writing.get("/enter")
def enter() -> ResponseReturnValue:
    """Enter a new record by clicking cards."""
    return _page(None, "")


def _page(kept: Stored | None, text: str) -> str:
    spoken = language()
    return render_template(
        "writing.html",
        stored=kept,
        presets={name: rules.seats for name, rules in PRESETS.items()},
        pictures=url_for("pages.pictures", pack="PACK", lang=spoken.code),
        script=Markup(in_html(element_script(spoken, TABLE | SAID) | {"text": text})),  # noqa: S704 - made here
        first=first_table(heard(kept), spoken) if kept else None,
    )
