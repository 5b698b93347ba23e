"""The client for threads and scripts."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar, Unpack, overload

from ._events import CallEvent, TaskEvent
from ._exchange import Canceller, Record, Service
from ._options import read_api_key, read_base_url, read_headers, read_timeout
from ._response import Response, to_response
from ._send import by_id, each_entry, send_free, send_paid_call, stream_call, task_events, wait_for_task
from ._webhooks import Webhooks
from ._wire import (
    AnswerRequest,
    AnswerResponse,
    CallResponse,
    FinanceRequest,
    ListedTask,
    ResearchRequest,
    ResearchResponse,
    SubmissionResponse,
    TaskResponse,
    TaskState,
    UsageCall,
    UsageResponse,
    WalletResponse,
)

Include = Literal["evidence"]
Result = TypeVar("Result")


class Footnote:
    """Client of a Footnote service. It has no connections of its own, so threads may share it.

    api_key defaults to the environment variable FOOTNOTE_API_KEY, and base_url to FOOTNOTE_BASE_URL or
    http://127.0.0.1:8787. max_retries is how many times to retry a call that cannot be charged twice. timeout limits
    each call, in seconds; by default it is as long as the service may take. Every request has default_headers.
    """

    tasks: Tasks
    """Background tasks: list, retrieve, follow, cancel or wait for one. Free."""
    calls: Calls
    """Calls by their request ID: retrieve or cancel one. Free."""
    webhooks: Webhooks
    """Webhooks of the account: create, change, test and delete them. Free."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        max_retries: int = 2,
        timeout: float | None = None,
        default_headers: Mapping[str, str] | None = None,
    ) -> None:
        service = Service(
            base_url=read_base_url(base_url),
            api_key=read_api_key(api_key),
            max_retries=max_retries,
            canceller=Canceller(),
            timeout=read_timeout(timeout),
            headers=read_headers(default_headers),
        )
        self._set_up(service)

    def _set_up(self, service: Service) -> None:
        self._service = service
        self.tasks = Tasks(service)
        self.calls = Calls(service)
        self.webhooks = Webhooks(service)

    @staticmethod
    def _of(service: Service) -> Footnote:
        client = Footnote.__new__(Footnote)
        client._set_up(service)
        return client

    def with_response(self, call: Callable[[Footnote], Result]) -> Response[Result]:
        """Makes a call and returns its data with the status, headers, request ID and cost of its reply:
        footnote.with_response(lambda client: client.answer(query="..."))
        """
        record = Record()
        return to_response(call(Footnote._of(replace(self._service, record=record))), record)

    def answer(
        self, *, request_id: str | None = None, timeout: float | None = None, **request: Unpack[AnswerRequest]
    ) -> AnswerResponse:
        """Answers a question from the web, with citations. Paid."""
        return self._pay("answer", request, request_id, timeout)

    def research(
        self,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        include: Sequence[Include] = (),
        **request: Unpack[ResearchRequest],
    ) -> ResearchResponse | SubmissionResponse:
        """Returns a cited report, or JSON that matches output_schema. The efforts deep, exhaustive and frontier, and
        any effort with background=True, return a task for tasks.wait instead. Paid.
        """
        return self._pay("research", request, request_id, timeout, include)

    def finance_research(
        self, *, request_id: str | None = None, timeout: float | None = None, **request: Unpack[FinanceRequest]
    ) -> ResearchResponse:
        """Returns a cited financial report. Paid. Can take about seven minutes."""
        return self._pay("finance_research", request, request_id, timeout)

    @overload
    def stream(
        self,
        tool: Literal["answer"],
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        **request: Unpack[AnswerRequest],
    ) -> Iterator[CallEvent[AnswerResponse]]: ...
    @overload
    def stream(
        self,
        tool: Literal["research"],
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        include: Sequence[Include] = (),
        **request: Unpack[ResearchRequest],
    ) -> Iterator[CallEvent[ResearchResponse]]: ...
    @overload
    def stream(
        self,
        tool: Literal["finance_research"],
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        **request: Unpack[FinanceRequest],
    ) -> Iterator[CallEvent[ResearchResponse]]: ...
    def stream(
        self,
        tool: str,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        include: Sequence[Include] = (),
        **request: Any,
    ) -> Iterator[Any]:
        """Runs a call and yields its events: started, then progress, query and source as they come, and the
        response as result. Resumes by itself if the connection is lost, and raises the errors of the call. Paid.
        """
        return stream_call(
            self._service,
            tool,
            request,
            request_id=request_id or str(uuid.uuid4()),
            timeout=read_timeout(timeout),
            include=tuple(include),
        )

    def usage(self) -> UsageResponse:
        """Lists the latest 100 charged calls of your account, newest first. Free."""
        return send_free(self._service, "usage").body  # type: ignore[return-value]

    def usage_calls(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        tool: str | None = None,
        key: str | None = None,
        state: str | None = None,
    ) -> Iterator[UsageCall]:
        """Goes through the charged calls that match, newest first, and fetches more as you go. since and until are
        timestamps, or days (UTC) such as 2026-11-01. Free.
        """
        filters = {"from": since, "to": until, "tool": tool, "key": key, "state": state}
        return each_entry(self._service, "usage", "calls", filters)

    def wallet(self) -> WalletResponse:
        """Returns your balance. Free."""
        return send_free(self._service, "wallet").body  # type: ignore[return-value]

    def _pay(
        self,
        tool: str,
        request: Any,
        request_id: str | None,
        timeout: float | None,
        include: Sequence[Include] = (),
    ) -> Any:
        return send_paid_call(
            self._service,
            tool,
            request,
            request_id=request_id or str(uuid.uuid4()),
            timeout=read_timeout(timeout),
            include=tuple(include),
        )


class Tasks:
    """Background tasks: list, retrieve, follow, cancel or wait for one. These calls are free."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def list(self, *, state: TaskState | None = None) -> Iterator[ListedTask]:
        """Goes through the tasks of your account, newest first, and fetches more as you go. Reports are not included."""
        return each_entry(self._service, "list_tasks", "tasks", {"state": state})

    def retrieve(self, task_id: str, *, include: Sequence[Include] = ()) -> TaskResponse:
        """Returns the task as it is now, with its result if it is completed."""
        return self._one("retrieve_task", task_id, include)

    def events(self, task_id: str, *, last_event_id: str | None = None) -> Iterator[TaskEvent]:
        """Yields states, stages, searches and sources of a task until its stream ends; never its report. To resume a
        stream that broke, pass the id of its last event that had one.
        """
        return task_events(self._service, task_id, last_event_id)

    def cancel(self, task_id: str) -> TaskResponse:
        """Cancels a task, and returns it as failed and refunded. Raises CannotCancelError if it could not be stopped."""
        return self._one("cancel_task", task_id)

    def wait(
        self,
        task_id: str,
        *,
        timeout: float | None = None,
        on_progress: Callable[[TaskResponse], None] | None = None,
        include: Sequence[Include] = (),
    ) -> TaskResponse:
        """Waits for a task and returns it with its report. Raises QueryFailedRefundedError if the task failed and was
        refunded. After any other error the task keeps running, and you can wait for it again.
        """
        return wait_for_task(self._service, task_id, timeout, on_progress, tuple(include))

    def _one(self, name: str, task_id: str, include: Sequence[Include] = ()) -> Any:
        return send_free(self._service, name, by_id(name, task_id), include=tuple(include)).body


class Calls:
    """Any call of your account by its request ID, such as one whose connection broke. These calls are free."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def retrieve(self, request_id: str) -> CallResponse:
        """Returns the call as it is now, with its result for 15 minutes after it completed."""
        return self._one("retrieve_call", request_id)

    def cancel(self, request_id: str) -> CallResponse:
        """Cancels a call or a task, and returns it with its refund. Raises CannotCancelError if it could not be
        stopped: it then keeps running and stays charged.
        """
        return self._one("cancel_call", request_id)

    def _one(self, name: str, request_id: str) -> Any:
        return send_free(self._service, name, by_id(name, request_id)).body
