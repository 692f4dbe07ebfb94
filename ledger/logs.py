"""Log entries for whoever runs the library: what was done, never what it held.

An entry names the match, the seq, the kind and the seat; no field of an event, no seed, no salt.
The engine configures nothing: a host that configured structlog gets its own loggers, others find
the entries in the standard library's logger ``ledger``, silent below WARNING as ever.
"""

import logging
from typing import Any

_standard = logging.getLogger("ledger")


def entry(level: int, text: str, **facts: object) -> None:
    """Write one log entry, if anybody listens at this level."""
    if _standard.isEnabledFor(level):
        _logger().log(level, text, **facts)


def _logger() -> Any:
    import structlog  # loads asyncio: only the first entry that somebody reads pays it

    if structlog.is_configured():
        return structlog.get_logger("ledger")
    return structlog.wrap_logger(
        _standard,
        wrapper_class=structlog.stdlib.BoundLogger,
        processors=[structlog.processors.KeyValueRenderer(key_order=["event"])],
    )
