import type { PollRecord } from './call-record.ts'
import type { History, Violation } from './history.ts'
import { longestCallMs } from './time-limits.ts'

/** How long an instance whose line is dead may still call itself ready. */
const STALE_READY_MS = 5_000

/** No caller waited for too long, and no instance called itself ready without its database. */
export function checkTimes({
  calls,
  faults,
  instances,
  ready,
}: Pick<History, 'calls' | 'faults' | 'instances' | 'ready'>): Violation[] {
  const stopsOf = new Map(
    instances.flatMap(({ lives, stops }) => lives.map(life => [life.name, stops] as const)),
  )
  const waits = calls.flatMap(call => [
    { ...call, what: call.plan.tool },
    ...call.polls.map(poll => ({ ...poll, token: call.token, what: 'poll' as const })),
  ])
  const slow = waits.flatMap(({ token, what, ...record }) => {
    const ms = waitedMs(record, stopsOf.get(record.life.name) ?? [])
    if (ms <= longestCallMs(what)) return []
    const detail = `${what} took ${ms} ms at ${record.life.name}`
    return [{ rule: 'a call ends within its bound', subject: token, detail }]
  })
  const stalls = faults.filter(({ kind }) => kind.startsWith('stall'))
  const falselyReady = stalls.flatMap(({ target, kind, from, to }) => {
    const probe = ready.find(
      ({ instance, startedAt, endedAt }) =>
        target.endsWith(instance) && startedAt > from + STALE_READY_MS && endedAt < to,
    )
    if (!probe) return []
    const detail = `ready ${probe.endedAt - from} ms into ${kind}`
    return [{ rule: 'an instance without its database is not ready', subject: target, detail }]
  })
  return [...slow, ...falselyReady]
}

/** Without the time in which the process was stopped. */
function waitedMs(
  { startedAt, endedAt }: PollRecord,
  stops: readonly { readonly from: number; readonly to: number }[],
): number {
  const stoppedMs = stops.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, endedAt) - Math.max(from, startedAt)),
    0,
  )
  return endedAt - startedAt - stoppedMs
}
