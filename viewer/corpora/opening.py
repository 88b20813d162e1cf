"""Corpora opened to be asked: a folder of tables as it is, or records that are made tables first."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from notation import Game
from notation.corpus import Rows, judged_in_full, rows_of
from referee import RuleSet
from viewer.corpora.parquet import is_corpus, write_corpus
from viewer.corpora.session import CorpusSession


@contextmanager
def opened(paths: tuple[str, ...], games: Iterable[Rows]) -> Iterator[CorpusSession]:
    """The corpus that the one path is, or one of these games that is gone afterwards."""
    if len(paths) == 1 and is_corpus(Path(paths[0])):
        with CorpusSession(Path(paths[0])) as session:
            yield session
        return
    with TemporaryDirectory(prefix="santase-") as folder:
        made = Path(folder) / "corpus"
        write_corpus(made, games)
        with CorpusSession(made) as session:
            yield session


def rows_of_files(
    files: Iterable[tuple[str, Iterable[Game]]], assumed: RuleSet | None, imposed: RuleSet | None
) -> Iterator[Rows]:
    """The rows of the games of some files, judged one after the other."""
    game_id = 0
    for name, games in files:
        for game in games:
            game_id += 1
            yield rows_of(judged_in_full(game, assumed, imposed), name, game_id)
