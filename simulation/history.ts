import type { BookedCharge, Books } from './books.ts'
import type { CallRecord } from './call-record.ts'
import type { Arrival } from './hostile-upstream.ts'
import type { Instance } from './instance.ts'
import type { Fault } from './nemesis.ts'
import type { ReadyProbe } from './probe.ts'
import type { CardCharge } from './recharges.ts'

/** All that is known of a run when it is over. */
export interface History {
  readonly calls: readonly CallRecord[]
  readonly arrivals: readonly Arrival[]
  readonly faults: readonly Fault[]
  readonly ready: readonly ReadyProbe[]
  readonly instances: readonly Instance[]
  readonly books: Books
  /** Units that each account received by credits and recharges. */
  readonly givenUnits: ReadonlyMap<string, bigint>
  readonly cardCharges: readonly CardCharge[]
}

export interface Violation {
  readonly rule: string
  readonly subject: string
  readonly detail: string
}

/**
 * Which charge belongs to which call. A caller makes one call at a time with its own key, and a charge's id
 * says when its call came in; so a call whose reply was lost is found too.
 */
export function matchCharges({ calls, books }: Pick<History, 'calls' | 'books'>): {
  chargeOf: ReadonlyMap<CallRecord, BookedCharge>
  violations: Violation[]
} {
  const chargeOf = new Map<CallRecord, BookedCharge>()
  const violations: Violation[] = []
  const callsOf = Map.groupBy(calls, ({ caller }) => caller)
  for (const charge of books.charges) {
    const moment = timeOf(charge.id)
    const call = callsOf
      .get(charge.caller)
      ?.find(({ startedAt, endedAt }) => startedAt <= moment && moment <= endedAt)
    const blame = (rule: string) =>
      violations.push({
        rule,
        subject: call?.token ?? charge.caller,
        detail: `charge ${charge.id}`,
      })
    if (!call) blame('every charge belongs to a call')
    else if (chargeOf.has(call)) blame('a call is charged once')
    else if (call.heard?.requestId && call.heard.requestId !== charge.id)
      blame('a charge has the id of its request')
    else chargeOf.set(call, charge)
  }
  return { chargeOf, violations }
}

/** The moment in an id of version 7. */
function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
