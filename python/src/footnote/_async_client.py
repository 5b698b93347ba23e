"""The client for asyncio. Each call runs in a thread; cancelling the task that awaits it closes its connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar, Unpack

from ._client import Calls, Footnote, Include, Tasks
from ._exchange import Canceller, Service
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

Result = TypeVar("Result")
Entry = TypeVar("Entry")


class _Threads:
    def __init__(self, service: Service, most: int) -> None:
        self._service = service
        self._executor = ThreadPoolExecutor(most, thread_name_prefix="footnote")

    async def run(self, work: Callable[[Service], Result]) -> Result:
        canceller = Canceller()
        own = replace(self._service, canceller=canceller)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work, own)
        except asyncio.CancelledError:
            canceller.cancel()
            raise

    async def each(self, entries: Iterator[Entry]) -> AsyncIterator[Entry]:
        end = object()
        while (entry := await self.run(lambda _: next(entries, end))) is not end:
            yield entry  # type: ignore[misc]

    def close(self) -> None:
        self._executor.shutdown(wait=False)


class AsyncFootnote:
    """Client of a Footnote service with the methods of Footnote, to be awaited. A paid call whose task you cancel keeps
    running at the service; its request_id finds it. max_concurrency limits the calls at once.
    """

    tasks: AsyncTasks
    """Background tasks: list, retrieve, cancel or wait for one. Free."""
    calls: AsyncCalls
    """Calls by their request ID: retrieve or cancel one. Free."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        max_retries: int = 2,
        max_concurrency: int = 64,
    ) -> None:
        client = Footnote(api_key, base_url=base_url, max_retries=max_retries)
        self._threads = _Threads(client._service, max_concurrency)
        self._client = client
        self.tasks = AsyncTasks(client, self._threads)
        self.calls = AsyncCalls(self._threads)

    async def __aenter__(self) -> AsyncFootnote:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the client's threads as soon as their calls have ended."""
        self._threads.close()

    async def answer(
        self, *, request_id: str | None = None, timeout: float | None = None, **request: Unpack[AnswerRequest]
    ) -> AnswerResponse:
        """Answers a question from the web, with citations. Paid."""
        return await self._pay("answer", request, request_id, timeout)

    async def research(
        self,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        include: Sequence[Include] = (),
        **request: Unpack[ResearchRequest],
    ) -> ResearchResponse | SubmissionResponse:
        """Returns a cited report, JSON that matches output_schema, or a task for tasks.wait. Paid."""
        return await self._pay("research", request, request_id, timeout, include)

    async def finance_research(
        self, *, request_id: str | None = None, timeout: float | None = None, **request: Unpack[FinanceRequest]
    ) -> ResearchResponse:
        """Returns a cited financial report. Paid. Can take about seven minutes."""
        return await self._pay("finance_research", request, request_id, timeout)

    async def usage(self) -> UsageResponse:
        """Lists the latest 100 charged calls of your account, newest first. Free."""
        return await self._threads.run(lambda service: _client_of(service).usage())

    def usage_calls(self, **filters: Any) -> AsyncIterator[UsageCall]:
        """Goes through the charged calls that match, newest first. Takes the filters of Footnote.usage_calls. Free."""
        return self._threads.each(self._client.usage_calls(**filters))

    async def wallet(self) -> WalletResponse:
        """Returns your balance. Free."""
        return await self._threads.run(lambda service: _client_of(service).wallet())

    async def _pay(self, *arguments: Any) -> Any:
        return await self._threads.run(lambda service: _client_of(service)._pay(*arguments))


class AsyncTasks:
    """Background tasks: list, retrieve, cancel or wait for one. These calls are free."""

    def __init__(self, client: Footnote, threads: _Threads) -> None:
        self._client = client
        self._threads = threads

    def list(self, *, state: TaskState | None = None) -> AsyncIterator[ListedTask]:
        """Goes through the tasks of your account, newest first. Reports are not included."""
        return self._threads.each(self._client.tasks.list(state=state))

    async def retrieve(self, task_id: str) -> TaskResponse:
        """Returns the task as it is now, with its result if it is completed."""
        return await self._threads.run(lambda service: Tasks(service).retrieve(task_id))

    async def cancel(self, task_id: str) -> TaskResponse:
        """Cancels a task, and returns it as failed and refunded. Raises CannotCancelError if it could not be stopped."""
        return await self._threads.run(lambda service: Tasks(service).cancel(task_id))

    async def wait(self, task_id: str, *, timeout: float | None = None) -> TaskResponse:
        """Waits for a task and returns it with its report. Raises QueryFailedRefundedError if it failed."""
        return await self._threads.run(lambda service: Tasks(service).wait(task_id, timeout=timeout))


class AsyncCalls:
    """Any call of your account by its request ID. These calls are free."""

    def __init__(self, threads: _Threads) -> None:
        self._threads = threads

    async def retrieve(self, request_id: str) -> CallResponse:
        """Returns the call as it is now, with its result for 15 minutes after it completed."""
        return await self._threads.run(lambda service: Calls(service).retrieve(request_id))

    async def cancel(self, request_id: str) -> CallResponse:
        """Cancels a call or a task. Raises CannotCancelError if it could not be stopped."""
        return await self._threads.run(lambda service: Calls(service).cancel(request_id))


def _client_of(service: Service) -> Footnote:
    """The client's methods with another service, whose calls can be cancelled one by one."""
    client = Footnote.__new__(Footnote)
    client._service = service
    return client
