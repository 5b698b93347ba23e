"""The client for threads and scripts."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, Unpack

from ._exchange import Canceller, Service
from ._options import read_api_key, read_base_url
from ._send import by_id, each_entry, send_free, send_paid_call, wait_for_task
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


class Footnote:
    """Client of a Footnote service. It has no connections of its own, so threads may share it.

    api_key defaults to the environment variable FOOTNOTE_API_KEY, and base_url to FOOTNOTE_BASE_URL or
    http://127.0.0.1:8787. max_retries is how many times to retry a call that cannot be charged twice.
    """

    tasks: Tasks
    """Background tasks: list, retrieve, cancel or wait for one. Free."""
    calls: Calls
    """Calls by their request ID: retrieve or cancel one. Free."""

    def __init__(
        self, api_key: str | None = None, *, base_url: str | None = None, max_retries: int = 2
    ) -> None:
        self._service = Service(
            base_url=read_base_url(base_url),
            api_key=read_api_key(api_key),
            max_retries=max_retries,
            canceller=Canceller(),
        )
        self.tasks = Tasks(self._service)
        self.calls = Calls(self._service)

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
            timeout=timeout,
            include=tuple(include),
        )


class Tasks:
    """Background tasks: list, retrieve, cancel or wait for one. These calls are free."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def list(self, *, state: TaskState | None = None) -> Iterator[ListedTask]:
        """Goes through the tasks of your account, newest first, and fetches more as you go. Reports are not included."""
        return each_entry(self._service, "list_tasks", "tasks", {"state": state})

    def retrieve(self, task_id: str) -> TaskResponse:
        """Returns the task as it is now, with its result if it is completed."""
        return self._one("retrieve_task", task_id)

    def cancel(self, task_id: str) -> TaskResponse:
        """Cancels a task, and returns it as failed and refunded. Raises CannotCancelError if it could not be stopped."""
        return self._one("cancel_task", task_id)

    def wait(
        self,
        task_id: str,
        *,
        timeout: float | None = None,
        on_progress: Callable[[TaskResponse], None] | None = None,
    ) -> TaskResponse:
        """Waits for a task and returns it with its report. Raises QueryFailedRefundedError if the task failed and was
        refunded. After any other error the task keeps running, and you can wait for it again.
        """
        return wait_for_task(self._service, task_id, timeout, on_progress)

    def _one(self, name: str, task_id: str) -> Any:
        return send_free(self._service, name, by_id(name, task_id)).body


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
