"""The types of requests and replies, as in the HTTP API."""

from ._events import CallEvent, ProgressEvent, ResultEvent, SourceEvent, StartedEvent  # noqa: F401
from ._webhooks import WebhookMessage  # noqa: F401
from ._wire import *  # noqa: F403
