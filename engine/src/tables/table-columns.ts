import { periodOf } from './periods.ts'
import type { CitedValue, TableColumn } from './table.ts'

/** The columns of a table with what the header rows say of each. */
export function columnsOf(
  header: readonly (readonly CitedValue[])[],
  width: number,
): TableColumn[] {
  const spread = header.map(row => spreadRow(row, width))
  return Array.from({ length: Math.max(0, width - 1) }, (_, offset) => {
    const index = offset + 1
    const cells = spread.map(row => row[index]).filter(cell => cell !== undefined)
    const text = cells.map(cell => cell.text).join(' ')
    const period = periodOf(text)
    return {
      index,
      cells,
      header: text,
      isNote: /^\s*(?:notes?|ref|reference)\.?\s*$/i.test(text),
      ...(period && { period }),
    }
  })
}

/**
 * A header cell that spans several columns is written once. It holds for all columns when it is alone,
 * for equal shares when those fit, and else up to the next, unless cells stand side by side: then none spans.
 */
function spreadRow(row: readonly CitedValue[], width: number): (CitedValue | undefined)[] {
  const filled = row.flatMap((cell, index) =>
    index > 0 && cell.text !== '' ? [{ cell, index }] : [],
  )
  const share = (width - 1) / filled.length
  const isShared =
    filled.length > 0 &&
    Number.isInteger(share) &&
    filled.every(({ index }, at) => index > at * share && index <= (at + 1) * share)
  const areApart = filled.every(({ index }, at) => index - (filled[at - 1]?.index ?? -1) > 1)
  return Array.from({ length: width }, (_, index) => {
    if (index === 0) return undefined
    if (isShared) return filled[Math.floor((index - 1) / share)]?.cell
    if (areApart) return filled.findLast(one => one.index <= index)?.cell
    return filled.find(one => one.index === index)?.cell
  })
}
