"""The pages on which records are written: annotating one, and entering one card by card.

They ask the HTTP API what can be written next (`/api/v1/edits`); a draft stays in the browser until it is
added like any record.
"""

import json
from typing import Any, Final

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from notation.text import GLYPHS
from referee import PRESETS
from viewer.replay.page import SAID as TABLE
from viewer.replay.page import picture_titles
from viewer.store import Stored
from viewer.web.kept import language, stored
from viewer.web.writing_words import SAID

writing = Blueprint("writing", __name__)

SHARED: Final = (
    *("table", "talon", "trick", "won", "closedBy", "talonLeft", "twice", "trump", "fixesTrumps"),
    *("announced", "deal", "dealLabel", "score", "stakes", "first", "backTrick", "back"),
    *(
        "nextTrick",
        "last",
        "flip",
        "controls",
        "look",
        "theme",
        "theme system",
        "theme light",
        "theme dark",
        "pack",
        "pack french",
        "pack german",
        "palette",
    ),
    *("palette two-colour", "palette french", "palette german", "faces", "faces light", "faces dark"),
    *(
        "played",
        "played yes",
        "played no",
        "variation",
    ),
)
"""Messages that the writing table shares with a replay."""


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
    words = {name: TABLE[name] for name in SHARED} | SAID
    told: dict[str, Any] = {
        "words": {name: spoken.translate(phrase.sentence) for name, phrase in words.items()},
        "on": spoken.translate(TABLE["next"].sentence),
        "cards": picture_titles(spoken),
        "glyphs": {mark: spoken.translate(phrase.sentence) for mark, phrase in GLYPHS.items()},
        "text": text,
    }
    script = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return render_template(
        "writing.html",
        stored=kept,
        presets={name: rules.seats for name, rules in PRESETS.items()},
        pictures=url_for("pages.pictures", pack="PACK", lang=spoken.code),
        script=Markup(script),  # noqa: S704 - made here
    )
