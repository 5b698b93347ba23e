import { prices } from '@footnote/contract/prices'
import { CALL_OUTCOMES, type CallCounts } from '@footnote/contract/site/call-outcomes'
import type { StatusResponse } from '@footnote/contract/site/responses'
import { callName, type Tool } from '@footnote/contract/tools'
import { priceId } from '../../ui/price-words.ts'
import { callsIn } from './figures-text.ts'

interface StatusFigures {
  readonly counts: CallCounts
  readonly p50Ms: number | null
  readonly p90Ms: number | null
}

export interface StatusPoint extends StatusFigures {
  readonly at: string
}

export interface StatusLine extends StatusFigures {
  readonly id: string
  readonly name: string
  readonly tool: Tool
  /** One per hour or day of the period, including those without calls. */
  readonly points: readonly StatusPoint[]
}

const NO_CALLS = { answered: 0, no_answer: 0, failed: 0 }

/** The tools and efforts that were called, in price-list order. */
export function statusLines({ times, tools }: StatusResponse): readonly StatusLine[] {
  return prices.flatMap(price => {
    const found = tools.find(({ tool, effort }) => tool === price.tool && effort === price.effort)
    if (!found || callsIn(found) === 0) return []
    const pointAt = new Map(found.points.map(point => [Date.parse(point.at), point]))
    return [
      {
        id: priceId(price),
        name: callName(price),
        tool: price.tool,
        ...figuresOf(found),
        points: times.map(at => ({ at, ...figuresOf(pointAt.get(Date.parse(at))) })),
      },
    ]
  })
}

type WireFigures = Omit<StatusResponse['tools'][number], 'tool' | 'effort' | 'points'>

function figuresOf(wire: WireFigures | undefined): StatusFigures {
  if (!wire) return { counts: NO_CALLS, p50Ms: null, p90Ms: null }
  const { answered, no_answer, failed, p50_ms: p50Ms, p90_ms: p90Ms } = wire
  return { counts: { answered, no_answer, failed }, p50Ms, p90Ms }
}

/** All calls together. */
export function sumLines(lines: readonly StatusLine[]): CallCounts {
  const sums = { ...NO_CALLS }
  for (const { counts } of lines) {
    for (const outcome of CALL_OUTCOMES) sums[outcome] += counts[outcome]
  }
  return sums
}
