import { priceOf } from '@footnote/contract/prices'
import type { Effort, Tool } from '@footnote/contract/tools'

const COUNT = new Intl.NumberFormat('en')
const EXAMPLES: readonly { tool: Tool; effort: Effort | null; one: string; many: string }[] = [
  { tool: 'research', effort: 'standard', one: 'standard report', many: 'standard reports' },
  { tool: 'answer', effort: null, one: 'answer', many: 'answers' },
]

/** Describes how many calls an amount buys. */
export function whatItBuys(units: bigint): string {
  const counts = EXAMPLES.map(({ tool, effort, one, many }) => {
    const count = units / priceOf(tool, effort).costUnits
    return `${COUNT.format(count)} ${count === 1n ? one : many}`
  })
  return counts.join(' or ')
}
