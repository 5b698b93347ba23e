import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

export interface Lease {
  readonly instanceId: string
  readonly leaseMs: number
  /** Renews the lease. Concurrent calls share one renewal. */
  renew(): Promise<void>
  /** Renews a lease that the database reports as lapsed. Until then `holdsUntil` is in the past. */
  renewLapsed(): Promise<void>
  /** Returns until when the lease surely holds, in milliseconds of `performance.now()`. */
  holdsUntil(): number
  /**
   * Call it right before a debit. The function it returns says whether the charge surely still
   * belongs to this process, because no other process can have declared this one dead since.
   */
  startClaim(): () => boolean
  /** Declares at a clean end that this process holds nothing any more. */
  release(): Promise<void>
}

/**
 * Takes a lease. While it holds, other processes believe that this one is alive and do not settle
 * its calls. If its calls cost real money, no test credit comes in until it has ended cleanly or is
 * surely gone. If somebody deletes its row by hand, the next renewal writes it again and ends tests
 * once more.
 */
export async function takeLease(
  database: Database,
  {
    leaseMs,
    costsMoney = false,
    url,
    secretTag,
    endTests = async () => {},
    onLapse = () => {},
  }: {
    leaseMs: number
    costsMoney?: boolean
    /** Address at which other instances reach this one. */
    url?: string | undefined
    /** Tells other instances which secret this one has. */
    secretTag?: Buffer | undefined
    endTests?: () => Promise<void>
    /** Called when a renewal finds that the lease had, or may have, lapsed. */
    onLapse?: () => void
  },
): Promise<Lease> {
  const instanceId = randomUUIDv7()
  let heldUntil = Number.NEGATIVE_INFINITY
  let lapses = 0
  let mustEndTests = false
  let renewing: Promise<void> | undefined

  async function send(): Promise<{ hasLapsed: boolean; wasMissing: boolean }> {
    const sentAt = performance.now()
    const { rows } = await database.query<{ had_lapsed: boolean; was_missing: boolean }>(
      'select had_lapsed, was_missing from renew_lease($1, $2, $3, $4, $5)',
      [instanceId, leaseMs, costsMoney, url, secretTag],
    )
    const [row] = rows
    if (!row) throw new Error('renew_lease returned nothing')
    // The reply to a renewal that found a lapse may have been lost, so a late reply counts as a
    // lapse.
    const hasLapsed = row.had_lapsed || performance.now() >= heldUntil
    heldUntil = sentAt + leaseMs
    return { hasLapsed, wasMissing: row.was_missing }
  }

  async function renewNow(): Promise<void> {
    const { hasLapsed, wasMissing } = await send()
    if (hasLapsed) {
      lapses += 1
      onLapse()
    }
    if (wasMissing) mustEndTests = costsMoney
    if (mustEndTests) await endTests()
    mustEndTests = false
  }

  function renew(): Promise<void> {
    renewing ??= renewNow().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  function startClaim(): () => boolean {
    const startedAt = performance.now()
    const lapsesBefore = lapses
    return () => {
      const now = performance.now()
      // Creating a charge is a sign of life, so for one lease nobody refunds it.
      if (now < startedAt + leaseMs) return true
      return lapses === lapsesBefore && now < heldUntil
    }
  }

  await send()
  return {
    instanceId,
    leaseMs,
    renew,
    renewLapsed() {
      heldUntil = Number.NEGATIVE_INFINITY
      return renew()
    },
    holdsUntil: () => heldUntil,
    startClaim,
    release: () => endLease(database, instanceId),
  }
}

/**
 * Ends the lease of a process that is certainly gone; the sweeper settles its charges in the next
 * round.
 */
export async function endLease(database: Database, instanceId: string): Promise<void> {
  await database.query('delete from instance where id = $1', [instanceId])
}

/**
 * Deletes leases that ran out long ago, to which nothing refers any more. Leases of processes whose
 * calls cost real money stay: such a process may be paused, and would go on before it knew of new
 * test credit. A process without a row counts as certainly gone. So, like the sweeper, a process
 * deletes others' leases only after it has renewed its own without a gap for a whole lease.
 */
export async function forgetOldLeases(
  database: Database,
  { instanceId, leaseMs }: Pick<Lease, 'instanceId' | 'leaseMs'>,
): Promise<void> {
  await database.query(
    `delete from instance
     where not costs_money and lease_until < clock_timestamp() - interval '1 day'
       and exists (
         select from instance as own
         where own.id = $1 and own.lease_until > clock_timestamp()
           and own.renewed_since <= clock_timestamp() - $2 * interval '1 ms'
       )`,
    [instanceId, leaseMs],
  )
}

/** Returns whether an instance is alive by the database's clock. */
export async function isLiving(database: Database, instanceId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'is_living',
    text: 'select from instance where id = $1 and lease_until > clock_timestamp()',
    values: [instanceId],
  })
  return rowCount === 1
}
