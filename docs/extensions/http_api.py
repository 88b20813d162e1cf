"""The directive `http-api`: every operation of the service, from its own OpenAPI document."""

import logging
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from docutils.nodes import Element, Node, container
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from viewer.web import Config, create_app

DOCUMENT: Final = "/api/v1/openapi.json"


def _document() -> dict[str, Any]:
    """The description that an application over an empty archive gives of itself."""
    logging.getLogger("alembic").setLevel(logging.WARNING)  # tables are made, which nobody need know
    with TemporaryDirectory() as folder:
        app = create_app(Config(f"sqlite:///{Path(folder) / 'archive.db'}"))
        with app.test_client() as client:
            document: dict[str, Any] = client.get(DOCUMENT).get_json()
        app.extensions["archive"].close()
    return document


def _rows(document: dict[str, Any]) -> Iterator[str]:
    yield "| operation | does |"
    yield "|---|---|"
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method != "parameters":
                yield f"| `{method.upper()} {path}` | {operation.get('summary', '')} |"


class HttpApi(SphinxDirective):
    """A table of the operations, in the order of the description."""

    def run(self) -> list[Node]:
        """Parse the Markdown table."""
        box: Element = container()
        self.state.nested_parse(StringList(list(_rows(_document()))), self.content_offset, box)
        return [box]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("http-api", HttpApi)
    return {"parallel_read_safe": True}
