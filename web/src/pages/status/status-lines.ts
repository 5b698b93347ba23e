import { prices, type Tool } from '@footnote/contract/prices'
import type { StatusResponse } from '@footnote/contract/site/responses'
import { callName } from '@footnote/contract/tools'
import { priceId } from '../../ui/price-words.ts'

export interface StatusPoint {
  readonly at: string
  readonly captured: number
  readonly refunded: number
  readonly p50Ms: number | null
  readonly p90Ms: number | null
}

export interface StatusLine extends Omit<StatusPoint, 'at'> {
  readonly id: string
  readonly name: string
  readonly tool: Tool
  /** One for each hour or day of the period, also for those without a call. */
  readonly points: readonly StatusPoint[]
}

/** What was called, in the order of the prices; what nobody called is left out. */
export function statusLines({ times, tools }: StatusResponse): readonly StatusLine[] {
  return prices.flatMap(price => {
    const found = tools.find(({ tool, effort }) => tool === price.tool && effort === price.effort)
    if (!found || found.captured + found.refunded === 0) return []
    const pointAt = new Map(found.points.map(point => [Date.parse(point.at), point]))
    return [
      {
        id: priceId(price),
        name: callName(price),
        tool: price.tool,
        captured: found.captured,
        refunded: found.refunded,
        p50Ms: found.p50_ms,
        p90Ms: found.p90_ms,
        points: times.map(at => {
          const point = pointAt.get(Date.parse(at))
          return {
            at,
            captured: point?.captured ?? 0,
            refunded: point?.refunded ?? 0,
            p50Ms: point?.p50_ms ?? null,
            p90Ms: point?.p90_ms ?? null,
          }
        }),
      },
    ]
  })
}

/** All calls together. */
export function sumLines(lines: readonly StatusLine[]): { captured: number; refunded: number } {
  return {
    captured: lines.reduce((sum, { captured }) => sum + captured, 0),
    refunded: lines.reduce((sum, { refunded }) => sum + refunded, 0),
  }
}
