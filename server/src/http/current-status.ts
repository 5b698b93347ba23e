import type { StatusResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import type { TimeLimits } from '../config.ts'
import type { StatusPeriod } from '../figures/read-status.ts'
import { recentStatus } from '../figures/recent-status.ts'
import type { Upstream } from '../upstream/upstream.ts'

interface StatusDependencies {
  readonly database: Database
  readonly calls: { readonly upstream: Upstream }
  readonly timeLimits: Pick<TimeLimits, 'callMs'>
}

/** Returns the status page's content: whether calls are accepted now, and recent figures. */
export async function currentStatus(
  { database, calls, timeLimits }: StatusDependencies,
  { period = 'month' }: { period?: StatusPeriod | undefined } = {},
): Promise<StatusResponse> {
  const figures = await recentStatus(database, { period })
  return {
    accepts_calls: calls.upstream.refusalMs(timeLimits.callMs.answer) === undefined,
    ...figures,
  }
}
