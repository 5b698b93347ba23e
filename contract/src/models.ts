import { type Price, prices } from './prices.ts'
import { toolEntry } from './tools.ts'

/** A paid call, by the name that OpenAI’s clients choose it with. */
export interface Model {
  readonly id: string
  readonly price: Price
}

/** `answer`, `research-lite`, `finance-deep` and so on, one for each price. */
export const models: readonly Model[] = prices.map(price => ({ id: modelId(price), price }))

function modelId({ tool, effort }: Price): string {
  const { alias, command } = toolEntry(tool)
  return [alias ?? command, effort].filter(Boolean).join('-')
}
