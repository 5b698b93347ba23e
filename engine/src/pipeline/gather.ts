import { scheduler } from 'node:timers/promises'
import type { Finding } from '../evidence/finding.ts'
import type { Passage } from '../library/passage.ts'
import type { Part } from '../plan/part.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Progress } from '../progress.ts'
import type { Source } from '../search/source.ts'
import type { OpenBudget } from './open-budget.ts'
import { rankRecords } from './rank-records.ts'
import { readFor } from './read-for.ts'
import { searchFor } from './search-for.ts'

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
  const lookedFor = new Set<Part>()
  const read = new Map<string, Passage>()
  do {
    for (const part of parts) {
      if (findings.has(part) || part.isSkipped) continue
      if (!budget.maySearch()) break
      const { queries } = budget.used
      const passages = await searchFor(part, options)
      if (passages.length > 0 || budget.used.queries > queries) lookedFor.add(part)
      const ranking = part.superlative && (await rankRecords(part.superlative, options))
      for (const passage of passages) read.set(`${passage.documentId}:${passage.start}`, passage)
      const finding = ranking
        ? { part, sentences: [], related: [], ranking }
        : readFor(part, passages, budget.limits)
      if (finding) findings.set(part, finding)
      onProgress({ stage: 'searching', counts: { ...budget.used, passages: read.size } })
      // Other calls get their turn between the steps of this one.
      await scheduler.yield()
    }
  } while (findings.size < parts.length && budget.nextRound())
  return {
    findings: parts.map(part => {
      const nothing = { part, sentences: [], related: [], isSkipped: !lookedFor.has(part) }
      return findings.get(part) ?? nothing
    }),
    passages: [...read.values()].toSorted((one, other) => other.score - one.score),
  }
}
