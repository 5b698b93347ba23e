import type { BookedCharge } from './books.ts'
import type { CallRecord } from './call-record.ts'
import type { History, Violation } from './history.ts'

/** For the way of a request that was sent before the refund, on a busy machine. */
const ON_THE_WAY_MS = 250
/** Arrivals are whole milliseconds, and commits are not. */
const ROUNDING_MS = 1

/** Checks that each call that reached the upstream was debited before, not refunded yet, and sent once. */
export function checkUpstream(
  { arrivals, calls }: Pick<History, 'arrivals' | 'calls'>,
  chargeOf: ReadonlyMap<CallRecord, BookedCharge>,
): Violation[] {
  const byToken = new Map(calls.map(call => [call.token, call]))
  const sent = new Set<string>()
  return arrivals.flatMap(({ token, at, isLimited }) => {
    const call = byToken.get(token)
    const charge = call && chargeOf.get(call)
    const violations: Violation[] = []
    const blame = (rule: string, detail: string) =>
      violations.push({ rule, subject: token, detail: `${detail}; charge ${charge?.id}` })
    if (!charge || charge.debited_at > at + ROUNDING_MS)
      blame('the upstream is called after the debit', `came at ${at}`)
    if (charge?.refunded_at && charge.refunded_at + ON_THE_WAY_MS < at) {
      const lateMs = Math.round(at - charge.refunded_at)
      blame(
        'the upstream is not called after the refund',
        `${lateMs} ms after it (${charge.cause}), from ${call?.life.name}`,
      )
    }
    if (sent.has(token)) blame('the upstream is called once', `came again at ${at}`)
    if (!isLimited) sent.add(token)
    return violations
  })
}
