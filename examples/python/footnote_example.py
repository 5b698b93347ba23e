"""A Footnote client for Python: one file to copy into your project. It needs only the standard library.

    export FOOTNOTE_API_KEY=fn_...
    python3 footnote_example.py "Compare the GDP per capita of Chile and Peru."

Needs Python 3.9 or newer. Every POST is a new paid call, so this client never repeats one. If a reply is
lost, the error says that the outcome is unknown, and `usage()` shows what was charged. A background task
is charged once, when you submit it. Polling it is free, so this client repeats failed polls.
"""

import argparse
import http.client
import json
import os
import random
import socket
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

DEFAULT_BASE_URL = "http://127.0.0.1:8787"

# The longest that the service may take, plus 35 seconds to settle the money and reply.
ANSWER_SECONDS = 95
SUBMISSION_SECONDS = 95
FINANCE_SECONDS = 455
RETRIEVAL_SECONDS = 65

POLL_SECONDS = (5, 15)
LONGEST_PAUSE_SECONDS = 60
GET_ATTEMPTS = 3
# Failed polls in a row after which wait() gives up.
MOST_FAILED_POLLS = 20

# The effect of each error code on the wallet. For other codes it is unknown.
MONEY = {
    "INVALID_REQUEST": "not_charged",
    "INVALID_API_KEY": "not_charged",
    "INSUFFICIENT_BALANCE": "not_charged",
    "NOT_FOUND": "not_charged",
    "JOB_NOT_FOUND": "not_charged",
    "METHOD_NOT_ALLOWED": "not_charged",
    "CANNOT_CANCEL": "not_charged",
    "JOB_EXPIRED": "not_charged",
    "QUERY_TOO_LONG": "not_charged",
    "RATE_LIMITED": "not_charged",
    "QUERY_FAILED_REFUNDED": "refunded",
    "JOB_POLL_FAILED": "not_charged",
    "SERVICE_UNAVAILABLE": "not_charged",
    "BILLING_UNAVAILABLE": "unknown",
}


class FootnoteError(Exception):
    """An error from the API, a lost reply (NO_REPLY) or a reply that is not Footnote's (UNEXPECTED_REPLY).

    money is "not_charged", "refunded" or "unknown". If it is unknown, check usage(). If wait() raised the
    error, task_id is the task's ID. Unless the task failed, it keeps running.
    """

    def __init__(self, code, message, *, money, request_id=None, body=None, retry_after=None):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.money = money
        self.request_id = request_id
        self.body = body or {}
        self.retry_after = retry_after
        self.task_id = None

    @property
    def may_pass(self):
        """Whether a GET may succeed if repeated. A POST is never repeated."""
        return self.retry_after is not None or self.code in ("NO_REPLY", "UNEXPECTED_REPLY")


class Footnote:
    """A client. By default, FOOTNOTE_API_KEY and FOOTNOTE_BASE_URL set the key and the address."""

    def __init__(self, api_key=None, base_url=None):
        self._key = (api_key or os.environ.get("FOOTNOTE_API_KEY", "")).strip()
        address = base_url or os.environ.get("FOOTNOTE_BASE_URL") or DEFAULT_BASE_URL
        self._base_url = address.rstrip("/")
        self._opener = urllib.request.build_opener(_NoRedirects)

    def answer(self, query, **options):
        """Returns an answer with citations. Options are fields of the API: freshness, include_domains, ..."""
        return self._post("/api/v1/answer", {"query": query, **options}, ANSWER_SECONDS)

    def start_research(self, text, **options):
        """Submits research as a background task and returns {"task_id", "expires_at", "billing", ...}."""
        body = {"input": text, **options, "background": True}
        return self._post("/api/v1/research", body, SUBMISSION_SECONDS)

    def research(self, text, *, on_submitted=None, **options):
        """Returns a cited report at any effort. You can fetch it again by its task_id for 24 hours."""
        submission = self.start_research(text, **options)
        if on_submitted:
            on_submitted(submission)
        return {**self.wait(submission["task_id"])["result"], "billing": submission["billing"]}

    def finance_research(self, text, **options):
        """Returns a cited financial report. Takes up to about six minutes."""
        return self._post("/api/v1/finance_research", {"input": text, **options}, FINANCE_SECONDS)

    def retrieve(self, task_id):
        """Returns a background task in its current state. Free."""
        return self._get(_task_path(task_id))[0]

    def wait(self, task_id, *, timeout=24 * 3600):
        """Polls a task every 5 to 15 seconds until it completes. Raises if it failed. Free."""
        try:
            return self._wait(task_id, time.monotonic() + timeout)
        except FootnoteError as error:
            error.task_id = task_id
            raise

    def _wait(self, task_id, deadline):
        failed_polls = 0
        while True:
            task, retry_after = self._poll(task_id, is_last=failed_polls == MOST_FAILED_POLLS)
            failed_polls = 0 if task else failed_polls + 1
            status = task and task["status"]
            if status == "completed":
                return task
            if status == "failed":
                message = task.get("message", "The task failed and was refunded in full.")
                raise FootnoteError(
                    task["code"], message, money="refunded", request_id=task_id, body=task
                )
            pause = max(random.uniform(*POLL_SECONDS), retry_after or 0)
            if time.monotonic() + pause > deadline:
                message = f"The task {task_id} is not done yet and keeps running. Fetch it later."
                raise FootnoteError("TIMED_OUT", message, money="not_charged", request_id=task_id)
            time.sleep(pause)

    def _poll(self, task_id, *, is_last):
        """Returns the task, or None if the poll failed, which says nothing about the task."""
        try:
            task, headers = self._get(_task_path(task_id), attempts=1)
            return task, _seconds(headers.get("Retry-After"))
        except FootnoteError as error:
            if is_last or not error.may_pass:
                raise
            return None, error.retry_after

    def usage(self):
        """Returns the latest charged calls, newest first. Free."""
        return self._get("/api/v1/usage")[0]["calls"]

    def wallet(self):
        """Returns the balance. Free."""
        return self._get("/api/v1/wallet")[0]

    def _post(self, path, body, timeout):
        return self._send("POST", path, body, timeout)[0]

    def _get(self, path, attempts=GET_ATTEMPTS):
        for attempt in range(1, attempts + 1):
            try:
                return self._send("GET", path, None, RETRIEVAL_SECONDS)
            except FootnoteError as error:
                if attempt == attempts or not error.may_pass:
                    raise
                time.sleep(error.retry_after or random.uniform(0.5, 1.5) * attempt)
        raise AssertionError("attempts is at least one")

    def _send(self, method, path, body, timeout):
        """Sends a request once."""
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(
            self._base_url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers=headers,
            method=method,
        )
        try:
            with self._open(request, timeout) as response:
                return _read_reply(response, method), response.headers
        except (OSError, http.client.HTTPException) as error:
            raise _lost_reply(error, method) from error

    def _open(self, request, timeout):
        try:
            return self._opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as reply:
            return reply


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which would send the key elsewhere. The API never redirects."""

    def redirect_request(self, *args, **kwargs):
        return None


def _read_reply(response, method):
    try:
        body = json.loads(response.read())
    except ValueError:
        body = None
    if isinstance(body, dict) and response.code < 300:
        return body
    if not isinstance(body, dict) or "code" not in body:
        raise FootnoteError(
            "UNEXPECTED_REPLY",
            f"The reply is not from Footnote (HTTP {response.code}). Check the address, "
            "and check usage() before you repeat a paid call.",
            money="unknown" if method == "POST" else "not_charged",
            request_id=response.headers.get("X-Request-Id"),
        )
    raise FootnoteError(
        body["code"],
        body.get("message", ""),
        money=MONEY.get(body["code"], "unknown"),
        request_id=body.get("request_id"),
        body=body,
        retry_after=_seconds(response.headers.get("Retry-After")),
    )


def _lost_reply(error, method):
    reason = getattr(error, "reason", error)
    if isinstance(reason, (ConnectionRefusedError, socket.gaierror)):
        message, money = "Could not connect, so nothing was charged. Check the address.", "not_charged"
    elif _failed_handshake(reason):
        message = (
            "Could not establish a secure connection, so nothing was charged. "
            "Check the address and its certificate."
        )
        money = "not_charged"
    elif method == "GET":
        message, money = "There was no reply. The request is free, so send it again.", "not_charged"
    else:
        message = "There was no reply, so the outcome is unknown. Check usage() before you send this again."
        money = "unknown"
    return FootnoteError("NO_REPLY", message, money=money)


def _failed_handshake(reason):
    return isinstance(reason, ssl.SSLError) and reason.reason in (
        "CERTIFICATE_VERIFY_FAILED",
        "WRONG_VERSION_NUMBER",  # plain HTTP at an https:// address
    )


def _task_path(task_id):
    return "/api/v1/research/" + urllib.parse.quote(task_id, safe="")


def _seconds(header):
    return min(int(header), LONGEST_PAUSE_SECONDS) if header and header.isdigit() else None


def report_text(reply):
    """Formats an answer or a report with its numbered sources and its cost."""
    if "answer" in reply:
        content = reply["answer"]
        sources = [citation["source"] for citation in reply["citations"]]
    else:
        content = reply["output"]["content"]
        sources = [f"{source['title']}: {source['url']}" for source in reply["output"]["sources"]]
    if not isinstance(content, str):
        content = json.dumps(content, indent=2, ensure_ascii=False)
    lines = [content, "", "Sources:"]
    lines += [f"[{number}] {source}" for number, source in enumerate(sources, 1)] or ["none"]
    if "billing" in reply:
        billing = reply["billing"]
        lines += ["", f"Cost: {billing['cost_usd']} USD. Balance: {billing['balance_usd']} USD."]
    return _plain("\n".join(lines))


def _plain(text):
    """Removes control characters, which a terminal would interpret."""
    return "".join(c for c in text if c in "\n\t" or c.isprintable())


def main():
    parser = argparse.ArgumentParser(description="Ask Footnote and print the answer with its sources.")
    parser.add_argument("question", nargs="?", help="your question")
    parser.add_argument("--tool", choices=["answer", "research", "finance_research"], default="research")
    parser.add_argument("--effort", help="research_effort, such as lite, standard or deep")
    parser.add_argument("--task", metavar="TASK_ID", help="get the report of a task that you started earlier")
    arguments = parser.parse_args()
    footnote = Footnote()
    effort = {"research_effort": arguments.effort} if arguments.effort else {}
    try:
        if arguments.task:
            reply = footnote.wait(arguments.task)["result"]
        elif not arguments.question:
            parser.error("give a question, or --task with a task_id")
        elif arguments.tool == "answer":
            reply = footnote.answer(arguments.question)
        elif arguments.tool == "finance_research":
            reply = footnote.finance_research(arguments.question, **effort)
        else:
            reply = footnote.research(arguments.question, on_submitted=_print_task, **effort)
    except FootnoteError as error:
        listed = error.body.get("errors", [])
        # The message already states a single problem.
        problems = "".join(f"\n  {p['path']} {p['message']}" for p in listed) if len(listed) > 1 else ""
        text = f"{error}{problems}\nMoney: {error.money}. Request: {error.request_id}"
        print(_plain(text), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(report_text(reply))
    return 0


def _print_task(submission):
    task_id = submission["task_id"]
    print(f"Charged and running. If you interrupt this, fetch it with --task {task_id}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
