"""Opens corpora: a folder of tables, or records that are indexed first."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from viewer.corpora.parquet import CorpusWriter, is_corpus, new_corpus
from viewer.corpora.session import CorpusSession


@contextmanager
def opened(paths: tuple[str, ...], fill: Callable[[CorpusWriter], None]) -> Iterator[CorpusSession]:
    """Open the corpus at the only path, or a temporary one made from records."""
    if len(paths) == 1 and is_corpus(Path(paths[0])):
        with CorpusSession(Path(paths[0])) as session:
            yield session
        return
    with TemporaryDirectory(prefix="santase-") as folder:
        made = Path(folder) / "corpus"
        with new_corpus(made) as writer:
            fill(writer)
        with CorpusSession(made) as session:
            yield session
