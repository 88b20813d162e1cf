"""What the logs in `tests/logs/typed` and the records in `tests/logs/written` become.

`.venv/bin/python tests/scripts/typed_logs.py` puts it beside them again, with the reports.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from notation.findings.finding import ENGLISH
from notation.formats import FORMATS, SGN, Conversion, convert, recognised

FOLDER: Final = Path(__file__).parents[1] / "logs"
LOGS: Final = sorted(path for path in (FOLDER / "typed").iterdir() if path.suffix not in (".sgn", ".report"))
RECORDS: Final = sorted((FOLDER / "written").glob("*.sgn"))


def conversions() -> Iterator[tuple[Path, Path, Conversion]]:
    """Yield every log and record, the file of what it becomes, and the conversion."""
    for path in LOGS:
        data = path.read_bytes()
        yield path, path.with_suffix(".sgn"), convert(data, recognised(data, list(FORMATS.values())), SGN)
    for path in RECORDS:
        [log] = set(path.parent.glob(f"{path.stem}.*")) - {path, path.with_suffix(".report")}
        yield path, log, convert(path.read_bytes(), SGN, FORMATS[log.suffix[1:]])


def report(done: Conversion) -> str:
    """The report on a conversion, a line for each entry."""
    return "".join(f"{entry.words(ENGLISH)}\n" for entry in done.report)


if __name__ == "__main__":
    for path, beside, done in conversions():
        beside.write_bytes(done.data)
        path.with_suffix(".report").write_text(report(done), "utf-8")
