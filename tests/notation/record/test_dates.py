"""Dates: what is one, what another way of writing means, and that nothing is guessed."""

from calendar import monthrange

import pytest

from notation import read
from notation.judge import judge
from notation.text.dates import date_meant, is_date
from viewer.rulings.mending import mend


def test_every_day_of_some_years_is_a_date_and_no_other_is() -> None:
    for year in (1900, 2000, 2023, 2024):
        for month in range(14):
            for day in range(33):
                there = 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
                assert is_date(f"{year}-{month:02}-{day:02}") is there
                written = f"{year}-{month:02}-{day:02}" if there else ""
                assert date_meant(f"{day}.{month}.{year}") == written
                assert date_meant(f"{year}. {month:02}. {day:02}.") == written
                if day > 12:
                    assert date_meant(f"{day}/{month}/{year}") == written
                    assert date_meant(f"{month}/{day}/{year}") == written
                elif 1 <= month <= 12:
                    assert date_meant(f"{day}/{month}/{year}") == ""


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        *(("20.11.2026", "2026-11-20"), ("2026.11.??", ""), ("2026.??.??", "2026"), ("31.2.2026", "")),
        *(("3 March 2026", "2026-03-03"), ("March 3rd, 2026", "2026-03-03"), ("Sept 2026", "2026-09")),
        *(("3. März 2026", "2026-03-03"), ("3 март 2026 г.", "2026-03-03"), ("2026. márc. 3.", "2026-03-03")),
        *(("31 February 2026", ""), ("Table 2026", ""), ("Maria", "")),
    ],
)
def test_a_date_that_is_written_otherwise_is_a_warning_with_its_fix(value: str, meant: str) -> None:
    text = f'%SGN 1\n[Date "{value}"]\n[Rules "santase"]\n'
    [finding] = judge(next(read(text))).findings
    assert (finding.code.id, finding.is_error, finding.span[:2]) == ("S135", False, (2, 2))
    assert (finding.fix.text if finding.fix else "") == meant
    mended, _ = mend(text.encode())
    assert mended.decode() == (text.replace(value, meant) if meant else text)


def test_a_tag_of_another_notation_is_named_and_its_name_is_offered() -> None:
    [finding] = judge(next(read('%SGN 1\n[Rules "santase"]\n[White "Anna"]\n'))).findings
    assert (finding.code.id, str(finding.facts and finding.facts["meant"])) == ("S129", "A")
    assert finding.proposal
    assert finding.proposal.span == (3, 2, 3, 7)
    [finding] = judge(next(read('%SGN 1\n[Rules "santase"]\n[White "Anna"]\n[A "Ivan"]\n'))).findings
    assert not finding.proposal, "the tag A is there already"
