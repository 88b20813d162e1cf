"""The judgement of a game in sections: what did not change since the last time is not judged again.

The judge is the same; only places are converted here, since those of a section refer to its text.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import NamedTuple

from notation.findings.finding import Finding
from notation.judge.fixes import with_fixes
from notation.judge.game import arrange, dealt_by, heard, judge
from notation.judge.judgement import Judgement
from notation.judge.played import Plays
from notation.judge.repairs import deals_tried, with_repairs
from notation.text.reader import read_game
from notation.text.sections import Sections
from notation.text.source import Source
from referee.rules import RuleSet


class SectionsJudged(NamedTuple):
    """A game in sections as it was judged.

    The findings of ``judgement`` have their places in the game; ``local`` has them with those of their
    sections, in no order and without fixes. ``plays`` serves the next time.
    """

    sections: Sections
    judgement: Judgement
    local: tuple[Finding, ...]
    plays: Plays


def judge_sections(
    sections: Sections,
    known: Plays | None = None,
    assumed: RuleSet | None = None,
    imposed: RuleSet | None = None,
    *,
    postpones: bool = False,
) -> SectionsJudged:
    r"""The judgement of a game in sections, the same as :func:`notation.judge.game.judge` has of the whole.

    ``assumed`` and ``imposed`` are as there.

    Where it ``postpones`` that, no deal is tried of which it is not known what would make it right; the plays
    say whether there is one.

    >>> from notation.text.sections import read_sections
    >>> from notation.text.source import Source
    >>> text = '%SGN 1\n[Rules "santase"]\ndeal 2 dealer B\n= A 4\n'
    >>> judged = judge_sections(read_sections(Source(1, 1, text, None)))
    >>> [(found.code.id, found.span.line) for found in judged.judgement.findings]
    [('X111', 3), ('N303', 4)]
    """
    plays = Plays(known, postpones=postpones)
    if sections.game.meant:
        judgement = judge(sections.game, assumed, imposed)
        return SectionsJudged(sections, judgement, tuple(judgement.findings), plays)
    judgement = heard(sections.game, assumed, imposed, plays)
    if imposed is None and dealt_by(judgement):
        game = sections.game
        whole = read_game(Source(game.number, game.line, game.text, None, game.source))
        judgement = judge(whole, assumed)
        return SectionsJudged(sections, judgement, tuple(judgement.findings), plays)
    local = tuple(judgement.findings)
    if local:
        arrange(judgement, findings_placed(judgement, sections, plays))
    return SectionsJudged(sections, judgement, local, plays)


def findings_placed(judgement: Judgement, sections: Sections, plays: Plays) -> Iterator[Finding]:
    """The findings with their fixes, in the places of the game."""
    of_deals = [0]  # what belongs to no deal was found of the head
    read = iter(judgement.findings)
    found = []
    for number, part in enumerate(sections.parts):
        found.append(list(islice(read, len(part.findings))))
        of_deals += [number] * part.deals
    for finding in read:
        found[of_deals[finding.deal]].append(finding)
    tried = deals_tried(judgement.findings)
    line, text = 0, sections.source.text
    ends = pairwise([*sections.offsets, len(text)])
    for part, of_part, (start, end) in zip(sections.parts, found, ends, strict=True):
        shift = line - part.above
        fixed = with_fixes(judgement, of_part, part.game) if of_part else []
        for finding in with_repairs(judgement, fixed, part.game, tried, plays) if of_part else ():
            moved = finding.moved(shift) if shift else finding
            if finding.proposal and finding.proposal.span.line == 1:  # a tag that the head of the game lacks
                moved = replace(moved, proposal=finding.proposal)
            yield moved
        line += text.count("\n", start, end)
