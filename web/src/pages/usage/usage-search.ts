import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import { EFFORTS, type Effort, TOOLS, type Tool } from '@footnote/contract/tools'
import type { Grouping } from '../../charts/spending-series.ts'
import { CALL_STATES, type CallState } from './call-state.ts'

export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]
const USUAL_PERIOD: Period = 30
export const GROUPINGS: readonly Grouping[] = ['tool', 'key', 'state']
const DAY_MS = 86_400_000

/**
 * The part of the usage page's state that is in its URL. Key names are not: they are free text, and
 * URLs end up in histories and logs.
 */
export interface UsageSearch {
  readonly days?: Period
  /** With `to`, a range of days that the reader chose. */
  readonly from?: string
  readonly to?: string
  /** The day whose calls are listed, of all the days. */
  readonly day?: string
  readonly by?: Grouping
  readonly tool?: Tool
  readonly effort?: Effort
  readonly state?: CallState
}

/** Reads the URL's parameters and ignores unknown values. */
export function readUsageSearch(search: Record<string, unknown>): UsageSearch {
  const days = PERIODS.find(period => period === search['days'] && period !== USUAL_PERIOD)
  const { from, to, day } = search
  const isRange = typeof from === 'string' && typeof to === 'string' && !rangeProblem({ from, to })
  const by = GROUPINGS.find(known => known === search['by'] && known !== 'tool')
  const tool = TOOLS.find(known => known === search['tool'])
  const effort = EFFORTS.find(known => known === search['effort'])
  const state = CALL_STATES.find(known => known === search['state'])
  return {
    ...(isRange ? { from, to } : days && { days }),
    ...(typeof day === 'string' && siteFormats.day.check(day) && { day }),
    ...(by && { by }),
    ...(tool && { tool }),
    ...(effort && { effort }),
    ...(state && { state }),
  }
}

export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Why a range of days cannot be shown; undefined if it can. */
export function rangeProblem({ from, to }: DayRange): string | undefined {
  if (!siteFormats.day.check(from) || !siteFormats.day.check(to)) return 'Enter two dates.'
  if (from > to) return 'Choose a first day that is not after the last one.'
  const { most } = siteLimits.spendingDays
  return countDays({ from, to }) > most ? `Choose at most ${most} days.` : undefined
}

/** The days that the page shows, all of them in UTC. */
export function rangeOf(
  { days = USUAL_PERIOD, from, to }: UsageSearch,
  now = Date.now(),
): DayRange {
  if (from !== undefined && to !== undefined) return { from, to }
  return { from: dayText(now - (days - 1) * DAY_MS), to: dayText(now) }
}

export function countDays({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/** The period that is chosen, or `custom` for a range. */
export function periodOf({ days = USUAL_PERIOD, from }: UsageSearch): Period | 'custom' {
  return from === undefined ? days : 'custom'
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
