import type { HeldResponse } from '@footnote/contract/site/operator'
import { counted } from '../../../ui/counted.ts'
import { durationText } from '../../../ui/duration-text.ts'
import { formatUsd } from '../../../ui/money.tsx'
import type { CountBar } from '../count-bars.tsx'

export type HeldAge = HeldResponse['ages'][number]

/** One bar per age group; the last group has no upper limit. */
export function ageBars(ages: readonly HeldAge[]): readonly CountBar[] {
  return ages.map(({ up_to_seconds, calls, tasks, units }, index) => {
    const before = ages[index - 1]?.up_to_seconds ?? 0
    const name =
      up_to_seconds === null
        ? `over ${durationText(before * 1_000)}`
        : `up to ${durationText(up_to_seconds * 1_000)}`
    return {
      id: name,
      name,
      count: calls + tasks,
      note: `${counted(calls, 'call')}, ${counted(tasks, 'task')}, ${formatUsd(units)}`,
    }
  })
}
