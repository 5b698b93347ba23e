import type { Question } from '../question/question.ts'
import { type Credits, creditsFor } from './match-words.ts'

/** The words of a question, weighed by how well each tells the texts at hand apart. */
export interface QuestionTerms {
  readonly terms: readonly Term[]
  readonly total: number
}

interface Term {
  readonly stem: string
  readonly weight: number
  readonly credits: Credits
}

/** For each term how far a text holds it, 0 to 1. */
export type Held = readonly number[]

/** Words by which questions ask rather than say what about. */
export const ASKING_STEMS: ReadonlySet<string> = new Set(
  'name call mani type kind sort term refer known know word accord approxim done happen'.split(' '),
)
const ASKING_WEIGHT = 0.25
const MOST_TERMS = 100

/** `texts` are what rarity is counted in; `vocabulary` has all words that may match. */
export function weighTerms(
  { stems }: Question,
  { texts, vocabulary }: { texts: readonly ReadonlySet<string>[]; vocabulary: ReadonlySet<string> },
): QuestionTerms {
  const terms = stems.slice(0, MOST_TERMS).map(stem => {
    const inUse = texts.filter(text => text.has(stem)).length
    const rarity = Math.log(1 + (texts.length - inUse + 0.5) / (inUse + 0.5))
    const weight = rarity * (ASKING_STEMS.has(stem) ? ASKING_WEIGHT : 1)
    return { stem, weight, credits: creditsFor(stem, vocabulary) }
  })
  return { terms, total: terms.reduce((sum, { weight }) => sum + weight, 0) || 1 }
}

export function heldBy(stems: ReadonlySet<string>, { terms }: QuestionTerms): Held {
  return terms.map(({ stem, credits }) => {
    if (stems.has(stem)) return 1
    let best = 0
    for (const [other, credit] of credits) if (credit > best && stems.has(other)) best = credit
    return best
  })
}

/** The weighed share of the question that is held. */
export function shareOf(held: Held, { terms, total }: QuestionTerms): number {
  return terms.reduce((sum, { weight }, at) => sum + weight * (held[at] ?? 0), 0) / total
}

/** Whether the most telling word is held. */
export function rarestOf(held: Held, { terms }: QuestionTerms): number {
  const top = terms.reduce((most, { weight }) => Math.max(most, weight), 0)
  return terms.reduce((best, { weight }, at) => {
    return weight === top ? Math.max(best, held[at] ?? 0) : best
  }, 0)
}

/** What another text holds of the question beyond what is held already. */
export function beyond(held: Held, other: Held): Held {
  return held.map((share, at) => Math.max(0, (other[at] ?? 0) - share))
}
