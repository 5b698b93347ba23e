import { type Effort, priceOf, type Tool } from '@footnote/contract/prices'

const COUNT = new Intl.NumberFormat('en')
const EXAMPLES: readonly { tool: Tool; effort: Effort | null; one: string; many: string }[] = [
  { tool: 'research', effort: 'standard', one: 'report at standard', many: 'reports at standard' },
  { tool: 'answer', effort: null, one: 'answer', many: 'answers' },
]

/** What an amount is good for, at the prices of the contract. */
export function whatItBuys(units: bigint): string {
  const counts = EXAMPLES.map(({ tool, effort, one, many }) => {
    const count = units / priceOf(tool, effort).costUnits
    return `${COUNT.format(count)} ${count === 1n ? one : many}`
  })
  return `about ${counts.join(', or ')}`
}
