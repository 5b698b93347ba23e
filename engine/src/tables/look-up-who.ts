import { contentStems } from './content-stems.ts'
import type { Intent } from './question-intent.ts'
import type { Sheet } from './sheet.ts'
import type { CitedValue, TableRow } from './table.ts'
import { quoted, type TableAnswer } from './table-answer.ts'

const LEAST_SHARE = 0.6
const TRUST = 0.8

/** The name at the head of the row whose words a question about a person repeats. */
export function lookUpWho(sheet: Sheet, { question }: Intent): TableAnswer | undefined {
  if (!/^\W*who(?:m|se)?\b/i.test(question)) return undefined
  const asked = new Set(contentStems(question))
  let best:
    | { readonly label: CitedValue; readonly cell: CitedValue; readonly share: number }
    | undefined
  for (const { labelCell, cells } of new Set<TableRow>(sheet.series.map(({ row }) => row))) {
    for (const cell of cells) {
      if (!labelCell || cell.number) continue
      const shared = asked.intersection(new Set(contentStems(cell.text))).size
      const share = shared / Math.max(1, asked.size)
      if (share >= LEAST_SHARE && share > (best?.share ?? 0))
        best = { label: labelCell, cell, share }
    }
  }
  return (
    best &&
    quoted([best.label], {
      inputs: [best.cell],
      figures: [best.cell],
      confidence: best.share * TRUST,
    })
  )
}
