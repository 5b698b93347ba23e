import { scheduler } from 'node:timers/promises'
import type { Author, Plan, Run } from '../author.ts'
import type { Finding } from '../evidence/finding.ts'
import { factPassage } from '../facts/write-fact.ts'
import type { Passage } from '../library/passage.ts'
import { mapAtOnce } from '../map-at-once.ts'
import type { Part } from '../plan/plan-research.ts'
import type { Progress } from '../research.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import { searchFor } from '../search/search-for.ts'
import { bringIn, type Outside } from './bring-in.ts'

export interface GatherOptions extends Run {
  readonly author: Author
  readonly onProgress: (progress: Progress) => void
  /** Called with each part of the question before a round searches for it. */
  readonly onSearch?: (part: Part) => void
  /** Called with everything found so far, each time a part was read. */
  readonly onRead?: (found: Pick<Gathered, 'findings' | 'passages'>) => Promise<void>
  /** Where else to look than in the source; nowhere if nothing is configured. */
  readonly outside?: Outside
}

export interface Gathered {
  readonly findings: readonly Finding[]
  /** Everything that was read, best first. */
  readonly passages: readonly Passage[]
  readonly facts: readonly CompanyFact[]
  /** Names of the finders that could not be reached. */
  readonly unreached: ReadonlySet<string>
}

interface Gathering {
  readonly plan: Plan
  readonly parts: Part[]
  readonly findings: Map<Part, Finding>
  readonly lookedFor: Set<Part>
  readonly read: Map<string, Passage>
  readonly facts: CompanyFact[]
  /** Whether each finder was ever reached, by its name. */
  readonly reached: Map<string, boolean>
}

/**
 * Looks for each part of the question, round by round. A round searches more widely for the parts that
 * the one before left open, and for parts that the author adds in between.
 */
export async function gather(plan: Plan, options: GatherOptions): Promise<Gathered> {
  const gathering: Gathering = {
    plan,
    parts: [...plan.parts],
    findings: new Map(),
    lookedFor: new Set(),
    read: new Map(),
    facts: [],
    reached: new Map(),
  }
  const { parts, findings, lookedFor, read, facts, reached } = gathering
  do {
    await lookAround(gathering, options)
    parts.push(...(await reflect(gathering, options)))
  } while (parts.some(part => isOpen(part, gathering)) && options.budget.nextRound())
  return {
    findings: parts.map(part => {
      const nothing = { part, sentences: [], related: [], isSkipped: !lookedFor.has(part) }
      return findings.get(part) ?? nothing
    }),
    passages: bestFirst(read),
    facts,
    unreached: new Set([...reached].flatMap(([name, isReached]) => (isReached ? [] : name))),
  }
}

function bestFirst(read: ReadonlyMap<string, Passage>): Passage[] {
  return [...read.values()].toSorted((one, other) => other.score - one.score)
}

async function lookAround(gathering: Gathering, options: GatherOptions): Promise<void> {
  const { author, budget, outside, onProgress } = options
  const { parts, findings, lookedFor, read, facts, reached } = gathering
  const open = parts.filter(part => isOpen(part, gathering))
  onProgress({ stage: 'searching', counts: {} })
  for (const part of open) options.onSearch?.(part)
  if (outside) {
    const brought = await bringIn(open, { ...options, ...outside })
    facts.push(...brought.facts)
    for (const [name, isReached] of brought.reached) {
      reached.set(name, isReached || reached.get(name) === true)
    }
  }
  const searched = new Map<Part, readonly Passage[]>()
  for (const part of open) {
    // An answer that planning has found needs no more time.
    if (part.answer) searched.set(part, [])
    if (part.answer || !budget.maySearch()) continue
    const { queries } = budget.used
    const passages = await searchFor(part, options)
    if (passages.length > 0 || budget.used.queries > queries) searched.set(part, passages)
    for (const passage of passages) read.set(`${passage.documentId}:${passage.start}`, passage)
    // Other calls get their turn between the steps of this one.
    await scheduler.yield()
  }
  onProgress({ stage: 'reading', counts: {} })
  const { readers } = budget.limits
  // Several parts share the readers; a single one has them all.
  const each = Math.max(1, Math.floor(readers / Math.max(1, searched.size)))
  await mapAtOnce([...searched], readers, async ([part, passages]) => {
    if (!part.answer && !budget.maySearch()) return
    const finding = await author.read({ part, passages, readers: each }, options)
    lookedFor.add(part)
    if (finding) findings.set(part, finding)
    for (const { facts: own } of finding?.answer?.statements ?? []) {
      for (const passage of own.map(factPassage)) read.set(`${passage.documentId}:0`, passage)
    }
    await options.onRead?.({ findings: [...findings.values()], passages: bestFirst(read) })
    await scheduler.yield()
  })
}

/** Asks the author for what is still missing, if there is a round left to look for it. */
async function reflect(
  { plan, parts, findings }: Gathering,
  { author, ...run }: GatherOptions,
): Promise<readonly Part[]> {
  const { limits, used } = run.budget
  const isLast = used.rounds >= limits.rounds
  if (isLast || parts.length >= limits.parts || !run.budget.maySearch()) return []
  const further = await author.plan(run, { plan: { ...plan, parts }, findings })
  const known = new Set(parts.map(({ question }) => question.toLowerCase()))
  return further.parts.filter(({ question }) => !known.has(question.toLowerCase()))
}

function isOpen(part: Part, { findings }: Gathering): boolean {
  return !findings.has(part) && !part.isSkipped
}
