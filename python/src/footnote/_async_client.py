"""The client for asyncio. Each call runs in a thread; cancelling the task that awaits it closes its connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Literal, TypeVar, Unpack, overload

from ._client import Footnote, Include
from ._events import CallEvent, TaskEvent
from ._exchange import Canceller, Record, Service
from ._response import Response, to_response
from ._wire import (
    AnswerRequest,
    AnswerResponse,
    CallResponse,
    CreateWebhookRequest,
    FinanceRequest,
    ListedTask,
    ResearchRequest,
    ResearchResponse,
    SubmissionResponse,
    TaskResponse,
    TaskState,
    UpdateWebhookRequest,
    UsageCall,
    UsageResponse,
    WalletResponse,
    Webhook,
    WebhookDelivery,
    WebhookSecretResponse,
)

Result = TypeVar("Result")
Entry = TypeVar("Entry")


class _Threads:
    def __init__(self, service: Service, executor: ThreadPoolExecutor) -> None:
        self.service = service
        self.executor = executor

    async def run(self, work: Callable[[Footnote], Result]) -> Result:
        canceller = Canceller()
        client = Footnote._of(replace(self.service, canceller=canceller))
        try:
            return await asyncio.get_running_loop().run_in_executor(self.executor, work, client)
        except asyncio.CancelledError:
            canceller.cancel()
            raise

    async def each(self, start: Callable[[Footnote], Iterator[Entry]]) -> AsyncIterator[Entry]:
        canceller, end = Canceller(), object()
        entries = start(Footnote._of(replace(self.service, canceller=canceller)))
        loop = asyncio.get_running_loop()
        try:
            while (entry := await loop.run_in_executor(self.executor, next, entries, end)) is not end:
                yield entry  # type: ignore[misc]
        finally:
            canceller.cancel()


class AsyncFootnote:
    """Client of a Footnote service with the methods of Footnote, to be awaited. A paid call whose task you cancel keeps
    running at the service; its request_id finds it. max_concurrency limits the calls at once.
    """

    tasks: AsyncTasks
    """Background tasks: list, retrieve, follow, cancel or wait for one. Free."""
    calls: AsyncCalls
    """Calls by their request ID: retrieve or cancel one. Free."""
    webhooks: AsyncWebhooks
    """Webhooks of the account: create, change, test and delete them. Free."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        max_retries: int = 2,
        timeout: float | None = None,
        default_headers: Mapping[str, str] | None = None,
        max_concurrency: int = 64,
    ) -> None:
        client = Footnote(
            api_key,
            base_url=base_url,
            max_retries=max_retries,
            timeout=timeout,
            default_headers=default_headers,
        )
        executor = ThreadPoolExecutor(max_concurrency, thread_name_prefix="footnote")
        self._set_up(_Threads(client._service, executor))

    def _set_up(self, threads: _Threads) -> None:
        self._threads = threads
        self.tasks = AsyncTasks(threads)
        self.calls = AsyncCalls(threads)
        self.webhooks = AsyncWebhooks(threads)

    async def with_response(self, call: Callable[[AsyncFootnote], Awaitable[Result]]) -> Response[Result]:
        """Makes a call and returns its data with the status, headers, request ID and cost of its reply:
        await footnote.with_response(lambda client: client.answer(query="..."))
        """
        record = Record()
        client = AsyncFootnote.__new__(AsyncFootnote)
        client._set_up(_Threads(replace(self._threads.service, record=record), self._threads.executor))
        return to_response(await call(client), record)

    async def __aenter__(self) -> AsyncFootnote:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the client's threads as soon as their calls have ended."""
        self._threads.executor.shutdown(wait=False)

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

    @overload
    def stream(
        self,
        tool: Literal["answer"],
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        **request: Unpack[AnswerRequest],
    ) -> AsyncIterator[CallEvent[AnswerResponse]]: ...
    @overload
    def stream(
        self,
        tool: Literal["research"],
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        include: Sequence[Include] = (),
        **request: Unpack[ResearchRequest],
    ) -> AsyncIterator[CallEvent[ResearchResponse]]: ...
    @overload
    def stream(
        self,
        tool: Literal["finance_research"],
        *,
        request_id: str | None = None,
        timeout: float | None = None,
        **request: Unpack[FinanceRequest],
    ) -> AsyncIterator[CallEvent[ResearchResponse]]: ...
    def stream(self, tool: Any, **request: Any) -> AsyncIterator[Any]:
        """Runs a call and yields its events, as Footnote.stream does: async for event in footnote.stream(...). Paid."""
        return self._threads.each(lambda client: client.stream(tool, **request))

    async def usage(self) -> UsageResponse:
        """Lists the latest 100 charged calls of your account, newest first. Free."""
        return await self._threads.run(lambda client: client.usage())

    def usage_calls(self, **filters: Any) -> AsyncIterator[UsageCall]:
        """Goes through the charged calls that match, newest first. Takes the filters of Footnote.usage_calls. Free."""
        return self._threads.each(lambda client: client.usage_calls(**filters))

    async def wallet(self) -> WalletResponse:
        """Returns your balance. Free."""
        return await self._threads.run(lambda client: client.wallet())

    async def _pay(self, *arguments: Any) -> Any:
        return await self._threads.run(lambda client: client._pay(*arguments))


class AsyncTasks:
    """Background tasks: list, retrieve, follow, cancel or wait for one. These calls are free."""

    def __init__(self, threads: _Threads) -> None:
        self._threads = threads

    def list(self, *, state: TaskState | None = None) -> AsyncIterator[ListedTask]:
        """Goes through the tasks of your account, newest first. Reports are not included."""
        return self._threads.each(lambda client: client.tasks.list(state=state))

    async def retrieve(self, task_id: str, *, include: Sequence[Include] = ()) -> TaskResponse:
        """Returns the task as it is now, with its result if it is completed."""
        return await self._threads.run(lambda client: client.tasks.retrieve(task_id, include=include))

    def events(self, task_id: str, *, last_event_id: str | None = None) -> AsyncIterator[TaskEvent]:
        """Yields states, stages, searches and sources of a task until its stream ends; never its report."""
        return self._threads.each(lambda client: client.tasks.events(task_id, last_event_id=last_event_id))

    async def cancel(self, task_id: str) -> TaskResponse:
        """Cancels a task, and returns it as failed and refunded. Raises CannotCancelError if it could not be stopped."""
        return await self._threads.run(lambda client: client.tasks.cancel(task_id))

    async def wait(
        self, task_id: str, *, timeout: float | None = None, include: Sequence[Include] = ()
    ) -> TaskResponse:
        """Waits for a task and returns it with its report. Raises QueryFailedRefundedError if it failed."""
        return await self._threads.run(lambda client: client.tasks.wait(task_id, timeout=timeout, include=include))


class AsyncCalls:
    """Any call of your account by its request ID. These calls are free."""

    def __init__(self, threads: _Threads) -> None:
        self._threads = threads

    async def retrieve(self, request_id: str) -> CallResponse:
        """Returns the call as it is now, with its result for 15 minutes after it completed."""
        return await self._threads.run(lambda client: client.calls.retrieve(request_id))

    async def cancel(self, request_id: str) -> CallResponse:
        """Cancels a call or a task. Raises CannotCancelError if it could not be stopped."""
        return await self._threads.run(lambda client: client.calls.cancel(request_id))


class AsyncWebhooks:
    """Webhooks of your account. All of this is free, and needs a key that may call every tool."""

    def __init__(self, threads: _Threads) -> None:
        self._threads = threads

    async def list(self) -> list[Webhook]:
        """Returns the webhooks of your account, newest first."""
        return await self._threads.run(lambda client: client.webhooks.list())

    async def create(self, **request: Unpack[CreateWebhookRequest]) -> WebhookSecretResponse:
        """Creates a webhook. Store the secret of the reply: you see it this once."""
        return await self._threads.run(lambda client: client.webhooks.create(**request))

    async def update(self, webhook_id: str, **change: Unpack[UpdateWebhookRequest]) -> Webhook:
        """Changes the address or the events of a webhook, or switches it on or off."""
        return await self._threads.run(lambda client: client.webhooks.update(webhook_id, **change))

    async def delete(self, webhook_id: str) -> None:
        """Deletes a webhook and its deliveries."""
        await self._threads.run(lambda client: client.webhooks.delete(webhook_id))

    async def rotate_secret(self, webhook_id: str) -> WebhookSecretResponse:
        """Gives a webhook a new secret. For 24 hours, messages are signed by both."""
        return await self._threads.run(lambda client: client.webhooks.rotate_secret(webhook_id))

    async def test(self, webhook_id: str) -> None:
        """Sends an event of the type test."""
        await self._threads.run(lambda client: client.webhooks.test(webhook_id))

    async def deliveries(self, webhook_id: str) -> Sequence[WebhookDelivery]:
        """Returns the latest deliveries of a webhook, newest first."""
        return await self._threads.run(lambda client: client.webhooks.deliveries(webhook_id))

    async def replay(self, webhook_id: str, delivery_id: str) -> None:
        """Sends an event again, with the same ID and body."""
        await self._threads.run(lambda client: client.webhooks.replay(webhook_id, delivery_id))
