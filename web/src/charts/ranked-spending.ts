import type { SpendingResponse } from '@footnote/contract/site/responses'
import { TOOLS, toolName } from '@footnote/contract/tools'
import { counted } from '../ui/counted.ts'

export interface Ranked {
  /** Unique id; a name is not, since a key may be named like a tool. */
  readonly id: string
  readonly name: string
  readonly units: bigint
  readonly calls: number
  readonly refundedCalls: number
}

/** Id of the entry that sums up all the others. */
export const REST_ID = 'rest'

type Row = SpendingResponse['spending'][number]

/** Every tool, called or not, highest spending first. */
export function rankTools(spending: readonly Row[]): readonly Ranked[] {
  return TOOLS.map(tool =>
    total(
      tool,
      toolName(tool),
      spending.filter(row => row.tool === tool),
    ),
  ).sort(dearestFirst)
}

/** Every key that made a call, highest spending first. */
export function rankKeys(spending: readonly Row[]): readonly Ranked[] {
  return [...Map.groupBy(spending, row => row.key_name)]
    .map(([name, rows]) => total(`key ${name}`, name, rows))
    .sort(dearestFirst)
}

/** Limits the list to `most` entries; the last one sums up those left out. */
export function foldRest(ranked: readonly Ranked[], most: number): readonly Ranked[] {
  if (ranked.length <= most) return ranked
  const rest = ranked.slice(most - 1)
  const folded = {
    id: REST_ID,
    name: counted(rest.length, 'other key'),
    units: rest.reduce((sum, { units }) => sum + units, 0n),
    calls: rest.reduce((sum, { calls }) => sum + calls, 0),
    refundedCalls: rest.reduce((sum, { refundedCalls }) => sum + refundedCalls, 0),
  }
  return [...ranked.slice(0, most - 1), folded]
}

function total(id: string, name: string, rows: readonly Row[]): Ranked {
  return {
    id,
    name,
    units: rows.reduce((sum, { units }) => sum + BigInt(units), 0n),
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    refundedCalls: rows.reduce((sum, row) => sum + row.refunded_calls, 0),
  }
}

function dearestFirst(one: Ranked, other: Ranked): number {
  if (one.units !== other.units) return one.units > other.units ? -1 : 1
  return other.calls - one.calls
}
