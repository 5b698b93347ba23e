import type { SpendingResponse } from '@footnote/contract/site/responses'
import { byTool, type Tool } from '@footnote/contract/tools'

export interface DaySpending {
  /** UTC day, such as `2026-07-03`. */
  readonly day: string
  readonly unitsByTool: Readonly<Record<Tool, bigint>>
  readonly units: bigint
  readonly calls: number
  readonly refundedCalls: number
}

/** One entry per requested day, oldest first, including days without calls. */
export function dailySpending({ days, spending }: SpendingResponse): readonly DaySpending[] {
  const byDay = Map.groupBy(spending, row => row.day)
  return days.map(day => {
    const unitsByTool = byTool(() => 0n)
    let calls = 0
    let refundedCalls = 0
    for (const row of byDay.get(day) ?? []) {
      unitsByTool[row.tool] += BigInt(row.units)
      calls += row.calls
      refundedCalls += row.refunded_calls
    }
    const units = Object.values(unitsByTool).reduce((sum, units) => sum + units, 0n)
    return { day, unitsByTool, units, calls, refundedCalls }
  })
}
