// A process that replaces the engine for the service, and reports how it was started.
import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { answerWell, type StubHandler, startStubUpstream } from './stub-upstream.ts'

/** The command that starts it, given to the service instead of the engine's own. */
export const FAKE_ENGINE = [process.execPath, fileURLToPath(import.meta.url)]

/** The same, passing everything on to a stub in the test's own process. */
export function forwardingEngine({ url }: { url: string }): readonly string[] {
  return [...FAKE_ENGINE, url]
}

async function answer({ key, port }: { key: string | undefined; port: number }): Promise<string> {
  const handler: StubHandler = request => {
    if (request.headers['x-api-key'] !== key) return { status: 401, body: {} }
    const { pid, env } = process
    return request.path === '/about' ? { body: { pid, env } } : answerWell(request)
  }
  const { url } = await startStubUpstream(handler, { port })
  return url
}

/** Works like a wire: streams arrive as they are written, and closed connections are passed on. */
async function forward({ to, port }: { to: string; port: number }): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const passed = send(new URL(incoming.url ?? '/', to), { method, headers, agent: false })
    passed.on('response', response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      outgoing.flushHeaders()
      void pipeline(response, outgoing).catch(() => outgoing.destroy())
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    void pipeline(incoming, passed).catch(() => outgoing.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { FOOTNOTE_ENGINE_KEY: key, FOOTNOTE_ENGINE_PORT } = process.env
  const port = Number(FOOTNOTE_ENGINE_PORT)
  const to = process.argv[2]
  const url = to === undefined ? await answer({ key, port }) : await forward({ to, port })
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
  process.send?.({ url })
}
