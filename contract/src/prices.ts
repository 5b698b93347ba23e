import { parseUsd } from './units.ts'

export const RESEARCH_EFFORTS = ['lite', 'standard', 'deep', 'exhaustive', 'frontier'] as const
export const FINANCE_EFFORTS = ['deep', 'exhaustive'] as const
/** Effort used if a request names none. */
export const DEFAULT_EFFORTS = { research: 'standard', finance_research: 'deep' } as const

export type Tool = 'answer' | 'research' | 'finance_research'
export type Effort = (typeof RESEARCH_EFFORTS)[number]

/** What one call of a tool at an effort costs. */
export interface Price {
  readonly tool: Tool
  /** Null for answer, which has no efforts. */
  readonly effort: Effort | null
  readonly costUnits: bigint
}

export const prices: readonly Price[] = [
  price('answer', null, '0.02'),
  price('research', 'lite', '0.04'),
  price('research', 'standard', '0.15'),
  price('research', 'deep', '0.30'),
  price('research', 'exhaustive', '1.35'),
  price('research', 'frontier', '3.60'),
  price('finance_research', 'deep', '0.35'),
  price('finance_research', 'exhaustive', '1.50'),
]

export function priceOf(tool: Tool, effort: Effort | null): Price {
  const found = prices.find(entry => entry.tool === tool && entry.effort === effort)
  if (!found) throw new Error(`no price for ${tool} at effort ${effort}`)
  return found
}

/** The efforts that are always answered by a task, which is fetched later. */
export function isAlwaysTask({ tool, effort }: Pick<Price, 'tool' | 'effort'>): boolean {
  return tool === 'research' && effort !== 'lite' && effort !== 'standard'
}

function price(tool: Tool, effort: Effort | null, usd: string): Price {
  const costUnits = parseUsd(usd)
  if (costUnits === undefined) throw new Error(`not a price: ${usd}`)
  return { tool, effort, costUnits }
}
