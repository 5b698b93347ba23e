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
import type { History } from './seed.ts'

interface GrowthRow {
  readonly what: string
  readonly emptyMs: number
  readonly grownMs: number
}

export interface GrowthResult {
  readonly rows: readonly GrowthRow[]
  /** Bytes of write-ahead log for a call, from its debit to its settlement. */
  readonly walPerCall: { readonly empty: number; readonly grown: number }
}

export interface Side extends History {
  readonly bench: BenchDatabase
}

const BATCH = 64

/** The same steps on an empty and on a grown database, in turns. */
export async function measureGrowth(
  { empty, grown }: { empty: Side; grown: Side },
  { rounds }: { rounds: number },
): Promise<GrowthResult> {
  const sides = { empty: open(empty), grown: open(grown) }
  const times = { empty: new Map<string, number[]>(), grown: new Map<string, number[]>() }
  const wal = { empty: 0, grown: 0 }
  try {
    for (let round = -rounds; round < rounds; round += 1) {
      for (const name of ['empty', 'grown'] as const) {
        // The first half warms up: caches, prepared plans, and pages that a checkpoint has left clean.
        if (round === 0) await sides[name].database.query('checkpoint')
        const before = await walPosition(sides[name].database)
        for (const [what, tookMs] of await takeSteps(sides[name])) {
          if (round >= 0) times[name].set(what, [...(times[name].get(what) ?? []), tookMs])
        }
        const after = await walPosition(sides[name].database)
        if (round >= 0) wal[name] += Number(after - before) / BATCH / rounds
      }
    }
  } finally {
    for (const { database } of Object.values(sides)) await database.end()
  }
  const typical = (name: 'empty' | 'grown', what: string) => median(times[name].get(what) ?? [])
  return {
    rows: [...times.empty.keys()].map(what => ({
      what,
      emptyMs: typical('empty', what),
      grownMs: typical('grown', what),
    })),
    walPerCall: wal,
  }
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
    Promise.all(debits.map(({ chargeId }) => settle({ chargeId, outcome: 'captured' }))),
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
