"""The types of requests and replies, as in the HTTP API."""

from ._wire import *  # noqa: F403
