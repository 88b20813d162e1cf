"""What programs send, by the kind that they say it is."""

from typing import Final

from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from viewer.web.uploads import Sent, UploadKind, as_sgn, kind_of

JSON: Final = "application/json"
KINDS: Final = {
    "application/x-sgn": UploadKind.SGN,
    "text/plain": UploadKind.SGN,
    "text/html": UploadKind.PAGE,
    JSON: UploadKind.JSON,
}
"""What can be sent, by its media type."""


def sent() -> Sent:
    """The games of the request as SGN; a Problem where they cannot be taken."""
    if request.mimetype not in KINDS:
        raise UnsupportedMediaType
    data, kind = request.get_data(cache=False), KINDS[request.mimetype]
    return as_sgn(
        data, UploadKind.LOG if kind is not UploadKind.PAGE and kind_of(data) is UploadKind.LOG else kind
    )
