"""Webhooks: their management, and the verification of their messages."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, cast

from ._exchange import Service
from ._send import by_id, send_free
from ._wire import (
    CreateWebhookRequest,
    UpdateWebhookRequest,
    Webhook,
    WebhookDelivery,
    WebhookEvent,
    WebhookSecretResponse,
)

# Older or newer messages could be replayed by somebody else.
TOLERANCE_SECONDS = 300


class WebhookMessage(TypedDict):
    """A verified message. Its data has IDs, states and amounts, by type."""

    id: str
    """The same in every attempt and replay: use it to recognize repetitions."""
    type: WebhookEvent | Literal["test"]
    timestamp: str
    """When the event happened."""
    data: dict[str, Any]


class Webhooks:
    """Webhooks of your account. All of this is free, and needs a key that may call every tool."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def list(self) -> list[Webhook]:
        """Returns the webhooks of your account, newest first."""
        return self._send("list_webhooks")["webhooks"]

    def create(self, **request: Unpack[CreateWebhookRequest]) -> WebhookSecretResponse:
        """Creates a webhook. Store the secret of the reply: you see it this once."""
        return self._send("create_webhook", body=request)

    def update(self, webhook_id: str, **change: Unpack[UpdateWebhookRequest]) -> Webhook:
        """Changes the address or the events of a webhook, or switches it on or off."""
        return self._send("update_webhook", webhook_id, body=change)

    def delete(self, webhook_id: str) -> None:
        """Deletes a webhook and its deliveries."""
        self._send("delete_webhook", webhook_id)

    def rotate_secret(self, webhook_id: str) -> WebhookSecretResponse:
        """Gives a webhook a new secret. For 24 hours, messages are signed by both."""
        return self._send("rotate_webhook", webhook_id)

    def test(self, webhook_id: str) -> None:
        """Sends an event of the type test."""
        self._send("test_webhook", webhook_id)

    def deliveries(self, webhook_id: str) -> Sequence[WebhookDelivery]:
        """Returns the latest deliveries of a webhook, newest first."""
        return self._send("list_deliveries", webhook_id)["deliveries"]

    def replay(self, webhook_id: str, delivery_id: str) -> None:
        """Sends an event again, with the same ID and body."""
        self._send("replay_delivery", webhook_id, delivery_id)

    def _send(self, name: str, *ids: str, body: Any = None) -> Any:
        return send_free(self._service, name, by_id(name, *ids), body).body


def verify_webhook(*, secret: str, headers: Mapping[str, str], body: str | bytes) -> WebhookMessage | None:
    """Verifies a webhook message and returns it, or None if it is not genuine. body is the body exactly as it arrived,
    before any JSON parser.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, seconds = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not (seconds.isascii() and seconds.isdigit()) or abs(time.time() - int(seconds)) > TOLERANCE_SECONDS:
        return None
    raw = body.encode() if isinstance(body, str) else body
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("secret must be the secret of the webhook, which begins with whsec_") from None
    digest = hmac.new(key, f"{message_id}.{seconds}.".encode() + raw, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # After a rotation there are two, separated by a space.
    signatures = given.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        return None
    return cast(WebhookMessage, {**json.loads(raw), "id": message_id})
