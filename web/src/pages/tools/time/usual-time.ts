import type { StatusResponse } from '@footnote/contract/site/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import { durationText } from '../../../ui/duration-text.ts'

export interface UsualTime {
  readonly p50Ms: number
  readonly p90Ms: number
}

/** Recent durations of such calls; undefined if too few were answered. */
export function usualTime(
  status: StatusResponse | undefined,
  { tool, effort }: { tool: Tool; effort: Effort | null },
): UsualTime | undefined {
  const figures = status?.tools.find(entry => entry.tool === tool && entry.effort === effort)
  if (!figures || figures.p50_ms === null || figures.p90_ms === null) return undefined
  return { p50Ms: figures.p50_ms, p90Ms: figures.p90_ms }
}

export function usualText(usual: UsualTime | undefined): string {
  if (!usual) return 'no duration estimate yet'
  return `median ${durationText(usual.p50Ms)}, p90 ${durationText(usual.p90Ms)}`
}

/** Compares the elapsed time with the usual duration, without a promise. */
export function remainingText(usual: UsualTime | undefined, passedMs: number): string {
  if (!usual) return 'There aren’t enough recent calls to estimate the duration.'
  if (passedMs < usual.p50Ms)
    return `Similar calls take ${durationText(usual.p50Ms)} (median); 90% finish within ${durationText(usual.p90Ms)}.`
  if (passedMs < usual.p90Ms)
    return `This is taking longer than most calls; 90% finish within ${durationText(usual.p90Ms)}.`
  return `This is taking longer than 90% of calls, which finish within ${durationText(usual.p90Ms)}. It is still running.`
}
