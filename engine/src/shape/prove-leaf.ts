import type { Evidence } from '../evidence/ledger.ts'
import { findWhole } from '../text/find-whole.ts'
import { baseOf } from '../text/language-tag.ts'
import { measureOf } from '../text/lex/units.ts'
import { sentences } from '../text/sentences.ts'
import { contentStems, words } from '../text/words.ts'
import { hasCapitalNouns, isNameKnown, namedWords } from '../verify/names.ts'
import { collapse } from '../verify/plain-sentence.ts'
import { verifyWritten } from '../verify/prove-statement.ts'
import { askedName, type Property } from './property.ts'
import {
  chooseValue,
  figuresIn,
  isIsoDate,
  type Proof,
  proveDate,
  proveNumber,
  readTruth,
} from './prove-values.ts'

/** A single value of an object, with everything that its place in the schema says about it. */
export interface Leaf {
  readonly value: string | number | boolean
  readonly property: Property
  readonly format: string
  /** The values that the schema lists. */
  readonly allowed?: readonly unknown[]
}

export interface Proving {
  readonly proofs: readonly Proof[]
  /** Language of the texts in the object. */
  readonly language: string
}

export type Proven = { readonly evidence: readonly Evidence[] } | { readonly reason: string }

const LONGEST_TEXT = 20_000
/** The proofs that are tried for a value, and those whose words a text is compared with. */
const MOST_TRIED = 40
const MOST_COMPARED = 6

/** Finds the evidence for a value among the proofs that share most words with it and its property. */
export function proveLeaf(leaf: Leaf, { proofs, language }: Proving): Proven {
  const { value, property } = leaf
  const isText = typeof value === 'string'
  if (isText && (value.trim() === '' || value.length > LONGEST_TEXT || !value.isWellFormed())) {
    return { reason: 'is empty or no text that can be used' }
  }
  const nearest = proofs
    .map(proof => ({ proof, score: shared(property, value, proof) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_TRIED)
    .map(({ proof }) => proof)
  const { states, statesTogether, reason } = testOf(leaf, language)
  const alone = nearest.find(states)
  if (alone) return { evidence: alone.evidence }
  const few = nearest.slice(0, MOST_COMPARED)
  const stating = [...few.map(proof => [proof]), few].find(some => statesTogether?.(some))
  return stating ? { evidence: [...new Set(stating.flatMap(one => one.evidence))] } : { reason }
}

interface Test {
  readonly states: (proof: Proof) => boolean
  /** For a text, which may rest on several quotes. */
  readonly statesTogether?: (proofs: readonly Proof[]) => boolean
  /** The message to the model if no proof states the value. */
  readonly reason: string
}

function testOf({ value, property, allowed, format }: Leaf, language: string): Test {
  if (typeof value === 'number') {
    return {
      states: proof => proveNumber(value, property.unit, proof),
      reason:
        'no quote has this number: copy it in full, with the scale and unit that the property asks for',
    }
  }
  if (typeof value !== 'string' || allowed) {
    const read = (quote: string) =>
      allowed ? chooseValue(allowed, quote) : readTruth(quote, askedName(property))
    return {
      states(proof) {
        const named = proof.quotes.map(read)
        if (named.some(one => one !== undefined && one !== value)) return false
        // A quote that names no choice can at least be about it; the choice is then a judgement.
        return named.includes(value) || shared(property, value, proof) > 0
      },
      reason: 'no quote speaks of it without saying otherwise',
    }
  }
  if (format === 'uri' || format === 'email' || isAddress(value)) {
    return {
      states: proof => proveAddress(value, proof),
      reason: 'no quote has this address: write the id of the evidence in its place',
    }
  }
  if (isIsoDate(value)) {
    const name = [...property.around, property.name].join(' ')
    return {
      states: proof => proveDate(value, name, proof),
      reason: 'no quote has this date',
    }
  }
  return {
    states: proof => isQuoted(value, [proof]),
    statesTogether: proofs => proveText(value, proofs, language),
    reason: 'the quotes do not say this: use their words, names and figures',
  }
}

/** Number of words that a proof shares with the property and its value; 0 if none with the property. */
export function shared({ name, around, gist }: Property, value: unknown, proof: Proof): number {
  const asked = contentStems([name, ...around, gist].join(' '))
  const said = typeof value === 'string' ? contentStems(value) : new Set<string>()
  const known = stemsOf(proof)
  const own = known.intersection(asked).size
  return own === 0 ? 0 : own * 2 + known.intersection(said).size
}

/** Many values are held against the same proofs. */
const stemsOfProofs = new WeakMap<Proof, ReadonlySet<string>>()

function stemsOf(proof: Proof): ReadonlySet<string> {
  const stems =
    stemsOfProofs.get(proof) ?? contentStems([...proof.quotes, proof.context].join(' | '))
  stemsOfProofs.set(proof, stems)
  return stems
}

const MOST_SENTENCES = 80
/** A name or a term; its words must all be in a source. */
const SHORT_WORDS = 3
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|mailto:|www\.)\S+$|^[^\s@]+@[^\s@]+\.[^\s@]+$/i
/** Signs around an address that are not part of it. */
const AROUND = /^["'(<[]+|["')>\].,:;!?]+$/g

export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** Whether an address is that of a source, or a quote contains it whole. */
export function proveAddress(text: string, { quotes, evidence }: Proof): boolean {
  return (
    evidence.some(({ passage }) => passage.url === text) ||
    quotes.some(quote => quote.split(/\s+/).some(word => word.replace(AROUND, '') === text))
  )
}

/** Whether one of the proofs contains the text word for word. */
export function isQuoted(text: string, proofs: readonly Proof[]): boolean {
  const part = collapse(text).toLowerCase()
  const said = proofs.flatMap(({ quotes, context }) => [...quotes, context])
  return said.some(source => findWhole(collapse(source).toLowerCase(), part) !== -1)
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
