import type { Evidence } from '../evidence/ledger.ts'
import { contentStems } from '../text/words.ts'
import { type MeasureWish, measureWish } from './measure-wish.ts'
import type { Proof } from './model-proofs.ts'
import { roleOf } from './property-role.ts'
import { isAddress, proveAddress } from './prove-address.ts'
import { type Bearing, bearingOnChoice, bearingOnTruth } from './prove-choice.ts'
import { isIsoDate, proveDate } from './prove-date.ts'
import { proveNumber } from './prove-number.ts'
import { isQuoted, proveText } from './prove-text.ts'

/** A single value of an object with what its place says about it. */
export interface Leaf {
  readonly value: string | number | boolean
  /** The property's name in words, and those of the properties around it. */
  readonly name: string
  readonly around: string
  readonly description: string
  readonly format: string
  /** The values that the schema lists. */
  readonly allowed?: readonly unknown[]
  /** What the same object says beside it, which may name what the value is of, and its unit. */
  readonly beside: string
  readonly unit: string
  /** What the same object is called. */
  readonly of: string
}

export interface Proving {
  readonly proofs: readonly Proof[]
  /** The stems of what was asked. */
  readonly input: ReadonlySet<string>
  /** The language that texts are written in. */
  readonly language?: string
}

export type Proven = { readonly evidence: readonly Evidence[] } | { readonly reason: string }

const LONGEST_TEXT = 20_000
/** Of the words of a text, before it is worth a closer look whether a quote says it. */
const LEAST_SHARED = 0.4
const MOST_TRIED = 6
const SCALE = /\b(thousand|million|billion|trillion|bn|mn)s?\b/i

/**
 * What a value rests on: a quote that the model cited and that proves it, those it cited together, or
 * another one that does and speaks of what the property asks for. Whatever was cited, code decides.
 */
export function proveLeaf(leaf: Leaf, cited: readonly Proof[], proving: Proving): Proven {
  const { value } = leaf
  const isText = typeof value === 'string'
  if (isText && (value.trim() === '' || value.length > LONGEST_TEXT || !value.isWellFormed())) {
    return { reason: 'is empty or no text that can be used' }
  }
  const { test, reason } = testOf(leaf, proving)
  const alone = cited.find(proof => test([proof], 'alone'))
  if (alone) return { evidence: alone.evidence }
  if (cited.length > 0 && test(cited, 'together')) {
    return { evidence: [...new Set(cited.flatMap(({ evidence }) => evidence))] }
  }
  const found = related(leaf, proving).find(proof => test([proof], 'found'))
  return found ? { evidence: found.evidence } : { reason }
}

/** One of the quotes that were cited, all of them, or one that was not. */
type How = 'alone' | 'together' | 'found'

interface Test {
  readonly test: (proofs: readonly Proof[], how: How) => boolean
  /** For the model, when nothing passes. */
  readonly reason: string
}

function testOf(leaf: Leaf, { input, language }: Proving): Test {
  const { value, name, description, allowed, format } = leaf
  const asked = contentStems(`${name} ${leaf.around} ${description}`).union(input)
  if (typeof value === 'number') {
    const wish = { measure: measureOf(leaf), text: `${name} ${description}`.toLowerCase() }
    return {
      test: proofs => proofs.some(proof => proveNumber(value, wish, proof)),
      reason:
        'no quote has this number: copy it in full, with the scale and unit that the property asks for',
    }
  }
  if (typeof value === 'boolean' || allowed) {
    const bearing = (proof: Proof): Bearing =>
      typeof value === 'boolean'
        ? bearingOnTruth(value, name, { asked, proof })
        : bearingOnChoice(value, allowed ?? [], { asked, proof })
    return {
      test: (proofs, how) => isBorneOut(proofs.map(bearing), how),
      reason: 'cite a quote that speaks of it and does not say otherwise',
    }
  }
  if (format === 'uri' || format === 'email' || isAddress(value)) {
    return {
      test: proofs => proofs.some(proof => proveAddress(value, proof)),
      reason: 'no quote has this address: write the id of the evidence in its place',
    }
  }
  if (isIsoDate(value)) {
    return {
      test: proofs => proofs.some(proof => proveDate(value, `${leaf.around} ${name}`, proof)),
      reason: 'no quote has this date',
    }
  }
  const translating = language === undefined ? {} : { language }
  return {
    test: (proofs, how) =>
      // The words of a sentence may come from several quotes, and all of them are wanted then.
      how === 'alone'
        ? isQuoted(value, proofs)
        : // Little is held against a translation, so that it must be cited at least.
          proveText(value, proofs, how === 'together' ? translating : {}) ||
          (how === 'together' && isOfQuestion(leaf, input)),
    reason: 'the quotes do not say this: use their words, names and figures',
  }
}

/** What the question is about may be called as the question calls it. */
function isOfQuestion({ value, name }: Leaf, input: ReadonlySet<string>): boolean {
  const said = contentStems(String(value))
  return /^(?:subject|name)$/.test(roleOf(name)) && said.size > 0 && said.isSubsetOf(input)
}

/** What nobody cited must settle the matter; what was cited must not speak against it. */
function isBorneOut(bearings: readonly Bearing[], how: How): boolean {
  if (bearings.includes('contrary')) return false
  return bearings.includes('told') || (how !== 'found' && bearings.includes('related'))
}

/** `{ "value": 39.5, "unit": "billion USD" }` says its scale beside the number. */
function measureOf({ name, description, unit }: Leaf): MeasureWish {
  const wish = measureWish(name, description)
  const [, scale] = wish.scale === 1 ? (SCALE.exec(unit) ?? []) : []
  return scale === undefined ? wish : { ...wish, scale: SCALES[scale.toLowerCase()] ?? 1 }
}

const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  mn: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
}

/** The proofs that speak of the property, most words in common first. */
function related(leaf: Leaf, { proofs, input }: Proving): readonly Proof[] {
  const { value, name, around, description, beside } = leaf
  const own = contentStems(`${name} ${around} ${description} ${beside}`)
  const said = typeof value === 'string' ? contentStems(value) : new Set<string>()
  const rated = proofs.flatMap(proof => {
    const stems = proof.stems()
    const asked = stems.intersection(own).size * 2 + stems.intersection(input).size
    const shared = stems.intersection(said).size
    if (asked === 0 || shared < said.size * LEAST_SHARED) return []
    return [{ proof, score: asked + shared * 3 }]
  })
  const best = rated.toSorted((one, other) => other.score - one.score).map(({ proof }) => proof)
  return typeof value === 'string' ? best.slice(0, MOST_TRIED) : best
}
