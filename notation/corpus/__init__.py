"""Corpora: many games of computer players, and games as rows of tables."""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from notation.corpus.facts import Row as Row
    from notation.corpus.generator import MOST_DEALS as MOST_DEALS
    from notation.corpus.generator import GeneratedMatch as GeneratedMatch
    from notation.corpus.generator import LaidCards as LaidCards
    from notation.corpus.generator import Trumps as Trumps
    from notation.corpus.generator import generate as generate
    from notation.corpus.generator import part as part
    from notation.corpus.generator import played as played
    from notation.corpus.generator import shuffled as shuffled
    from notation.corpus.generator import trumps_of as trumps_of
    from notation.corpus.rows import Rows as Rows
    from notation.corpus.rows import judged_in_full as judged_in_full
    from notation.corpus.rows import rows_of as rows_of
    from notation.corpus.rows import seat_rows_of as seat_rows_of
    from notation.corpus.tables import ALWAYS as ALWAYS
    from notation.corpus.tables import ON_REQUEST as ON_REQUEST
    from notation.corpus.tables import TABLES as TABLES
    from notation.corpus.tables import CellKind as CellKind
    from notation.corpus.tables import TableField as TableField
    from notation.corpus.tables import cell as cell
    from notation.corpus.tables import no_formula as no_formula
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        facts="Row",
        generator="MOST_DEALS GeneratedMatch LaidCards Trumps generate part played shuffled trumps_of",
        rows="Rows judged_in_full rows_of seat_rows_of",
        tables="ALWAYS ON_REQUEST TABLES CellKind TableField cell no_formula",
    )
