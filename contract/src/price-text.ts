import { prices } from './prices.ts'
import { usdText } from './usd-text.ts'

/** What a call of this tool costs, in words. */
export function priceText(tool: string): string {
  const own = prices.filter(price => price.tool === tool)
  const parts = own.map(({ effort, costUnits }) =>
    effort === null ? `${usdText(costUnits)} USD` : `${effort} ${usdText(costUnits)} USD`,
  )
  return `Price per call: ${parts.join(', ')}.`
}
