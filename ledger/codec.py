"""Events to the bytes of their public form and back.

What is stored is the public form: secrets replaced by seals. Reading takes the disclosures its
reader may use; a seal without one becomes HIDDEN.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple, cast

import msgspec
from msgspec import Struct

from ledger.errors import Broken, GameError, InvalidAction, NeedsDisclosure
from ledger.events import Event, kind_of
from ledger.game import Game
from ledger.hidden import HIDDEN, Hidden
from ledger.house import HOUSE_EVENTS
from ledger.ordering import holds_a_set
from ledger.seals import (
    SALT_BYTES,
    Disclosure,
    Entropy,
    Sealed,
    SecretField,
    public_type,
    seal_of,
    seals_in,
    secret_fields,
)
from ledger.values import UNFIT, fitted, parts, unfit

LARGEST = 1 << 20  # bytes of one event, its secrets included
QUOTED = 200  # characters quoted of what msgspec says, which may quote all of an event

_encode = msgspec.json.Encoder().encode


class Written(NamedTuple):
    """An event as it is stored."""

    raw: bytes  # the public form
    disclosures: list[Disclosure]  # what opens its seals
    public: Struct  # the public form, as it is read back


class Codec:
    """Writes and reads the events of one game, and those of the house.

    Raises:
        GameError: a kind is claimed twice, a secret field cannot be sealed, or a field holds a set.
    """

    def __init__(
        self, events: tuple[type[Event], ...], upcasts: Mapping[type[Event], Callable[[Any], Event]]
    ) -> None:
        self.classes = (*HOUSE_EVENTS, *events, *upcasts)
        kinds = [kind_of(cls) for cls in self.classes]
        doubled = sorted({kind for kind in kinds if kinds.count(kind) > 1})
        if doubled:
            raise GameError(
                f"two events of one kind, the engine's own included: {', '.join(doubled)}"
            )
        self.secrets = {cls: secret_fields(cls) for cls in self.classes}
        self.secret_kinds = frozenset(cls for cls, found in self.secrets.items() if found)
        self._public = {cls: public_type(cls, self.secrets[cls]) for cls in self.classes}
        self._real = {public: cls for cls, public in self._public.items()}
        self.upcasts = upcasts
        self._plain = frozenset(self.classes) - self.secret_kinds - upcasts.keys()  # read as stored
        self._types = {
            cls: {f.name: f.type for f in msgspec.structs.fields(cls)} for cls in self.classes
        }
        for cls, fields in self._types.items():
            if unordered := [name for name, kind in fields.items() if holds_a_set(kind)]:
                text = f"{cls.__name__}.{unordered[0]}: a set has no fixed order: use a tuple"
                raise GameError(text)
        self._decode = msgspec.json.Decoder(reduce(or_, self._real)).decode
        self._values = {
            (cls, secret.name): msgspec.json.Decoder(secret.value).decode
            for cls, secrets in self.secrets.items()
            for secret in secrets
        }

    def write(self, event: Event, seq: int, entropy: Entropy) -> Written:
        """The public form of an event and what opens its seals.

        Raises:
            InvalidAction: a value is not of its field's type, a secret is given as HIDDEN, or what
                is no secret reads like a seal.
        """
        try:
            public, disclosures = self._seal(event, seq, entropy)
            # encoded twice, since what is stored must read back to itself: 3 in a field of floats
            # would come back as 3.0
            public = self._decode(_encode(public))
            raw = _encode(public)
        except UNFIT as error:
            text = unfit(error, type(event), event)
            raise InvalidAction(f"{kind_of(event)}: {text}") from None
        if len(raw) + sum(len(row.value) for row in disclosures) > LARGEST:
            raise InvalidAction(f"{kind_of(event)}: an event holds at most {LARGEST} bytes")
        sealed = {row.field for row in disclosures}
        if raw.count(b'{"seal":') > len(sealed):  # a stranger, who finds seals by their form alone
            for path, _ in seals_in(msgspec.json.decode(raw)):  # would miss what opens this one
                if path not in sealed:
                    raise InvalidAction(f"{kind_of(event)}: {path} reads like a seal, and is none")
        return Written(raw, disclosures, public)

    def as_read(self, event: Event) -> Event:
        """The event as it will be read back: a list given for a tuple is a tuple.

        Raises:
            InvalidAction: as `write` does.
        """
        _, made, public = self.write(event, 0, bytes)
        return self.told(public, {opened.field: opened.value for opened in made})

    def changed(self, event: Event, written: Written) -> str:
        """The first field of an event that will not be read back as it is; empty if all will.

        A list in place of a tuple is such a one: a replay finds that the rules give another.
        """
        public: Any = written.public
        if not self.secrets[type(event)]:
            if public == event:
                return ""
            read = public
        else:
            opened = {row.field: row.value for row in written.disclosures}
            read = self.told(public, opened)
        names = event.__struct_fields__
        return next((name for name in names if getattr(read, name) != getattr(event, name)), "")

    def _seal(self, event: Event, seq: int, entropy: Entropy) -> tuple[Struct, list[Disclosure]]:
        if not self.secrets[type(event)]:
            return event, []
        values = {name: getattr(event, name) for name in event.__struct_fields__}
        disclosures: list[Disclosure] = []
        for secret in self.secrets[type(event)]:
            seals = []
            for path, value in secret.paths(values[secret.name]):
                if isinstance(value, Hidden):
                    raise InvalidAction(f"{kind_of(event)}: {path} must be told, not hidden")
                text = self._text(event, secret, path, value)
                salt = entropy(SALT_BYTES).hex()
                seals.append(Sealed(seal_of(salt, path, text)))
                disclosures += [
                    Disclosure(seq, path, audience, seq, salt, text)
                    for audience in secret.readers(event)
                ]
            if values[secret.name] is not None:
                values[secret.name] = tuple(seals) if secret.each else seals[0]
        return self._public[type(event)](**values), disclosures

    def _text(self, event: Event, secret: SecretField, path: str, value: Any) -> str:
        """A secret value as it is stored."""
        try:
            return _encode(self._values[type(event), secret.name](_encode(value))).decode()
        except UNFIT as error:
            text = unfit(error, secret.value, value)
            raise InvalidAction(f"{kind_of(event)}: {path}: {text}") from None

    def read(self, raw: bytes, opened: Mapping[str, str] = {}, *, upcast: bool = True) -> Event:
        """The event as a reader with these disclosures may read it.

        Args:
            raw: the public form.
            opened: the JSON text of each value the reader may use, by field.
            upcast: turn an event of an older shape into the one used now.

        Raises:
            Broken: not an event of this game, not in the one canonical form, or a disclosed
                value that is not of its field's type. The seq is 0: the caller knows it.
        """
        try:
            public: Any = self._decode(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            text = f"not an event of this game: {str(error)[:QUOTED]}"
            raise Broken(0, "chain", text) from None
        if _encode(public) != raw:
            raise Broken(0, "chain", "not in the one form this library writes")
        if type(public) in self._plain:
            plain: Event = public
            return plain
        event = self.told(public, opened)
        return self.upcast(event) if upcast else event

    def told(self, public: Struct, opened: Mapping[str, str]) -> Event:
        """An event in its public form, as a reader with these disclosures may read it.

        Raises:
            Broken: as `read` does, for a disclosed value.
        """
        cls = self._real[type(public)]
        secrets = self.secrets[cls]
        return self._disclose(cls, public, secrets, opened) if secrets else cast(Event, public)

    def upcast(self, event: Event) -> Event:
        """The event in the shape used now.

        Raises:
            GameError: what leads there fails, or leads nowhere.
        """
        if type(event) not in self.upcasts:
            return event
        now: Any = event
        try:
            for _ in self.upcasts:  # each shape leads to another, so that no more are needed
                if type(now) in self.upcasts:
                    now = self.upcasts[type(now)](now)
        except NeedsDisclosure:
            raise
        except Exception as error:
            brief = type(error).__name__
            text = f"what makes a new event of the old {kind_of(event)} failed ({brief})"
            raise GameError(text, "upcasts", brief) from error
        if type(now) in self.upcasts or type(now) not in self.classes:
            text = f"what makes a new event of the old {kind_of(event)} leads to none of the game's"
            raise GameError(text, "upcasts")
        return cast(Event, now)

    def value(self, cls: type[Event], field: str, value: Any) -> Any:
        """A value for one field, text taken as the field's type.

        Raises:
            InvalidAction: it is not of that type.
        """
        kind = self._types[cls][field]
        if Hidden in (known := parts(kind)):  # as which any object would be read
            kind = reduce(or_, (part for part in known if part is not Hidden))
        return fitted(value, kind, field, strict=False)

    def _disclose(
        self,
        cls: type[Event],
        public: Any,
        secrets: tuple[SecretField, ...],
        opened: Mapping[str, str],
    ) -> Event:
        values = {name: getattr(public, name) for name in cls.__struct_fields__}
        for secret in secrets:
            sealed = values[secret.name]
            decode = self._values[cls, secret.name]
            try:
                found = [
                    _canonical(decode, opened[path]) if path in opened else HIDDEN
                    for path, _ in secret.paths(sealed)
                ]
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                # what is wrong with it might tell the secret
                text = f"{secret.name} is opened as a value it cannot hold"
                raise Broken(0, "seals", text) from None
            if sealed is not None:
                values[secret.name] = tuple(found) if secret.each else found[0]
        return cls(**values)


def _canonical(decode: Callable[[str], Any], text: str) -> Any:
    """A disclosed value, from the one form in which this library writes it."""
    value = decode(text)
    if _encode(value).decode() != text:
        raise msgspec.ValidationError("it is not in the one form this library writes")
    return value


@lru_cache(maxsize=64)
def codec_of(game: Game[Any, Any, Any, Any]) -> Codec:
    """The codec of a game; made once, since reading type hints is slow."""
    return Codec((*game.actions, *game.consequences), game.upcasts)


@lru_cache(maxsize=1)
def house_codec() -> Codec:
    """Reads the house's own events only: what opens a match of an unknown game."""
    return Codec((), {})
