import { scheduler } from 'node:timers/promises'
import type { Finding } from '../evidence/finding.ts'
import { readPart } from '../extractive/read-part.ts'
import type { Passage } from '../library/passage.ts'
import type { Model } from '../model/model.ts'
import type { Part } from '../plan/part.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Progress } from '../progress.ts'
import type { Reader } from '../reader/reader.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import type { Source } from '../search/source.ts'
import { bringIn, type Outside } from './bring-in.ts'
import type { OpenBudget } from './open-budget.ts'
import { rankRecords } from './rank-records.ts'
import { readTogether } from './read-together.ts'
import { reflect } from './reflect.ts'
import { searchFor } from './search-for.ts'

export interface GatherOptions {
  readonly source: Source
  readonly reader: Reader
  readonly policy: SourcePolicy
  readonly budget: OpenBudget
  readonly onProgress: (progress: Progress) => void
  /** Where else to look than in the source, and where to put what is found. */
  readonly outside?: Outside
  readonly model?: Model
  /** Everything that was asked; whoever reflects goes by it. */
  readonly input?: string
  readonly signal?: AbortSignal
}

export interface Gathered {
  readonly findings: readonly Finding[]
  /** Everything that was read, best first. */
  readonly passages: readonly Passage[]
  readonly facts: readonly CompanyFact[]
  /** The finders that could not reach whom they ask, by name. */
  readonly unreached: ReadonlySet<string>
}

/** What has come together so far. */
interface Gathering {
  readonly parts: Part[]
  readonly findings: Map<Part, Finding>
  readonly lookedFor: Set<Part>
  readonly read: Map<string, Passage>
  readonly facts: CompanyFact[]
  /** By the name of a finder, whether it ever reached whom it asks. */
  readonly reached: Map<string, boolean>
}

/**
 * Looks for each part of the question, round by round: what a round leaves open, the next one looks
 * for more widely. A model may find in between that more should be asked.
 */
export async function gather(planned: readonly Part[], options: GatherOptions): Promise<Gathered> {
  const gathering: Gathering = {
    parts: [...planned],
    findings: new Map(),
    lookedFor: new Set(),
    read: new Map(),
    facts: [],
    reached: new Map(),
  }
  const { parts, findings, lookedFor, read, facts } = gathering
  do {
    await lookAround(gathering, options)
    parts.push(...(await reflect(gathering, options)))
  } while (parts.some(part => isOpen(part, gathering)) && options.budget.nextRound())
  return {
    findings: parts.map(part => {
      const nothing = { part, sentences: [], related: [], isSkipped: !lookedFor.has(part) }
      return findings.get(part) ?? nothing
    }),
    passages: [...read.values()].toSorted((one, other) => other.score - one.score),
    facts,
    unreached: new Set(
      [...gathering.reached].flatMap(([name, isReached]) => (isReached ? [] : name)),
    ),
  }
}

async function lookAround(gathering: Gathering, options: GatherOptions): Promise<void> {
  const { budget, outside, model } = options
  const { parts, findings, lookedFor, read, facts } = gathering
  const report = (stage: Progress['stage']) => options.onProgress({ stage, counts: {} })
  const open = parts.filter(part => isOpen(part, gathering))
  if (outside) {
    report('searching')
    const brought = await bringIn(open, { ...outside, policy: options.policy, budget })
    facts.push(...brought.facts)
    for (const [name, isReached] of brought.reached) {
      gathering.reached.set(name, isReached || gathering.reached.get(name) === true)
    }
  }
  const passagesOf = new Map<Part, readonly Passage[]>()
  for (const part of open) {
    if (!budget.maySearch()) break
    const { queries } = budget.used
    const passages = await searchFor(part, options)
    if (passages.length > 0 || budget.used.queries > queries) lookedFor.add(part)
    const ranking = part.superlative && (await rankRecords(part.superlative, options))
    for (const passage of passages) read.set(`${passage.documentId}:${passage.start}`, passage)
    const finding = ranking
      ? { part, sentences: [], related: [], ranking }
      : await readPart(part, passages, { ...options, limits: budget.limits })
    if (finding) findings.set(part, finding)
    passagesOf.set(part, passages)
    report('searching')
    // Other calls get their turn between the steps of this one.
    await scheduler.yield()
  }
  if (!model) return
  report('reading')
  for (const [part, finding] of await readTogether(passagesOf, findings, { model, budget })) {
    if (finding) findings.set(part, finding)
    else findings.delete(part)
  }
}

function isOpen(part: Part, { findings }: Gathering): boolean {
  return !findings.has(part) && !part.isSkipped
}
