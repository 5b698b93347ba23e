import { createServer } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { SettingsReader } from '../settings.ts'

export interface MetricsAddress {
  readonly port: number
  readonly host: string
}

interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

/** A scraper needs one connection; a page left open by somebody must not use up more files. */
const MOST_CONNECTIONS = 16
const REQUEST_MS = 10_000

/** Reads where to serve metrics; undefined if no port is set. */
export function readMetricsAddress(
  reader: SettingsReader,
  portName: string,
): MetricsAddress | undefined {
  if (!reader.optional(portName)) return undefined
  return {
    port: reader.wholeNumber(portName, 0, 65_535),
    host: reader.text('FOOTNOTE_METRICS_HOST'),
  }
}

/** Serves metrics at `/metrics` on a port of its own, which customers cannot reach. */
export async function serveMetrics(
  read: () => Promise<string>,
  { port, host }: MetricsAddress,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: REQUEST_MS }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await read()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      response.end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, port: listening } = server.address() as AddressInfo
  return {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${listening}/metrics`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
