"""Answers for the reader of the core in `sgn_core.py`, as `santase conformance run` asks.

santase conformance run --reader "python3 samples/conformance/core.py"
"""

import base64
import json
import sys

from sgn_core import read

for line in sys.stdin:
    asked = json.loads(line)
    said = {"games": read(base64.b64decode(asked["data"]))} if "data" in asked else {"levels": ["core"]}
    print(json.dumps({"id": asked["id"], "reader": "sgn_core.py"} | said), flush=True)
