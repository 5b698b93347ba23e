import type { Passage } from '../library/passage.ts'
import type { Question } from '../plan/question.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { contentWords, type Word, words } from '../text/words.ts'
import { answerPhrases, kindWanted } from './answer-phrases.ts'
import { type Candidate, collectCandidates } from './candidates.ts'
import { type Credits, creditsFor } from './match-words.ts'

/** What speaks for a sentence as an answer, each between 0 and 1 or close to it. */
export interface SentenceFeatures {
  readonly overlap: number
  readonly rarest: number
  readonly context: number
  readonly before: number
  readonly pronounAfter: number
  readonly passageCoverage: number
  readonly passageScore: number
  readonly passageFirst: number
  readonly phrases: number
  readonly figureFits: number
  readonly nameFits: number
  readonly cueFits: number
  readonly near: number
  readonly focus: number
  readonly length: number
  readonly novel: number
  readonly asks: number
  readonly label: number
  readonly field: number
}

export interface RatedCandidate {
  readonly candidate: Candidate
  readonly features: SentenceFeatures
}

/** What the candidates of one question are rated by. */
interface Reading {
  readonly question: Question
  readonly terms: readonly Term[]
  readonly total: number
  readonly asked: ReadonlySet<string>
  readonly focusStem: string | undefined
  readonly topScore: number
  readonly neighbours: readonly (readonly [string, string])[]
}

interface Term {
  readonly stem: string
  readonly weight: number
  readonly credits: Credits
}

/** Words by which questions ask rather than say what about. */
const ASKING_WORDS = new Set(
  'name call mani type kind sort term refer known know word accord approxim done happen'.split(' '),
)
const ASKING_WEIGHT = 0.25
const NEAR_WORDS = 8
const MOST_NEIGHBOURS = 100
const LONG_WORDS = 40
const PRONOUN = /^(?:he|she|it|they|this|these|those|his|her|its|their|such|another|both)$/
const ASKING = /^(?:who|whom|whose|when|where|why|how|what|which)$/
const CUES = {
  reason:
    /\b(?:because|due to|owing to|since|so that|in order to|as a result|therefore|thus|reason|caused?|led to|to (?:avoid|prevent|protect|allow|ensure|keep|make))\b/i,
  manner: /\b(?:by \w+ing|through|using|by means of|via|with the help)\b/i,
  definition:
    /\b(?:is|are|was|were|means?|refers? to|known as|called|defined as)\b(?:\s+\w+){0,2}\s+(?:an?|the|one|any)\b/i,
} as const

export function rateCandidates(question: Question, passages: readonly Passage[]): RatedCandidate[] {
  const candidates = collectCandidates(passages)
  const stemsOf = candidates.map(candidate => new Set(candidate.words.map(({ stem }) => stem)))
  const contextOf = contexts(candidates)
  const reading = read(question, { passages, stemsOf, contextOf })
  const shares = stemsOf.map(own => matched(reading, own))
  const coverage = coverageByPassage(reading, candidates, shares)
  return candidates.map((candidate, at) => {
    const own = shares[at] as readonly number[]
    const isFirst = candidates[at - 1]?.passage !== candidate.passage
    const before = isFirst ? 0 : beyond(reading, own, shares[at - 1])
    return {
      candidate,
      features: {
        ...overlapOf(reading, own),
        context: beyond(reading, own, matched(reading, contextOf[at] as ReadonlySet<string>)),
        before,
        pronounAfter: PRONOUN.test(candidate.words[0]?.folded ?? '') ? before : 0,
        passageCoverage: coverage.get(candidate.passage) ?? 0,
        passageScore: reading.topScore > 0 ? candidate.passage.score / reading.topScore : 0,
        passageFirst: candidate.passage === passages[0] ? 1 : 0,
        phrases: phrasesOf(reading, candidate),
        ...kindOf(reading, candidate),
        focus: reading.focusStem !== undefined && stemsOf[at]?.has(reading.focusStem) ? 1 : 0,
        ...formOf(reading, candidate),
        ...labelOf(reading, candidate),
      },
    }
  })
}

function read(
  question: Question,
  found: {
    passages: readonly Passage[]
    stemsOf: readonly ReadonlySet<string>[]
    contextOf: readonly ReadonlySet<string>[]
  },
): Reading {
  const vocabulary = new Set<string>()
  for (const own of [...found.stemsOf, ...found.contextOf]) {
    for (const stem of own) vocabulary.add(stem)
  }
  const terms = question.stems.map(stem => {
    const inUse = found.stemsOf.filter(own => own.has(stem)).length
    const rarity = Math.log(1 + (found.stemsOf.length - inUse + 0.5) / (inUse + 0.5))
    const weight = rarity * (ASKING_WORDS.has(stem) ? ASKING_WEIGHT : 1)
    return { stem, weight, credits: creditsFor(stem, vocabulary) }
  })
  const focus = question.focus === undefined ? [] : contentWords(question.focus)
  return {
    question,
    terms,
    total: terms.reduce((sum, { weight }) => sum + weight, 0) || 1,
    asked: new Set(question.stems),
    focusStem: focus.at(-1)?.stem,
    neighbours: neighboursIn(question),
    topScore: found.passages.reduce((top, { score }) => Math.max(top, score), 0),
  }
}

function neighboursIn({ text }: Question): (readonly [string, string])[] {
  const all = words(text).slice(0, MOST_NEIGHBOURS)
  return all.flatMap((word, at) => {
    const before = all[at - 1]
    if (!before || ASKING.test(before.folded)) return []
    const isSmall = STOP_WORDS.has(before.folded) && STOP_WORDS.has(word.folded)
    return isSmall ? [] : [[before.stem, word.stem] as const]
  })
}

/** What stands above each candidate; those of one section share it. */
function contexts(candidates: readonly Candidate[]): ReadonlySet<string>[] {
  let last: { candidate: Candidate; context: ReadonlySet<string> } | undefined
  return candidates.map(candidate => {
    const { passage, heading } = candidate
    if (last?.candidate.passage !== passage || last.candidate.heading !== heading) {
      last = { candidate, context: stems([passage.title, ...passage.headings, heading].join(' ')) }
    }
    return last.context
  })
}

function stems(text: string): Set<string> {
  return new Set(contentWords(text).map(({ stem }) => stem))
}

/** For each term how far the stems hold it. */
function matched({ terms }: Reading, own: ReadonlySet<string>): readonly number[] {
  return terms.map(({ stem, credits }) => {
    if (own.has(stem)) return 1
    let best = 0
    for (const [other, credit] of credits) if (credit > best && own.has(other)) best = credit
    return best
  })
}

function overlapOf({ terms, total }: Reading, own: readonly number[]) {
  const heaviest = terms.reduce((top, { weight }) => Math.max(top, weight), 0)
  let overlap = 0
  let rarest = 0
  terms.forEach(({ weight }, at) => {
    overlap += weight * (own[at] ?? 0)
    if (weight === heaviest) rarest = Math.max(rarest, own[at] ?? 0)
  })
  return { overlap: overlap / total, rarest }
}

/** What another text holds of the question beyond what the sentence holds itself. */
function beyond(
  { terms, total }: Reading,
  own: readonly number[],
  other: readonly number[] | undefined,
): number {
  if (!other) return 0
  const more = (at: number) => Math.max(0, (other[at] ?? 0) - (own[at] ?? 0))
  return terms.reduce((sum, { weight }, at) => sum + weight * more(at), 0) / total
}

function coverageByPassage(
  { terms, total }: Reading,
  candidates: readonly Candidate[],
  shares: readonly (readonly number[])[],
): Map<Passage, number> {
  const best = new Map<Passage, number[]>()
  candidates.forEach(({ passage }, at) => {
    const known = best.get(passage) ?? terms.map(() => 0)
    best.set(
      passage,
      known.map((share, term) => Math.max(share, shares[at]?.[term] ?? 0)),
    )
  })
  return new Map(
    Array.from(best, ([passage, covered]) => [
      passage,
      terms.reduce((sum, { weight }, at) => sum + weight * (covered[at] ?? 0), 0) / total,
    ]),
  )
}

/** How many of the question's neighbours, small words included, are neighbours here: "named after". */
function phrasesOf({ neighbours }: Reading, { words: all }: Candidate): number {
  let found = 0
  for (const [first, second] of neighbours) {
    if (all.some(({ stem }, at) => stem === second && all[at - 1]?.stem === first)) found += 1
  }
  return neighbours.length === 0 ? 0 : found / neighbours.length
}

/** Whether the sentence holds something of the kind that is asked for and not itself asked with. */
function kindOf(reading: Reading, candidate: Candidate) {
  const { question, asked } = reading
  const kind = kindWanted(question)
  const none = { figureFits: 0, nameFits: 0, cueFits: 0, near: 0 }
  if (kind === 'reason' || kind === 'manner' || kind === 'definition') {
    return { ...none, cueFits: CUES[kind].test(candidate.text) ? 1 : 0 }
  }
  const phrases = answerPhrases(question, candidate)
  if (!phrases || kind === 'list') return none
  const fresh = phrases.filter(({ start, end }) =>
    candidate.words.some(
      word =>
        word.start < end &&
        word.end > start &&
        !asked.has(word.stem) &&
        !STOP_WORDS.has(word.folded),
    ),
  )
  const fits = fresh.length > 0 ? 1 : 0
  const near = fresh.reduce((best, phrase) => {
    const first = candidate.words.findIndex(word => word.end > phrase.start)
    const around = candidate.words.slice(Math.max(0, first - NEAR_WORDS), first + NEAR_WORDS)
    const { overlap } = overlapOf(reading, matched(reading, new Set(around.map(w => w.stem))))
    return Math.max(best, overlap)
  }, 0)
  return kind === 'person' || kind === 'place' || kind === 'organisation'
    ? { ...none, nameFits: fits, near }
    : { ...none, figureFits: fits, near }
}

function formOf({ asked }: Reading, { words: all, text }: Candidate) {
  const fresh = new Set(
    all.filter(({ folded, stem }) => !STOP_WORDS.has(folded) && !asked.has(stem)).map(w => w.stem),
  )
  return {
    length: Math.min(1, Math.log1p(all.length) / Math.log1p(LONG_WORDS)),
    novel: Math.min(1, fresh.size / 20),
    asks: text.endsWith('?') ? 1 : 0,
  }
}

/** Of a field the label must match: what the question asks for is what the label names. */
function labelOf(reading: Reading, { label }: Candidate) {
  if (label === undefined) return { field: 0, label: 0 }
  const named: readonly Word[] = words(label).filter(({ folded }) => !STOP_WORDS.has(folded))
  const held = named.filter(
    ({ stem }) => ASKING_WORDS.has(stem) || reading.terms.some(({ credits }) => credits.has(stem)),
  )
  return { field: 1, label: named.length === 0 ? 0 : held.length / named.length }
}
