# Generated from the contract: do not edit. Renewed by
# vitest run python/wire.test.ts -u

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


CountryCode = Literal[
    "AR", "AU", "AT", "BE", "BR", "CA", "CL", "DK", "FI", "FR", "DE", "HK", "IN", "ID", "IT", "JP",
    "KR", "MY", "MX", "NL", "NZ", "NO", "CN", "PL", "PT", "PH", "RU", "SA", "ZA", "ES", "SE", "CH",
    "TW", "TR", "GB", "US", "ar", "au", "at", "be", "br", "ca", "cl", "dk", "fi", "fr", "de", "hk",
    "in", "id", "it", "jp", "kr", "my", "mx", "nl", "nz", "no", "cn", "pl", "pt", "ph", "ru", "sa",
    "za", "es", "se", "ch", "tw", "tr", "gb", "us",
]

LanguageCode = Literal[
    "AR", "EU", "BN", "BG", "CA", "ZH-HANS", "ZH-HANT", "HR", "CS", "DA", "NL", "EN", "EN-GB", "ET",
    "FI", "FR", "GL", "DE", "EL", "GU", "HE", "HI", "HU", "IS", "IT", "JA", "KN", "KO", "LV", "LT",
    "MS", "ML", "MR", "NB", "PL", "PT-BR", "PT-PT", "PA", "RO", "RU", "SR", "SK", "SL", "ES", "SV",
    "TA", "TE", "TH", "TR", "UK", "VI", "ar", "eu", "bn", "bg", "ca", "zh-hans", "zh-hant", "hr",
    "cs", "da", "nl", "en", "en-gb", "et", "fi", "fr", "gl", "de", "el", "gu", "he", "hi", "hu",
    "is", "it", "ja", "kn", "ko", "lv", "lt", "ms", "ml", "mr", "nb", "pl", "pt-br", "pt-pt", "pa",
    "ro", "ru", "sr", "sk", "sl", "es", "sv", "ta", "te", "th", "tr", "uk", "vi",
]

CallStatus = Literal["running", "completed", "failed"]

TaskState = Literal["submitting", "queued", "running", "completed", "failed"]

WebhookEvent = Literal[
    "task.completed",
    "task.failed",
    "wallet.low",
    "wallet.recharged",
    "key.created",
    "key.limit_reached",
]

ErrorCode = Literal[
    "INVALID_REQUEST",
    "INVALID_API_KEY",
    "INSUFFICIENT_BALANCE",
    "NOT_FOUND",
    "JOB_NOT_FOUND",
    "METHOD_NOT_ALLOWED",
    "CANNOT_CANCEL",
    "JOB_EXPIRED",
    "QUERY_TOO_LONG",
    "RATE_LIMITED",
    "QUERY_FAILED_REFUNDED",
    "JOB_POLL_FAILED",
    "SERVICE_UNAVAILABLE",
    "BILLING_UNAVAILABLE",
]

class AnswerRequest(TypedDict):
    query: str
    """The question."""
    include_domains: NotRequired[list[str]]
    """Use only these hosts or suffixes. Cannot be combined with exclude_domains or
    boost_domains."""
    exclude_domains: NotRequired[list[str]]
    """Never use these hosts or suffixes."""
    boost_domains: NotRequired[list[str]]
    """Prefer these hosts or suffixes."""
    freshness: NotRequired[str]
    """Age of the pages: day, week, month, year, or a range <start_date>to<end_date> with dates
    as YYYY-MM-DD."""
    country: NotRequired[CountryCode]
    """Country of the pages, in upper or lower case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI,
    FR, DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH,
    TW, TR, GB, US."""
    language: NotRequired[LanguageCode]
    """Language of the pages, in upper or lower case. One of AR, EU, BN, BG, CA, ZH-HANS,
    ZH-HANT, HR, CS, DA, NL, EN, EN-GB, ET, FI, FR, GL, DE, EL, GU, HE, HI, HU, IS, IT, JA, KN,
    KO, LV, LT, MS, ML, MR, NB, PL, PT-BR, PT-PT, PA, RO, RU, SR, SK, SL, ES, SV, TA, TE, TH,
    TR, UK, VI."""
    safesearch: NotRequired[Literal["off", "moderate", "strict"]]
    """How strictly to filter explicit results. Default: moderate."""

class ResearchRequest(TypedDict):
    input: str
    """The question to research. To get the report in another language, ask for it here."""
    research_effort: NotRequired[Literal["lite", "standard", "deep", "exhaustive", "frontier"]]
    """How thorough the research is. The efforts deep, exhaustive and frontier always run in the
    background. Default: standard."""
    source_control: NotRequired[SourceControl]
    background: NotRequired[bool]
    """If true, lite and standard run in the background too."""
    output_schema: NotRequired[dict[str, Any]]
    """A JSON Schema for output.content. Not available with lite. The root must have type
    object. Every object must set additionalProperties to false and list every property as
    required. At most 32 levels and 1000 properties. The engine that runs the research has
    tighter limits."""

class FinanceRequest(TypedDict):
    input: str
    """The question to research. To get the report in another language, ask for it here."""
    research_effort: NotRequired[Literal["deep", "exhaustive"]]
    """How thorough the research is. Default: deep."""

class SourceControl(TypedDict):
    """Controls the sources of the research."""
    include_domains: NotRequired[list[str]]
    """Use only these hosts or suffixes. Cannot be combined with exclude_domains or
    boost_domains."""
    exclude_domains: NotRequired[list[str]]
    """Never use these hosts or suffixes."""
    boost_domains: NotRequired[list[str]]
    """Prefer these hosts or suffixes."""
    freshness: NotRequired[str]
    """Age of the pages: day, week, month, year, or a range <start_date>to<end_date> with dates
    as YYYY-MM-DD."""
    country: NotRequired[CountryCode]
    """Country of the pages, in upper or lower case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI,
    FR, DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH,
    TW, TR, GB, US."""

class AnswerResponseResults(TypedDict):
    """The search results."""
    web: list[WebResult]
    """Web pages, in search order."""

class AnswerResponse(TypedDict):
    answer: str
    """The answer. The marker [[1]] refers to the first citation, and [[1, 2]] to the first two."""
    citations: list[Citation]
    """The cited sources. The marker [[1]] refers to the first."""
    results: AnswerResponseResults
    """The search results."""
    billing: Billing

class AnswerResultResults(TypedDict):
    """The search results."""
    web: list[WebResult]
    """Web pages, in search order."""

class AnswerResult(TypedDict):
    answer: str
    """The answer. The marker [[1]] refers to the first citation, and [[1, 2]] to the first two."""
    citations: list[Citation]
    """The cited sources. The marker [[1]] refers to the first."""
    results: AnswerResultResults
    """The search results."""

class Citation(TypedDict):
    source: str
    """URL of the source."""
    excerpts: list[str]
    """The passages that support the answer."""

class WebResult(TypedDict):
    url: str
    """URL of the page."""
    title: str
    """Title of the page."""
    snippets: list[str]
    """Passages from the page."""
    page_age: NotRequired[str]
    """Date of the page, as the search reported it."""

class ResearchResponse(TypedDict):
    output: Output
    billing: Billing

class ResearchResult(TypedDict):
    output: Output

class Output(TypedDict):
    """The report and its sources."""
    content: str | dict[str, Any]
    """The report, or a JSON object if you sent output_schema. The marker [[n]] refers to the
    nth source."""
    content_type: Literal["text", "object"]
    """object if content is a JSON object, otherwise text."""
    sources: list[Source]
    """The sources of the report. The marker [[1]] refers to the first."""
    evidence: NotRequired[list[Evidence]]
    """The passages that prove the values of a JSON object, or that a report is based on.
    Present if you sent Footnote-Include: evidence and the service has evidence."""

class Source(TypedDict):
    url: str
    """URL of the source."""
    title: str
    """Title of the source, or its host name if it has no title."""

class Evidence(TypedDict):
    pointer: str
    """JSON Pointer of the value in content. Empty for a report, as the pointer to the whole."""
    source: int
    """Number of the source: 1 is the first of sources."""
    quote: str
    """The passage of the source that proves the value or supports the report."""

class Billing(TypedDict):
    """Cost of the call."""
    request_id: str
    """Identifier of the request. For a background task, it equals task_id."""
    cost_usd: float
    """Cost of the call in USD."""
    cost_units: int
    """Cost of the call in wallet units of 0.0000001 USD."""
    balance_usd: float
    """Wallet balance in USD after the debit."""

class SubmissionResponse(TypedDict):
    task_id: str
    """Identifier of the task."""
    status: TaskState
    expires_at: str
    """You can retrieve the result until this time, 24 hours after submission."""
    billing: Billing

class TaskResponseResult(TypedDict):
    """Present when status is completed."""
    output: Output

class TaskResponse(TypedDict):
    task_id: str
    """Identifier of the task."""
    status: TaskState
    expires_at: str
    """You can retrieve the result until this time, 24 hours after submission."""
    result: NotRequired[TaskResponseResult]
    """Present when status is completed."""
    code: NotRequired[Literal["QUERY_FAILED_REFUNDED"]]
    """Present when status is failed."""
    message: NotRequired[str]
    """Present when status is failed. Says why the task was refunded and what to do."""

class CallResponse(TypedDict):
    request_id: str
    """Identifier of the call."""
    status: CallStatus
    result: NotRequired[AnswerResult | ResearchResult]
    """The response of the call without its billing. Present when status is completed, for 15
    minutes. A background task has no result here."""
    code: NotRequired[Literal["QUERY_FAILED_REFUNDED"]]
    """Present when status is failed."""
    message: NotRequired[str]
    """Says why the call failed, or where to find the result if the call completed and result is
    absent."""
    billing: Billing | RefundedBilling
    """Cost of the call, or its refund. balance_usd is the balance now."""

class AcceptedResponse(TypedDict):
    request_id: str
    """Identifier of the call. Use it to retrieve the result."""
    status: CallStatus
    billing: Billing

class TasksResponse(TypedDict):
    tasks: list[ListedTask]
    """Newest first, without reports. Retrieve a task to get its report."""
    next_cursor: NotRequired[str]
    """Send it as cursor to get the next page. Absent on the last page."""

class ListedTask(TypedDict):
    task_id: str
    """Identifier of the task."""
    status: TaskState
    effort: str
    """The research_effort of the task."""
    cost_usd: float
    """Price of the task in USD."""
    cost_units: int
    """Price of the task in wallet units."""
    key_name: str
    """Name of the API key that submitted the task, or website."""
    created_at: str
    """When the task was debited."""
    expires_at: str
    """You can retrieve the result until this time, 24 hours after submission."""

class UsageResponse(TypedDict):
    calls: list[UsageCall]
    """Newest first."""
    next_cursor: NotRequired[str]
    """Send it as cursor to get the next page. Absent on the last page."""

class UsageCall(TypedDict):
    request_id: str
    """Identifier of the call."""
    tool: Literal["answer", "research", "finance_research"]
    """The tool that was called."""
    effort: str | None
    """The research_effort of the call, or null for answer."""
    cost_usd: float
    """Price of the call in USD."""
    cost_units: int
    """Price of the call in wallet units."""
    state: Literal["held", "captured", "refunded"]
    """held (pending) while the call runs, then captured (paid) or refunded. For a completed
    task, held until you first retrieve the result or it expires."""
    key_name: str
    """Name of the API key that made the call, or website for a call from the website."""
    created_at: str
    """When the call was debited."""

class WalletResponse(TypedDict):
    balance_usd: float
    """Wallet balance in USD."""
    balance_units: int
    """Wallet balance in wallet units of 0.0000001 USD."""

class CreateWebhookRequest(TypedDict):
    url: str
    """Address that gets the events: https:// on port 443, on the public internet, without a
    user name or a fragment."""
    events: list[WebhookEvent]
    """The events to send."""

class UpdateWebhookRequest(TypedDict):
    url: NotRequired[str]
    """Address that gets the events: https:// on port 443, on the public internet, without a
    user name or a fragment."""
    events: NotRequired[list[WebhookEvent]]
    """The events to send."""
    is_on: NotRequired[bool]
    """false to switch the webhook off, true to switch it on."""

class Webhook(TypedDict):
    webhook_id: str
    """Identifier of the webhook."""
    url: str
    """Address that gets the events."""
    events: list[WebhookEvent]
    """The events that are sent."""
    created_at: str
    """When the webhook was created."""
    previous_until: str | None
    """Until when the secret before the latest rotation signs too; null if it was not rotated."""
    disabled_at: str | None
    """When the webhook was switched off; null while it is on."""
    disabled_because: Literal["owner", "failing"] | None
    """owner if you switched it off, failing if we did; null while it is on."""

class WebhooksResponse(TypedDict):
    webhooks: list[Webhook]
    """The webhooks of the account, newest first."""

class WebhookSecretResponse(TypedDict):
    webhook_id: str
    """Identifier of the webhook."""
    secret: str
    """The signing secret. You see it this once."""

class WebhookDeliveriesResponse(TypedDict):
    deliveries: list[WebhookDelivery]
    """The latest 50 deliveries, newest first."""

class WebhookDelivery(TypedDict):
    delivery_id: str
    """Identifier of the delivery."""
    event_id: str
    """Identifier of the event, sent as webhook-id."""
    kind: str
    """The event, or test."""
    created_at: str
    """When the event happened."""
    next_try_at: str | None
    """When the next attempt is due; null if there will be none."""
    tries: int
    """Attempts so far."""
    delivered_at: str | None
    """When your server took the event; null if it has not."""
    last_status: int | None
    """HTTP status of the latest reply; null if there was none."""
    last_fault: str | None
    """Why the latest attempt got no reply, in one word; null if it got one."""

class EventsResponse(TypedDict):
    events: list[AccountEvent]
    """The latest 100 events, newest first."""

class AccountEvent(TypedDict):
    event_id: str
    """Identifier of the event, which webhooks send as webhook-id."""
    kind: WebhookEvent
    created_at: str
    """When the event happened."""
    body: str
    """The body that webhooks send, as JSON text."""

class DoneResponse(TypedDict):
    status: Literal["done"]
    """Always done."""

class ErrorBody(TypedDict):
    code: ErrorCode
    message: str
    """Explanation for people: what went wrong and what to do."""
    request_id: str
    """Identifier of the request, as in X-Request-Id."""
    errors: NotRequired[list[Problem]]
    """The problems found. Present with INVALID_REQUEST and QUERY_TOO_LONG."""
    required_usd: NotRequired[float]
    """Price of the call. Present with INSUFFICIENT_BALANCE."""
    balance_usd: NotRequired[float]
    """Wallet balance. Present with INSUFFICIENT_BALANCE."""
    billing: NotRequired[RefundedBilling]

class Problem(TypedDict):
    path: str
    """JSON Pointer into the body. Empty if the problem concerns the whole body."""
    message: str
    """The problem at this path."""

class RefundedBilling(TypedDict):
    """The refund. Present with QUERY_FAILED_REFUNDED on a POST."""
    request_id: str
    """Identifier of the request."""
    cost_usd: Literal[0]
    """Always 0, because the call was refunded."""
    cost_units: Literal[0]
    """Always 0, in wallet units."""
    refunded_usd: float
    """Refunded amount in USD."""
    refunded_units: int
    """Refunded amount in wallet units."""
    balance_usd: float
    """Wallet balance in USD after the refund."""

# Method and path of every operation.
OPERATIONS = {
    "answer": ("POST", "/api/v1/answer"),
    "research": ("POST", "/api/v1/research"),
    "finance_research": ("POST", "/api/v1/finance_research"),
    "list_tasks": ("GET", "/api/v1/research"),
    "retrieve_task": ("GET", "/api/v1/research/{task_id}"),
    "task_events": ("GET", "/api/v1/research/{task_id}/events"),
    "cancel_task": ("DELETE", "/api/v1/research/{task_id}"),
    "retrieve_call": ("GET", "/api/v1/calls/{request_id}"),
    "cancel_call": ("DELETE", "/api/v1/calls/{request_id}"),
    "usage": ("GET", "/api/v1/usage"),
    "wallet": ("GET", "/api/v1/wallet"),
    "list_webhooks": ("GET", "/api/v1/webhooks"),
    "create_webhook": ("POST", "/api/v1/webhooks"),
    "update_webhook": ("PATCH", "/api/v1/webhooks/{webhook_id}"),
    "delete_webhook": ("DELETE", "/api/v1/webhooks/{webhook_id}"),
    "rotate_webhook": ("POST", "/api/v1/webhooks/{webhook_id}/rotate"),
    "test_webhook": ("POST", "/api/v1/webhooks/{webhook_id}/test"),
    "list_deliveries": ("GET", "/api/v1/webhooks/{webhook_id}/deliveries"),
    "list_events": ("GET", "/api/v1/webhooks/events"),
    "replay_delivery": ("POST", "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay"),
}

# Status of every error code, and what happened to the money.
ERRORS = {
    "INVALID_REQUEST": (400, "not_charged"),
    "INVALID_API_KEY": (401, "not_charged"),
    "INSUFFICIENT_BALANCE": (402, "not_charged"),
    "NOT_FOUND": (404, "not_charged"),
    "JOB_NOT_FOUND": (404, "not_charged"),
    "METHOD_NOT_ALLOWED": (405, "not_charged"),
    "CANNOT_CANCEL": (409, "not_charged"),
    "JOB_EXPIRED": (410, "not_charged"),
    "QUERY_TOO_LONG": (413, "not_charged"),
    "RATE_LIMITED": (429, "not_charged"),
    "QUERY_FAILED_REFUNDED": (502, "refunded"),
    "JOB_POLL_FAILED": (503, "not_charged"),
    "SERVICE_UNAVAILABLE": (503, "not_charged"),
    "BILLING_UNAVAILABLE": (503, "unknown"),
}

# Seconds that the service may take for a call, by tool and effort. A call at an effort that is not listed always
# runs as a background task.
CALL_SECONDS: dict[str, dict[str, int]] = {
    "answer": {"default": 60},
    "research": {"lite": 60, "default": 180, "standard": 180},
    "finance_research": {"default": 420, "deep": 420, "exhaustive": 420},
}
SUBMISSION_SECONDS = 60
POLL_SECONDS = 30
# The pause between two polls of a task.
POLL_PAUSE_SECONDS = (5, 15)
