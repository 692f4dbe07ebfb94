"""Log entries for whoever runs the library: what was done, never what it held.

An entry names the match, the seq, the kind and the seat; no field of an event, no seed, no salt.
The engine configures nothing: a host that configured structlog gets its own loggers, others find
the entries in the standard library's logger ``ledger``. All are of level INFO.
"""

import sys
from typing import Any

INFO = 20


def entry(text: str, **facts: object) -> None:
    """Write one log entry, if anybody listens.

    To listen a host must have imported `logging`, as structlog does. Where nobody has, neither
    is loaded: an import of this library is as quick as it can be.
    """
    logging = sys.modules.get("logging")
    if logging is not None and logging.getLogger("ledger").isEnabledFor(INFO):
        _logger(logging).log(INFO, text, **facts)


def _logger(logging: Any) -> Any:
    import structlog  # loads asyncio: only the first entry that somebody reads pays it

    if structlog.is_configured():
        return structlog.get_logger("ledger")
    return structlog.wrap_logger(
        logging.getLogger("ledger"),
        wrapper_class=structlog.stdlib.BoundLogger,
        processors=[structlog.processors.KeyValueRenderer(key_order=["event"])],
    )
