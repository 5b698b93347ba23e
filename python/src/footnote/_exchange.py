"""Sends one request and reads its reply. Every error is a FootnoteError."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from ._errors import (
    AbortedError,
    ConnectionError,
    FootnoteError,
    Money,
    TimeoutError,
    UnexpectedReplyError,
    to_api_error,
)

MOST_REPLY_BYTES = 64 * 1024 * 1024
CHUNK_BYTES = 65_536


class Canceller:
    """Ends a call from another thread: closes its connection and wakes its pauses."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._cancelled = threading.Event()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def cancel(self) -> None:
        with self._lock:
            self._cancelled.set()
            if self._socket:
                try:
                    self._socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def attach(self, connection: socket.socket | None) -> None:
        with self._lock:
            self._socket = connection
        if connection and self.is_cancelled:
            raise OSError("cancelled")

    def pause(self, seconds: float) -> None:
        if self._cancelled.wait(seconds):
            raise AbortedError("The wait for the call was cancelled.", money="unknown")


@dataclass(frozen=True)
class Service:
    base_url: str
    api_key: str
    max_retries: int
    canceller: Canceller


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    seconds: float
    """The time after which no reply can arrive any more."""
    body: dict[str, Any] | None = None
    request_id: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def money(self) -> Money:
        """The charge of a call without a proper reply. A GET or DELETE is always free."""
        return "not_charged" if self.method in ("GET", "DELETE") else "unknown"

    @property
    def advice(self) -> str:
        if self.money == "not_charged":
            return "Nothing was charged."
        if self.request_id is None:
            return "You may have been charged; check usage() before you retry."
        return f"You may have been charged; calls.retrieve('{self.request_id}') shows the outcome."


@dataclass(frozen=True)
class Reply:
    body: dict[str, Any]
    retry_after: float | None


def exchange(service: Service, call: Call, ends_at: float) -> Reply:
    """Sends a call once. `ends_at` is on the monotonic clock."""
    if service.canceller.is_cancelled:
        raise AbortedError(f"The call was cancelled before {call.path} was sent.", money="not_charged")
    connection = _connect(service, call, ends_at)
    try:
        service.canceller.attach(connection.sock)
        status, headers, text = _converse(service, connection, call, ends_at)
    except socket.timeout as error:
        raise _timed_out(call) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        if service.canceller.is_cancelled:
            message = f"The wait for {call.path} was cancelled. {call.advice}"
            raise AbortedError(message, money=call.money, request_id=call.request_id) from error
        raise ConnectionError(
            f"The connection to {service.base_url} failed before the reply was complete "
            f"({type(error).__name__}). {call.advice}",
            stage="reply",
            money=call.money,
            request_id=call.request_id,
        ) from error
    finally:
        service.canceller.attach(None)
        connection.close()
    body = _parse(text)
    retry_after = _retry_after(headers.get("retry-after"))
    if body is None or status >= 300:
        raise _reply_error(service, call, status, body, retry_after, headers.get("x-request-id"))
    return Reply(body, retry_after)


def _connect(service: Service, call: Call, ends_at: float) -> http.client.HTTPConnection:
    url = urlsplit(service.base_url)
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = kind(url.hostname or "", url.port, timeout=_left(ends_at, call))
    try:
        connection.connect()
    except ssl.SSLError as error:
        raise ConnectionError(
            f"Could not establish a secure connection to {service.base_url} ({error.reason or 'TLS'}). "
            "Nothing was charged; check that the service uses HTTPS and that this machine trusts its certificate.",
            stage="tls",
            money="not_charged",
        ) from error
    except OSError as error:
        raise ConnectionError(
            f"Could not connect to {service.base_url} ({error.strerror or type(error).__name__}). Nothing was "
            "charged; check that the service is running and that FOOTNOTE_BASE_URL or base_url is its address.",
            stage="connect",
            money="not_charged",
        ) from error
    return connection


def _converse(
    service: Service, connection: http.client.HTTPConnection, call: Call, ends_at: float
) -> tuple[int, http.client.HTTPMessage, str]:
    headers = {
        "accept": "application/json",
        "authorization": f"Bearer {service.api_key}",
        "connection": "close",
        **call.headers,
    }
    if call.request_id is not None:
        headers["footnote-request-id"] = call.request_id
    body = None
    if call.body is not None:
        headers["content-type"] = "application/json"
        body = json.dumps(call.body, allow_nan=False).encode()
    path = urlsplit(service.base_url).path.rstrip("/") + call.path
    connection.request(call.method, path, body, headers)
    connection.sock.settimeout(_left(ends_at, call))
    response = connection.getresponse()
    chunks = bytearray()
    while chunk := response.read(CHUNK_BYTES):
        chunks += chunk
        if len(chunks) > MOST_REPLY_BYTES:
            raise ValueError("the reply is too long")
        if connection.sock:
            connection.sock.settimeout(_left(ends_at, call))
    if response.length:
        raise http.client.IncompleteRead(bytes(chunks))
    return response.status, response.headers, chunks.decode("utf-8", "replace")


def _left(ends_at: float, call: Call) -> float:
    left = ends_at - time.monotonic()
    if left <= 0:
        raise _timed_out(call)
    return left


def _timed_out(call: Call) -> FootnoteError:
    return TimeoutError(
        f"No reply from {call.path} in time. {call.advice}",
        money=call.money,
        request_id=call.request_id,
    )


def _parse(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _is_error_body(body: dict[str, Any] | None) -> bool:
    """Recognizes an error of the service strictly, because its statement about the charge is trusted."""
    if body is None or not all(isinstance(body.get(name), str) for name in ("code", "message", "request_id")):
        return False
    errors = body.get("errors", [])
    return isinstance(errors, list) and all(isinstance(each, dict) for each in errors)


def _reply_error(
    service: Service,
    call: Call,
    status: int,
    body: dict[str, Any] | None,
    retry_after: float | None,
    request_id: str | None,
) -> FootnoteError:
    if status >= 400 and body is not None and _is_error_body(body):
        return to_api_error(body, status=status, otherwise=call.money, retry_after=retry_after)
    return UnexpectedReplyError(
        f"{service.base_url} answered {call.path} with status {status} and not as Footnote does. {call.advice} "
        "Check FOOTNOTE_BASE_URL or base_url and any proxy in between.",
        status=status,
        money=call.money,
        request_id=call.request_id or request_id,
        retry_after=retry_after,
    )


def _retry_after(value: str | None) -> float | None:
    if value is None:
        return None
    if re.fullmatch(r"\d{1,9}", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
