"""The data of a reply, with the rest of the reply beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ._exchange import Record
from ._wire import Billing, RefundedBilling

Data = TypeVar("Data")


@dataclass(frozen=True)
class Response(Generic[Data]):
    """The data of a reply, with the rest of the reply beside it."""

    data: Data
    """The result, as the method returns it."""
    status: int
    """HTTP status. If the call lost its connection, of the reply that brought its result."""
    headers: Mapping[str, str]
    """HTTP headers, of the same reply as status. Names may be in any case."""
    request_id: str | None
    """ID of the request. For a paid call, its ID in usage(). Include it when you ask for help."""
    billing: Billing | RefundedBilling | None
    """Cost of the call. None if the reply has none, as for all free calls except calls."""


def to_response(data: Data, record: Record) -> Response[Data]:
    reply = record.reply
    if reply is None:
        raise TypeError("with_response needs a function that makes a call and returns its result")
    headers: Any = reply.headers
    billing = data.get("billing") if isinstance(data, dict) else None
    request_id = record.request_id or reply.headers.get("x-request-id")
    return Response(data, reply.status, headers, request_id, billing)
