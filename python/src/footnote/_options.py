"""Reads the options of a client."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

from ._errors import InvalidApiKeyError

DEFAULT_BASE_URL = "http://127.0.0.1:8787"


def read_api_key(value: str | None) -> str:
    key = (value or os.environ.get("FOOTNOTE_API_KEY", "")).strip()
    if not key:
        raise _key_error("is missing", "Set FOOTNOTE_API_KEY or pass api_key.")
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise _key_error("contains invalid characters", "Check FOOTNOTE_API_KEY or api_key.")
    return key


def read_base_url(value: str | None) -> str:
    """Accepts the address of the service or of its API. Errors omit it, since it may contain a password."""
    text = value or os.environ.get("FOOTNOTE_BASE_URL", "").strip() or DEFAULT_BASE_URL
    url = urlsplit(text)
    is_plain = url.username is None and url.password is None and not re.search(r"[?#]", text)
    if is_plain and url.scheme in ("http", "https") and url.hostname:
        return re.sub(r"(/api/v1)?/*$", "", text)
    raise ValueError(
        "FOOTNOTE_BASE_URL or base_url must be a URL such as https://footnote.example, "
        "without user name, query or fragment"
    )


def _key_error(problem: str, advice: str) -> InvalidApiKeyError:
    message = f"The API key {problem}, so nothing was sent or charged. {advice}"
    body = {"code": "INVALID_API_KEY", "message": message, "request_id": ""}
    return InvalidApiKeyError(body, status=401, money="not_charged")
