"""Whether a view says nothing but the truth: it is the full state, with holes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from ledger.hidden import Bag, Hidden

_PLAIN = frozenset((int, str, bool, float, bytes, type(None)))  # they have no parts


def refines(view: Any, full: Any, path: str = "view") -> None:
    """Hold a view against the full state, part by part.

    HIDDEN stands for anything; a `Bag` has the size of the full one, and what is known of it is in
    it; everything else is the same.

    Raises:
        AssertionError: they differ; it names where, such as ``view.hands[1].cards``.
    """
    if isinstance(view, Hidden):
        return
    assert type(view) is type(full), f"{path} is {view!r}, in full it is {full!r}"
    if type(view) in _PLAIN:
        assert view == full, f"{path} is {view!r}, in full it is {full!r}"
    elif isinstance(view, Bag):
        _refines_bag(view, full, path)
    elif isinstance(view, Struct):
        for name in view.__struct_fields__:
            refines(getattr(view, name), getattr(full, name), f"{path}.{name}")
    elif isinstance(view, tuple | list):
        assert len(view) == len(full), f"{path} has {len(view)} parts, in full {len(full)}"
        for index, (part, whole) in enumerate(zip(view, full, strict=True)):
            refines(part, whole, f"{path}[{index}]")
    elif isinstance(view, Mapping):
        assert list(view) == list(full), f"{path} has other keys: {list(view)}, not {list(full)}"
        for key in view:
            refines(view[key], full[key], f"{path}[{key!r}]")
    else:
        assert view == full, f"{path} is {view!r}, in full it is {full!r}"


def hides(value: Any) -> bool:
    """Whether anything in a state is hidden."""
    if isinstance(value, Hidden):
        return True
    if isinstance(value, Bag) and value.hidden:
        return True
    return any(hides(part) for part in _parts(value))


def _refines_bag(view: "Bag[Any]", full: "Bag[Any]", path: str) -> None:
    assert len(view) == len(full), f"{path} holds {len(view)}, in full {len(full)}"
    false = list((Counter(view.cards) - Counter(full.cards)).elements())
    assert full.hidden or not false, f"{path}.cards: {false} are not there in full"


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, Struct):
        return [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, tuple | list):
        return value
    return value.values() if isinstance(value, Mapping) else ()
