import type { Claim, Judgement, JudgeOptions, Run } from '../author.ts'
import { mapAtOnce } from '../map-at-once.ts'
import type { Reader } from '../reader/reader.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { baseOf } from '../text/language-tag.ts'
import type { Span } from '../text/span.ts'
import { contentStems } from '../text/words.ts'
import { borrowedPredicates, strayStretches } from '../verify/alignment.ts'
import { plainSentence } from '../verify/plain-sentence.ts'
import { judgeSupport, type Support } from '../verify/support.ts'

const MOST_CLAIMS = 80
const MOST_QUOTES = 6
const MOST_STRETCHES = 4
/** Least log odds that a quote answers a stretch of a sentence, which is read as a question. */
const LEAST_STRETCH = -3
/** From here on, a quote names the subject of a predicate. */
const LEAST_SUBJECT = 0
const LEAST_SAME_SUBJECT = 0.5
/** A claim that scores less has nothing to do with its quotes. */
const LEAST_SCORE = 0.2
/** Words of a window of a long quote, and from one window to the next. */
const WINDOW = { words: 170, step: 110, most: 3 }
const UNKNOWN: Judgement = { verdict: 'unknown' }

interface ReadOptions {
  readonly signal?: AbortSignal
}

/**
 * Judges claims with the reading model, which only denies. A stretch of which the quotes have no words
 * is cut off if no quote answers it. A claim is unsupported if a quote says its predicate of something else,
 * or if it has nothing to do with its quotes.
 */
export async function judgeClaims(
  reader: Reader,
  claims: readonly Claim[],
  { language, mayShorten }: JudgeOptions,
  { budget, signal }: Pick<Run, 'budget' | 'signal'>,
): Promise<Judgement[]> {
  // The model reads English.
  if (baseOf(language) !== 'en') return claims.map(() => UNKNOWN)
  const options = { ...(signal && { signal }) }
  const judged = await mapAtOnce(claims.slice(0, MOST_CLAIMS), reader.threads, async claim => {
    const { text, quotes } = claim
    if (!budget.mayWrite()) return UNKNOWN
    if ((detectLanguage(quotes.join('\n')) ?? 'en') !== 'en') return UNKNOWN
    const shown = quotes.slice(0, MOST_QUOTES)
    const judgement = await judgeClaim(
      reader,
      { text: plainSentence(text), quotes: shown },
      options,
    )
    return mayShorten ? judgement : { verdict: judgement.verdict }
  })
  return claims.map((_, at) => judged[at] ?? UNKNOWN)
}

/** Rates by shared words and by reading whether quotes of any length support a claim. */
export async function readSupport(
  reader: Reader,
  { text, quotes }: Claim,
  options: ReadOptions = {},
): Promise<Support> {
  const stems = contentStems(text)
  const windows = quotes
    .flatMap(windowsOf)
    .map(window => ({ window, shared: stems.intersection(contentStems(window)).size }))
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, WINDOW.most)
  const passages = windows.map(({ window }) => ({ context: '', text: window }))
  const readings = await reader.read(text, passages, options)
  return judgeSupport(text, quotes, {
    supports: Math.max(...readings.map(({ supports }) => supports)),
  })
}

async function judgeClaim(reader: Reader, claim: Claim, options: ReadOptions): Promise<Judgement> {
  const { text, quotes } = claim
  for (const { predicate, quote, subject } of borrowedPredicates(text, quotes)) {
    const passage = { context: '', text: quote }
    const [reading] = await reader.read(`What ${predicate}?`, [passage], options)
    const [span] = reading?.spans ?? []
    const named = span ? contentStems(quote.slice(span.start, span.end)) : new Set<string>()
    const isOther = named.intersection(subject).size < LEAST_SAME_SUBJECT * named.size
    if (isOther && (reading?.answers ?? 0) > LEAST_SUBJECT) return { verdict: 'unsupported' }
  }
  for (const stretch of strayStretches(text, quotes).slice(0, MOST_STRETCHES)) {
    const question = text.slice(stretch.start, stretch.end).replace(/^[\s,;:()]+/, '')
    const passages = quotes.map(quote => ({ context: '', text: quote }))
    const readings = await reader.read(question, passages, options)
    if (!readings.some(({ answers }) => answers >= LEAST_STRETCH)) return cutOff(text, stretch)
  }
  const { score } = await readSupport(reader, claim, options)
  return score < LEAST_SCORE ? { verdict: 'unsupported' } : UNKNOWN
}

/** The sentence up to the stretch, if that is its end. */
function cutOff(text: string, { start, end }: Span): Judgement {
  const isLast = !/[\p{L}\p{N}]/u.test(text.slice(end))
  const before = text.slice(0, start).replace(/[\s,;:(]+$/, '')
  return { verdict: 'partly', ...(isLast && before !== '' && { shortened: `${before}.` }) }
}

function windowsOf(quote: string): string[] {
  const all = quote.split(/\s+/)
  const count = Math.max(1, Math.ceil((all.length - WINDOW.words) / WINDOW.step) + 1)
  return Array.from({ length: count }, (_, at) =>
    all.slice(at * WINDOW.step, at * WINDOW.step + WINDOW.words).join(' '),
  )
}
