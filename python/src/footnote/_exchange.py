"""Sends one request and reads its reply. Every error is a FootnoteError."""

from __future__ import annotations

import http.client
import json
import logging
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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

# A program that sets up no logging sees nothing.
LOGGER = logging.getLogger("footnote")
LOGGER.addHandler(logging.NullHandler())

MOST_REPLY_BYTES = 64 * 1024 * 1024
CHUNK_BYTES = 65_536
# The service sends a comment every 15 seconds.
SILENCE_SECONDS = 60


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


@dataclass
class Record:
    """The latest reply, for callers who want more than its data."""

    reply: Reply | None = None
    request_id: str | None = None
    """The ID of the paid call."""


@dataclass(frozen=True)
class Service:
    base_url: str
    api_key: str
    max_retries: int
    canceller: Canceller
    timeout: float | None = None
    """Time limit of a call in seconds, if the caller chose one for all."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of the caller, which every request has."""
    record: Record | None = None


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    seconds: float
    """The time after which no reply can arrive any more."""
    body: dict[str, Any] | None = None
    request_id: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    is_free: bool = False
    """True for a POST or PATCH that costs nothing, whatever happens to it."""

    @property
    def name(self) -> str:
        """The request in the log. Its query is left out: it may have names that the caller chose."""
        return f"{self.method} {self.path.partition('?')[0]}"

    @property
    def money(self) -> Money:
        """The charge of a call without a proper reply. A GET or DELETE is always free."""
        return "not_charged" if self.is_free or self.method in ("GET", "DELETE") else "unknown"

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
    status: int
    headers: http.client.HTTPMessage


def exchange(service: Service, call: Call, ends_at: float) -> Reply:
    """Sends a call once. `ends_at` is on the monotonic clock."""
    with _connection(service, call, ends_at) as connection:
        response, sock = _send(service, connection, call, ends_at)
        text = _read(response, sock, call, ends_at)
    reply = _to_reply(service, call, response, text)
    if service.record:
        service.record.reply = reply
    return reply


def read_events(
    service: Service, call: Call, ends_at: float, last_event_id: str | None, about: Call
) -> Iterator[tuple[str, str | None, str]]:
    """Sends a call and yields the name, the ID and the data of each event until the stream ends. `about` is the paid
    call that a passed time limit is about.
    """
    headers = {**call.headers, "accept": "text/event-stream"}
    if last_event_id is not None:
        headers["last-event-id"] = last_event_id
    call = Call(call.method, call.path, call.seconds, call.body, call.request_id, headers)
    with _connection(service, call, ends_at, about) as connection:
        response, sock = _send(service, connection, call, ends_at)
        if not (response.headers.get("content-type") or "").startswith("text/event-stream"):
            # A service of an older version returns the result of a paid call as JSON, which is as good.
            text = _read(response, sock, call, ends_at)
            if call.method == "POST" and response.status == 200 and parse(text) is not None:
                yield "result", None, text
                return
            raise _reply_error(service, call, response, parse(text))
        name, event_id, size = "", None, 0
        data: list[str] = []
        while True:
            _limit(response, sock, min(SILENCE_SECONDS, _left(ends_at, about)))
            line = response.readline(MOST_REPLY_BYTES)
            size += len(line)
            if size >= MOST_REPLY_BYTES:
                raise ValueError("the event is too long")
            if not line:
                return
            if line in (b"\n", b"\r\n"):
                if data:
                    yield name or "message", event_id, "\n".join(data)
                name, data, size = "", [], 0
                continue
            key, _, value = line.decode("utf-8", "replace").rstrip("\r\n").partition(":")
            value = value.removeprefix(" ")
            if key == "event":
                name = value
            elif key == "id":
                event_id = value
            elif key == "data":
                data.append(value)


@contextmanager
def _connection(
    service: Service, call: Call, ends_at: float, about: Call | None = None
) -> Iterator[http.client.HTTPConnection]:
    """Opens a connection for one call. Every error while it is open becomes a FootnoteError."""
    if service.canceller.is_cancelled:
        raise AbortedError(f"The call was cancelled before {call.path} was sent.", money="not_charged")
    connection = _connect(service, call, ends_at)
    try:
        service.canceller.attach(connection.sock)
        yield connection
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, socket.timeout) and time.monotonic() >= ends_at:
            raise _timed_out(about or call) from error
        if service.canceller.is_cancelled:
            message = f"The wait for {call.path} was cancelled. {call.advice}"
            raise AbortedError(message, money=call.money, request_id=call.request_id) from error
        LOGGER.info("%s: no reply (%s)", call.name, type(error).__name__)
        raise connection_lost(service, call, type(error).__name__) from error
    finally:
        service.canceller.attach(None)
        connection.close()


def connection_lost(service: Service, call: Call, reason: str) -> ConnectionError:
    return ConnectionError(
        f"The connection to {service.base_url} failed before the reply was complete ({reason}). {call.advice}",
        stage="reply",
        money=call.money,
        request_id=call.request_id,
    )


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


def _send(
    service: Service, connection: http.client.HTTPConnection, call: Call, ends_at: float
) -> tuple[http.client.HTTPResponse, socket.socket]:
    """Sends a request and waits for the headers of its reply."""
    headers = {
        **service.headers,
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
    # The response takes over the socket, whose time limit is set again before each read.
    sock = connection.sock
    started = time.monotonic()
    LOGGER.debug("%s: sent", call.name)
    connection.request(call.method, path, body, headers)
    sock.settimeout(_left(ends_at, call))
    response = connection.getresponse()
    request_id = call.request_id or response.headers.get("x-request-id")
    duration_ms = (time.monotonic() - started) * 1000
    LOGGER.info("%s: %d after %.0f ms (request %s)", call.name, response.status, duration_ms, request_id)
    return response, sock


def _read(response: http.client.HTTPResponse, sock: socket.socket, call: Call, ends_at: float) -> str:
    chunks = bytearray()
    _limit(response, sock, _left(ends_at, call))
    while chunk := response.read(CHUNK_BYTES):
        chunks += chunk
        if len(chunks) > MOST_REPLY_BYTES:
            raise ValueError("the reply is too long")
        _limit(response, sock, _left(ends_at, call))
    if response.length:
        raise http.client.IncompleteRead(bytes(chunks))
    return chunks.decode("utf-8", "replace")


def _limit(response: http.client.HTTPResponse, sock: socket.socket, seconds: float) -> None:
    """Limits the next read. A response that was read to its end has closed the socket."""
    if not response.isclosed():
        sock.settimeout(seconds)


def _to_reply(service: Service, call: Call, response: http.client.HTTPResponse, text: str) -> Reply:
    body = parse(text)
    if body is None or response.status >= 300:
        raise _reply_error(service, call, response, body)
    retry_after = _retry_after(response.headers.get("retry-after"))
    return Reply(body, retry_after, response.status, response.headers)


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


def parse(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def is_error_body(body: dict[str, Any] | None) -> bool:
    """Recognizes an error of the service strictly, because its statement about the charge is trusted."""
    if body is None or not all(isinstance(body.get(name), str) for name in ("code", "message", "request_id")):
        return False
    errors = body.get("errors", [])
    return isinstance(errors, list) and all(isinstance(each, dict) for each in errors)


def _reply_error(
    service: Service, call: Call, response: http.client.HTTPResponse, body: dict[str, Any] | None
) -> FootnoteError:
    status = response.status
    retry_after = _retry_after(response.headers.get("retry-after"))
    if status >= 400 and body is not None and is_error_body(body):
        return to_api_error(body, status=status, otherwise=call.money, retry_after=retry_after)
    return UnexpectedReplyError(
        f"{service.base_url} answered {call.path} with status {status} and not as Footnote does. {call.advice} "
        "Check FOOTNOTE_BASE_URL or base_url and any proxy in between.",
        status=status,
        money=call.money,
        request_id=call.request_id or response.headers.get("x-request-id"),
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
