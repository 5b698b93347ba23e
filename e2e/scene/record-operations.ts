import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OperationName, operationEntries } from '@footnote/contract/operations'

export interface Recorder {
  readonly url: string
  /** Operations requested since the last time, by name; other requests by path. */
  take(): Set<string>
  close(): Promise<void>
}

/** Passes everything on to a service and notes which operations that were. */
export async function recordOperations(serviceUrl: string): Promise<Recorder> {
  let seen = new Set<string>()
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const path = url.split('?')[0] ?? ''
    seen.add(operationOf(method, path) ?? `${method} ${path}`)
    const passed = forward(new URL(url, serviceUrl), { method, headers }, reply => {
      response.writeHead(reply.statusCode ?? 0, reply.headers)
      // The head of a stream is news before its first event.
      response.flushHeaders()
      reply.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = seen
      seen = new Set()
      return taken
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function operationOf(method: string, path: string): OperationName | undefined {
  const found = operationEntries().find(([, operation]) => {
    const pattern = operation.path.replace(/\{\w+\}/g, '[^/]+')
    return operation.method === method && new RegExp(`^${pattern}$`).test(path)
  })
  return found?.[0]
}
