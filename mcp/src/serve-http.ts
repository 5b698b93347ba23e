import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMcpServer } from './create-mcp-server.ts'
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
  // The tools never change, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => createMcpServer(host), { maxSubscriptions: 0 })
  const response = problem ? refuseBatch(problem) : await handler.fetch(request, { parsedBody })
  // Results belong to the caller, but the handler lets caches store them.
  response.headers.set('cache-control', 'no-store')
  return response
}

function findBatchProblem(messages: readonly unknown[]): string | undefined {
  if (messages.length > MOST_BATCHED) {
    return `A batch may have at most ${MOST_BATCHED} messages. Nothing was run or charged; send it in smaller batches.`
  }
  // Two calls with one id would both be charged, but only one reply could reach the client.
  const ids = messages.flatMap(message => readId(message) ?? [])
  if (new Set(ids).size === ids.length) return undefined
  return 'Two messages in the batch have the same id. Nothing was run or charged; give each its own id.'
}

function readId(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined
}

function refuseBatch(message: string): Response {
  const error = { code: INVALID_REQUEST, message }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
}
