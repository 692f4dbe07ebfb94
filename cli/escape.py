"""Text from strangers, made harmless: names, options, claims, file names.

Everything the command line writes goes through here. A name can then neither move the cursor, nor
turn the reading direction, nor begin a line of its own.
"""

import re

_JOINERS = "\u200c\u200d"  # parts of ordinary words and emoji
_SUSPECT = "[^\x20-\x7e]+"


def plain(text: str) -> str:
    r"""The text with every character that is not seen as itself written out, such as ``\x1b``."""
    return text if text.isprintable() else "".join(map(_shown, text))


def in_json(text: str, *, ascii_only: bool = False) -> str:
    """A JSON document with the same meaning, in which such characters are JSON's own escapes.

    Line breaks between values stay: within strings JSON has escaped them already.
    """
    return re.sub(_SUSPECT, lambda found: _escaped(found[0], ascii_only), text)


def _shown(char: str) -> str:
    if _is_seen(char):
        return char
    if char in "\n\r\t":
        return {"\n": r"\n", "\r": r"\r", "\t": r"\t"}[char]
    number = ord(char)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _is_seen(char: str) -> bool:
    if char.isprintable() or char in _JOINERS:
        return True
    from unicodedata import category  # a library of its own

    return category(char) == "Zs"


def _escaped(text: str, ascii_only: bool) -> str:
    return "".join(
        char if char == "\n" or (_is_seen(char) and not ascii_only) else _units(char)
        for char in text
    )


def _units(char: str) -> str:
    """A character as one or two of JSON's UTF-16 escapes."""
    raw = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{raw[i]:02x}{raw[i + 1]:02x}" for i in range(0, len(raw), 2))
