"""Client of Footnote: answers with citations, research and financial research, each call paid from a wallet."""

from ._async_client import AsyncFootnote
from ._client import Footnote
from ._errors import (
    AbortedError,
    ApiError,
    BillingUnavailableError,
    CannotCancelError,
    ConnectionError,
    FootnoteError,
    InsufficientBalanceError,
    InvalidApiKeyError,
    InvalidRequestError,
    JobExpiredError,
    JobNotFoundError,
    JobPollFailedError,
    MethodNotAllowedError,
    Money,
    NotFoundError,
    QueryFailedRefundedError,
    QueryTooLongError,
    RateLimitedError,
    ServiceUnavailableError,
    TimeoutError,
    UnexpectedReplyError,
)
from ._response import Response
from ._webhooks import WebhookMessage, verify_webhook

__all__ = [
    "AbortedError",
    "ApiError",
    "AsyncFootnote",
    "BillingUnavailableError",
    "CannotCancelError",
    "ConnectionError",
    "Footnote",
    "FootnoteError",
    "InsufficientBalanceError",
    "InvalidApiKeyError",
    "InvalidRequestError",
    "JobExpiredError",
    "JobNotFoundError",
    "JobPollFailedError",
    "MethodNotAllowedError",
    "Money",
    "NotFoundError",
    "QueryFailedRefundedError",
    "QueryTooLongError",
    "RateLimitedError",
    "Response",
    "ServiceUnavailableError",
    "TimeoutError",
    "UnexpectedReplyError",
    "WebhookMessage",
    "verify_webhook",
]
