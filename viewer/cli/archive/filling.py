"""Adds files to an archive: for `santase archive add`, and for `santase serve` in the background."""

import math
from collections import Counter
from collections.abc import Callable
from threading import Event, Thread

import click

from viewer.cli.bulk.progress import NoProgress, Progress, on_terminal
from viewer.cli.bulk.stream import size_of
from viewer.cli.bulk.work import Tally
from viewer.cli.files import Files
from viewer.documents.languages import Language
from viewer.store import Added, Novelty, RecordStanding, Store, StoreError
from viewer.store.access import OPEN

Tell = Callable[[str, Added], None]


def fill(
    store: Store,
    files: Files,
    tell: Tell,
    *,
    standing: RecordStanding = OPEN,
    actor: str = "",
    is_ended: Callable[[], bool] = lambda: False,
) -> Counter[Novelty]:
    """Add the records of files, one file after the other; return the counts of the results.

    The result of a file is reported when it has been added; refused files are reported with other failures.
    On a terminal a line shows the progress. Raises StoreError.
    """
    from viewer.web.failures import Problem, said_of
    from viewer.web.uploads import as_sgn, kind_of

    language, tally, read = files.language, Tally(), 0
    progress = Progress(size_of(files), language) if on_terminal() else NoProgress()
    done = Counter[Novelty]()
    try:
        for name, data in files:
            if is_ended():
                break
            try:
                sent = as_sgn(data, kind_of(data, name), most=math.inf).data
            except Problem as problem:
                with progress.aside():
                    files.fail(name, said_of(problem, language))
                continue
            added = store.add(sent, standing=standing, actor=actor)
            read += len(data)
            with progress.aside():
                for each in added:
                    done[each.novelty] += 1
                    tally.games += 1
                    tally.deals += each.summary.deals
                    if each.novelty is Novelty.REFUSED:
                        why = language.say("removed or hidden here; cannot be added again")
                        files.fail(f"{name}:{each.number}", f"{why} ({each.why})" if each.why else why)
                    else:
                        tell(name, each)
            progress.show(read, tally)
    finally:
        progress.close()
    return done


def counted(done: Counter[Novelty], language: Language) -> str:
    """Return a sentence with the numbers of new and known records."""
    new = language.count("{number} record added", "{number} records added", done[Novelty.NEW])
    known = done[Novelty.KNOWN] + done[Novelty.REWRITTEN]
    return f"{new}, {language.count('{number} already known', '{number} already known', known)}"


class Filling(Thread):
    """Fills an archive from files in the background, and reports the result at the end."""

    def __init__(self, store: Store, files: Files) -> None:
        super().__init__(name="filling", daemon=True)
        self._store = store
        self._files = files
        self._ended = Event()

    def run(self) -> None:
        """Add the records of the files."""
        language = self._files.language
        try:
            done = fill(self._store, self._files, lambda name, added: None, is_ended=self._ended.is_set)
        except StoreError as error:
            click.echo(f"santase: {language.put(error.phrase)}", err=True)
        else:
            click.echo(f"santase: {counted(done, language)}", err=True)

    def end(self) -> None:
        """Stop after the current file, and wait for that."""
        self._ended.set()
        if self.ident is not None:
            self.join()
