"""The events of streamed calls and of tasks. Compare `event` to narrow the type of `data`."""

from __future__ import annotations

from typing import Generic, Literal, TypedDict, TypeVar

from ._wire import Billing, TaskState

Response = TypeVar("Response")


class Started(TypedDict):
    request_id: str
    """Identifier of the call."""
    billing: Billing


class Progress(TypedDict):
    stage: str
    """Name of the stage, such as searching."""
    counts: dict[str, int]
    """Counts for the stage, such as {"queries": 3}."""


class Search(TypedDict):
    query: str
    """Text of a search that begins."""


class State(TypedDict):
    status: TaskState


class FoundSource(TypedDict):
    url: str
    """Address of the source."""
    title: str
    """Title of the source."""


class StartedEvent(TypedDict):
    """Reports that a call is charged and runs."""

    event: Literal["started"]
    data: Started


class ProgressEvent(TypedDict):
    """Reports progress within a call."""

    event: Literal["progress"]
    data: Progress


class SourceEvent(TypedDict):
    """Reports a source that the call found."""

    event: Literal["source"]
    data: FoundSource


class QueryEvent(TypedDict):
    """Reports a search that the call begins."""

    event: Literal["query"]
    data: Search


class StateEvent(TypedDict):
    """Reports the state of a task."""

    event: Literal["state"]
    data: State


class ResultEvent(TypedDict, Generic[Response]):
    """The last event of a call: the response that the call without a stream returns."""

    event: Literal["result"]
    data: Response


CallEvent = StartedEvent | ProgressEvent | QueryEvent | SourceEvent | ResultEvent[Response]
TaskEvent = StateEvent | ProgressEvent | QueryEvent | SourceEvent
