"""The page of a comparison, sent while it is made: rule set after rule set, then pair after pair.

A thread does the first of the work, as with every request; a process then does all the rest.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask import Response, render_template, stream_template, stream_with_context
from markupsafe import Markup

from notation.findings import Phrase, speaking_of
from notation.limits import SpentError, UnfinishedError, limited
from notation.rulings import Comparing
from viewer.documents.document import Document, Part
from viewer.documents.languages import Language
from viewer.limits import QUICK_WORK, REQUEST_WORK
from viewer.rulings import comparison
from viewer.web.api.streaming import held
from viewer.web.failures import BUSY, TOO_MUCH, Busy
from viewer.web.server.work import ask_for_part, has_processes, part
from viewer.web.visits import visit


def comparison_page(comparing: Comparing, spoken: Language, **told: Any) -> Response:
    """Return the page, or in a process those pieces of it that the thread has not made."""
    spoken = speaking_of(comparing.game.draft, comparing.rules[0], spoken)
    pieces = Pieces(comparing, spoken)
    asked = part()
    if asked is not None:
        begun, number = map(int, asked.split())
        return Response("".join(islice(pieces.made(begun), number)))
    title = comparison.title_of(comparing.game, comparing.rules[0], spoken)
    page = stream_template("compared.html", title=title, pieces=pieces.sent(), **told)
    return held(Response(stream_with_context(page), headers={"X-Accel-Buffering": "no"}))


@dataclass(frozen=True)
class Pieces:
    """The pieces of the page: a row for each rule set, how they agree, each pair, and the small print."""

    comparing: Comparing
    spoken: Language

    def made(self, begun: int) -> Iterator[Markup]:
        """Make one piece after the other, without the first ones."""
        columns, rules = comparison.verdict_columns(self.spoken), self.comparing.rules
        if not begun:
            yield self._piece(columns=columns)
        for place, judgement in enumerate(self.comparing.judgements(), start=1):
            if place >= begun:
                yield self._piece(row=comparison.verdict_row(judgement, self.spoken), columns=columns)
        compared = self.comparing.without_pairs()
        if begun <= len(rules) + 1:
            answer, *alike = comparison.agreement(compared, self.spoken)
            yield self._piece(answer=answer, document=self._document(*alike))
        for pair in self.comparing.pairs(max(0, begun - len(rules) - 2)):
            sections = comparison.pair_sections(compared, pair, self.spoken)
            yield Markup().join(
                self._piece(pair=section.title, document=self._document(*section.parts))
                for section in sections
            )
        yield self._piece(document=self._document(comparison.small_print(compared)))

    def sent(self) -> Iterator[Markup]:
        """Make the pieces within the limits of a request; the last says why some are lacking."""
        pieces, number, left = self.made(0), 0, REQUEST_WORK
        quick = QUICK_WORK if has_processes() else REQUEST_WORK
        try:
            while True:
                # No piece is yielded within the limit, which would apply to what the thread does meanwhile.
                with limited(left) as budget, limited(quick, UnfinishedError if quick < left else SpentError):
                    try:
                        piece = next(pieces, None)
                    finally:
                        visit().units += budget.spent
                if piece is None:
                    return
                left, quick, number = budget.left, quick - budget.spent, number + 1
                yield piece
        except UnfinishedError:
            yield from self._rest(number)
        except SpentError:
            yield self._fault(TOO_MUCH, number)

    def _rest(self, begun: int) -> Iterator[Markup]:
        """Yield the pieces from a number on, as a process makes them: the verdicts, and then the pairs."""
        verdicts = len(self.comparing.rules) + 2
        for number in filter(None, (max(0, verdicts - begun), sys.maxsize)):
            try:
                answer = ask_for_part(f"{begun} {number}", b"")
            except Busy as busy:
                yield self._fault(BUSY[busy.why], begun)
                return
            if not answer.status.startswith("200"):
                yield self._fault(TOO_MUCH if answer.status.startswith("422") else BUSY["lost"], begun)
                return
            yield Markup(answer.body.decode())  # noqa: S704 - a template of this program made it
            begun += number

    def _document(self, *parts: Part) -> Document:
        return Document("", parts, self.spoken.code)

    def _piece(self, **told: Any) -> Markup:
        return Markup(render_template("compared_piece.html", **told))  # noqa: S704 - a template escapes

    def _fault(self, why: Phrase, number: int) -> Markup:
        is_in_table = 0 < number <= len(self.comparing.rules) + 1
        return self._piece(fault=self.spoken.put(why), is_in_table=is_in_table)
