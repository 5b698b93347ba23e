"""Tests of the client against a scripted server on this machine."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import socket
import threading
import time
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

    def end_headers(self) -> None:
        # As the service does, because the client asks for it.
        self.send_header("connection", "close")
        super().end_headers()

    def handle_one(self) -> None:
        length = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        self.server.requests.append((self.command, self.path, dict(self.headers), body))
        self.server.script.pop(0)(self)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_one

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


class ServerTest(unittest.TestCase):
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


class ClientTest(ServerTest):
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


EVENTS = [
    ("started", {"request_id": ID, "billing": BILLING}),
    ("source", {"url": "https://example.com/a", "title": "A"}),
    ("result", REPLY),
]


def stream(*numbers: int, is_whole: bool = True) -> Script:
    """Sends these events; a stream that is not whole breaks off."""

    def script(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream; charset=utf-8")
        handler.send_header("transfer-encoding", "chunked")
        handler.end_headers()
        texts = [f"id: {ID}:{n}\nevent: {EVENTS[n][0]}\ndata: {json.dumps(EVENTS[n][1])}\n\n" for n in numbers]
        for text in [": still here\n\n", "event: news\ndata: {}\n\n", *texts]:
            handler.wfile.write(f"{len(text.encode()):x}\r\n{text}\r\n".encode())
        if is_whole:
            handler.wfile.write(b"0\r\n\r\n")
        handler.close_connection = True

    return script


class StreamTest(ServerTest):
    def expected(self) -> list[Any]:
        return [{"event": name, "data": data} for name, data in EVENTS]

    def test_yields_the_events_of_a_call_and_its_result(self) -> None:
        self.play(stream(0, 1, 2))
        events = list(self.client.stream("answer", query="?", request_id=ID))
        self.assertEqual(events, self.expected())
        [(_, _, headers, body)] = self.server.requests
        self.assertEqual((headers["accept"], body), ("text/event-stream", {"query": "?"}))

    def test_resumes_after_the_last_event_and_yields_each_once(self) -> None:
        for lost in (0, 1, 2):
            self.server.requests.clear()
            first, rest = range(lost), range(lost, 3)
            self.play(stream(*first, is_whole=False), stream(*rest))
            self.assertEqual(list(self.client.stream("answer", query="?", request_id=ID)), self.expected())
            self.assertEqual(self.sent(), [("POST", "/api/v1/answer"), ("GET", f"/api/v1/calls/{ID}")])
            last = f"{ID}:{lost - 1}" if lost else None
            self.assertEqual(self.server.requests[1][2].get("last-event-id"), last)

    def test_sends_a_stream_again_if_the_service_never_got_it(self) -> None:
        self.play(hang_up, send(404, error("JOB_NOT_FOUND")), stream(0, 1, 2))
        self.assertEqual(list(self.client.stream("answer", query="?", request_id=ID)), self.expected())
        self.assertEqual([method for method, _ in self.sent()], ["POST", "GET", "POST"])

    def test_raises_the_error_of_a_streamed_call(self) -> None:
        refund = {"request_id": ID, "cost_usd": 0, "cost_units": 0, "refunded_usd": 0.02, "balance_usd": 1}
        data = json.dumps(error("QUERY_FAILED_REFUNDED", billing=refund))

        def fail(handler: Handler) -> None:
            handler.send_response(200)
            handler.send_header("content-type", "text/event-stream")
            handler.end_headers()
            handler.wfile.write(f"event: error\ndata: {data}\n\n".encode())
            handler.close_connection = True

        self.play(fail)
        with self.assertRaises(footnote.QueryFailedRefundedError) as caught:
            list(self.client.stream("answer", query="?"))
        self.assertEqual((caught.exception.money, caught.exception.billing), ("refunded", refund))

    def test_says_that_a_stream_that_cannot_be_followed_may_be_charged(self) -> None:
        client = Footnote("key", base_url=self.url, max_retries=0)
        self.play(stream(0, is_whole=False), send(502, "<html>"))
        events = client.stream("answer", query="?", request_id=ID)
        self.assertEqual(next(events)["event"], "started")
        with self.assertRaises(footnote.ConnectionError) as caught:
            next(events)
        self.assertEqual((caught.exception.money, caught.exception.request_id), ("unknown", ID))
        self.play(stream(0, is_whole=False), send(410, error("JOB_EXPIRED")))
        with self.assertRaises(footnote.ConnectionError) as caught:
            list(client.stream("answer", query="?", request_id=ID))
        self.assertEqual(caught.exception.money, "charged")

    def test_follows_a_task_until_its_stream_ends(self) -> None:
        events = [
            {"event": "state", "data": {"status": "running"}, "id": "1"},
            {"event": "query", "data": {"query": "capital of Chile"}, "id": "1"},
            {"event": "source", "data": {"url": "https://a.example", "title": "A"}, "id": "1"},
            {"event": "state", "data": {"status": "completed"}, "id": "2"},
        ]

        def tell(handler: Handler) -> None:
            handler.send_response(200)
            handler.send_header("content-type", "text/event-stream")
            handler.end_headers()
            handler.wfile.write(b": still here\n\nevent: unknown\ndata: {}\n\n")
            for event in events:
                lines = f"event: {event['event']}\nid: {event['id']}\ndata: {json.dumps(event['data'])}\n\n"
                handler.wfile.write(lines.encode())
            handler.close_connection = True

        async def follow() -> list[Any]:
            async with AsyncFootnote("key", base_url=self.url) as client:
                return [event async for event in client.tasks.events(ID)]

        self.play(tell, tell)
        self.assertEqual(list(self.client.tasks.events(ID, last_event_id="0")), events)
        self.assertEqual(self.server.requests[0][2]["last-event-id"], "0")
        self.assertEqual(asyncio.run(follow()), events)
        self.assertEqual(self.sent(), [("GET", f"/api/v1/research/{ID}/events")] * 2)

    def test_asks_for_evidence_when_it_fetches_a_task(self) -> None:
        done = {"task_id": ID, "status": "completed", "result": {"output": {}}}
        self.play(*[send(200, done)] * 3)
        self.client.tasks.retrieve(ID, include=["evidence"])
        self.client.tasks.wait(ID, include=["evidence"])
        self.client.tasks.retrieve(ID)
        included = [headers.get("footnote-include") for _, _, headers, _ in self.server.requests]
        self.assertEqual(included, ["evidence", "evidence", None])

    def test_refuses_a_stream_of_a_background_task(self) -> None:
        with self.assertRaises(TypeError):
            next(self.client.stream("research", input="?", research_effort="deep"))

    def test_takes_the_result_of_a_service_without_streams(self) -> None:
        self.play(send(200, REPLY))
        self.assertEqual(list(self.client.stream("answer", query="?")), [{"event": "result", "data": REPLY}])

    def test_streams_with_asyncio_and_closes_the_connection_of_one_that_is_left(self) -> None:
        closed = threading.Event()

        def stay(handler: Handler) -> None:
            stream(0, is_whole=False)(handler)
            handler.rfile.read(1)
            closed.set()

        async def follow() -> list[Any]:
            async with AsyncFootnote("key", base_url=self.url) as client:
                events = [event async for event in client.stream("answer", query="?")]
                left = client.stream("answer", query="?")
                await anext(left)
                await left.aclose()  # type: ignore[attr-defined]
                await asyncio.to_thread(closed.wait)
                return events

        self.play(stream(0, is_whole=False), stream(1, 2), stay)
        self.assertEqual(asyncio.run(follow()), self.expected())


class ResponseTest(ServerTest):
    def test_returns_status_headers_id_and_cost_beside_the_data(self) -> None:
        self.play(send(200, REPLY, {"x-region": "eu"}))
        reply = self.client.with_response(lambda client: client.answer(query="?", request_id=ID))
        self.assertEqual((reply.data, reply.status, reply.request_id), (REPLY, 200, ID))
        self.assertEqual((reply.headers["X-Region"], reply.billing), ("eu", BILLING))

    def test_returns_them_for_a_call_that_lost_its_connection(self) -> None:
        done = {"request_id": ID, "status": "completed", "result": ANSWER, "billing": BILLING}
        self.play(hang_up, send(200, done), send(200, done))
        reply = self.client.with_response(lambda client: client.answer(query="?", request_id=ID))
        self.assertEqual((reply.data, reply.request_id, reply.billing), (REPLY, ID, BILLING))

    def test_returns_them_with_asyncio_and_for_free_calls(self) -> None:
        async def ask() -> Any:
            async with AsyncFootnote("key", base_url=self.url) as client:
                return await client.with_response(lambda inner: inner.wallet())

        self.play(send(200, {"balance_usd": 1}, {"x-request-id": "r"}))
        reply = asyncio.run(ask())
        self.assertEqual((reply.data, reply.request_id, reply.billing), ({"balance_usd": 1}, "r", None))

    def test_sends_the_headers_of_the_client_and_refuses_its_own(self) -> None:
        self.play(send(200, {}))
        Footnote("key", base_url=self.url, default_headers={"X-Team": "search"}).wallet()
        self.assertEqual(self.server.requests[0][2]["x-team"], "search")
        for name, value in (("Authorization", "secret"), ("footnote-request-id", "secret"), ("x-a", "secret\r\nb: c")):
            with self.assertRaises(ValueError) as caught:
                Footnote("key", default_headers={name: value})
            self.assertNotIn("secret", str(caught.exception))

    def test_ends_at_the_time_limit_of_the_client(self) -> None:
        done = threading.Event()
        self.addCleanup(done.set)

        def stay(handler: Handler) -> None:
            done.wait()
            handler.close_connection = True

        client = Footnote("key", base_url=self.url, timeout=0.1)
        self.play(stay, stay)
        with self.assertRaises(footnote.TimeoutError) as caught:
            client.answer(query="?")
        self.assertEqual(caught.exception.money, "unknown")
        with self.assertRaises(footnote.TimeoutError):
            list(client.stream("answer", query="?"))
        with self.assertRaises(ValueError):
            Footnote("key", timeout=0)

    def test_logs_requests_without_the_key_the_question_and_the_answer(self) -> None:
        done = {"request_id": ID, "status": "completed", "result": ANSWER, "billing": BILLING}
        self.play(hang_up, send(200, done), send(200, done))
        client = Footnote("a-secret-key", base_url=self.url)
        with self.assertLogs("footnote", "DEBUG") as logs:
            client.answer(query="A secret question", request_id=ID)
        text = "\n".join(logs.output)
        self.assertIn(f"WARNING:footnote:POST /api/v1/answer: connection lost, asking for the call {ID}", text)
        self.assertRegex(text, rf"INFO:footnote:GET /api/v1/calls/{ID}: 200 after \d+ ms")
        for secret in ("a-secret-key", "A secret question", ANSWER["answer"]):
            self.assertNotIn(secret, text)


class WebhooksTest(ServerTest):
    def test_manages_webhooks(self) -> None:
        self.play(*[send(200, {"webhooks": [1], "deliveries": [2], "secret": "s"})] * 8)
        webhooks = self.client.webhooks
        self.assertEqual(webhooks.list(), [1])
        self.assertEqual(webhooks.create(url="https://example.com/f", events=["task.completed"])["secret"], "s")
        webhooks.update("w", is_on=False)
        webhooks.rotate_secret("w")
        webhooks.test("w")
        self.assertEqual(webhooks.deliveries("w"), [2])
        webhooks.replay("w", "d/1")
        webhooks.delete("w")
        at = "/api/v1/webhooks"
        self.assertEqual(
            self.sent(),
            [
                ("GET", at),
                ("POST", at),
                ("PATCH", f"{at}/w"),
                ("POST", f"{at}/w/rotate"),
                ("POST", f"{at}/w/test"),
                ("GET", f"{at}/w/deliveries"),
                ("POST", f"{at}/w/deliveries/d%2F1/replay"),
                ("DELETE", f"{at}/w"),
            ],
        )
        self.assertEqual(self.server.requests[1][3]["url"], "https://example.com/f")
        with self.assertRaises(TypeError):
            webhooks.delete("..")

    def test_says_that_a_lost_webhook_request_cost_nothing(self) -> None:
        self.play(hang_up)
        with self.assertRaises(footnote.ConnectionError) as caught:
            Footnote("key", base_url=self.url, max_retries=0).webhooks.create(url="https://example.com", events=[])
        self.assertEqual(caught.exception.money, "not_charged")

    def test_verifies_genuine_messages_only(self) -> None:
        secret = "whsec_" + base64.b64encode(b"a secret of thirty-two bytes....").decode()
        body = '{"type":"test","timestamp":"2026-11-16T09:30:00.000Z","data":{}}'

        def sign(seconds: float) -> dict[str, str]:
            stamp = str(int(seconds))
            digest = hmac.new(b"a secret of thirty-two bytes....", f"m.{stamp}.{body}".encode(), "sha256").digest()
            signature = "v1,c3Bhcm93 v1," + base64.b64encode(digest).decode()
            return {"Webhook-Id": "m", "webhook-timestamp": stamp, "webhook-signature": signature}

        headers = sign(time.time())
        message = footnote.verify_webhook(secret=secret, headers=headers, body=body)
        self.assertEqual(message and (message["id"], message["type"]), ("m", "test"))
        self.assertIsNotNone(footnote.verify_webhook(secret=secret, headers=headers, body=body.encode()))
        for wrong in (
            {"headers": headers, "body": body + " "},
            {"headers": {**headers, "webhook-signature": ""}, "body": body},
            {"headers": {**headers, "webhook-timestamp": "soon"}, "body": body},
            {"headers": sign(time.time() - 600), "body": body},
            {"headers": {}, "body": body},
        ):
            self.assertIsNone(footnote.verify_webhook(secret=secret, **wrong))  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
