import { sentences } from '../text/sentences.ts'
import { words } from '../text/words.ts'
import { alignClaim } from '../verify/align-claim.ts'
import { baseOf } from '../verify/base-of.ts'
import { checkFigures } from '../verify/check-figures.ts'
import { coverage, mergeHits } from '../verify/coverage.ts'
import { isNameKnown } from '../verify/is-name-known.ts'
import { judgeSupport } from '../verify/judge-support.ts'
import { hasCapitalNouns, namedWords } from '../verify/named-words.ts'
import { collapse } from '../verify/plain-sentence.ts'
import type { Proof } from './model-proofs.ts'
import { plainNumbers } from './prove-amounts.ts'

const MOST_SENTENCES = 80
/** A name or a term is quoted whole; of a sentence, most words are. */
const SHORT_WORDS = 3
const LEAST_SHORT_COVERAGE = 0.8
const LEAST_COVERAGE = 0.6

/** Whether the proofs together say the text: word for word, or sentence by sentence in most words. */
export function proveText(
  text: string,
  proofs: readonly Proof[],
  { language }: { readonly language?: string } = {},
): boolean {
  const sources = sourcesOf(proofs)
  if (isQuoted(text, proofs)) return true
  const computed = proofs.flatMap(one => one.computed)
  const spans = sentences(text)
  if (spans.length === 0 || spans.length > MOST_SENTENCES) return false
  const all = spans.map(({ start, end }) => text.slice(start, end))
  if (all.every(sentence => isSaid(sentence, sources, computed))) return true
  const translated = language !== undefined && isTranslated(text, proofs, language)
  return translated && all.every(one => hasSameFigures(one, { sources, computed, language }))
}

/** Whether one of them has the text word for word. */
export function isQuoted(text: string, proofs: readonly Proof[]): boolean {
  return sourcesOf(proofs).some(source => standsIn(source, text))
}

function sourcesOf(proofs: readonly Proof[]): string[] {
  const written = proofs.flatMap(({ quotes, context }) => [...quotes, ...context])
  return [...written, ...unitsIn(written.join(' | '))]
}

/** Signs in words, since a property may ask for the word. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/(?:\bUS|(?<!\p{Lu}))\$/u, 'USD US dollars'],
  [/€/, 'EUR euros'],
  [/£/, 'GBP pounds'],
  [/¥/, 'JPY CNY'],
  [/₹/, 'INR rupees'],
  [/%/, 'percent percentage'],
]

function unitsIn(text: string): string[] {
  return UNITS.filter(([sign]) => sign.test(text)).map(([, name]) => name)
}

function isSaid(
  sentence: string,
  sources: readonly string[],
  computed: readonly number[],
): boolean {
  const alignment = alignClaim(sentence, sources)
  const content = alignment.words.filter(word => word.isContent)
  if (content.length === 0) return false
  if (checkFigures(sentence, sources, { computed, alignment }).length > 0) return false
  const covered = coverage(content, mergeHits(alignment.rows))
  if (content.length <= SHORT_WORDS) return covered >= LEAST_SHORT_COVERAGE
  return covered >= LEAST_COVERAGE || judgeSupport(sentence, sources).supported
}

/** Of a translation only what looks alike in both languages can be held against the quotes. */
function hasSameFigures(
  sentence: string,
  {
    sources,
    computed,
    language,
  }: {
    readonly sources: readonly string[]
    readonly computed: readonly number[]
    readonly language: string
  },
): boolean {
  const plain = plainNumbers(sentence)
  const problems = checkFigures(plain, sources.map(plainNumbers), { computed })
  if (problems.some(({ kind }) => kind === 'number' || kind === 'date')) return false
  const known = words(sources.join(' | '))
  const hasNames = !hasCapitalNouns(language)
  return namedWords(plain)
    .filter(({ text }) => /^\p{Script=Latin}/u.test(text))
    .filter(({ text }) => hasNames || /\p{Lu}.*\p{Lu}|\d/u.test(text))
    .every(name => isNameKnown(name, known))
}

/** Whether none of the quotes is in the language of the text, as far as anybody knows. */
function isTranslated(text: string, proofs: readonly Proof[], language: string): boolean {
  const passages = proofs.flatMap(({ evidence }) => evidence.map(({ passage }) => passage))
  const own = baseOf(language)
  if (passages.some(passage => passage.language && baseOf(passage.language) === own)) return false
  const isKnown = passages.every(passage => passage.language !== undefined)
  return isKnown || own !== 'en' || isLatin(text) !== isLatin(proofs[0]?.quotes[0] ?? '')
}

function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter(letter => /\p{Script=Latin}/u.test(letter)).length * 2 >= letters.length
}

/** Whether the text stands there as it is, and not as a part of a longer word or number. */
function standsIn(source: string, text: string): boolean {
  const whole = collapse(source).toLowerCase()
  const part = collapse(text).toLowerCase()
  if (part === '') return false
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + 1)) {
    const before = whole.slice(Math.max(0, at - 2), at)
    const after = whole.slice(at + part.length, at + part.length + 2)
    if (!isInside(before, part) && !goesOn(part, after)) return true
  }
  return false
}

function isInside(before: string, part: string): boolean {
  if (/^\d/.test(part) && (/[-−–]$/.test(before) || /\d[.,]$/.test(before))) return true
  return /^[\p{L}\p{N}]/u.test(part) && /[\p{L}\p{M}\p{N}]$/u.test(before)
}

function goesOn(part: string, after: string): boolean {
  if (/\d$/.test(part) && /^[.,]\d|^%/.test(after)) return true
  return /[\p{L}\p{N}]$/u.test(part) && /^[\p{L}\p{M}\p{N}]/u.test(after)
}
