import measures from '../../models/questions/measures.json' with { type: 'json' }
import { joinAnd } from '../text/say.ts'
import { overlaps, type Span } from '../text/span.ts'

type Names = Readonly<Record<string, string>>

/** Names of measures in ten languages, and those of plain questions, by the placeholder of their subjects. */
const MEASURES: Readonly<Record<'@c' | '@k', Names>> = {
  '@c': measures.country,
  '@k': measures.company,
}
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u
const LETTER = /[\p{L}\p{N}-]/u
const LISTS = /^(?:What (?:is|are|was|were)|Compare) the /
const OVERVIEW = /\boverview of\b/
const TIMES = / (?:in|since|from|over|every|between) .*$/

interface Asked {
  readonly questions: readonly string[]
  readonly names: ReadonlyMap<string, string>
}

/**
 * Asks for the measures that a request names and no plain question has: the model loses some of a long list. They are
 * asked about the subjects of the first list among the plain questions; those of companies for the same years.
 */
export function findOpen(hidden: string, { questions, names }: Asked): string[] {
  const all = questions.join(' ').toLowerCase()
  if (OVERVIEW.test(all)) return []
  const lists = questions.filter(one => LISTS.test(one))
  return Object.entries(MEASURES).flatMap(([kind, known]) => {
    const own = [...names].filter(([key]) => key.startsWith(kind)).map(([, name]) => ` of ${name}`)
    const [tail] = lists.flatMap(one => {
      const starts = own.map(name => one.indexOf(name)).filter(at => at >= 0)
      return starts.length > 0 ? one.slice(Math.min(...starts)).replace(/[?.]$/, '') : []
    })
    const open = tail === undefined ? [] : namedIn(hidden, known).filter(one => !isIn(all, one))
    if (tail === undefined || open.length === 0) return []
    return `What were the ${joinAnd(open)}${kind === '@c' ? tail.replace(TIMES, '') : tail}?`
  })
}

/** The measures that a text names in order, by the longest of their names. */
function namedIn(text: string, known: Names): string[] {
  const folded = text.toLowerCase()
  const found = Object.entries(known).flatMap(([noun, measure]) => {
    const start = folded.indexOf(noun)
    const end = start + noun.length
    const isWord =
      UNSPACED.test(noun) ||
      !(LETTER.test(folded.charAt(start - 1)) || LETTER.test(folded.charAt(end)))
    return start >= 0 && isWord ? [{ start, end, measure }] : []
  })
  const kept: (Span & { readonly measure: string })[] = []
  for (const one of found.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (!overlaps(one, kept)) kept.push(one)
  const inOrder = kept.toSorted((one, other) => one.start - other.start)
  return [...new Set(inOrder.map(({ measure }) => measure))]
}

function isIn(plain: string, measure: string): boolean {
  const at = plain.indexOf(measure.toLowerCase())
  return (
    at >= 0 && !LETTER.test(plain.charAt(at - 1)) && !LETTER.test(plain.charAt(at + measure.length))
  )
}
