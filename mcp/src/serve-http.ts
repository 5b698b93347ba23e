import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMcpServer } from './create-mcp-server.ts'
import { stopCall } from './follow-call.ts'
import type { McpHost } from './mcp-host.ts'

/** Revisions before 2025-06-18 let a client send several messages as one JSON array. */
const MOST_BATCHED = 20
const INVALID_REQUEST = -32_600

/**
 * Answers one request of streamable HTTP, without sessions, in this year's revision of the protocol and
 * those before it.
 */
export async function serveHttp(host: McpHost, request: Request): Promise<Response> {
  const parsedBody: unknown = await request
    .clone()
    .json()
    // The handler itself rejects a body that is not JSON.
    .catch(() => undefined)
  const problem = Array.isArray(parsedBody) ? findBatchProblem(parsedBody) : undefined
  if (!problem) stopCancelled(host, [parsedBody].flat())
  // The tools never change, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => createMcpServer(host), { maxSubscriptions: 0 })
  const response = problem ? refuseBatch(problem) : await handler.fetch(request, { parsedBody })
  // Clients repeat it in every request. It names the client of a request that is cancelled, and nothing else.
  if ([parsedBody].flat().some(message => read(message, 'method') === 'initialize')) {
    response.headers.set('mcp-session-id', globalThis.crypto.randomUUID())
  }
  // Results belong to the caller, but the handler lets caches store them.
  response.headers.set('cache-control', 'no-store')
  return response
}

function findBatchProblem(messages: readonly unknown[]): string | undefined {
  if (messages.length > MOST_BATCHED) {
    return `A batch may have at most ${MOST_BATCHED} messages. Nothing was run or charged; send it in smaller batches.`
  }
  // Two calls with one id would both be charged, but only one reply could reach the client.
  const ids = messages.flatMap(message => read(message, 'id') ?? [])
  if (new Set(ids).size === ids.length) return undefined
  return 'Two messages in the batch have the same id. Nothing was run or charged; give each its own id.'
}

/** Stops the calls that clients of the revisions with sessions cancel in a request of their own. */
function stopCancelled(host: McpHost, messages: readonly unknown[]): void {
  for (const message of messages) {
    if (read(message, 'method') !== 'notifications/cancelled') continue
    const id = read(read(message, 'params'), 'requestId')
    const started = typeof id === 'string' || typeof id === 'number' ? host.findStarted?.(id) : ''
    if (started) stopCall(host, started).catch(host.reportFault)
  }
}

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function refuseBatch(message: string): Response {
  const error = { code: INVALID_REQUEST, message }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
}
