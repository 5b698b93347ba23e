import type { StatusResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import type { TimeLimits } from '../config.ts'
import type { StatusPeriod } from '../figures/read-status.ts'
import { recentStatus } from '../figures/recent-status.ts'
import type { Upstream } from '../upstream/upstream.ts'

interface StatusDependencies {
  readonly database: Database
  readonly calls: { readonly upstream: Upstream }
  readonly timeLimits: Pick<TimeLimits, 'answerMs'>
}

/** How the service does and did. That it takes calls is as of now, the figures as of a moment ago. */
export async function currentStatus(
  { database, calls, timeLimits }: StatusDependencies,
  { period = 'month' }: { period?: StatusPeriod | undefined } = {},
): Promise<StatusResponse> {
  const figures = await recentStatus(database, { period })
  return {
    accepts_calls: calls.upstream.refusalMs(timeLimits.answerMs) === undefined,
    ...figures,
  }
}
