import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createFileOnce } from '@footnote/platform/create-file-once'
import { prepareKeysFolder } from '@footnote/platform/keys-folder'
import { describeFault, type Log, onceASecond } from '@footnote/platform/log'
import type { Monitoring } from '@footnote/platform/monitoring/open-monitoring'
import { UNOBSERVED } from '@footnote/platform/observation'
import { trackReplies } from '@footnote/platform/track-replies'
import type { EngineConfig } from './config.ts'
import { buildApp } from './http/app.ts'
import { addEngineGauges } from './monitoring/engine-metrics.ts'
import type { Pages } from './pages.ts'
import type { Research } from './research.ts'
import { boundResearch } from './runs/bound-research.ts'
import { openRuns, openRunsDatabase } from './runs/open-runs.ts'

export interface Engine {
  readonly url: string
  /** The key that callers send as X-API-Key. */
  readonly apiKey: string
  /** Takes no new calls, finishes those in flight, hands back runs, and stops the database last. */
  stop(): Promise<void>
}

interface StartOptions {
  readonly log: Log
  readonly research: Research
  readonly pages: Pages
  /** Lists the sources for callers; none by default. */
  readonly sources?: () => object
  readonly monitoring?: Monitoring
}

const UNMONITORED: Monitoring = {
  observation: UNOBSERVED,
  metrics: undefined,
  serve: async () => undefined,
}

/** Starts everything. Nothing is global: two engines can run in one process. */
export async function startEngine(config: EngineConfig, options: StartOptions): Promise<Engine> {
  const { log, pages, sources = () => ({ collections: [], documents: 0 }) } = options
  const { observation, metrics, serve } = options.monitoring ?? UNMONITORED
  // Everything ends in the opposite order of its start, also after a failed start.
  await using resources = new AsyncDisposableStack()
  const fail = onceASecond((fields, message) => log.error(fields, message))
  const reportFault = (error: unknown) => fail(describeFault(error), 'unexpected fault')
  const limited = boundResearch(options.research)
  const research: Research = (request, options) =>
    observation.step(
      { name: 'research', labels: { kind: request.kind, effort: request.effort } },
      () => limited(request, options),
    )
  const folder = join(config.dataDir, 'engine')

  const { databaseUrl } = config
  const { connection, close } = await openRunsDatabase({ databaseUrl, folder }, { log })
  resources.defer(close)
  const keysDir = await prepareKeysFolder(config.dataDir, { named: config.keysDir, log })
  const runs = await openRuns(connection, { ...config, folder, keysDir }, research, {
    reportFault,
    resources,
  })
  const apiKey = config.apiKey ?? (await keepKey(config.keyFile))

  const closing = new AbortController()
  const closed = new AbortController()
  const app = buildApp(apiKey, {
    research,
    pages,
    runs,
    sources,
    callsAtOnce: config.callsAtOnce,
    closing: closing.signal,
    closed: closed.signal,
    reportFault,
    observation,
  })
  const replies = trackReplies(app.server)
  resources.defer(async () => {
    closing.abort()
    const workEnds = runs.stopWork()
    await replies.drain(config.drainMs)
    closed.abort()
    await replies.drain(LAST_WORD_MS)
    await Promise.all([app.close(), workEnds])
  })
  await app.listen({ port: config.port, host: config.host })
  await serve(addEngineGauges(metrics, { runs, callsAtOnce: config.callsAtOnce }))
  const started = resources.move()
  return {
    url: urlOf(app.server.address() as AddressInfo),
    apiKey,
    stop: () => started.disposeAsync(),
  }
}

/** Time to send the last replies, which ask callers to try again. */
const LAST_WORD_MS = 1_000
const KEY_BYTES = 24

async function keepKey(file: string): Promise<string> {
  const content = await createFileOnce(file, () =>
    Buffer.from(`${randomBytes(KEY_BYTES).toString('base64url')}\n`),
  )
  const key = content.toString('utf8').trim()
  if (key !== '') return key
  throw new Error(`${file} is empty: remove it for a new key, or put one into it.`)
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
