import { setTimeout as delay } from 'node:timers/promises'
import { pollUntil } from '@footnote/platform/poll-until'
import type { HoldOrder } from './hold-part.ts'
import type { BenchDatabase } from './open-databases.ts'
import { type Part, startPart } from './part.ts'
import type { StubCounts } from './patient-stub-part.ts'
import type { Memory } from './read-memory.ts'
import type { Scale } from './scale.ts'

export interface OpenRow {
  readonly name: string
  readonly count: number
  /** Per open call or watcher, in the process of the service. */
  readonly heapBytes: number
  readonly residentBytes: number
  /** Per second, while nothing happens; undefined for calls. */
  readonly rates?: Rates
}

interface Rates {
  readonly polls: number
  readonly statements: number
  readonly rowUpdates: number
}

interface Parts {
  readonly callers: Part
  readonly stub: Part
  readonly stubUrl: string
  readonly open: BenchDatabase
}

/** An account may watch so many tasks at once. */
const PER_ACCOUNT = 100
/** Compiles and loads what the first of a kind needs. */
const WARM_UP = 50
/** Otherwise up to 48 MB for new objects come and go, whatever is open. */
const SMALL_NURSERY = ['--max-semi-space-size=1']
const SETTLE_MS = 1_000
const PATIENCE_MS = 60_000

/** The cost of calls that wait for the upstream, and of watchers of tasks, while they are open. */
export async function measureOpen(parts: Parts, scale: Scale): Promise<OpenRow[]> {
  const { openCalls, watchers } = scale
  const accounts = accountsFor(watchers)
  return [
    await measureCalls(parts, openCalls),
    await measureWatchers(parts, { name: `watchers of ${accounts} tasks`, tasks: accounts, scale }),
    await measureWatchers(parts, { name: 'watchers, a task each', tasks: watchers, scale }),
    await measureWatchers(parts, {
      name: 'the same, upstream without streams',
      tasks: watchers,
      hasNoStreams: true,
      scale,
    }),
  ]
}

async function measureCalls(parts: Parts, count: number): Promise<OpenRow> {
  const { callers, stub } = parts
  // Each call is sent, whatever the default.
  const settings = { FOOTNOTE_UPSTREAM_CONNECTIONS: String(count) }
  const work = async (service: Part, url: string) => {
    const body = { query: 'What is the capital of Bolivia?' }
    const held = async (most: number) => {
      const requests = keysFor(parts, most, accountsFor(count)).map(key => ({
        path: '/api/v1/answer',
        key,
      }))
      await callers.ask('open', { url, requests, body } satisfies HoldOrder)
      await reaches(most, async () => (await stub.ask<StubCounts>('count')).openCalls)
      return service.ask<Memory>('memory')
    }
    const letGo = async (most: number) => {
      await stub.ask('release')
      await reaches(most, () => callers.ask<number>('answered'))
      await callers.ask('close')
      await delay(SETTLE_MS)
    }
    await held(WARM_UP)
    await letGo(WARM_UP)
    const before = await service.ask<Memory>('memory')
    const during = await held(count)
    await letGo(count)
    return { name: 'open calls', count, ...perItem(before, during, count) }
  }
  return withService(parts, work, settings)
}

async function measureWatchers(
  parts: Parts,
  {
    name,
    tasks,
    hasNoStreams = false,
    scale,
  }: { name: string; tasks: number; hasNoStreams?: boolean; scale: Scale },
): Promise<OpenRow> {
  const { callers, stub } = parts
  const { watchers: count } = scale
  await stub.ask('offerStreams', !hasNoStreams)
  return withService(parts, async (service, url) => {
    const watched = await submitTasks(url, keysFor(parts, tasks, accountsFor(count)))
    // The polls counted are those of watchers, not those that the service makes of any new task.
    await parts.open.database.query(
      `update task set next_look_at = next_look_at + interval '1 hour'; select pg_stat_force_next_flush()`,
    )
    const requests = Array.from({ length: count }, (_, index) => watched[index % tasks]).filter(
      request => request !== undefined,
    )
    const held = async (most: number) => {
      await callers.ask('open', { url, requests: requests.slice(0, most) } satisfies HoldOrder)
      await reaches(most, () => callers.ask<number>('answered'))
      await delay(SETTLE_MS)
      return service.ask<Memory>('memory')
    }
    await held(WARM_UP)
    await callers.ask('close')
    await delay(SETTLE_MS)
    const before = await service.ask<Memory>('memory')
    const idle = await ratesOver(parts, scale.watchMs)
    const during = await held(count)
    const busy = await ratesOver(parts, scale.watchMs)
    await callers.ask('close')
    const rates = {
      polls: busy.polls,
      statements: busy.statements - idle.statements,
      rowUpdates: busy.rowUpdates - idle.rowUpdates,
    }
    return { name, count, ...perItem(before, during, count), rates }
  })
}

/** A new process each time, since one that was busy has room left from then. */
async function withService<Result>(
  { stubUrl, open }: Parts,
  work: (service: Part, url: string) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const file = new URL('./service-part.ts', import.meta.url)
  const service = startPart(file, { nodeOptions: SMALL_NURSERY })
  const order = { upstreamUrl: stubUrl, databaseUrl: open.url, settings }
  try {
    return await work(service, await service.ask<string>('listen', order))
  } finally {
    await service.stop()
  }
}

function accountsFor(count: number): number {
  return Math.ceil(count / PER_ACCOUNT)
}

/** So many keys, of so many accounts in turn. */
function keysFor({ open }: Parts, count: number, accounts: number): string[] {
  return Array.from({ length: count }, (_, index) => open.keys[index % accounts] ?? '')
}

async function submitTasks(
  url: string,
  keys: readonly string[],
): Promise<{ path: string; key: string }[]> {
  const submitted: { path: string; key: string }[] = []
  let next = 0
  const body = JSON.stringify({ input: 'What was asked', research_effort: 'deep' })
  const work = async () => {
    while (next < keys.length) {
      const place = next
      const key = keys[place] ?? ''
      next += 1
      const response = await fetch(`${url}/api/v1/research`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      })
      const { task_id } = (await response.json()) as { task_id: string }
      submitted[place] = { path: `/api/v1/research/${task_id}/events`, key }
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return submitted
}

async function reaches(most: number, read: () => Promise<number>): Promise<void> {
  await pollUntil(async () => (await read()) >= most || undefined, { timeoutMs: PATIENCE_MS })
}

async function ratesOver({ stub, open }: Parts, ms: number): Promise<Rates> {
  const before = await readCounters(stub, open)
  await delay(ms)
  const after = await readCounters(stub, open)
  const perSecond = (read: (rates: Rates) => number) => ((read(after) - read(before)) * 1_000) / ms
  return {
    polls: perSecond(({ polls }) => polls),
    statements: perSecond(({ statements }) => statements),
    rowUpdates: perSecond(({ rowUpdates }) => rowUpdates),
  }
}

/** PostgreSQL's sessions report what they did about a second after they fell idle. */
async function readCounters(stub: Part, { database }: BenchDatabase): Promise<Rates> {
  const { polls } = await stub.ask<StubCounts>('count')
  const { rows } = await database.query<{ statements: bigint; updates: bigint }>(
    `select xact_commit as statements, n_tup_upd as updates
     from pg_stat_database, pg_stat_user_tables where datname = current_database() and relname = 'task'`,
  )
  const [row] = rows
  return { polls, statements: Number(row?.statements), rowUpdates: Number(row?.updates) }
}

function perItem(before: Memory, during: Memory, count: number) {
  return {
    heapBytes: (during.heapBytes - before.heapBytes) / count,
    residentBytes: (during.residentBytes - before.residentBytes) / count,
  }
}
