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
    "application/octet-stream": None,
    JSON: UploadKind.JSON,
}
"""What can be sent, by its media type; of what kind the bytes of any file are is seen in them."""


def sent() -> Sent:
    """The games of the request as SGN; a Problem where they cannot be taken."""
    if request.mimetype not in KINDS:
        raise UnsupportedMediaType
    data, kind = request.get_data(cache=False), KINDS[request.mimetype]
    seen = kind if kind is UploadKind.PAGE else kind_of(data)
    return as_sgn(data, seen if kind is None or seen is UploadKind.LOG else kind)
