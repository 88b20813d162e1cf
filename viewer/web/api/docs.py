"""The documentation of the API as a page: Swagger UI, served from the files of its package only."""

from pathlib import Path
from typing import Final

import flask_swagger_ui
from flask import Blueprint, Response, send_from_directory, url_for
from werkzeug.exceptions import NotFound

docs = Blueprint("docs", __name__, url_prefix="/api/v1/docs")

FOLDER: Final = Path(flask_swagger_ui.__file__).parent / "dist"
FILES: Final = ("swagger-ui.css", "swagger-ui-bundle.js")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""Swagger UI uses data: images in its style sheet."""
PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Santase</title>
<link rel="icon" href="{icon}" type="image/svg+xml">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="{contrast}">
<script src="docs/swagger-ui-bundle.js"></script>
<script src="{start}"></script>
</head>
<body>
<div id="swagger-ui"></div>
</body>
</html>
"""


@docs.get("")
def page() -> Response:
    """Show the documentation."""
    own = {"icon": "icon.svg", "start": "swagger/start.js", "contrast": "swagger/contrast.css"}
    made = PAGE.format(**{name: url_for("static", filename=path) for name, path in own.items()})
    response = Response(made, mimetype="text/html")
    response.headers["Content-Security-Policy"] = POLICY
    return response


@docs.get("/<name>")
def file(name: str) -> Response:
    """Return a file of Swagger UI."""
    if name not in FILES:
        raise NotFound
    return send_from_directory(FOLDER, name, max_age=86400)
