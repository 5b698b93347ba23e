import { randomUUIDv7 } from 'node:crypto'
import { connect, type Database } from '@footnote/platform/database/connect'
import { findTask } from '../../server/src/tasks/task-row.ts'
import { createDebit, type Debit } from '../../server/src/wallet/debit.ts'
import { listMovements } from '../../server/src/wallet/list-movements.ts'
import { listUsage } from '../../server/src/wallet/list-usage.ts'
import { createSettle } from '../../server/src/wallet/settle.ts'
import { sweepCharges } from '../../server/src/wallet/sweep-charges.ts'
import { median } from '../latencies.ts'
import type { BenchDatabase } from '../open-databases.ts'
import { COST_UNITS, payerIds } from '../payers.ts'
import { whole } from '../report.ts'
import type { History } from './seed.ts'

export type SideName = 'empty' | 'wallets' | 'grown'

/** Cost of a step on each side, and how to print it. */
export interface GrowthRow extends Readonly<Record<SideName, number>> {
  readonly what: string
  readonly print: (value: number) => string
}

export interface Side extends History {
  readonly bench: BenchDatabase
}

const NAMES = ['empty', 'wallets', 'grown'] as const
const BATCH = 64
const WAL = 'write-ahead log per call'

/** The same steps on each side, in turns. */
export async function measureGrowth(
  given: Readonly<Record<SideName, Side>>,
  { rounds }: { rounds: number },
): Promise<GrowthRow[]> {
  const sides = bySide(name => open(given[name]))
  const samples = bySide(() => new Map<string, number[]>())
  try {
    for (let round = -rounds; round < rounds; round += 1) {
      for (const name of NAMES) {
        const { database } = sides[name]
        // The first half warms up: caches, prepared plans, and pages that a checkpoint has left clean. A
        // running service has long been analyzed by autovacuum.
        if (round === 0) {
          await database.query('analyze')
          await database.query('checkpoint')
        }
        const before = await walPosition(database)
        const steps = await takeSteps(sides[name])
        steps.set(WAL, Number((await walPosition(database)) - before) / BATCH)
        if (round < 0) continue
        for (const [what, value] of steps)
          samples[name].set(what, [...(samples[name].get(what) ?? []), value])
      }
    }
  } finally {
    for (const { database } of Object.values(sides)) await database.end()
  }
  return [...samples.empty.keys()].map(what => ({
    what,
    print: what === WAL ? value => `${whole(value)} B` : value => `${value.toFixed(2)} ms`,
    // Whole pages in the log are rare and large, so the log is an average.
    ...bySide(name => (what === WAL ? mean : median)(samples[name].get(what) ?? [])),
  }))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function bySide<T>(make: (name: SideName) => T): Record<SideName, T> {
  return { empty: make('empty'), wallets: make('wallets'), grown: make('grown') }
}

function open({ bench, wallets }: Side) {
  const database = connect(bench.connection)
  return {
    database,
    wallets,
    debit: createDebit(database),
    settle: createSettle(database),
    instanceId: randomUUIDv7(),
  }
}

type OpenSide = ReturnType<typeof open>

async function takeSteps(side: OpenSide): Promise<Map<string, number>> {
  const { database, wallets, debit, settle, instanceId } = side
  const times = new Map<string, number>()
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await work()
    times.set(what, performance.now() - startedAt)
    return result
  }
  const payers = Array.from({ length: BATCH }, () =>
    payerIds(1 + Math.floor(Math.random() * wallets)),
  )
  const debits = payers.map(
    (payer): Debit => ({
      ...{ chargeId: randomUUIDv7(), ...payer, tool: 'answer', effort: null },
      ...{ costUnits: COST_UNITS, holdMs: 90_000, instanceId },
    }),
  )
  await step(`debit of ${BATCH} calls`, () => Promise.all(debits.map(debit)))
  await step(`settlement of ${BATCH} calls`, () =>
    Promise.all(
      debits.map(({ chargeId, accountId }) => settle({ chargeId, accountId, outcome: 'captured' })),
    ),
  )
  const [{ accountId, chargeId: taskId }] = debits as [Debit]
  await step('usage', () => listUsage(database, accountId))
  await step('movements', () => listMovements(database, { accountId }))
  await step('retrieval', () => findTask(database, { taskId, accountId }))
  await step('sweep', () => sweepCharges(database))
  return times
}

async function walPosition(database: Database): Promise<bigint> {
  const { rows } = await database.query<{ bytes: bigint }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`,
  )
  return rows[0]?.bytes ?? 0n
}
