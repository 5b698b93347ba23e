import { matchSpan, overlaps, type Span } from '../../text/span.ts'
import { type Word, words } from '../../text/words.ts'
import { isPlainWord, setOf } from '../companies/company-names.ts'
import { isQuotient, METRICS, type Metric, quotientOf } from '../metrics.ts'
import list from '../words.json' with { type: 'json' }

/** A place where a text mentions a metric. */
export interface MetricMention extends Span {
  readonly metric: Metric
}

const toPattern = (asked: string) =>
  asked.replaceAll(' ', '[\\s-]+').replaceAll('[\\s-]+?', '[\\s-]*')

const PATTERNS = [
  ...METRICS.map(metric => ({ metrics: [metric], asked: metric.asked })),
  // Terms that sound like a line item but are none in filings.
  { metrics: [] as readonly Metric[], asked: list.otherThings },
].map(({ metrics, asked }) => ({
  metrics,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}&])(?:${toPattern(asked)})(?![\\p{L}\\p{N}&])`, 'giu'),
}))

/** Finds metrics whose names occur in the text, whether or not they are asked for. */
export function metricsIn(text: string): readonly Metric[] {
  return PATTERNS.filter(({ pattern }) => text.search(pattern) >= 0).flatMap(one => one.metrics)
}

/** The metric that a text names and says nothing beside. */
export function readMetric(text: string): Metric | undefined {
  const [mention] = findMetrics(text, [])
  return mention?.start === 0 && mention.end === text.length ? mention.metric : undefined
}

/** Prepositions that may narrow a figure to a part: sales in a country, income of a segment. */
const NARROWING = setOf(list.narrowing)

const SHARE_OF =
  /(?<=\w\s+)(?:share|percent(?:age)?|part|portion|proportion) of (?:the |its |total )*$/i

/** Takes the place of a metric in a text. */
const METRIC = '\u0001'

const OWNS = /['’](?:s\W?)?$/

/**
 * Finds the metrics that a text asks for, in order. A metric that is narrowed to something outside the
 * facts, such as a product, is left out: the figure for the whole would not answer the question.
 */
export function findMetrics(
  text: string,
  known: readonly Span[],
  /** Further words that narrow nothing down. */
  plain?: RegExp,
): MetricMention[] {
  const chosen = namedIn(text, known)
  const context = { text, all: words(text), known: [...known, ...chosen], ...(plain && { plain }) }
  return chosen
    .filter(one => one.metrics.length > 0 && !isNarrowed(one, context))
    .sort((a, b) => a.start - b.start)
    .flatMap(({ metrics, start, end }) => metrics.map(metric => ({ metric, start, end })))
}

/**
 * Figures that a text asks for beside those of the facts: metrics that it narrows down, with the word before ("iPhone
 * revenue"), and other items of a list of metrics ("membership fees and revenue").
 */
export function findNarrowed(text: string, known: readonly Span[]): string[] {
  const whole = findMetrics(text, known)
  const narrowed = namedIn(text, known).filter(
    one => one.metrics.length > 0 && !overlaps(one, whole),
  )
  const wider = narrowed.map(({ start, end }) => {
    const before = words(text).findLast(word => word.end <= start)
    const next = words(text).find(word => word.start > end)
    // "goodwill writedowns"
    const isNext = next && text.slice(end, next.start) === ' ' && !isPlainWord(next)
    const from = before && !overlaps(before, known) ? before.start : start
    return text.slice(from, isNext && !overlaps(next, known) ? next.end : end)
  })
  const spans = [...whole, ...narrowed].map(one => ({ ...one, sign: METRIC }))
  const blanked = [...known.map(one => ({ ...one, sign: ' ' })), ...spans]
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (rest, { start, end, sign }) =>
        rest.slice(0, start) + sign.repeat(end - start) + rest.slice(end),
      text,
    )
  const items = blanked
    .split(/,|\s(?:and|plus|&)\s/)
    .map(item => item.replace(/\s(?:of|for|at)[\s?.!]*$/, ''))
  const others = items.filter((item, at) => {
    const isBeside = [items[at - 1], items[at + 1]].some(one => one?.includes(METRIC))
    const own = words(item)
    const isOther = own.length > 0 && own.length < 4 && own.every(word => !isPlainWord(word))
    return isBeside && isOther && /^[\p{L}\s-]+$/u.test(item)
  })
  return [...wider, ...others.map(item => item.trim().replace(/\s+/g, ' '))]
}

/** Finds names of metrics and of similar terms. The longest wins: operating cash flow is not cash. */
export function namedIn(text: string, known: readonly Span[]): Named[] {
  const found = PATTERNS.flatMap(({ metrics, pattern }) =>
    Array.from(text.matchAll(pattern), match => ({ metrics, ...matchSpan(match) })),
  )
  const chosen: typeof found = []
  // Of the same words, a ratio says more: "dividend" before "covered by".
  const conceptsIn = ({ metrics }: (typeof found)[number]) => metrics[0]?.concepts.length ?? 0
  const ordered = found.sort(
    (a, b) => b.end - b.start - (a.end - a.start) || conceptsIn(a) - conceptsIn(b),
  )
  for (const one of ordered) {
    if (!overlaps(one, [...chosen, ...known])) chosen.push(one)
  }
  return withQuotients(
    text,
    chosen.toSorted((a, b) => a.start - b.start),
  )
}

type Named = Span & { readonly metrics: readonly Metric[] }

const SHARE = /^ as a share of (?:the |its |their )?$/i
const RATIO = /\bratio of (?:the )?$/i
const TO = /^ to (?:the )?$/i
/** Two shares are asked for in "what are cost of revenue and interest expense as a share of revenue". */
const SHARES = /^what (?:is|are|was|were) $/i
const AND = /^ and (?:of )?(?:the |its |their )?$/i
const OF = /^ of\b/i
const ITEM = /^,? (?:and )?$/

/** Puts quotients in the places of the two metrics that they are of, which are in the order of the text. */
function withQuotients(text: string, all: readonly Named[]): Named[] {
  const made: Named[] = []
  let dividend: Metric | undefined
  for (const other of all) {
    const one = made.at(-1)
    const [[part] = [], [whole]] = [one?.metrics, other.metrics]
    const between = text.slice(one?.end, other.start)
    const ratio = TO.test(between) && RATIO.exec(text.slice(0, one?.start))
    // "Capital expenditures as a share of revenue and operating cash flow" are two shares.
    const shared =
      made.length === 1 && AND.test(between) && OF.test(text.slice(other.end)) && dividend
    if (shared && whole && !isQuotient(whole)) {
      made.push({ ...other, metrics: [quotientOf(shared, whole, 'percent')] })
      continue
    }
    const as = SHARE.test(between) ? 'percent' : ratio ? 'times' : undefined
    if (!one || !part || !whole || !as) {
      made.push(other)
      continue
    }
    const start = ratio ? ratio.index : one.start
    dividend = as === 'percent' ? part : undefined
    made.splice(-1, 1, { metrics: [quotientOf(part, whole, as)], start, end: other.end })
    if (as === 'percent' && isListOfShares(text, made, whole))
      made.splice(0, made.length, ...made.map(share => asShareOf(whole, share)))
  }
  return made
}

function isListOfShares(text: string, all: readonly Named[], whole: Metric): boolean {
  const isPart = ({ metrics: [metric] }: Named) =>
    metric !== undefined && metric !== whole && !isQuotient(metric)
  return (
    SHARES.test(text.slice(0, all[0]?.start)) &&
    all.slice(0, -1).every(isPart) &&
    all.every(({ start }, at) => at === 0 || ITEM.test(text.slice(all[at - 1]?.end, start)))
  )
}

function asShareOf(whole: Metric, one: Named): Named {
  const [metric] = one.metrics
  if (!metric || isQuotient(metric)) return one
  return { ...one, metrics: [quotientOf(metric, whole, 'percent')] }
}

interface Context {
  readonly text: string
  readonly all: readonly Word[]
  /** Companies, times and metrics. */
  readonly known: readonly Span[]
  readonly plain?: RegExp
}

function isNarrowed(mention: Span, context: Context): boolean {
  const { text, all } = context
  // "AWS share of operating income"
  const [shareOf = ''] = SHARE_OF.exec(text.slice(0, mention.start)) ?? []
  const before = all.findLast(({ end }) => end <= mention.start - shareOf.length)
  if (
    before &&
    isUnknown(before, context) &&
    /^[\s'’-]*$/.test(text.slice(before.end, mention.start - shareOf.length))
  )
    return true
  const after = all.filter(({ start }) => start >= mention.end)
  let isDirect = true
  let end = mention.end
  for (const [at, word] of after.entries()) {
    const gap = text.slice(end, word.start)
    end = word.end
    if (/[.;?!]/.test(gap)) break
    // "revenue recognition", "Apple's cloud business": the next word belongs to the name.
    if (/[^\s'’-]/.test(gap)) isDirect = false
    if (isDirect && isUnknown(word, context)) return true
    isDirect = isDirect && overlaps(word, context.known)
    if (!NARROWING.has(word.folded) || overlaps(word, context.known)) continue
    if (objectIsUnknown(text, after.slice(at + 1), context)) return true
  }
  return false
}

/** Returns the object of a preposition: the first word after articles, or what that word owns. */
function objectIsUnknown(text: string, after: readonly Word[], context: Context): boolean {
  for (const [at, word] of after.entries()) {
    const previous = after[at - 1]
    if (previous && /[^\s'’-]/.test(text.slice(previous.end, word.start))) return false
    if (overlaps(word, context.known) && !OWNS.test(text.slice(word.start, word.end + 1)))
      return false
    if (isUnknown(word, context)) return true
    if (NARROWING.has(word.folded)) return false
  }
  return false
}

function isUnknown(word: Word, { known, plain }: Context): boolean {
  return !overlaps(word, known) && !plain?.test(word.folded) && !isPlainWord(word)
}
