"""Makes the test vectors of the log format and of the draws, with the standard library alone.

Run it from anywhere: ``python docs/vectors/make.py``. It follows docs/log-format.md and
docs/randomness.md to the letter and does not import the library: so the library is held to the
pages, not the pages to the library.
"""

import hmac
import json
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent


def index(seed: str, kind: str, seat: int | None, number: int, size: int) -> int:
    """The index a draw picks."""
    limit = 2**256 - 2**256 % size
    block = 0
    while True:
        text = f"draw/1|{kind}|{'-' if seat is None else seat}|{number}|{block}"
        digest = hmac.new(seed.encode(), text.encode("ascii"), "sha256").digest()
        word = int.from_bytes(digest, "big")
        if word < limit:
            return word % size
        block += 1


def draws() -> list[dict[str, object]]:
    """Draws of some streams, from pools of several sizes."""
    cases = [
        (seed, kind, seat, number, size)
        for seed in ("0" * 64, "evening/1", "Grüße ☕")
        for kind, seat in (("card_drawn", 0), ("card_drawn", 4), ("first_seat_drawn", None))
        for number, size in ((0, 1), (0, 60), (1, 60), (59, 7), (1_000_000, 2**200 + 1))
    ]
    return [
        {
            "seed": seed,
            "kind": kind,
            "seat": seat,
            "number": number,
            "size": str(size),
            "index": str(index(seed, kind, seat, number, size)),
        }
        for seed, kind, seat, number, size in cases
    ]


def chain() -> dict[str, object]:
    """A match of four events, the last as late as one can be, and every digest of it."""
    match = "abcdefghij234567"
    events = [
        (1, 1_700_000_000_000_000, '{"kind":"match_opened","game":"made-up"}'),
        (2, 1_700_000_000_000_000, '{"kind":"card_drawn","seat":0,"card":"17"}'),
        (3, 1_700_000_001_500_000, '{"kind":"told","text":"Grüße ☕ \\"quoted\\""}'),
        (4, 253_402_300_799_999_999, '{"kind":"told","text":""}'),
    ]
    digest = sha256(b"ledger/1" + match.encode()).digest()
    rows: list[dict[str, object]] = []
    origin = digest.hex()
    for seq, time, event in events:
        parts = digest + seq.to_bytes(8, "big") + time.to_bytes(8, "big") + event.encode()
        digest = sha256(parts).digest()
        rows.append({"seq": seq, "time": time, "event": event, "digest": digest.hex()})
    head = f"{match}:{len(rows)}:{digest.hex()}"
    return {"match": match, "origin": origin, "events": rows, "head": head}


def seals() -> list[dict[str, str]]:
    """Seals over values of every type a secret can have."""
    salts = ("00112233445566778899aabbccddeeff", "ffffffffffffffffffffffffffffffff")
    values = ('"17"', "3", "true", "[]", "[1,2,3]", '["Grüße ☕","\\"quoted\\""]')
    cases = [
        (salt, field, value)
        for salt in salts
        for field in ("card", "numbers.3")
        for value in values
    ]
    return [
        {
            "salt": salt,
            "field": field,
            "value": value,
            "text": f'["{salt}","{field}",{value}]',
            "seal": sha256(f'["{salt}","{field}",{value}]'.encode()).hexdigest(),
        }
        for salt, field, value in cases
    ]


def made() -> dict[str, str]:
    """The text of every vector file, by name."""
    vectors = {"draws.json": draws(), "chain.json": chain(), "seals.json": seals()}
    return {
        name: json.dumps(vector, ensure_ascii=False, indent=1) + "\n"
        for name, vector in vectors.items()
    }


if __name__ == "__main__":
    for name, text in made().items():
        (HERE / name).write_text(text, encoding="utf-8")
