import measures from '../../models/questions/measures.json' with { type: 'json' }
import { joinAnd } from '../text/say.ts'
import { overlaps, type Span } from '../text/span.ts'

type Names = Readonly<Record<string, string>>

/** Names of measures in ten languages, and those of plain questions, by the placeholder of their subjects. */
const MEASURES: Readonly<Record<'@c' | '@k', Names>> = {
  '@c': measures.country,
  '@k': measures.company,
}
const NAMES = {
  '@c': new Set(Object.values(measures.country).map(name => name.toLowerCase())),
  '@k': new Set(Object.values(measures.company).map(name => name.toLowerCase())),
}
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u
const LETTER = /[\p{L}\p{N}-]/u
const LISTS = /^(?:What (?:is|are|was|were)|Compare) the /
const OVERVIEW = /\boverview of\b/
const TIMES = / (?:in|since|from|over|every|between) .*$/

/** Returns whether a measure is one of companies where a list is about places, or the other way round. */
export function isOfOtherKind(measure: string, tail: string): boolean {
  const [own, other] = tail.includes('@k') ? [NAMES['@k'], NAMES['@c']] : [NAMES['@c'], NAMES['@k']]
  return /@[ck]/.test(tail) && !own.has(measure) && other.has(measure)
}

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
    const [asked] = lists.flatMap(one => {
      const starts = own.map(name => one.indexOf(name)).filter(at => at >= 0)
      return starts.length > 0 ? one.slice(Math.min(...starts)).replace(/[?.]$/, '') : []
    })
    // Names that no plain question has are asked about in the year of the request, if there is one.
    const years = [...names].flatMap(([key, name]) => (key.startsWith('@t') ? ` in ${name}` : []))
    const isDropped = own.length > 0 && !own.some(name => questions.join(' ').includes(name))
    const dropped = isDropped ? ` of ${joinAnd(own.map(name => name.slice(4)))}` : undefined
    const tail = asked ?? (dropped && `${dropped}${years.length === 1 ? years[0] : ''}`)
    const open = tail === undefined ? [] : namedIn(hidden, known).filter(one => !isIn(all, one))
    if (tail === undefined || open.length === 0) return []
    return `What ${open.length > 1 ? 'were' : 'was'} the ${joinAnd(open)}${kind === '@c' ? tail.replace(TIMES, '') : tail}?`
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
