// A process that does for the service what the engine does, and tells what it was started with.
import { fileURLToPath } from 'node:url'
import { answerWell, type StubHandler, startStubUpstream } from './stub-upstream.ts'

/** Starts it, given to the service instead of the engine's own command. */
export const FAKE_ENGINE = [process.execPath, fileURLToPath(import.meta.url)]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { FOOTNOTE_ENGINE_KEY, FOOTNOTE_ENGINE_PORT } = process.env
  const handler: StubHandler = request => {
    if (request.headers['x-api-key'] !== FOOTNOTE_ENGINE_KEY) return { status: 401, body: {} }
    const { pid, env } = process
    return request.path === '/about' ? { body: { pid, env } } : answerWell(request)
  }
  const { url } = await startStubUpstream(handler, { port: Number(FOOTNOTE_ENGINE_PORT) })
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
  process.send?.({ url })
}
