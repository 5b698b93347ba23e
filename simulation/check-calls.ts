import type { BookedCharge } from './books.ts'
import type { CallRecord, PollRecord } from './call-record.ts'
import type { History, Violation } from './history.ts'
import type { Fault } from './nemesis.ts'

type State = BookedCharge['state'] | 'not charged'

/** A time without faults in which a delivery is certainly confirmed. */
const CALM_MS = 2_000

/** Checks that every charge ended in a state that fits the reply to its caller. */
export function checkCalls(
  { calls, faults }: Pick<History, 'calls' | 'faults'>,
  chargeOf: ReadonlyMap<CallRecord, BookedCharge>,
): Violation[] {
  return calls.flatMap(call => {
    const charge = chargeOf.get(call)
    const state = charge?.state ?? 'not charged'
    const heard = call.heard && `${call.heard.status} ${call.heard.body.code ?? ''}`.trim()
    const allowed = allowedStates(call)
    const isAllowed = allowed.includes(state) || isUnconfirmed(call, { charge, faults })
    const violations: Violation[] = []
    const blame = (rule: string) =>
      violations.push({
        rule,
        subject: call.token,
        detail: `heard ${heard ?? 'nothing'} from ${call.life.name}; charge ${charge?.id} ${state} ${charge?.cause ?? ''}`,
      })
    if (!isAllowed) blame(`this ends ${allowed.join(' or ')}`)
    if (charge && charge.refunds > 1) blame('a charge is refunded once')
    const billing = call.heard?.body.billing
    if (billing && billing.request_id !== call.heard?.requestId) blame('the bill names the request')
    if (
      billing &&
      billing.cost_units + (billing.refunded_units ?? 0) !== Number(charge?.cost_units)
    )
      blame('the bill names the price')
    if (charge) violations.push(...checkPolls(call, { charge, faults }))
    return violations
  })
}

function allowedStates({ plan, heard }: CallRecord): readonly State[] {
  if (!heard) return ['not charged', 'captured', 'refunded']
  switch (heard.status) {
    case 200:
      return plan.tool === 'task' ? [] : ['captured']
    case 202:
      return plan.tool === 'task' ? ['captured', 'refunded'] : []
    case 502:
      return heard.body.code === 'QUERY_FAILED_REFUNDED' ? ['refunded'] : []
    case 503:
      return ['not charged', 'refunded']
    case 402:
    case 429:
      return ['not charged']
    default:
      return []
  }
}

/** Checks the replies to a caller's polls of a task. */
function checkPolls(
  call: CallRecord,
  { charge, faults }: { charge: BookedCharge; faults: readonly Fault[] },
): Violation[] {
  const delivered = call.polls.find(isDelivery)
  const failed = call.polls.find(({ heard }) => heard?.body.status === 'failed')
  const violations: Violation[] = []
  const blame = (rule: string, poll: PollRecord) =>
    violations.push({
      rule,
      subject: call.token,
      detail: `polled at ${poll.life.name}; charge ${charge.id} ${charge.state} ${charge.cause ?? ''}`,
    })
  if (delivered && charge.state !== 'captured' && !isUnconfirmed(delivered, { charge, faults }))
    blame('a delivered result is captured', delivered)
  if (failed && charge.state !== 'refunded') blame('a failed task is refunded', failed)
  for (const poll of call.polls) {
    if (poll.heard && ![200, 410, 503].includes(poll.heard.status))
      blame(`a poll is not answered ${poll.heard.status}`, poll)
  }
  return violations
}

function isDelivery({ heard }: PollRecord): boolean {
  return heard?.status === 200 && heard.body.status === 'completed'
}

/**
 * Whether the capture was reversed because its process was killed, or cut off from the database until the
 * deadline, before it could confirm the delivery.
 */
function isUnconfirmed(
  { life, endedAt }: PollRecord,
  { charge, faults }: { charge: BookedCharge | undefined; faults: readonly Fault[] },
): boolean {
  if (charge?.cause !== 'capture_unknown') return false
  const until = Math.min(charge.refunded_at ?? endedAt, life.end?.at ?? Number.POSITIVE_INFINITY)
  let calmSince = endedAt
  for (const { target, from, to } of faults.toSorted((one, other) => one.from - other.from)) {
    const concerns =
      target === 'PostgreSQL' || life.name.startsWith(`${target.replace('line of ', '')}.`)
    if (!concerns || to < endedAt) continue
    if (Math.min(from, until) - calmSince >= CALM_MS) return false
    calmSince = Math.max(calmSince, to)
  }
  return until - calmSince < CALM_MS
}
