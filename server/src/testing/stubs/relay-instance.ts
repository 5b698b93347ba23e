import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Passes requests on to an instance, and its replies with results once `until` is over. Drops the first messages about
 * the fate of a result.
 */
export async function relayInstance(
  target: () => string,
  {
    until = Promise.resolve(),
    path,
    drops = 0,
  }: { until?: Promise<void>; path?: string; drops?: number } = {},
) {
  const paths: string[] = []
  let dropsLeft = drops
  const { promise: replied, resolve } = Promise.withResolvers<void>()
  const server = createServer(async ({ url = '', method = '', headers }, response) => {
    if (url.startsWith('/forwarded/') && dropsLeft-- > 0) {
      paths.push(url)
      response.destroy()
      return
    }
    const { connection, ...passed } = headers as Record<string, string>
    const reply = await fetch(target() + (path ?? url), { method, headers: passed })
    const text = await reply.text()
    resolve()
    if (method === 'GET') await until
    paths.push(url)
    for (const name of ['footnote-hop', 'x-request-id']) {
      const value = reply.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.writeHead(reply.status).end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    replied,
    paths: paths as readonly string[],
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
