import { EFFORTS, type Effort, TOOLS, type Tool } from '@footnote/contract/tools'
import { CALL_STATES, type CallState } from './call-state.ts'

export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]
export const USUAL_PERIOD: Period = 30

/**
 * The part of the usage page's state that is in its URL. Key names are not: they are free text, and
 * URLs end up in histories and logs.
 */
export interface UsageSearch {
  readonly days?: Period
  readonly tool?: Tool
  readonly effort?: Effort
  readonly state?: CallState
}

/** Reads the URL's parameters and ignores unknown values. */
export function readUsageSearch(search: Record<string, unknown>): UsageSearch {
  const days = PERIODS.find(period => period === search['days'] && period !== USUAL_PERIOD)
  const tool = TOOLS.find(known => known === search['tool'])
  const effort = EFFORTS.find(known => known === search['effort'])
  const state = CALL_STATES.find(known => known === search['state'])
  return {
    ...(days && { days }),
    ...(tool && { tool }),
    ...(effort && { effort }),
    ...(state && { state }),
  }
}
