import type { Effort, Tool } from '@footnote/contract/prices'
import type { StatusResponse } from '@footnote/contract/site/responses'
import { durationText } from '../../../ui/duration-text.ts'

export interface UsualTime {
  readonly p50Ms: number
  readonly p90Ms: number
}

/** How long such calls took recently; undefined if too few were answered. */
export function usualTime(
  status: StatusResponse | undefined,
  { tool, effort }: { tool: Tool; effort: Effort | null },
): UsualTime | undefined {
  const figures = status?.tools.find(entry => entry.tool === tool && entry.effort === effort)
  if (!figures || figures.p50_ms === null || figures.p90_ms === null) return undefined
  return { p50Ms: figures.p50_ms, p90Ms: figures.p90_ms }
}

export function usualText(usual: UsualTime | undefined): string {
  if (!usual) return 'not enough calls yet to estimate the time'
  return `usually ${durationText(usual.p50Ms)}, nine in ten within ${durationText(usual.p90Ms)}`
}

/** What usually remains after some time, without a promise. */
export function remainingText(usual: UsualTime | undefined, passedMs: number): string {
  if (!usual) return 'Not enough calls yet to estimate the time.'
  if (passedMs < usual.p50Ms)
    return `Half of such calls are done within ${durationText(usual.p50Ms)}, nine in ten within ${durationText(usual.p90Ms)}.`
  if (passedMs < usual.p90Ms)
    return `Longer than most by now; nine in ten are done within ${durationText(usual.p90Ms)}.`
  return `Longer than nine in ten by now, which are done within ${durationText(usual.p90Ms)}. It goes on.`
}
