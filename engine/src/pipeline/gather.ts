import { scheduler } from 'node:timers/promises'
import type { Passage } from '../library/passage.ts'
import type { Part } from '../plan/part.ts'
import { understandQuestion } from '../plan/question.ts'
import { rephrase } from '../plan/rephrase.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { type FoundSentence, findSentences } from '../read/find-sentences.ts'
import type { Source } from '../search/source.ts'
import { answerFromTables } from '../tables/answer-from-tables.ts'
import type { Finding } from './finding.ts'
import type { OpenBudget } from './open-budget.ts'
import type { Progress } from './progress.ts'
import { answers, isRelated } from './relevance.ts'

interface GatherOptions {
  readonly source: Source
  readonly policy: SourcePolicy
  readonly budget: OpenBudget
  readonly onProgress: (progress: Progress) => void
}

export interface Gathered {
  readonly findings: readonly Finding[]
  /** Everything that was read, best first. */
  readonly passages: readonly Passage[]
}

/**
 * Looks for each part of the question, round by round: what a round leaves open, the next one looks
 * for more widely.
 */
export async function gather(parts: readonly Part[], options: GatherOptions): Promise<Gathered> {
  const { budget, onProgress } = options
  const findings = new Map<Part, Finding>()
  const read = new Map<string, Passage>()
  do {
    for (const part of parts) {
      if (findings.has(part)) continue
      const passages = await searchFor(part, options)
      for (const passage of passages) read.set(`${passage.documentId}:${passage.start}`, passage)
      const finding = readFor(part, passages, budget.limits.sentencesPerPart)
      if (finding) findings.set(part, finding)
      onProgress({ stage: 'searching', counts: { ...budget.used, passages: read.size } })
      // Other calls get their turn between the steps of this one.
      await scheduler.yield()
    }
  } while (findings.size < parts.length && budget.nextRound())
  return {
    findings: parts.map(part => findings.get(part) ?? { part, sentences: [], related: [] }),
    passages: [...read.values()].toSorted((one, other) => other.score - one.score),
  }
}

async function searchFor(
  part: Part,
  { source, policy, budget }: GatherOptions,
): Promise<Passage[]> {
  const { subject, question } = part
  // The first rounds look where the subject is known to be, all of them everywhere.
  const limit = budget.limits.passagesPerQuery * budget.used.rounds
  const texts = [question, rephrase(question)].filter(text => text !== undefined)
  const found = new Map<string, Passage>()
  for (const text of texts) {
    for (const documentIds of subject ? [subject.documentIds, undefined] : [undefined]) {
      if (!budget.takeQuery()) break
      const query = { text, policy, limit, ...(documentIds && { documentIds }) }
      for (const passage of await source.search(query)) {
        const key = `${passage.documentId}:${passage.start}`
        if (!found.has(key)) found.set(key, passage)
      }
    }
  }
  return [...found.values()]
}

function readFor(part: Part, passages: readonly Passage[], most: number): Finding | undefined {
  if (passages.length === 0) return undefined
  const readings = [part.question, rephrase(part.question)]
    .filter(text => text !== undefined)
    .map(text => findSentences(understandQuestion(text), passages, { limit: most * 8 }))
  const ranked = readings.map(found => found.filter(sentence => answers(sentence, part)))
  const best = bestReading(ranked)
  const tableAnswer = answerFromTables(part.question, passages)
  const isTrusted = tableAnswer !== undefined && tableAnswer.confidence >= LEAST_CONFIDENCE
  if (best.length === 0 && !isTrusted) return undefined
  const related = readings
    .flat()
    .filter(sentence => !best.includes(sentence) && isRelated(sentence, part))
  return {
    part,
    sentences: best.slice(0, most * 2),
    related: related.slice(0, most * 2),
    ...(isTrusted && { tableAnswer }),
  }
}

/** The words that the sources use are those with which more is found. */
function bestReading(readings: readonly (readonly FoundSentence[])[]): readonly FoundSentence[] {
  return readings.reduce(
    (best, next) => ((next[0]?.coverage ?? 0) > (best[0]?.coverage ?? 0) ? next : best),
    [],
  )
}

const LEAST_CONFIDENCE = 0.6
