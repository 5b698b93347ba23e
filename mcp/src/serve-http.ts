import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMcpServer } from './create-mcp-server.ts'
import type { McpHost } from './mcp-host.ts'

/**
 * Answers one request of streamable HTTP, without sessions, in this year's revision of the protocol and
 * those before it.
 */
export function serveHttp(host: McpHost, request: Request): Promise<Response> {
  // The tools never change, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => createMcpServer(host), { maxSubscriptions: 0 })
  return handler.fetch(request)
}
