import type { SpendingResponse } from '@footnote/contract/site/responses'
import { TOOLS, toolName } from '@footnote/contract/tools'
import { foldRest, REST_ID, rankKeys } from './ranked-spending.ts'
import { SERIES_LOOKS, type SeriesLook } from './tool-texture.tsx'

type Row = SpendingResponse['spending'][number]

/** The property that the bars of a chart are stacked by. */
export type Grouping = 'tool' | 'key' | 'state'

/** One colour of a chart: its name, its look, and its part of each row. */
export interface SpendingSeries {
  readonly id: string
  readonly name: string
  readonly look: SeriesLook
  readonly unitsOf: (row: Row) => bigint
}

/** The series of a chart, from the bottom up. Keys beyond the looks share the last series. */
export function spendingSeries(spending: readonly Row[], by: Grouping): readonly SpendingSeries[] {
  switch (by) {
    case 'tool':
      return TOOLS.map(tool => ({
        id: tool,
        name: toolName(tool),
        look: tool,
        unitsOf: row => (row.tool === tool ? BigInt(row.units) : 0n),
      }))
    case 'key':
      return keySeries(spending)
    case 'state':
      return [
        {
          id: 'captured',
          name: 'Paid',
          look: 'research',
          unitsOf: row => BigInt(row.units) - BigInt(row.pending_units),
        },
        {
          id: 'held',
          name: 'Pending',
          look: 'finance_research',
          unitsOf: row => BigInt(row.pending_units),
        },
        {
          id: 'refunded',
          name: 'Refunded',
          look: 'other',
          unitsOf: row => BigInt(row.refunded_units),
        },
      ]
  }
}

function keySeries(spending: readonly Row[]): readonly SpendingSeries[] {
  const shown = foldRest(rankKeys(spending), SERIES_LOOKS.length)
  const own = new Set(shown.filter(({ id }) => id !== REST_ID).map(({ name }) => name))
  return shown.map(({ id, name }, index) => ({
    id,
    name,
    look: SERIES_LOOKS[index] ?? 'other',
    unitsOf: row => {
      const isPart = id === REST_ID ? !own.has(row.key_name) : row.key_name === name
      return isPart ? BigInt(row.units) : 0n
    },
  }))
}
