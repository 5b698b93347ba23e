import type { Span } from '../../text/span.ts'
import { STOP_WORDS } from '../../text/stop-words.ts'
import { type Word, words } from '../../text/words.ts'
import { isPlainWord } from '../companies/company-names.ts'
import { METRICS, type Metric, metricOf } from '../metrics.ts'

/** A place where a text mentions a metric. */
export interface MetricMention extends Span {
  readonly metric: Metric
  /** Whether the text names a group of metrics instead of this one. */
  readonly isImplied: boolean
}

/** Terms that sound like a line item but are none in filings. */
const OTHER_THINGS =
  'ev/\\w+|market share|earnings (?:call|release|report|date)s?|cash flow statements?|balance sheets?|income statements?|cash (?:conversion )?cycle|sales ?force|(?:cash|debt) per share|return on (?:invested )?capital(?: employed)?'
/** Words for several metrics. */
const GROUPS: readonly (readonly [asked: string, ...ids: string[]])[] = [
  [
    'margins|profitability|(?:how|more|most|less|least) profitable',
    ...['gross-margin', 'operating-margin', 'net-margin'],
  ],
  ['leverage(?: ratios?)?|indebtedness', 'debt-to-equity', 'net-debt-to-ebitda'],
  ['liquidity(?: ratios?)?', 'current-ratio', 'quick-ratio'],
  [
    '(?:key |main )?financial (?:results|performance|figures|highlights|summary|overview|metrics|data)|key (?:figures|financials|metrics)|financials|(?:doing|performing|fared?|faring) financially|(?<=^\\W*how did \\S+ )perform(?: financially)?',
    ...['revenue', 'operating-income', 'net-income', 'eps-diluted', 'operating-cash-flow'],
    ...['total-assets', 'equity'],
  ],
]

const toPattern = (asked: string) =>
  asked.replaceAll(' ', '[\\s-]+').replaceAll('[\\s-]+?', '[\\s-]*')

const PATTERNS = [
  ...METRICS.map(metric => ({ metrics: [metric], asked: metric.asked })),
  ...GROUPS.map(([asked, ...ids]) => ({ metrics: ids.map(metricOf), asked })),
  { metrics: [] as readonly Metric[], asked: OTHER_THINGS },
].map(({ metrics, asked }) => ({
  metrics,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}&])(?:${toPattern(asked)})(?![\\p{L}\\p{N}&])`, 'giu'),
}))

/** Finds metrics whose names occur in the text, whether or not they are asked for. */
export function metricsIn(text: string): readonly Metric[] {
  return PATTERNS.filter(({ pattern }) => text.search(pattern) >= 0).flatMap(one => one.metrics)
}

/** Prepositions that may narrow a figure to a part: sales in a country, income of a segment. */
const NARROWING = new Set(
  'in from of by at within across for per on to under outside excluding'.split(' '),
)

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
    .flatMap(({ metrics, start, end }) =>
      metrics.map(metric => ({ metric, start, end, isImplied: metrics.length > 1 })),
    )
}

/** Finds names of metrics and of similar terms. The longest wins: operating cash flow is not cash. */
export function namedIn(
  text: string,
  known: readonly Span[],
): (Span & { readonly metrics: readonly Metric[] })[] {
  const found = PATTERNS.flatMap(({ metrics, pattern }) =>
    Array.from(text.matchAll(pattern), ({ 0: hit, index }) => ({
      metrics,
      start: index,
      end: index + hit.length,
    })),
  )
  const chosen: typeof found = []
  for (const one of found.sort((a, b) => b.end - b.start - (a.end - a.start))) {
    if (![...chosen, ...known].some(other => one.start < other.end && other.start < one.end))
      chosen.push(one)
  }
  return chosen
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
  const before = all.findLast(({ end }) => end <= mention.start)
  if (
    before &&
    isUnknown(before, context) &&
    /^[\s'’-]*$/.test(text.slice(before.end, mention.start))
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
    isDirect = isDirect && isInKnown(word, context)
    if (!NARROWING.has(word.folded) || isInKnown(word, context)) continue
    if (objectIsUnknown(text, after.slice(at + 1), context)) return true
  }
  return false
}

/** Returns the object of a preposition: the first word after articles, or what that word owns. */
function objectIsUnknown(text: string, after: readonly Word[], context: Context): boolean {
  for (const [at, word] of after.entries()) {
    const previous = after[at - 1]
    if (previous && /[^\s'’-]/.test(text.slice(previous.end, word.start))) return false
    if (isInKnown(word, context) && !OWNS.test(text.slice(word.start, word.end + 1))) return false
    if (isUnknown(word, context)) return true
    if (NARROWING.has(word.folded)) return false
  }
  return false
}

function isUnknown(word: Word, context: Context): boolean {
  if (isInKnown(word, context) || context.plain?.test(word.folded)) return false
  return !STOP_WORDS.has(word.folded) && !isPlainWord(word)
}

function isInKnown({ start, end }: Word, { known }: Context): boolean {
  return known.some(span => span.start < end && start < span.end)
}
