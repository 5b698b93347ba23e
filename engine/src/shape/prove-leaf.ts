import type { Evidence } from '../evidence/ledger.ts'
import { contentStems } from '../text/words.ts'
import type { Proof } from './proof.ts'
import { askedName, type Property } from './property.ts'
import { chooseValue, readTruth } from './prove-choice.ts'
import { isIsoDate, proveDate } from './prove-date.ts'
import { proveNumber } from './prove-number.ts'
import { isAddress, isQuoted, proveAddress, proveText } from './prove-text.ts'

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
const MOST_TRIED = 6

/**
 * Finds the evidence for a value: one of the cited proofs, all of them together, or another proof that
 * speaks of the property. Whoever proposed the value, only code decides.
 */
export function proveLeaf(leaf: Leaf, cited: readonly Proof[], proving: Proving): Proven {
  const { value } = leaf
  const isText = typeof value === 'string'
  if (isText && (value.trim() === '' || value.length > LONGEST_TEXT || !value.isWellFormed())) {
    return { reason: 'is empty or no text that can be used' }
  }
  const { states, reason } = testOf(leaf, proving)
  const alone = cited.find(proof => states([proof], 'alone'))
  if (alone) return { evidence: alone.evidence }
  if (cited.length > 0 && states(cited, 'together')) {
    return { evidence: [...new Set(cited.flatMap(({ evidence }) => evidence))] }
  }
  const found = related(leaf, proving.proofs).find(proof => states([proof], 'found'))
  return found ? { evidence: found.evidence } : { reason }
}

interface Test {
  readonly states: (proofs: readonly Proof[], how: 'alone' | 'together' | 'found') => boolean
  /** Told to the model if no proof states the value. */
  readonly reason: string
}

function testOf({ value, property, allowed, format }: Leaf, { language }: Proving): Test {
  if (typeof value === 'number') {
    return {
      states: proofs => proofs.some(proof => proveNumber(value, property.unit, proof)),
      reason:
        'no quote has this number: copy it in full, with the scale and unit that the property asks for',
    }
  }
  if (typeof value !== 'string' || allowed) {
    const read = (quote: string) =>
      allowed ? chooseValue(allowed, quote) : readTruth(quote, askedName(property))
    return {
      states(proofs, how) {
        const named = proofs.flatMap(({ quotes }) => quotes.map(read))
        if (named.some(one => one !== undefined && one !== value)) return false
        // A quote that names no choice can at least be about it; the choice is then a judgement.
        const isAbout = how !== 'found' && proofs.some(proof => shared(property, value, proof) > 0)
        return named.includes(value) || isAbout
      },
      reason: 'cite a quote that speaks of it and does not say otherwise',
    }
  }
  if (format === 'uri' || format === 'email' || isAddress(value)) {
    return {
      states: proofs => proofs.some(proof => proveAddress(value, proof)),
      reason: 'no quote has this address: write the id of the evidence in its place',
    }
  }
  if (isIsoDate(value)) {
    const name = [...property.around, property.name].join(' ')
    return {
      states: proofs => proofs.some(proof => proveDate(value, name, proof)),
      reason: 'no quote has this date',
    }
  }
  return {
    // A sentence may rest on several quotes, and then all of them are wanted.
    states: (proofs, how) =>
      how === 'alone' ? isQuoted(value, proofs) : proveText(value, proofs, language),
    reason: 'the quotes do not say this: use their words, names and figures',
  }
}

/** The proofs that share words with the property, the most words first. */
function related({ property, value }: Leaf, proofs: readonly Proof[]): readonly Proof[] {
  const rated = proofs.map(proof => ({ proof, score: shared(property, value, proof) }))
  const best = rated
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ proof }) => proof)
  return typeof value === 'string' ? best.slice(0, MOST_TRIED) : best
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
