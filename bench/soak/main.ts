import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { auditDatabase } from '../../server/src/wallet/audit.ts'
import { openDatabases } from '../open-databases.ts'
import { createParts } from '../part.ts'
import type { Memory } from '../read-memory.ts'
import type { SoakOrder, SoakResult } from './load-part.ts'
import { measureCrowd } from './measure-crowd.ts'

/** The upstream takes 100 ms for an answer, so this many at once make ten times as many a second. */
const UPSTREAM_CONNECTIONS = 40
const CAPACITY = UPSTREAM_CONNECTIONS * 10
const OVERLOAD = 3
const ACCOUNTS = 200
const OUTAGE_MS = 20_000
const CROWD = 10_000
const CROWD_MS = 15_000
/** Calls a second by others during the crowd. */
const CALM = 50
/** How long to measure what the service carries. */
const PROBE_MS = 10_000
/** Share of calls whose connection may break, as when the kernel's queue of new connections is full. */
const MOST_BROKEN = 0.01
/** A refusal that was charged all the same, or a paid call whose result is gone. */
const UNFAIR = /^4.*, (?!never charged)|, completed$/
const MOST_BYTES_EACH = 32 * 1024
/** Growth of the heap between the first and the last reading that is no leak. */
const MOST_GROWTH_BYTES = 64 * 1024 ** 2

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** Only this part: overload, or crowd, which takes about a minute. */
    only: { type: 'string' },
  },
})
const wholeMs = Number(values.minutes) * 60_000
const print = (line: string) => void process.stdout.write(`${line}\n`)
const faults: string[] = []
const check = (isGood: boolean, fault: string) => {
  if (!isGood) faults.push(fault)
}

const { start, stop } = createParts(import.meta.url)
const databases = await openDatabases()
try {
  if (values.only !== 'crowd') await soak()
  if (values.only !== 'overload') await meetCrowd()
  for (const fault of faults) print(`FAULT ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await stop()
  await databases.close()
}

async function soak(): Promise<void> {
  const { calls } = databases
  const stub = start('./stub-part.ts')
  const load = start('./load-part.ts')
  const service = start('../service-part.ts')
  const url = await service.ask<string>('listen', {
    upstreamUrl: await stub.ask<string>('listen'),
    databaseUrl: calls.url,
    settings: {
      FOOTNOTE_UPSTREAM_CONNECTIONS: String(UPSTREAM_CONNECTIONS),
      FOOTNOTE_ACCOUNT_REFUNDS_PER_HOUR: '0',
      // With more, the heap would grow by results that callers may still fetch.
      FOOTNOTE_HELD_RESULTS_MEBIBYTES: '8',
    },
  })
  const keys = calls.keys.slice(0, ACCOUNTS + 1)
  const run = (perSecond: number, durationMs: number) =>
    load.ask<SoakResult>('run', { url, keys, perSecond, durationMs } satisfies SoakOrder)

  const runs: SoakResult[] = []
  async function measure(name: string, perSecond: number, durationMs: number): Promise<SoakResult> {
    const result = await run(perSecond, durationMs)
    report(`${name}, ${Math.round(perSecond)} calls a second`, result)
    runs.push(result)
    return result
  }
  /** On a busy machine, the service carries less than its upstream. */
  async function findCapacity(): Promise<number> {
    const { accepted } = await measure('as much as the upstream carries', CAPACITY, PROBE_MS)
    return (accepted.count * 1_000) / (PROBE_MS + (accepted.p50Ms ?? 0))
  }

  async function meetOutage(): Promise<void> {
    await stub.ask('setDown', true)
    const outage = measure('an outage, and the time after it', capacity, OUTAGE_MS * 2)
    await delay(OUTAGE_MS)
    const duringOutage = await stub.ask<number>('busiestSecond')
    await stub.ask('setDown', false)
    await outage
    const afterOutage = await stub.ask<number>('busiestSecond')
    print(`  busiest second of the upstream: ${duringOutage} down, ${afterOutage} after it`)
    check(afterOutage <= 1.5 * CAPACITY, 'a stampede followed the outage')
    const again = await measure('afterwards', leastCapacity / 2, wholeMs / 20)
    check(again.accepted.count === again.sent, 'calls were refused after the outage')
  }

  await measure('warm-up', CAPACITY / 4, PROBE_MS)
  const capacity = await findCapacity()
  const calm = await measure('half of what the service carries', capacity / 2, wholeMs / 10)
  check(calm.accepted.count === calm.sent, 'calls were refused without overload')
  const before = await service.ask<Memory>('memory')

  const overload = await measure(
    `${OVERLOAD} times as much as it carries, half of it from one account`,
    capacity * OVERLOAD,
    (wholeMs * 6) / 10,
  )
  const after = await service.ask<Memory>('memory')
  print(`  heap ${megabytes(before.heapBytes)} before, ${megabytes(after.heapBytes)} after`)
  const leastCapacity = Math.min(capacity, await findCapacity())
  const { accepted, shares, withoutRetryAfter } = overload
  const seconds = (wholeMs * 6) / 10 / 1_000
  check(accepted.count > 0.8 * leastCapacity * seconds, 'less than 80 % of the capacity was used')
  check(withoutRetryAfter === 0, `${withoutRetryAfter} refusals without Retry-After`)
  check(
    accepted.greedy < accepted.count / 10,
    'the greedy account got more than a tenth of all answers',
  )
  check(shares.most <= 3 * shares.fewest + 10, 'equal accounts got unequal shares')
  check(after.heapBytes - before.heapBytes < MOST_GROWTH_BYTES, 'the heap grew')

  if (values.only !== 'overload') await meetOutage()

  for (const violation of await auditDatabase(calls.connection))
    faults.push(`audit: ${JSON.stringify(violation)}`)
  const { rows } = await calls.database.query<{ state: string; count: bigint }>(
    'select state, count(*) as count from charge group by state',
  )
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
  print(`charges: ${JSON.stringify(counts)}; the books were audited`)
  for (const { sent, odd } of runs) {
    const broken = Object.values(odd).reduce((sum, count) => sum + count, 0)
    check(broken <= MOST_BROKEN * sent, `${broken} of ${sent} calls got no proper reply`)
    for (const what of Object.keys(odd).filter(text => UNFAIR.test(text))) {
      faults.push(`paid for nothing: ${what}`)
    }
  }
  const answered = runs.reduce((sum, { accepted: { count }, fetched }) => sum + count + fetched, 0)
  check(counts['captured'] === answered, `${answered} answers, ${counts['captured']} paid`)
  check(!counts['held'], `${counts['held']} charges are still held`)
}

/** A crowd that holds connections open must not keep others from being served, nor use up the memory. */
async function meetCrowd(): Promise<void> {
  const { open } = databases
  const service = start('../service-part.ts')
  const url = await service.ask<string>('listen', {
    upstreamUrl: await start('./stub-part.ts').ask<string>('listen'),
    databaseUrl: open.url,
    settings: { FOOTNOTE_UPSTREAM_CONNECTIONS: String(UPSTREAM_CONNECTIONS) },
  })
  const load = start('./load-part.ts')
  const keys = open.keys.slice(0, ACCOUNTS + 1)
  const order = { url, keys, perSecond: CALM, durationMs: CROWD_MS } satisfies SoakOrder
  const found = await measureCrowd({
    ...{ service, url, connections: CROWD, crowd: start('./crowd-part.ts') },
    run: () => load.ask<SoakResult>('run', order),
  })
  const { opened, refused, bytesEach, others, left, keptBytes } = found
  report(`${opened} connections that are idle or send slowly (${refused} refused); others`, others)
  print(
    `  ${(bytesEach / 1024).toFixed(1)} kB of resident memory each; ${left} were still open after the time limits; ` +
      `heap ${megabytes(keptBytes)} larger afterwards`,
  )
  check(opened === CROWD, `${refused} of the crowd were refused: allow more open files (ulimit -n)`)
  check(others.accepted.count === others.sent, 'calls of others were refused during the crowd')
  check(left === 0, `${left} connections of the crowd were never closed`)
  check(bytesEach < MOST_BYTES_EACH, 'a waiting connection takes much memory')
  check(keptBytes < MOST_GROWTH_BYTES, 'the heap grew')
}

function report(name: string, result: SoakResult): void {
  const { sent, unsent, statuses, odd, accepted, refused, shares } = result
  print(
    `${name}: ${sent} calls${unsent > 0 ? ` (${unsent} more could not be sent)` : ''}\n` +
      `  replies ${JSON.stringify(statuses)}, others ${JSON.stringify(odd)}\n` +
      `  accepted: median ${ms(accepted.p50Ms)}, p99 ${ms(accepted.p99Ms)}; refused: p99 ${ms(refused.p99Ms)}\n` +
      `  ${accepted.greedy} of ${accepted.count} answers for the greedy account, ` +
      `${shares.fewest} to ${shares.most} for each other one`,
  )
}

function ms(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : `${Math.round(value)} ms`
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`
}
