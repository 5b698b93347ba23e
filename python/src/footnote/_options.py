"""Reads the options of a client."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from ._errors import InvalidApiKeyError

# Headers that the client sets itself, and on which the meaning of a reply depends.
OWN_HEADERS = r"accept|authorization|connection|content-.*|footnote-.*|host|last-event-id|prefer|transfer-encoding"
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


def read_timeout(seconds: float | None) -> float | None:
    if seconds is None or seconds > 0:
        return seconds
    raise ValueError("timeout must be a number of seconds above 0")


def read_headers(headers: Mapping[str, str] | None) -> dict[str, str]:
    """Checks headers of the caller. Errors omit the values."""
    given = {name.lower(): value for name, value in (headers or {}).items()}
    for name, value in given.items():
        if name == "authorization":
            raise ValueError("use api_key instead of a header authorization")
        if re.fullmatch(OWN_HEADERS, name):
            raise ValueError(f"the header {name} is set by the client itself")
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9a-z-]+", name) or not re.fullmatch(r"[\t\x20-\x7e]*", value):
            raise ValueError(f"the header {name!r} is not one that HTTP can send")
    return given


def _key_error(problem: str, advice: str) -> InvalidApiKeyError:
    message = f"The API key {problem}, so nothing was sent or charged. {advice}"
    body = {"code": "INVALID_API_KEY", "message": message, "request_id": ""}
    return InvalidApiKeyError(body, status=401, money="not_charged")
