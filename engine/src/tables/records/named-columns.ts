import { words } from '../../text/words.ts'
import { ASKING_STEMS } from '../read-question.ts'
import type { RecordColumn, RecordTable } from './record-table.ts'

export interface NamedColumn {
  readonly column: RecordColumn
  readonly share: number
  readonly many: number
}

const UNIT_STEMS: ReadonlySet<string> = new Set(
  words(
    'kb mb gb tb mhz ghz kw kwh mw mwh gwh kg km km2 km² m2 m² cm mm ms sec min eur usd gbp chf jpy cny million millions thousand billion bn mn percent pct',
  ).map(({ stem }) => stem),
)
const SHORTEST_FAMILY = 5
const FAMILY_WORTH = 0.95
const LEAST_NAMED = 0.5

/** The columns whose headers a question names, best first. */
export function namedColumns(table: RecordTable, asked: ReadonlySet<string>): NamedColumn[] {
  return table.columns
    .flatMap((column): NamedColumn[] => {
      const telling = column.stems.filter(stem => !ASKING_STEMS.has(stem) && !UNIT_STEMS.has(stem))
      const own = telling.length > 0 ? telling : column.stems
      const many = own.reduce((sum, stem) => sum + nearness(stem, asked), 0)
      const share = many / Math.max(1, own.length)
      return column.kind !== 'time' && share >= LEAST_NAMED ? [{ column, share, many }] : []
    })
    .toSorted(
      (a, b) =>
        Number(b.column.kind === 'measure') - Number(a.column.kind === 'measure') ||
        b.share - a.share ||
        b.many - a.many,
    )
}

/** "Weigh" is close enough to "weight". */
export function nearness(stem: string, among: ReadonlySet<string>): number {
  const likely = among.has(stem) ? 1 : 0
  if (likely > 0 || stem.length < SHORTEST_FAMILY) return likely
  for (const other of among) {
    const [short, long] = stem.length < other.length ? [stem, other] : [other, stem]
    if (
      short.length >= SHORTEST_FAMILY &&
      long.length - short.length <= 1 &&
      long.startsWith(short)
    )
      return FAMILY_WORTH
  }
  return 0
}
