"""Tests of the client against a scripted server on this machine."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import footnote
from footnote import AsyncFootnote, Footnote
from footnote._errors import CLASSES
from footnote._wire import ERRORS

ID = "0b9f1a52-6a4c-4f0e-9d55-8c1f6a2f7a10"
BILLING = {"request_id": ID, "cost_usd": 0.02, "cost_units": 200000, "balance_usd": 1}
ANSWER = {"answer": "Lima [[1]]", "citations": [], "results": {"web": []}}
REPLY = {**ANSWER, "billing": BILLING}

Script = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def handle_one(self) -> None:
        length = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        self.server.requests.append((self.command, self.path, dict(self.headers), body))
        self.server.script.pop(0)(self)

    do_GET = do_POST = do_DELETE = handle_one

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 64
    script: list[Script]
    requests: list[tuple[str, str, dict[str, str], Any]]


def send(status: int, body: Any, headers: dict[str, str] | None = None) -> Script:
    def script(handler: Handler) -> None:
        data = json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"content-length": str(len(data)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    return script


def hang_up(handler: Handler) -> None:
    """Closes the connection without a reply."""
    handler.close_connection = True


def send_half(handler: Handler) -> None:
    """Promises more than it sends."""
    handler.send_response(200)
    handler.send_header("content-length", "500")
    handler.end_headers()
    handler.wfile.write(b'{"answer": "Li')
    handler.close_connection = True


def error(code: str, **more: Any) -> dict[str, Any]:
    return {"code": code, "message": f"{code}.", "request_id": ID, **more}


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.requests, self.server.script = [], []
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.client = Footnote("key", base_url=f"{self.url}/api/v1/")

    def play(self, *script: Script) -> None:
        self.server.script = list(script)

    def sent(self) -> list[tuple[str, str]]:
        return [(method, path) for method, path, _, _ in self.server.requests]

    def test_sends_a_call_with_its_key_and_an_id_of_its_own(self) -> None:
        self.play(send(200, REPLY))
        self.assertEqual(self.client.answer(query="Capital of Chile?", country="CL"), REPLY)
        [(method, path, headers, body)] = self.server.requests
        self.assertEqual((method, path), ("POST", "/api/v1/answer"))
        self.assertEqual(headers["authorization"], "Bearer key")
        self.assertRegex(headers["footnote-request-id"], r"^[0-9a-f-]{36}$")
        self.assertEqual(body, {"query": "Capital of Chile?", "country": "CL"})

    def test_takes_up_a_call_that_lost_its_connection_and_acknowledges_it(self) -> None:
        for lose in (hang_up, send_half, send(502, "<html>")):
            self.server.requests.clear()
            done = {"request_id": ID, "status": "completed", "result": ANSWER, "billing": BILLING}
            running = {"request_id": ID, "status": "running", "billing": BILLING}
            self.play(lose, send(200, running, {"retry-after": "0"}), send(200, done), send(200, done))
            self.assertEqual(self.client.answer(query="?", request_id=ID), REPLY)
            call = ("GET", f"/api/v1/calls/{ID}")
            self.assertEqual(self.sent(), [("POST", "/api/v1/answer"), call, call, call])
            self.assertEqual(self.server.requests[3][2]["footnote-acknowledge"], "true")

    def test_sends_a_call_again_under_its_id_if_the_service_never_got_it(self) -> None:
        self.play(hang_up, send(404, error("JOB_NOT_FOUND")), send(200, REPLY))
        self.assertEqual(self.client.answer(query="?"), REPLY)
        first, _, again = (headers.get("footnote-request-id") for _, _, headers, _ in self.server.requests)
        self.assertEqual(first, again)

    def test_says_that_a_lost_call_was_charged_if_its_result_is_gone(self) -> None:
        self.play(hang_up, send(200, {"request_id": ID, "status": "completed", "billing": BILLING}))
        with self.assertRaises(footnote.ConnectionError) as caught:
            self.client.answer(query="?", request_id=ID)
        self.assertEqual((caught.exception.money, caught.exception.request_id), ("charged", ID))

    def test_raises_the_refund_of_a_lost_call(self) -> None:
        refund = {"request_id": ID, "cost_usd": 0, "cost_units": 0, "refunded_usd": 0.02, "balance_usd": 1}
        failed = {"request_id": ID, "status": "failed", "code": "QUERY_FAILED_REFUNDED", "message": "No source."}
        self.play(hang_up, send(200, {**failed, "billing": refund}))
        with self.assertRaises(footnote.QueryFailedRefundedError) as caught:
            self.client.answer(query="?")
        self.assertEqual((caught.exception.money, caught.exception.billing), ("refunded", refund))

    def test_takes_up_a_submission_that_lost_its_connection(self) -> None:
        task = {"task_id": ID, "status": "queued", "expires_at": "2026-11-17T00:00:00Z"}
        call = {"request_id": ID, "status": "running", "billing": BILLING}
        self.play(hang_up, send(200, task), send(200, call))
        reply = self.client.research(input="?", research_effort="deep", request_id=ID)
        self.assertEqual(reply, {**task, "billing": BILLING})

    def test_never_repeats_a_paid_call_that_may_have_been_charged(self) -> None:
        self.play(send(503, error("BILLING_UNAVAILABLE")))
        with self.assertRaises(footnote.BillingUnavailableError) as caught:
            self.client.answer(query="?")
        self.assertEqual((caught.exception.money, len(self.server.requests)), ("unknown", 1))

    def test_repeats_a_call_that_the_service_did_not_start(self) -> None:
        self.play(send(429, error("RATE_LIMITED"), {"retry-after": "0"}), send(200, REPLY))
        self.assertEqual(self.client.answer(query="?"), REPLY)

    def test_has_a_class_and_the_state_of_the_money_for_every_code(self) -> None:
        self.assertEqual(list(CLASSES), list(ERRORS))
        client = Footnote("key", base_url=self.url, max_retries=0)
        for code, (status, money) in ERRORS.items():
            self.play(send(status, error(code)))
            with self.assertRaises(CLASSES[code]) as caught:
                client.wallet()
            self.assertEqual((caught.exception.code, caught.exception.money), (code, money))

    def test_says_that_nothing_was_charged_if_it_could_not_connect(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        with self.assertRaises(footnote.ConnectionError) as caught:
            Footnote("key", base_url=f"http://127.0.0.1:{port}").answer(query="?")
        self.assertEqual((caught.exception.stage, caught.exception.money), ("connect", "not_charged"))

    def test_leaves_a_foreign_reply_unbelieved(self) -> None:
        self.play(send(200, ["no", "object"]))
        with self.assertRaises(footnote.UnexpectedReplyError) as caught:
            self.client.answer(query="?")
        self.assertEqual(caught.exception.money, "unknown")

    def test_goes_through_all_pages_of_a_list(self) -> None:
        self.play(send(200, {"calls": [1, 2], "next_cursor": "c"}), send(200, {"calls": [3]}))
        self.assertEqual(list(self.client.usage_calls(since="2026-11-01")), [1, 2, 3])
        self.assertEqual(self.sent()[1][1], "/api/v1/usage?limit=100&from=2026-11-01&cursor=c")

    def test_returns_a_completed_task_and_raises_the_failure_of_another(self) -> None:
        task = {"task_id": ID, "status": "completed", "result": {"output": {}}}
        self.play(send(200, task), send(200, {"task_id": ID, "status": "failed", "message": "No source."}))
        self.assertEqual(self.client.tasks.wait(ID), task)
        with self.assertRaisesRegex(footnote.QueryFailedRefundedError, "No source."):
            self.client.tasks.wait(ID)

    def test_refuses_arguments_that_would_change_the_path_or_leak_a_password(self) -> None:
        with self.assertRaises(TypeError):
            self.client.calls.retrieve("..")
        with self.assertRaises(ValueError):
            Footnote("key", base_url="http://user:secret@127.0.0.1")
        with self.assertRaises(footnote.InvalidApiKeyError):
            Footnote("")

    def test_asks_many_at_once_with_asyncio(self) -> None:
        async def ask() -> list[Any]:
            async with AsyncFootnote("key", base_url=self.url) as client:
                return await asyncio.gather(*(client.answer(query=str(n)) for n in range(20)))

        self.play(*[send(200, REPLY)] * 20)
        self.assertEqual(asyncio.run(ask()), [REPLY] * 20)

    def test_closes_the_connection_of_a_cancelled_await(self) -> None:
        arrived, closed = threading.Event(), threading.Event()

        def wait_for_close(handler: Handler) -> None:
            arrived.set()
            handler.rfile.read(1)
            closed.set()
            handler.close_connection = True

        async def cancel() -> None:
            async with AsyncFootnote("key", base_url=self.url) as client:
                asking = asyncio.create_task(client.answer(query="?"))
                await asyncio.to_thread(arrived.wait)
                asking.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await asking
                await asyncio.to_thread(closed.wait)

        self.play(wait_for_close)
        asyncio.run(cancel())
        self.assertTrue(closed.is_set())


if __name__ == "__main__":
    unittest.main()
