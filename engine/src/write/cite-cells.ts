import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Passage } from '../library/passage.ts'
import type { CitedValue } from '../tables/table.ts'
import { lines, sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

/** More rows than this are quoted as one piece, from the first to the last. */
const MOST_ROWS = 12

/** The rows and sentences that cells stand in, once each. */
export function citeCells(cells: readonly CitedValue[], ledger: Ledger): Evidence[] {
  const places = new Map<Passage, Map<string, Span>>()
  for (const { passage, ...cell } of cells) {
    const own = places.get(passage) ?? new Map<string, Span>()
    places.set(passage, own)
    const span = contextOf(passage, cell)
    own.set(`${span.start}:${span.end}`, span)
  }
  const spans = [...places].flatMap(([passage, own]) =>
    (own.size > MOST_ROWS ? [around([...own.values()])] : [...own.values()]).map(span => ({
      passage,
      span,
    })),
  )
  return [...new Set(spans.map(({ passage, span }) => ledger.enter(passage, span)))]
}

function around(spans: readonly Span[]): Span {
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  }
}

/** The row or the sentence that a value stands in: a number alone proves nothing. */
function contextOf({ text: whole }: Passage, { start, end }: Span): Span {
  const line = lines(whole).find(one => one.start <= start && end <= one.end)
  if (!line) return { start, end }
  const text = whole.slice(line.start, line.end)
  if (text.trimStart().startsWith('|')) return line
  const sentence = sentences(text).find(
    one => line.start + one.start <= start && end <= line.start + one.end,
  )
  return sentence ? { start: line.start + sentence.start, end: line.start + sentence.end } : line
}
