"""Sends requests, and takes up paid calls that lost their connection. Nothing is charged twice."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

from ._errors import (
    ApiError,
    ConnectionError,
    FootnoteError,
    InvalidRequestError,
    JobExpiredError,
    JobNotFoundError,
    JobPollFailedError,
    QueryFailedRefundedError,
    RateLimitedError,
    ServiceUnavailableError,
    TimeoutError,
    UnexpectedReplyError,
    to_api_error,
)
from ._exchange import LOGGER, Call, Reply, Service, connection_lost, exchange, is_error_body, parse, read_events
from ._wire import (
    CALL_SECONDS,
    ERRORS,
    OPERATIONS,
    POLL_PAUSE_SECONDS,
    POLL_SECONDS,
    SUBMISSION_SECONDS,
)

# The service settles a call within 30 seconds of its upstream's limit; the rest is for the network.
SETTLING_SECONDS = 35
POLL_LIMIT_SECONDS = POLL_SECONDS + SETTLING_SECONDS
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 8
MOST_RETRY_AFTER_SECONDS = 60
PASSING_STATUSES = (429, 502, 503, 504)
MOST_FAILED_POLLS = 20
PAGE_ENTRIES = "100"
# No task lives longer.
TASK_SECONDS = 24 * 3600


def send_request(service: Service, call: Call, timeout: float | None = None) -> Reply:
    """Sends a call, and retries it if that cannot cost money twice."""
    timeout = service.timeout if timeout is None else timeout
    ends_at = None if timeout is None else time.monotonic() + timeout
    attempt = 0
    while True:
        try:
            return exchange(service, call, ends_at or time.monotonic() + call.seconds)
        except FootnoteError as error:
            pause = _pause_before_retry(error, call.method, attempt)
            if attempt >= service.max_retries or pause is None:
                raise
            if ends_at is not None and time.monotonic() + pause >= ends_at:
                raise
            LOGGER.info("%s: retry %d of %d after %s", call.name, attempt + 1, service.max_retries, error.code)
        service.canceller.pause(pause)
        attempt += 1


def send_free(
    service: Service,
    name: str,
    path: str | None = None,
    body: dict[str, Any] | None = None,
    include: tuple[str, ...] = (),
) -> Reply:
    """Sends an operation that costs nothing."""
    method, own_path = OPERATIONS[name]
    headers = _including(include)
    return send_request(service, Call(method, path or own_path, POLL_LIMIT_SECONDS, body, headers=headers, is_free=True))


def _including(include: tuple[str, ...]) -> dict[str, str]:
    return {"footnote-include": ", ".join(include)} if include else {}


def by_id(name: str, *values: str) -> str:
    """The path of an operation on one call, task or webhook. Rejects IDs that would change the path."""
    for value in values:
        if not isinstance(value, str) or re.fullmatch(r"[\s.]*", value):
            raise TypeError("the ID must be the request_id of a call, the task_id of a task or an ID from a list")
    rest = iter(values)
    return re.sub(r"\{\w+\}", lambda _: quote(next(rest), safe=""), OPERATIONS[name][1])


def _paid_call(
    tool: str, body: dict[str, Any], request_id: str, include: tuple[str, ...]
) -> tuple[Call, bool]:
    """A paid call, and whether it runs as a background task."""
    seconds = None if body.get("background") else CALL_SECONDS[tool].get(body.get("research_effort", "default"))
    method, path = OPERATIONS[tool]
    limit = (SUBMISSION_SECONDS if seconds is None else seconds) + SETTLING_SECONDS
    return Call(method, path, limit, body, request_id, _including(include)), seconds is None


def send_paid_call(
    service: Service,
    tool: str,
    body: dict[str, Any],
    *,
    request_id: str,
    timeout: float | None,
    include: tuple[str, ...],
) -> Any:
    """Sends a paid call. If the connection is lost, asks the service for the call until it has ended, so that the
    caller only sees a slow call. A call that never reached the service is sent again under the same ID.
    """
    call, is_task = _paid_call(tool, body, request_id, include)
    timeout = service.timeout if timeout is None else timeout
    ends_at = time.monotonic() + (timeout or call.seconds)
    if service.record:
        service.record.request_id = request_id
    attempt = 0
    while True:
        left = None if timeout is None else max(ends_at - time.monotonic(), 0.001)
        try:
            return send_request(service, call, left).body
        except FootnoteError as error:
            is_own_repeat = attempt > 0 and isinstance(error, InvalidRequestError)
            if not _is_lost(error) and not is_own_repeat:
                raise
            _log_loss(call)
            found = _find_call(service, request_id, error, ends_at, is_task=is_task)
            if found is not None:
                return found
            if attempt >= service.max_retries or time.monotonic() >= ends_at:
                raise
        attempt += 1


def stream_call(
    service: Service,
    tool: str,
    body: dict[str, Any],
    *,
    request_id: str,
    timeout: float | None,
    include: tuple[str, ...],
) -> Iterator[Any]:
    """Streams a paid call until its result. If the connection is lost, resumes after the last event, so that the caller
    gets each event once. A call that never reached the service is sent again under the same ID.
    """
    call, is_task = _paid_call(tool, body, request_id, include)
    if is_task:
        raise TypeError("A background task has no stream of its own: use research and tasks.wait")
    timeout = service.timeout if timeout is None else timeout
    ends_at = time.monotonic() + (timeout or call.seconds)
    method, _ = OPERATIONS["retrieve_call"]
    follow = Call(method, by_id("retrieve_call", request_id), POLL_LIMIT_SECONDS)
    is_there, last_event_id, failures = False, None, 0
    lost: FootnoteError | None = None
    while True:
        request = follow if is_there else call
        result = None
        try:
            for name, event_id, data in read_events(service, request, ends_at, last_event_id, call):
                is_there, failures, last_event_id = True, 0, event_id or last_event_id
                event = _call_event(name, data)
                # Read to the end, so that the service sees that it was delivered.
                if event and name == "result":
                    result = event
                elif event:
                    yield event
            if result is None:
                raise connection_lost(service, call, "the stream ended early")
            yield result
            return
        except FootnoteError as error:
            was_sent = request is call
            lost = error if was_sent or lost is None else lost
            if isinstance(error, JobExpiredError):
                raise _result_gone(request_id) from error
            pause: float | None
            if was_sent and (_is_lost(error) or (failures > 0 and isinstance(error, InvalidRequestError))):
                is_there, pause = True, 0
            elif was_sent:
                pause = _pause_before_retry(error, "POST", failures)
            elif isinstance(error, JobNotFoundError) and last_event_id is None:
                is_there, pause = False, 0
            elif isinstance(error, QueryFailedRefundedError) or not _is_passing(error):
                pause = None
            else:
                pause = getattr(error, "retry_after", None) or 1
            if pause is None:
                # A failure to follow the call says nothing about it; the loss of its reply does.
                if was_sent or error.money != "not_charged":
                    raise
                raise lost from error
            if time.monotonic() >= ends_at or failures > service.max_retries:
                raise lost from error
            if not isinstance(error, JobPollFailedError):
                failures += 1
            if is_there:
                _log_loss(call)
        service.canceller.pause(pause)


def _call_event(name: str, text: str) -> dict[str, Any] | None:
    """None for kinds that this version does not know. Raises the error of an `error` event."""
    data = parse(text)
    if name == "error" and data is not None and is_error_body(data):
        status, _ = ERRORS.get(data["code"], ERRORS["QUERY_FAILED_REFUNDED"])
        raise to_api_error(data, status=status, otherwise="unknown")
    known = name in ("started", "progress", "query", "source", "result")
    return {"event": name, "data": data} if known and data is not None else None


def _log_loss(call: Call) -> None:
    LOGGER.warning("%s: connection lost, asking for the call %s", call.name, call.request_id)


def task_events(service: Service, task_id: str, last_event_id: str | None) -> Iterator[Any]:
    """Yields the events of a task until its stream ends, except kinds that this version does not know."""
    method, _ = OPERATIONS["task_events"]
    call = Call(method, by_id("task_events", task_id), POLL_LIMIT_SECONDS)
    ends_at = time.monotonic() + TASK_SECONDS
    for name, event_id, text in read_events(service, call, ends_at, last_event_id, call):
        data = parse(text)
        if data is not None and name in ("state", "progress", "query", "source"):
            place = {} if event_id is None else {"id": event_id}
            yield {"event": name, "data": data, **place}


def wait_for_task(
    service: Service,
    task_id: str,
    timeout: float | None,
    on_progress: Callable[[Any], None] | None,
    include: tuple[str, ...],
) -> Any:
    """Polls a task until it has ended."""
    ends_at = None if timeout is None else time.monotonic() + timeout
    once = replace(service, max_retries=0)
    path = by_id("retrieve_task", task_id)
    failures, last_status = 0, None
    while True:
        task: dict[str, Any] = {"status": last_status}
        try:
            reply = send_free(once, "retrieve_task", path, include=include)
            failures, task, retry_after = 0, reply.body, reply.retry_after
        except FootnoteError as error:
            failures += 1
            if not _is_failed_poll(error) or failures >= MOST_FAILED_POLLS:
                raise
            retry_after = getattr(error, "retry_after", None)
        if on_progress and task["status"] != last_status:
            on_progress(task)
        last_status = task["status"]
        if last_status == "failed":
            raise _failure(task, task_id)
        if last_status == "completed" and "result" in task:
            return task
        pause = max(random.uniform(*POLL_PAUSE_SECONDS), min(retry_after or 0, MOST_RETRY_AFTER_SECONDS))
        if ends_at is not None and time.monotonic() + pause >= ends_at:
            raise TimeoutError(
                f"The task did not end in time. It keeps running; call tasks.wait('{task_id}') to resume.",
                money="not_charged",
                request_id=task_id,
            )
        service.canceller.pause(pause)


def each_entry(
    service: Service, name: str, key: str, filters: dict[str, str | None]
) -> Iterator[Any]:
    """Goes through a list page by page, as long as somebody asks for more."""
    given = {field: value for field, value in filters.items() if value is not None}
    query = {"limit": PAGE_ENTRIES, **given}
    while True:
        body = send_free(service, name, f"{OPERATIONS[name][1]}?{urlencode(query)}").body
        yield from body[key]
        if "next_cursor" not in body:
            return
        query["cursor"] = body["next_cursor"]


def _find_call(
    service: Service, request_id: str, error: FootnoteError, ends_at: float, *, is_task: bool
) -> Any:
    """Waits for the end of a call that lost its connection. None if the service does not know it."""
    try:
        if is_task:
            return _find_task(service, request_id)
        call = _await_end(service, request_id, error, ends_at)
    except JobNotFoundError:
        return None
    except QueryFailedRefundedError:
        raise
    except FootnoteError as cause:
        # Asking is free, so its failure says nothing about the charge of the call.
        if _is_passing(cause) or cause.money == "not_charged":
            raise error from cause
        raise
    return _finish(service, call, error)


def _await_end(service: Service, request_id: str, error: FootnoteError, ends_at: float) -> dict[str, Any]:
    path = by_id("retrieve_call", request_id)
    while True:
        reply = send_free(service, "retrieve_call", path)
        if reply.body["status"] != "running":
            return reply.body
        if time.monotonic() >= ends_at:
            raise error
        service.canceller.pause(reply.retry_after or 1)


def _find_task(service: Service, task_id: str) -> Any:
    task = send_free(service, "retrieve_task", by_id("retrieve_task", task_id)).body
    call = send_free(service, "retrieve_call", by_id("retrieve_call", task_id)).body
    if task["status"] == "failed":
        raise _failure(call, task_id)
    return {
        "task_id": task["task_id"],
        "status": task["status"],
        "expires_at": task["expires_at"],
        "billing": call["billing"],
    }


def _finish(service: Service, call: dict[str, Any], error: FootnoteError) -> Any:
    """Returns the reply that was lost, or raises the error that was."""
    request_id = call["request_id"]
    if call["status"] == "failed":
        raise _failure(call, request_id)
    if "result" not in call:
        raise _result_gone(request_id) from error
    method, _ = OPERATIONS["retrieve_call"]
    path = by_id("retrieve_call", request_id)
    try:
        # Lets the service forget the result. If that fails, it does so by itself later.
        acknowledge = {"footnote-acknowledge": "true"}
        silent = replace(service, record=None)
        exchange(silent, Call(method, path, 5, headers=acknowledge), time.monotonic() + 5)
    except FootnoteError:
        pass
    return {**call["result"], "billing": call["billing"]}


def _result_gone(request_id: str) -> ConnectionError:
    return ConnectionError(
        f"The connection failed before the reply was complete. The call {request_id} completed and was charged, "
        "but its result is no longer held.",
        stage="reply",
        money="charged",
        request_id=request_id,
    )


def _failure(body: dict[str, Any], request_id: str) -> ApiError:
    code = body.get("code", "QUERY_FAILED_REFUNDED")
    error = {"code": code, "message": body.get("message", ""), "request_id": request_id}
    if "refunded_usd" in body.get("billing", {}):
        error["billing"] = body["billing"]
    return to_api_error(error, status=ERRORS["QUERY_FAILED_REFUNDED"][0], otherwise="refunded")


def _pause_before_retry(error: FootnoteError, method: str, attempt: int) -> float | None:
    """How long to wait before a retry; None if the call must not be repeated. A GET is free. Any other call is
    repeated only if the service said that it was not charged.
    """
    may_repeat = (
        _is_passing(error)
        if method == "GET"
        else isinstance(error, (ServiceUnavailableError, RateLimitedError))
    )
    asked: float = getattr(error, "retry_after", None) or 0
    if not may_repeat or asked > MOST_RETRY_AFTER_SECONDS:
        return None
    backoff = min(FIRST_PAUSE_SECONDS * 2**attempt, LONGEST_PAUSE_SECONDS)
    return asked + backoff * random.uniform(0.5, 1)


def _is_passing(error: FootnoteError) -> bool:
    if isinstance(error, ConnectionError):
        return True
    return isinstance(error, (ApiError, UnexpectedReplyError)) and error.status in PASSING_STATUSES


def _is_lost(error: FootnoteError) -> bool:
    """Whether the service may have taken the call although no reply of its own arrived."""
    if isinstance(error, ConnectionError):
        return error.stage == "reply"
    return isinstance(error, UnexpectedReplyError) and _is_passing(error)


def _is_failed_poll(error: FootnoteError) -> bool:
    return _is_passing(error) or isinstance(error, (UnexpectedReplyError, TimeoutError))
