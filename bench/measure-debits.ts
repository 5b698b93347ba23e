import type { DebitOrder } from './debit-part.ts'
import { median } from './latencies.ts'
import type { BenchDatabase } from './open-databases.ts'
import type { Part } from './part.ts'
import { MANY } from './payers.ts'
import type { Scale } from './scale.ts'
import { hasPgbench, runLoop, runPgbench } from './single-debit.ts'

export interface DebitRow {
  readonly wallets: 'one' | 'many'
  readonly batchedPerSecond: number
  readonly singlePerSecond: number
  /** The sender of the single debits. */
  readonly singleBy: 'pgbench' | 'a loop of ours'
}

const RANGES = { one: { first: 0, last: 0 }, many: { first: 1, last: MANY } }

/** Debits alone, against the database doing the same work one by one. */
export async function measureDebits(
  part: Part,
  { debits, clients, scale }: { debits: BenchDatabase; clients: number; scale: Scale },
): Promise<DebitRow[]> {
  const singleBy = (await hasPgbench()) ? 'pgbench' : 'a loop of ours'
  const { connection, url: databaseUrl } = debits
  const perSecond = {
    one: { batched: [], single: [] },
    many: { batched: [], single: [] },
  } as Record<DebitRow['wallets'], Record<'batched' | 'single', number[]>>
  for (let round = 0; round < scale.rounds; round += 1) {
    for (const wallets of ['one', 'many'] as const) {
      const range = { ...RANGES[wallets], clients, durationMs: scale.debitsMs }
      const batched: DebitOrder = { databaseUrl, ...range }
      perSecond[wallets].batched.push(await part.ask<number>('run', batched))
      const single = { connection, databaseUrl, ...range }
      const run = singleBy === 'pgbench' ? runPgbench : runLoop
      perSecond[wallets].single.push(await run(single))
    }
  }
  return (['one', 'many'] as const).map(wallets => ({
    wallets,
    batchedPerSecond: median(perSecond[wallets].batched),
    singlePerSecond: median(perSecond[wallets].single),
    singleBy,
  }))
}
