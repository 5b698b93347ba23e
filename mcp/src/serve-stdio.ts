import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { createMcpServer } from './create-mcp-server.ts'
import type { McpHost } from './mcp-host.ts'

interface StdioServer {
  /** Resolves when the client has closed its end, or `close` was called. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** Serves one client over standard input and output, in whichever era of the protocol it opens. */
export function serveStdio(host: McpHost): StdioServer {
  const transport = new StdioServerTransport()
  const { close } = serve(() => createMcpServer(host), {
    transport,
    // The tools never change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: host.reportFault,
  })
  const { onclose } = transport
  const closed = new Promise<void>(resolve => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  return { closed, close }
}
