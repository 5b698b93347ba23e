import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@footnote/platform/database/connect'
import { describeFault } from '@footnote/platform/log'
import type { Batcher } from '../database/batch.ts'
import { createReversalJournal } from './reversal-journal.ts'
import { type Reversal, reverseCharge } from './reverse-charge.ts'
import type { Settled, Settlement } from './settle.ts'

export interface Reversals {
  /** Begins a reversal. Once this resolves, the reversal outlasts the process. */
  begin(reversal: Reversal): Promise<void>
  /** Waits for the reversals under way, once. The next start continues those left after `patienceMs`. */
  drain(patienceMs: number): Promise<void>
}

/** Reverses charges whose outcome is unknown, first those that an earlier process left in the folder. */
export async function openReversals(
  {
    database,
    settle,
    alert,
  }: {
    database: Database
    settle: Batcher<Settlement, Settled>
    alert: (fields: object, message: string) => void
  },
  { folder }: { folder: string },
): Promise<Reversals> {
  const journal = createReversalJournal(folder)
  const underWay = new Set<Promise<void>>()
  const draining = new AbortController()
  const stopped = new AbortController()

  function run(reversal: Reversal): void {
    const ended = reverse(reversal).finally(() => underWay.delete(ended))
    underWay.add(ended)
  }

  async function reverse(reversal: Reversal): Promise<void> {
    const signals = { draining: draining.signal, signal: stopped.signal }
    if (!(await reverseCharge({ database, settle }, reversal, signals))) return
    await journal.remove(reversal).catch(alertOfJournal)
  }

  function alertOfJournal(error: unknown): void {
    alert(describeFault(error), 'the journal of reversals in the data folder could not be used')
  }

  async function replay(): Promise<void> {
    const left = await journal.read().catch(alertOfJournal)
    if (!left || left.length === 0) return
    const accounts = await findAccounts(database, left)
    // The entries stay: they belong to another database, or to one from before a restore.
    const unknown = left.length - accounts.size
    if (unknown > 0) alert({ unknown }, 'the journal of reversals names charges that do not exist')
    for (const entry of left) {
      const accountId = accounts.get(entry.chargeId)
      if (accountId) run({ ...entry, accountId })
    }
  }

  await replay()
  return {
    async begin(reversal) {
      await journal.add(reversal).catch(alertOfJournal)
      run(reversal)
    },
    async drain(patienceMs) {
      if (stopped.signal.aborted) return
      draining.abort()
      const timer = new AbortController()
      const patience = delay(patienceMs, undefined, { signal: timer.signal }).catch(() => {})
      await Promise.race([Promise.all(underWay), patience])
      timer.abort()
      stopped.abort()
      const left = underWay.size
      if (left > 0) alert({ left }, 'the next start on this data folder refunds withheld calls')
    },
  }
}

/** The accounts of those charges that exist. */
async function findAccounts(
  database: Database,
  charges: readonly Pick<Reversal, 'chargeId'>[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ id: string; account_id: string }>(
    'select id, account_id from charge where id = any($1)',
    [charges.map(({ chargeId }) => chargeId)],
  )
  return new Map(rows.map(row => [row.id, row.account_id]))
}
