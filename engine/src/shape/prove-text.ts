import { baseOf } from '../text/lex/base-of.ts'
import { measureOf } from '../text/lex/measures.ts'
import { sentences } from '../text/sentences.ts'
import { contentStems, words } from '../text/words.ts'
import { hasCapitalNouns, isNameKnown, namedWords } from '../verify/names.ts'
import { collapse } from '../verify/plain-sentence.ts'
import { verifyWritten } from '../verify/verify-sentence.ts'
import type { Proof } from './proof.ts'
import { figuresIn } from './prove-number.ts'

const MOST_SENTENCES = 80
/** A name or a term; its words must all be in a source. */
const SHORT_WORDS = 3
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|mailto:|www\.)\S+$|^[^\s@]+@[^\s@]+\.[^\s@]+$/i
/** Characters that continue an address, so that a shorter one would be another address. */
const GOES_ON = /^[\p{L}\p{N}/_%=&#?~+-]|^[.,:;@][\p{L}\p{N}]/u

export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** Whether an address is that of a source, or a quote contains it whole. */
export function proveAddress(text: string, { quotes, evidence }: Proof): boolean {
  return (
    evidence.some(({ passage }) => passage.url === text) ||
    quotes.some(quote => isWithin(collapse(quote), text, GOES_ON))
  )
}

/** Whether one of the proofs contains the text word for word. */
export function isQuoted(text: string, proofs: readonly Proof[]): boolean {
  const part = collapse(text).toLowerCase()
  const said = proofs.flatMap(({ quotes, context }) => [...quotes, context])
  return said.some(source => isWithin(collapse(source).toLowerCase(), part, continuing(part)))
}

/** Whether the proofs together state the text, in their words or translated. */
export function proveText(text: string, proofs: readonly Proof[], language: string): boolean {
  if (isQuoted(text, proofs) || isUnit(text, proofs)) return true
  const stems = contentStems(text)
  const known = contentStems(proofs.flatMap(one => [...one.quotes, one.context]).join(' | '))
  if (stems.size <= SHORT_WORDS && stems.size > 0 && stems.isSubsetOf(known)) return true
  const isTranslated = proofs.every(one => baseOf(one.language) !== baseOf(language))
  if (stems.size <= SHORT_WORDS && !isTranslated) return false
  const spans = sentences(text)
  const quotes = proofs.flatMap(one =>
    one.quotes.map(quote => ({ text: quote, about: one.context, language: one.language })),
  )
  const said = words(proofs.flatMap(one => [...one.quotes, one.context]).join(' | '))
  const isStated = (sentence: string) => {
    const { verdict } = verifyWritten({ text: sentence, language, quotes })
    if (verdict !== 'open' || !isTranslated) return verdict === 'kept'
    // The words of a translation cannot be compared. Its figures have been, and its names are.
    return hasCapitalNouns(language) || namedWords(sentence).every(name => isNameKnown(name, said))
  }
  return (
    spans.length > 0 &&
    spans.length <= MOST_SENTENCES &&
    spans.every(({ start, end }) => isStated(text.slice(start, end)))
  )
}

/** A unit may be written as a word where the quote has a sign: USD for $. */
function isUnit(text: string, proofs: readonly Proof[]): boolean {
  const measures = measureOf(text.trim().toLowerCase())
  return (
    measures.size > 0 &&
    proofs.some(({ quotes, language }) =>
      quotes.some(quote =>
        figuresIn(quote, language).some(one => !measures.isDisjointFrom(one.measures)),
      ),
    )
  )
}

/** Whether the part occurs in the text, and not as a piece of a longer word, number or address. */
function isWithin(text: string, part: string, goesOn: RegExp): boolean {
  if (part === '') return false
  const isBegun = /^\d/.test(part)
    ? /[\p{L}\p{M}\p{N}\-−–]$|\d[.,]$/u
    : /^[\p{L}]/u.test(part)
      ? /[\p{L}\p{M}\p{N}]$/u
      : /(?!)/
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at)
    if (!isBegun.test(before) && !goesOn.test(text.slice(at + part.length))) return true
  }
  return false
}

function continuing(part: string): RegExp {
  if (/\d$/.test(part)) return /^[.,]\d|^%|^[\p{L}\p{M}\p{N}]/u
  return /[\p{L}\p{N}]$/u.test(part) ? /^[\p{L}\p{M}\p{N}]/u : /(?!)/
}
