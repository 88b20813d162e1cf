"""One run of a command over its files: block by block, in order, independent of the executor."""

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, groupby
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, Final

import click

from notation.findings import Phrase
from notation.text import BLOCK, MOST_OF_GAME, Heads, game_lines
from viewer.cli import ended, handling, options
from viewer.cli.bulk.progress import NoProgress, Progress, on_terminal
from viewer.cli.bulk.resuming import Journal, JournalError, RunState
from viewer.cli.bulk.stream import Item, pieces, size_of
from viewer.cli.bulk.work import BlockResult, FileBlock, Printed, Tally, Work, perform
from viewer.cli.files import Failure, Files, size_on_disk
from viewer.cli.printing import show_text
from viewer.cli.settings import packs_here
from viewer.documents.reports import counted

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notation.judge import Member
    from viewer.cli.bulk.cluster import Cluster
    from viewer.cli.bulk.executors import Processes

    Waiting = tuple[list[FileBlock], Future[list[BlockResult]]]

WORTH: Final = BLOCK
"""Bytes of a run from which on other processes are started."""

Take = Callable[[FileBlock, BlockResult], None]
Done = list[tuple[FileBlock, BlockResult]]
"""Blocks in order, each with its result."""


class Run:
    """Processes the files of a command and prints the results, which do not depend on the executor.

    ``output`` replaces standard output.
    """

    def __init__(self, files: Files, bulk: options.Bulk, output: IO[bytes] | None = None) -> None:
        self._files = files
        self._bulk = bulk
        self._output = output
        self._state = RunState()
        self._added: str | None = None
        self._progress: Progress | NoProgress = NoProgress()

    @property
    def tally(self) -> Tally:
        """The counts."""
        return self._state.tally

    @property
    def files(self) -> int:
        """The number of files read."""
        return self._state.files

    @property
    def memory(self) -> dict[str, Any]:
        """What the command remembers from one block to the next, as JSON; saved in the journal."""
        return self._state.memory

    def go(
        self,
        work: Work,
        take: Take | None = None,
        heads: Heads = game_lines,
        most: int = MOST_OF_GAME,
        size: int | None = None,
    ) -> None:
        """Process every block; ``take`` is called with its result before that is printed.

        ``heads``, ``most`` and ``size`` are those of :func:`notation.text.blocks`.

        An interruption raises KeyboardInterrupt with a message about the progress. A run that cannot resume
        from its journal ends the command.
        """
        with interruptible():
            try:
                self._go(work, take, pieces(self._files, heads, most, size), size or BLOCK)
            except JournalError as error:
                self._files.fail(str(self._bulk.resume), error.phrase)
                options.leave(self._files, wrong=False)
            except KeyboardInterrupt:
                raise KeyboardInterrupt(self._how_far()) from None
            finally:
                self._progress.close()

    def add(self, file: str | None, part: BlockResult) -> None:
        """Print and count the result of a file processed elsewhere."""
        self._print(part.said)
        self._state.tally.add(part.tally)
        if file is not None and file != self._added:
            self._state.files += 1
            self._added = file

    def _go(self, work: Work, take: Take | None, items: Iterable[Item], size: int) -> None:
        journal = None
        if self._bulk.resume is not None:
            journal = Journal(self._bulk.resume, repr((work, self._files.paths)))
            self._state = journal.load()
        for done in self._done(self._left(items, journal), work, size):
            if isinstance(done, Failure):
                self._files.show(done)
                continue
            with _whole(), self._progress.aside():
                for piece, part in done:
                    if journal and part.members:
                        raise JournalError(_series_named(part.members[0]))
                    if take:
                        take(piece, part)
                    self._print(part.said)
                    self._state.count(piece, part)
                if journal:
                    journal.save([piece for piece, _ in done], self._state)
            self._progress.show(done[-1][0].read, self.tally)
            if done[-1][1].stops:
                break
        if journal:
            journal.finish()

    def _left(self, items: Iterable[Item], journal: Journal | None) -> Iterator[Item]:
        """Yield what the previous run has not finished."""
        done = self._state.blocks
        for item in items:
            if journal and done and isinstance(item, FileBlock):
                journal.skip(item)
                done -= 1
                if not done:
                    journal.check()
            else:
                yield item
        if journal and done:
            journal.check(all_read=False)

    def _done(self, items: Iterator[Item], work: Work, size: int) -> Iterator[Done | Failure]:
        """Yield the results in order: computed here while the input is small, then in parallel."""
        jobs = 0 if self._bulk.cluster else self._bulk.jobs or options.cores()
        weight = 0
        for item in items if jobs == 1 or not (self._bulk.cluster or self._bulk.jobs) else ():
            if isinstance(item, Failure):
                yield item
                continue
            yield _paired([item], [work(item)])
            weight += len(item.block.data)
            if weight >= WORTH:
                self._start_progress()
                if jobs > 1:
                    break
        yield from self._by_several(items, work, jobs, size)

    def _by_several(
        self, items: Iterator[Item], work: Work, jobs: int, size: int
    ) -> Iterator[Done | Failure]:
        stream = batches(items, size)
        for first in stream:
            if not isinstance(first, Failure):
                break
            yield first
        else:
            return
        waiting: deque[Waiting | Failure] = deque()
        executor = self._executor(work, jobs)
        try:
            for batch in chain([first], stream):
                if isinstance(batch, Failure):
                    waiting.append(batch)
                else:
                    waiting.append((batch, executor.submit(work, batch)))
                if len(waiting) > executor.width:
                    yield _waited_for(executor, work, waiting.popleft())
            while waiting:
                yield _waited_for(executor, work, waiting.popleft())
        finally:
            executor.close()

    def _executor(self, work: Work, jobs: int) -> "Processes | Cluster":
        self._start_progress()
        packs = packs_here()
        if self._bulk.cluster:
            from viewer.cli.bulk.cluster import Cluster

            return Cluster(self._bulk.cluster, packs)
        from viewer.cli.bulk.executors import Processes

        return Processes(jobs, packs, type(work).__module__)

    def _start_progress(self) -> None:
        if on_terminal() and isinstance(self._progress, NoProgress):
            self._progress = Progress(size_of(self._files), self._files.language)

    def _print(self, said: Iterable[Printed]) -> None:
        for (kind, err), same in groupby(said, lambda each: (type(each.data), each.err)):
            whole: Any = kind().join(each.data for each in same)
            if self._output and not err:
                self._output.write(whole.encode() if kind is str else whole)
            elif kind is str:
                click.echo(whole, nl=False, err=err)
            else:
                show_text(whole)

    def _how_far(self) -> str:
        language = self._files.language
        told = language.say("interrupted after {games}", games=counted(self.tally.games, language))
        if self._bulk.resume is None:
            return told
        more = language.say("the same command continues from there; append its output with >>")
        return f"{told}; {more}"


def _series_named(member: "Member") -> Phrase:
    """Return why a run that meets a match of a series cannot be resumed."""
    return Phrase(
        "{file}, line {line}: this match belongs to the series {name}, which is judged at the end: "
        "that cannot be combined with --resume",
        {"file": member.file, "line": member.line, "name": member.series},
    )


def batches(items: Iterable[Item], size: int) -> Iterator[list[FileBlock] | Failure]:
    """Yield blocks in batches, so that small files are not submitted one by one; failures stay in place."""
    batch: list[FileBlock] = []
    weight = 0
    for item in items:
        if isinstance(item, FileBlock):
            batch.append(item)
            weight += len(item.block.data)
        if batch and (weight >= size or isinstance(item, Failure)):
            yield batch
            batch, weight = [], 0
        if isinstance(item, Failure):
            yield item
    if batch:
        yield batch


def _waited_for(executor: "Processes | Cluster", work: Work, item: "Waiting | Failure") -> Done | Failure:
    """Return the result of a batch. A lost one is submitted once more, then processed here."""
    if isinstance(item, Failure):
        return item
    batch, pending = item
    try:
        return _paired(batch, pending.result())
    except Exception:  # whatever it was, it is raised again here unless the worker was the cause
        try:
            return _paired(batch, executor.submit(work, batch).result())
        except Exception:
            return _paired(batch, perform((), work, batch))


def _paired(batch: list[FileBlock], parts: list[BlockResult]) -> Done:
    """Yield blocks with their parts, up to the one at which the run ends."""
    return list(zip(batch, parts, strict=False))


@contextmanager
def interruptible() -> Iterator[None]:
    """Handle interruption and termination, even if the parent process ignores interruptions."""
    with handling({signal.SIGINT: signal.default_int_handler, signal.SIGTERM: ended}):
        yield


@contextmanager
def _whole() -> Iterator[None]:
    """Print a block whole: an interruption waits for its end, a second one only where that is a file."""
    a_file = size_on_disk(sys.stdout) is not None
    waiting: list[int] = []

    def wait(number: int, frame: FrameType | None) -> None:
        waiting.append(number)
        if len(waiting) > 1 and not a_file:  # whoever should read the output may never do so
            handle(number)

    def handle(number: int) -> None:
        if callable(kept[number]):
            kept[number](number, None)

    with handling({signal.SIGINT: wait, signal.SIGTERM: wait}) as kept:
        yield
        sys.stdout.flush()
    if waiting:
        handle(waiting[0])
