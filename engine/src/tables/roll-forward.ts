import { timelessLabel } from './label-text.ts'
import type { Period } from './periods.ts'
import type { Table } from './table.ts'

/**
 * In a roll-forward the rows between two balances are what happened between their dates. Which year that
 * was is known from the balance that closes it; one of early January closes the year before.
 */
export function rollForward(table: Table): ReadonlyMap<number, Period> {
  const flows = new Map<number, Period>()
  if (table.columns.some(column => column.period?.years.length)) return flows
  let opening: { label: string; index: number } | undefined
  for (const [index, row] of table.rows.entries()) {
    const year = row.period?.years[0]
    if (row.period === undefined || year === undefined) continue
    const label = timelessLabel(row.label).toLowerCase()
    if (opening && label !== '' && label === opening.label) {
      const closed = isNewYear(row.period) ? year - 1 : year
      for (const between of table.rows.slice(opening.index + 1, index))
        flows.set(between.index, { years: [closed], marks: [], start: 0, end: 0 })
    }
    opening = { label, index }
  }
  return flows
}

function isNewYear({ marks }: Period): boolean {
  return marks.includes('jan') && marks.some(mark => /^[1-6]$/.test(mark))
}
