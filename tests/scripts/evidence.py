"""Makes the signed ruling among the samples again, and what the page on evidence shows of it.

Run it when the words of rulings change: a signed ruling that is not given word for word is not verified.
Nobody keeps the private key, so each run makes a new pair.
"""

import hashlib
import json
import re
from pathlib import Path

from notation import read_file
from notation.judge import judge
from notation.rulings.ledger import account
from notation.rulings.signatures import key_digits, new_key, sign
from notation.wire.ruling import dump_ruling
from viewer.documents.languages import language

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Write the ruling, its signature and the public key, and put them into the page."""
    [game] = read_file(ROOT / "samples/faulty/the-revoke-seen-later.sgn")
    ruling = dump_ruling(account(judge(game), 1), language("en"))
    data = json.dumps(ruling).encode() + b"\n"
    private, public = new_key()
    folder = ROOT / "samples/evidence"
    (folder / "the-revoke.json").write_bytes(data)
    (folder / "the-revoke.json.sig").write_bytes(sign(data, private))
    (folder / "referee.pub").write_bytes(public)
    page = ROOT / "docs/evidence.md"
    text = page.read_text("utf-8")
    text = re.sub("signed with the key [0-9a-f]{64}", f"signed with the key {key_digits(public)}", text)
    text = re.sub(r"SHA-256 [0-9a-f]{64}", f"SHA-256 {hashlib.sha256(data).hexdigest()}", text)
    text = re.sub(
        r"(?m)^    deal 1, .*$",
        lambda _: f"    deal 1, santase, digest {ruling['digest']}: {ruling['answer']}",
        text,
    )
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
