import type { Evidence } from '../evidence/ledger.ts'
import type { Statement, WrittenStatement } from '../evidence/statement.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { baseOf } from '../text/language-tag.ts'
import { alignClaim, coverage, mergeHits } from './alignment.ts'
import { checkFigures } from './check-figures.ts'
import { findContradiction, findMisplaced } from './contradictions.ts'
import type { QuotedText } from './figure-source.ts'
import { hasCapitalNouns, namedWords, renamedWords, wrongNames } from './names.ts'
import { collapse, MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Judged, Problem } from './problem.ts'
import { findQuotations, isSaid } from './quotations.ts'
import { compareWords, judgeSupport } from './support.ts'
import { wrongFigures } from './wrong-figures.ts'

interface CheckOptions {
  readonly policy: SourcePolicy
  readonly language: string
  readonly judged?: Judged
}

/** Returns whether all evidence of a statement is in its document, letter by letter, and may be used. */
export function isAllowed({ evidence }: Statement, policy: SourcePolicy): boolean {
  return (
    evidence.length > 0 && evidence.every(entry => isExact(entry) && policy.admits(entry.passage))
  )
}

function isExact({ quote, start, end, passage }: Evidence): boolean {
  return passage.text.slice(start - passage.start, end - passage.start) === quote
}

/** Returns whether the quotes support a statement that is a quote or comes from a template. */
export function isBorneOut(statement: Statement, policy: SourcePolicy): boolean {
  if (!isAllowed(statement, policy)) return false
  const { text, evidence, isVerbatim, computed = [], named = [], language } = statement
  // A field's quote does not name what its document is about: the title does.
  const quotes = [...evidence.flatMap(({ quote, passage }) => [quote, passage.title]), ...named]
  const composed = { text, quotes, computed, isVerbatim, ...(language && { language }) }
  return verifyComposed(composed).verdict === 'kept'
}

/** Proves a sentence in an author's own words. */
export function checkStatement(
  statement: WrittenStatement,
  { policy, language, judged }: CheckOptions,
): Verdict {
  if (!isAllowed(statement, policy)) return { verdict: 'removed', problems: [] }
  if (statement.isVerbatim && isBorneOut(statement, policy))
    return { verdict: 'kept', problems: [] }
  const quotes = quotesOf(statement, policy)
  return verifyWritten({ text: statement.text, language, quotes, ...(judged && { judged }) })
}

/** Lists everything that may support a sentence: its quotes with their titles, and calculations. */
export function quotesOf(
  { evidence, facts }: WrittenStatement,
  policy: SourcePolicy,
): QuotedText[] {
  return [
    ...evidence.map(quotedText),
    ...facts.filter(fact => isBorneOut(fact, policy)).map(factText),
  ]
}

/** Cached, because reading the figures of a quote takes time and many sentences cite the same ones. */
const known = new WeakMap<object, QuotedText>()

function cached<One extends object>(read: (one: One) => QuotedText): (one: One) => QuotedText {
  return one => {
    const quoted = known.get(one) ?? read(one)
    known.set(one, quoted)
    return quoted
  }
}

const quotedText = cached(({ quote, passage: { title, text, language } }: Evidence) => ({
  text: quote,
  about: title,
  // If the language is unknown, figures are read as in English.
  language: language ?? detectLanguage(text) ?? 'en',
}))

/** Templates put English words around what the sources say. */
const factText = cached(({ text, evidence }: Statement) => {
  const titles = new Set(evidence.map(({ passage }) => passage.title))
  return { text, about: [...titles].join('\n'), language: 'en' }
})

/** A sentence of a template, or one that claims to be the words of a quote. */
interface ComposedSentence {
  readonly text: string
  readonly quotes: readonly string[]
  /** Results of recorded calculations, which are in no quote. */
  readonly computed: readonly number[]
  readonly isVerbatim: boolean
  /** Absent if it is that of the quotes. */
  readonly language?: string
}

/** A sentence in an author's own words, with the texts that it rests on. */
interface WrittenSentence {
  readonly text: string
  readonly language: string
  /** Sentences that code calculated count as quotes. */
  readonly quotes: readonly QuotedText[]
  /** An author's judgement; absent until there is one. */
  readonly judged?: Judged
}

export interface Verdict {
  /** `open`: the figures are proven, but only a judge can tell whether the rest is supported. */
  readonly verdict: 'kept' | 'removed' | 'open'
  readonly problems: readonly Problem[]
}

const LEAST_COVERAGE = 0.6
/** Written without spaces between words, so that words cannot be compared. */
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my'])
const ADDRESS =
  /[\p{L}\p{N}_-]{1,64}(?:[.@][\p{L}\p{N}_-]{1,64})*[.@]\p{Ll}{2,24}(?![\p{L}\p{N}])/gu

/**
 * Proves a sentence of a template, or a quote, against its quotes. A template's own words are in no quote
 * and its facts may come from several, so it is enough that its figures are proven and that most of its
 * words are quoted.
 */
export function verifyComposed(sentence: ComposedSentence): Verdict {
  const { text, quotes, computed, isVerbatim, language } = sentence
  const plain = plainSentence(text)
  if (isVerbatim) {
    const isQuoted =
      plain !== '' &&
      quotes.some(quote => collapse(quote).includes(plain) || plainSentence(quote).includes(plain))
    return isQuoted ? { verdict: 'kept', problems: [] } : removed([])
  }
  if (text.length > MOST_SENTENCE_CHARACTERS) return removed([])
  const alignment = alignClaim(plain, quotes)
  const found = checkFigures(plain, quotes, { computed, language })
  // Another language has other names, and writes other words with capitals.
  const problems = language === undefined ? found : found.filter(({ kind }) => kind !== 'name')
  if (problems.length > 0) return removed(problems)
  const content = alignment.words.filter(word => word.isContent)
  const isKept =
    // The words around a calculated result are in no quote, nor are those of another language.
    computed.length > 0 ||
    language !== undefined ||
    coverage(content, mergeHits(alignment.rows)) >= LEAST_COVERAGE ||
    judgeSupport(plain, quotes).supported
  return isKept ? { verdict: 'kept', problems } : removed([])
}

/**
 * Proves a sentence in an author's own words against its quotes. No judgement outweighs a figure, a name
 * or a quotation that is in no quote: the model that judges may be the one that invented them.
 */
export function verifyWritten({ text, language, quotes, judged }: WrittenSentence): Verdict {
  const plain = plainSentence(text)
  if (text.length > MOST_SENTENCE_CHARACTERS || plain === '') return removed([])
  const isComparable = quotes.every(quote => canCompare(language, quote.language))
  const problems = problemsOf(plain, quotes, { language, isComparable })
  if (problems.length > 0 || judged === 'unsupported') return removed(problems)
  const texts = quotes.map(quote => quote.text)
  const titles = quotes.map(({ about = '' }) => about)
  const compared = isComparable ? compareWords(plain, { texts, titles, language }) : 'open'
  if (compared === 'unsaid') return removed([])
  const isKept = compared === 'said' || judged === 'supported'
  return { verdict: isKept ? 'kept' : 'open', problems }
}

/** Every number of a sentence must be in a quote, in the same unit, and so must quotations and addresses. */
function problemsOf(
  plain: string,
  quotes: readonly QuotedText[],
  { language, isComparable }: { readonly language: string; readonly isComparable: boolean },
): Problem[] {
  const said = quotes.map(({ text }) => text)
  const titles = quotes.map(({ about = '' }) => about)
  const texts = [...said, ...titles]
  // A translation may have put a term or a title into its own words.
  const speech = findQuotations(plain, isComparable ? { leastWords: 1 } : {})
    .filter(text => !isSaid(text, said, titles))
    .map(text => ({ kind: 'quotation', text }) as const)
  const addresses = (plain.match(ADDRESS) ?? [])
    .filter(address => !said.some(text => text.toLowerCase().includes(address.toLowerCase())))
    .map(text => ({ kind: 'name', text }) as const)
  const alignment = alignClaim(plain, texts)
  return [
    ...speech,
    ...addresses,
    ...wrongFigures(plain, quotes, language),
    ...(isComparable && !hasCapitalNouns(language)
      ? [
          ...wrongNames(namedWords(plain), texts.join(' | ')),
          ...findContradiction(plain, alignment),
        ]
      : renamedWords(plain, texts)),
    ...(isComparable ? findMisplaced(plain, alignment) : []),
  ]
}

function canCompare(one: string, other: string): boolean {
  return baseOf(one) === baseOf(other) && !UNSPACED.has(baseOf(one))
}

function removed(problems: readonly Problem[]): Verdict {
  return { verdict: 'removed', problems }
}
