import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseUsd } from '@footnote/contract/units'
import type { Connection, Database } from '@footnote/platform/database/connect'
import { pollUntil } from '@footnote/platform/poll-until'
import {
  type SpawnedService,
  spawnService,
} from '../../server/src/testing/processes/spawn-service.ts'
import { createPayer, type Payer } from '../../server/src/testing/scenes/create-payer.ts'
import {
  type StubUpstream,
  startStubUpstream,
} from '../../server/src/testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../../server/src/wallet/audit.ts'
import { type Programs, preparePrograms } from './cluster.ts'

/** The surroundings of a drill, all of which end with it. */
export interface Drill {
  readonly folder: string
  readonly programs: Programs
  readonly upstream: StubUpstream
  readonly resources: AsyncDisposableStack
  say(text: string): void
  /** Fails the drill, with what was expected. */
  check(isTrue: boolean, expectation: string): void
  serve(
    settings: Readonly<Record<string, string>>,
    options?: { launcher?: string },
  ): Promise<SpawnedService>
}

export interface Load {
  /** Request IDs whose answer was delivered. */
  readonly delivered: readonly string[]
  /** How many calls were refused or cut off. */
  readonly failed: number
  /** The longest time without a delivered answer. */
  readonly longestGapMs: number
  stop(): Promise<void>
}

const LANES = 4
const CREDIT_USD = '10000'
const RETRY_MS = 50
const ON_THEIR_WAY_MS = 1_000
const SETTLE_MS = 60_000
export const SECRET = 'a secret for drills, never reused'

/** Runs a drill in a temporary folder and prints what was seen. */
export async function runDrill(run: (drill: Drill) => Promise<void>): Promise<void> {
  await using resources = new AsyncDisposableStack()
  // Short, because the path of a socket must be.
  const folder = await mkdtemp('/tmp/fn-')
  await chmod(folder, 0o711)
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const upstream = await startStubUpstream()
  resources.defer(upstream.close)
  const startedAt = performance.now()
  await run({
    folder,
    programs: await preparePrograms(folder),
    upstream,
    resources,
    say(text) {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      process.stdout.write(`${seconds.padStart(6)} s  ${text}\n`)
    },
    check(isTrue, expectation) {
      if (!isTrue) throw new Error(`The drill failed. Expected: ${expectation}`)
    },
    async serve(settings, options = {}) {
      const service = await spawnService(
        {
          FOOTNOTE_WEBSITE: 'off',
          FOOTNOTE_SECRET: SECRET,
          FOOTNOTE_UPSTREAM_URL: upstream.url,
          // Charges whose debit got no reply are settled at their deadline.
          FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '5',
          FOOTNOTE_SETTLE_GRACE_SECONDS: '5',
          FOOTNOTE_UPSTREAM_KEY: 'first upstream key',
          FOOTNOTE_DATA_DIR: join(folder, `data-${randomUUID().slice(0, 8)}`),
          ...settings,
        },
        // The first start of the engine on a slow machine takes long.
        { readyMs: 300_000, ...options },
      )
      resources.defer(service.kill)
      return service
    },
  })
}

export async function createDrillPayer(database: Database): Promise<Payer> {
  return createPayer(database, CREDIT_USD)
}

/** Stops an instance that gets no new calls any more. As with a load balancer, the last ones are still on their way. */
export async function retire(
  { check }: Pick<Drill, 'check'>,
  leaving: SpawnedService | undefined,
): Promise<void> {
  await delay(ON_THEIR_WAY_MS)
  leaving?.signal('SIGTERM')
  check((await leaving?.ended()) === 0, 'an instance that ends cleanly')
}

/** Sends paid calls without a pause until it is stopped, to each address in turn. */
export function startLoad(urls: () => readonly string[], payer: Payer): Load {
  const delivered: string[] = []
  let isStopped = false
  let failed = 0
  let lastAt = performance.now()
  let longestGapMs = 0
  let sent = 0

  async function lane(): Promise<void> {
    while (!isStopped) {
      const all = urls()
      sent += 1
      const { status, id } = await call(all[sent % all.length] ?? '', payer.key)
      if (status === 200) {
        delivered.push(id)
        longestGapMs = Math.max(longestGapMs, performance.now() - lastAt)
        lastAt = performance.now()
      } else {
        failed += 1
        await delay(RETRY_MS)
      }
    }
  }

  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  return {
    delivered,
    get failed() {
      return failed
    },
    get longestGapMs() {
      return longestGapMs
    },
    async stop() {
      isStopped = true
      await lanes
    },
  }
}

/** Makes one paid call and returns its status and ID; the status is 0 if the connection broke. */
export async function call(url: string, key: string): Promise<{ status: number; id: string }> {
  try {
    const reply = await fetch(`${url}/api/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'What is the capital of Bolivia?' }),
      signal: AbortSignal.timeout(30_000),
    })
    await reply.arrayBuffer()
    return { status: reply.status, id: reply.headers.get('x-request-id') ?? '' }
  } catch {
    return { status: 0, id: '' }
  }
}

/** Waits until nothing is held, then checks that each delivered call is paid, the balance, and all money rules. */
export async function checkMoney(
  { say, check }: Pick<Drill, 'say' | 'check'>,
  {
    database,
    connection,
    payer,
    delivered,
  }: { database: Database; connection: Connection; payer: Payer; delivered: readonly string[] },
): Promise<void> {
  const settled = await pollUntil(
    async () => {
      const { rows } = await database.query(`select from charge where state = 'held' limit 1`)
      return rows.length === 0 || undefined
    },
    { timeoutMs: SETTLE_MS },
  )
  check(settled === true, 'no charge is held in the end')
  const { rows } = await database.query<{ captured: bigint; refunded: bigint; delivered: bigint }>(
    `select count(*) filter (where state = 'captured') as captured,
       count(*) filter (where state = 'refunded') as refunded,
       count(*) filter (where state = 'captured' and coalesce(request_id, id) = any($2)) as delivered
     from charge where account_id = $1`,
    [payer.accountId, delivered],
  )
  const { captured = 0n, refunded = 0n, delivered: paid = 0n } = rows[0] ?? {}
  const wallet = await database.query<{ units: bigint }>(
    'select balance_units as units from wallet where account_id = $1',
    [payer.accountId],
  )
  check(
    paid === BigInt(delivered.length),
    `${delivered.length} delivered calls are paid, not ${paid}`,
  )
  const { rows: costs } = await database.query<{ units: bigint }>(
    `select coalesce(sum(cost_units), 0)::bigint as units from charge
     where account_id = $1 and state = 'captured'`,
    [payer.accountId],
  )
  check(
    wallet.rows[0]?.units === (parseUsd(CREDIT_USD) ?? 0n) - (costs[0]?.units ?? 0n),
    'the balance is the credit less the captured calls',
  )
  const violations = await auditDatabase(connection)
  check(violations.length === 0, `a clean audit, not ${JSON.stringify(violations)}`)
  say(`${captured} calls paid, of which ${paid} delivered; ${refunded} refunded. Audit: clean.`)
}
