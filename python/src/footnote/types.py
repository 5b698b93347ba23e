"""The types of requests and replies, as in the HTTP API."""

from ._events import (  # noqa: F401
    CallEvent,
    ProgressEvent,
    QueryEvent,
    ResultEvent,
    SourceEvent,
    StartedEvent,
    StateEvent,
    TaskEvent,
)
from ._webhooks import WebhookMessage  # noqa: F401
from ._wire import *  # noqa: F403
