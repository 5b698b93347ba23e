import { type Effort, type TimeLimitName, TOOLS, type Tool, tools } from './tools.ts'
import { parseUsd } from './units.ts'
import { usdText } from './usd-text.ts'

/** One call of a tool at an effort: its price and how it runs. */
export interface Price {
  readonly tool: Tool
  /** Null for a tool without efforts. */
  readonly effort: Effort | null
  readonly costUnits: bigint
  readonly purpose: string
  /** Undefined if the call always runs as a background task. */
  readonly timeLimit: { readonly name: TimeLimitName; readonly seconds: number } | undefined
}

export const prices: readonly Price[] = TOOLS.flatMap(tool =>
  tools[tool].calls.map(call => ({
    tool,
    effort: call.effort,
    costUnits: unitsOf(call.usd),
    purpose: call.purpose,
    timeLimit: 'timeLimit' in call ? call.timeLimit : undefined,
  })),
)

export function priceOf(tool: Tool, effort: Effort | null): Price {
  const found = prices.find(entry => entry.tool === tool && entry.effort === effort)
  if (!found) throw new Error(`no price for ${tool} at effort ${effort}`)
  return found
}

/** Whether a call at this effort runs as a background task even if the request does not ask for it. */
export function isAlwaysTask({ tool, effort }: Pick<Price, 'tool' | 'effort'>): boolean {
  return priceOf(tool, effort).timeLimit === undefined
}

/** Prices of a tool in words: `Price per call: deep 0.35 USD, exhaustive 1.50 USD.` */
export function priceText(tool: string): string {
  const own = prices.filter(price => price.tool === tool)
  const parts = own.map(({ effort, costUnits }) =>
    effort === null ? `${usdText(costUnits)} USD` : `${effort} ${usdText(costUnits)} USD`,
  )
  return `Price per call: ${parts.join(', ')}.`
}

function unitsOf(usd: string): bigint {
  const units = parseUsd(usd)
  if (units === undefined) throw new Error(`not a price: ${usd}`)
  return units
}

const callSeconds = Object.fromEntries(
  prices.flatMap(({ timeLimit }) => (timeLimit ? [[timeLimit.name, timeLimit.seconds]] : [])),
) as Readonly<Record<TimeLimitName, number>>

/** How long the service waits for its upstream, unless its settings say otherwise. */
export const upstreamSeconds = { ...callSeconds, submission: 60, poll: 30 }

/**
 * The seconds that a call of a tool may take, by effort, and under `default` those of a request that names none.
 * Efforts that always run as background tasks are absent.
 */
export function secondsByEffort(tool: Tool): Readonly<Record<string, number>> {
  const entries = prices
    .filter(price => price.tool === tool)
    .flatMap(({ effort, timeLimit }) => {
      if (!timeLimit) return []
      const names = effort === tools[tool].defaultEffort ? ['default', effort] : [effort]
      return names.filter(name => name !== null).map(name => [name, timeLimit.seconds] as const)
    })
  return Object.fromEntries(entries)
}
