"""The pages of tournaments: the boards as they stand, and the form that opens one.

They call the API as any program does; the arbiter's key is in the fragment of a URL.
"""

from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from notation.findings import Phrase
from viewer.replay.page import SAID as TABLE
from viewer.replay.page import in_html
from viewer.web.failures import Problem
from viewer.web.kept import archive, language
from viewer.web.live.match_pages import form_parts, said_here, unkept
from viewer.web.live.page_words import OPENING, SAID
from viewer.web.live.roles import NO_TOURNAMENT

tournament_pages = Blueprint("tournaments", __name__)

API: Final = "/api/v1/live"
OPENING_ALL: Final = {
    "openedAll": Phrase("{number} matches are open"),
    "place": Phrase("Line {line}, column {column}: {what}"),
    "takeKeys": Phrase("Save all addresses (CSV)"),
}
"""Messages of the page that opens a tournament, besides those of a match."""
OF_TOURNAMENT: Final = (
    *("connecting", "connected", "lost", "closed", "proposes", "callsArbiter", "answerCall", "guest", "why"),
    *(
        "resume",
        "offer takeback",
        "offer agree",
        "offer abort",
        "offer rematch",
        "ending left",
        "ending time",
    ),
    *("ending forfeit", "ending aborted"),
)
"""What the page of a tournament has in common with that of a match."""
TOURNAMENT: Final = {name: SAID[name] for name in OF_TOURNAMENT} | {
    "board": Phrase("Board"),
    "players": Phrase("Players"),
    "score": Phrase("Score"),
    "deal": Phrase("Deal"),
    "due": Phrase("Waiting for"),
    "clocks": Phrase("Clocks"),
    "standing": Phrase("State"),
    "roundNumber": Phrase("Round {round}"),
    "boardNumber": Phrase("board {board}"),
    "numbers": Phrase("In progress: {going}, finished: {over}"),
    "winner": Phrase("{name} has won."),
    "pause": TABLE["pause"],
    "isPaused": SAID["did pause"],
    "unsent": OPENING["unsent"],
    "application/json": Phrase("Results as JSON"),
    "text/csv": Phrase("Results as CSV"),
}
"""Messages of the page of a tournament."""


@tournament_pages.get("/live/tournaments/new")
def new() -> ResponseReturnValue:
    """Show the form that opens a tournament."""
    return render_template("live_tournament_new.html", **form_parts(OPENING | OPENING_ALL))


@tournament_pages.get("/live/tournaments/<tournament>")
def boards(tournament: str) -> ResponseReturnValue:
    """Show the boards of a tournament; its script takes the arbiter's key from the fragment."""
    found = archive().tournaments.find(tournament)
    if found is None:
        raise Problem(404, NO_TOURNAMENT)
    return unkept(
        render_template(
            "live_tournament.html",
            id=found.id,
            title=found.name if found.public else language().say("A tournament"),
            api=API,
            words=Markup(in_html({"words": said_here(TOURNAMENT)})),  # noqa: S704 - made here
        )
    )
