"""Every error about a call. A TypeError or ValueError reports wrong arguments."""

from __future__ import annotations

from typing import Any, Literal

from ._wire import ERRORS, Problem, RefundedBilling

Money = Literal["not_charged", "refunded", "charged", "unknown"]


class FootnoteError(Exception):
    """Base class of every error about a call."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        money: Money,
        status: int | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        """Machine-readable error code."""
        self.money: Money = money
        """Whether the call cost money. If it is unknown, check usage() before you retry."""
        self.status = status
        """HTTP status of the reply, if there was one."""
        self.request_id = request_id
        """ID of the call in usage(). Include it when you ask for help."""


class ApiError(FootnoteError):
    """Error returned by the service. Each code has its own subclass."""

    def __init__(
        self, body: dict[str, Any], *, status: int, money: Money, retry_after: float | None = None
    ) -> None:
        problems = [f"- {p.get('path') or 'the body'} {p.get('message')}" for p in body.get("errors", [])]
        super().__init__(
            "\n".join([body["message"], *problems]),
            code=body["code"],
            money=money,
            status=status,
            request_id=body["request_id"] or None,
        )
        self.body = body
        """Error body as received."""
        self.retry_after = retry_after
        """Seconds to wait before a retry, if the service asks for it."""


class InvalidRequestError(ApiError):
    """The request is invalid. Nothing was charged."""

    @property
    def errors(self) -> list[Problem]:
        """Every problem, with its path in the request."""
        problems: list[Problem] = self.body.get("errors", [])
        return problems


class InvalidApiKeyError(ApiError):
    """The API key is missing, unknown, revoked or expired."""


class InsufficientBalanceError(ApiError):
    """The balance or the cap of the key is too low for the call. Nothing was charged."""

    @property
    def required_usd(self) -> float | None:
        """Price of the call in USD."""
        return self.body.get("required_usd")

    @property
    def balance_usd(self) -> float | None:
        """Your balance in USD."""
        return self.body.get("balance_usd")


class NotFoundError(ApiError):
    """The service has no such path. Check base_url."""


class JobNotFoundError(ApiError):
    """Your account has no call or task with this ID."""


class MethodNotAllowedError(ApiError):
    """The path does not support this HTTP method."""


class CannotCancelError(ApiError):
    """The call could not be cancelled: it keeps running and stays charged, or has already ended."""


class JobExpiredError(ApiError):
    """The result of the task is no longer available. Results are kept for 24 hours."""


class QueryTooLongError(ApiError):
    """The question or the request is too long. Nothing was charged."""

    @property
    def errors(self) -> list[Problem]:
        """The fields that are too long, with their limits."""
        problems: list[Problem] = self.body.get("errors", [])
        return problems


class RateLimitedError(ApiError):
    """Too many calls or refunds. Nothing was charged; retry after retry_after seconds."""


class QueryFailedRefundedError(ApiError):
    """The call failed and was refunded in full."""

    @property
    def billing(self) -> RefundedBilling | None:
        """The refund. None for a task: usage() shows its refund."""
        return self.body.get("billing")


class JobPollFailedError(ApiError):
    """The poll failed, which says nothing about the task: it keeps running and remains charged."""


class ServiceUnavailableError(ApiError):
    """The service cannot take the call now. Nothing was charged."""


class BillingUnavailableError(ApiError):
    """The service could not settle the call. Check usage() before you retry."""


class ConnectionError(FootnoteError):
    """The connection failed: the service was unreachable, or the reply was incomplete."""

    def __init__(
        self,
        message: str,
        *,
        stage: Literal["connect", "tls", "reply"],
        money: Money,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message, code="NO_REPLY", money=money, request_id=request_id)
        self.stage = stage
        """Stage at which the connection failed; before "reply", nothing was sent."""


class TimeoutError(FootnoteError):
    """The time limit of the call passed."""

    def __init__(self, message: str, *, money: Money, request_id: str | None = None) -> None:
        super().__init__(message, code="TIMED_OUT", money=money, request_id=request_id)


class AbortedError(FootnoteError):
    """The asyncio task that waited for the call was cancelled."""

    def __init__(self, message: str, *, money: Money, request_id: str | None = None) -> None:
        super().__init__(message, code="ABORTED", money=money, request_id=request_id)


class UnexpectedReplyError(FootnoteError):
    """The reply did not come from Footnote. It came from a proxy or another service, for example."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        money: Money,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(
            message, code="UNEXPECTED_REPLY", money=money, status=status, request_id=request_id
        )
        self.retry_after = retry_after
        """Seconds to wait before a retry, from the Retry-After header."""


CLASSES: dict[str, type[ApiError]] = {
    "INVALID_REQUEST": InvalidRequestError,
    "INVALID_API_KEY": InvalidApiKeyError,
    "INSUFFICIENT_BALANCE": InsufficientBalanceError,
    "NOT_FOUND": NotFoundError,
    "JOB_NOT_FOUND": JobNotFoundError,
    "METHOD_NOT_ALLOWED": MethodNotAllowedError,
    "CANNOT_CANCEL": CannotCancelError,
    "JOB_EXPIRED": JobExpiredError,
    "QUERY_TOO_LONG": QueryTooLongError,
    "RATE_LIMITED": RateLimitedError,
    "QUERY_FAILED_REFUNDED": QueryFailedRefundedError,
    "JOB_POLL_FAILED": JobPollFailedError,
    "SERVICE_UNAVAILABLE": ServiceUnavailableError,
    "BILLING_UNAVAILABLE": BillingUnavailableError,
}


def to_api_error(
    body: dict[str, Any], *, status: int, otherwise: Money, retry_after: float | None = None
) -> ApiError:
    """Creates the error for a code. `otherwise` is its money if this version does not know the code."""
    code = body["code"]
    money: Money = ERRORS[code][1] if code in ERRORS else otherwise  # type: ignore[assignment]
    return CLASSES.get(code, ApiError)(body, status=status, money=money, retry_after=retry_after)
