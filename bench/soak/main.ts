import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { auditDatabase } from '../../server/src/wallet/audit.ts'
import { openDatabases } from '../open-databases.ts'
import { type Part, startPart } from '../part.ts'
import type { Memory } from '../read-memory.ts'
import type { SoakOrder, SoakResult } from './load-part.ts'

/** The upstream takes 100 ms for an answer, so this many at once make ten times as many a second. */
const UPSTREAM_CONNECTIONS = 40
const CAPACITY = UPSTREAM_CONNECTIONS * 10
const OVERLOAD = 3
const ACCOUNTS = 200
const OUTAGE_MS = 20_000
/** Growth of the heap between the first and the last reading that is no leak. */
const MOST_GROWTH_BYTES = 64 * 1024 ** 2

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const wholeMs = Number(values.minutes) * 60_000
const print = (line: string) => void process.stdout.write(`${line}\n`)
const faults: string[] = []
const check = (isGood: boolean, fault: string) => {
  if (!isGood) faults.push(fault)
}

const parts: Part[] = []
const start = (file: string): Part => {
  const part = startPart(new URL(file, import.meta.url))
  parts.push(part)
  return part
}
const databases = await openDatabases()
try {
  await soak()
  for (const fault of faults) print(`FAULT ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await Promise.all(parts.map(part => part.stop()))
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
    },
  })
  const keys = calls.keys.slice(0, ACCOUNTS + 1)
  const run = (perSecond: number, durationMs: number) =>
    load.ask<SoakResult>('run', { url, keys, perSecond, durationMs } satisfies SoakOrder)

  const calm = await run(CAPACITY / 2, wholeMs / 10)
  report('half of what the upstream carries', calm)
  check(calm.accepted.count === calm.sent, 'calls were refused without overload')
  const before = await service.ask<Memory>('memory')

  const overload = await run(CAPACITY * OVERLOAD, (wholeMs * 6) / 10)
  report(`${OVERLOAD} times as much as it carries, half of it from one account`, overload)
  const after = await service.ask<Memory>('memory')
  print(`  heap ${megabytes(before.heapBytes)} before, ${megabytes(after.heapBytes)} after`)
  const { accepted, shares, withoutRetryAfter, statuses } = overload
  const seconds = (wholeMs * 6) / 10 / 1_000
  check(accepted.count > 0.8 * CAPACITY * seconds, 'less than 80 % of the capacity was used')
  check(withoutRetryAfter === 0, `${withoutRetryAfter} refusals without Retry-After`)
  check(
    Object.keys(statuses).every(status => ['200', '429', '503'].includes(status)),
    `unexpected replies: ${JSON.stringify(statuses)}`,
  )
  check(
    accepted.greedy < accepted.count / 10,
    'the greedy account got more than a tenth of all answers',
  )
  check(shares.most <= 3 * shares.fewest + 10, 'equal accounts got unequal shares')
  check(after.heapBytes - before.heapBytes < MOST_GROWTH_BYTES, 'the heap grew')

  await stub.ask('setDown', true)
  const outage = run(CAPACITY, OUTAGE_MS * 2)
  await delay(OUTAGE_MS)
  const duringOutage = await stub.ask<number>('busiestSecond')
  await stub.ask('setDown', false)
  report('an outage, and the time after it', await outage)
  const afterOutage = await stub.ask<number>('busiestSecond')
  print(`  busiest second of the upstream: ${duringOutage} down, ${afterOutage} after it`)
  check(afterOutage <= 1.5 * CAPACITY, 'a stampede followed the outage')
  const again = await run(CAPACITY / 2, wholeMs / 20)
  report('afterwards', again)
  check(again.accepted.count === again.sent, 'calls were refused after the outage')

  for (const violation of await auditDatabase(calls.connection))
    faults.push(`audit: ${JSON.stringify(violation)}`)
  const { rows } = await calls.database.query<{ state: string; count: bigint }>(
    'select state, count(*) as count from charge group by state',
  )
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
  print(`charges: ${JSON.stringify(counts)}; the books were audited`)
  const answered = [calm, overload, await outage, again].reduce(
    (sum, { accepted: { count } }) => sum + count,
    0,
  )
  check(counts['captured'] === answered, `${answered} answers, ${counts['captured']} paid`)
  check(!counts['held'], `${counts['held']} charges are still held`)
}

function report(name: string, result: SoakResult): void {
  const { sent, unsent, statuses, accepted, refused, shares } = result
  print(
    `${name}: ${sent} calls${unsent > 0 ? ` (${unsent} more could not be sent)` : ''}\n` +
      `  replies ${JSON.stringify(statuses)}\n` +
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
