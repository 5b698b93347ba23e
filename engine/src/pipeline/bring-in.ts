import { scheduler } from 'node:timers/promises'
import type { Run } from '../author.ts'
import { mapAtOnce } from '../map-at-once.ts'
import type { Part } from '../plan/plan-research.ts'
import type { ResearchRequest } from '../research.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import type { Discovered, Finder } from '../search/finder.ts'
import type { Shelf } from '../search/open-shelf.ts'

/** Parts that are searched for at the same time. */
const PARTS_AT_ONCE = 4
/** One part must not use up the pages of others. */
const MOST_PAGES_PER_PART = 8
/** Share of the remaining pages for finders that take the whole question. */
const LARGE_SHARE = 0.5
const SMALL_SHARE = 0.25
/** Share of the time for fetching; the rest is for reading. */
const SHARE_OF_TIME = 0.6

/** The finders, the kind of request, and the run index that documents are put into. */
export interface Outside {
  readonly finders: readonly Finder[]
  readonly kind: ResearchRequest['kind']
  /** The whole request. */
  readonly input: string
  readonly shelf: Shelf
}

export interface BroughtIn {
  readonly facts: readonly CompanyFact[]
  /** Whether each finder that was asked reached its service, by the finder's name. */
  readonly reached: ReadonlyMap<string, boolean>
}

type Brought = Discovered & { readonly finder: Finder }

/** Asks the finders for documents that may answer the parts, and adds these to the run index. */
export async function bringIn(
  parts: readonly Part[],
  {
    finders,
    kind,
    input,
    shelf,
    policy,
    budget,
    signal,
  }: Outside & Pick<Run, 'policy' | 'budget' | 'signal'>,
): Promise<BroughtIn> {
  const endsAt = performance.now() + SHARE_OF_TIME * (budget.searchEndsAt - performance.now())
  const ask = async (
    finder: Finder,
    part: Pick<Part, 'question' | 'queries'>,
    most: number,
  ): Promise<Brought | undefined> => {
    if (budget.pagesLeft === 0 || !budget.takeQuery()) return undefined
    const limit = budget.takePages(most)
    const found = await finder.discover({
      kind,
      question: part.question,
      queries: part.queries ?? [part.question],
      policy,
      limit,
      isKnown: shelf.has,
      endsAt,
      ...(signal && { signal }),
    })
    const admitted = found.documents.filter(document => policy.admits(document))
    budget.returnPages(Math.max(0, limit - admitted.length))
    for (const document of admitted) {
      shelf.put([document])
      // Indexing a long page takes a while: other calls get their turn in between.
      await scheduler.yield()
    }
    return { ...found, finder }
  }
  const [wide, narrow] = [finders.filter(isWide), finders.filter(finder => !isWide(finder))]
  const forWhole = Math.ceil(budget.pagesLeft * (kind === 'finance' ? LARGE_SHARE : SMALL_SHARE))
  // Both kinds are asked at the same time, so that one that hangs costs the others nothing.
  const whole = Promise.all(wide.map(finder => ask(finder, { question: input }, forWhole)))
  const share = Math.ceil(budget.pagesLeft / Math.max(1, parts.length * narrow.length))
  const each = mapAtOnce(parts, PARTS_AT_ONCE, part =>
    Promise.all(narrow.map(finder => ask(finder, part, Math.min(MOST_PAGES_PER_PART, share)))),
  )
  const [ofWhole, ofParts] = await Promise.all([whole, each])
  const found = [...ofWhole, ...ofParts.flat()].filter(one => one !== undefined)
  return {
    facts: found.flatMap(({ facts = [] }) => facts),
    reached: new Map(
      [...Map.groupBy(found, ({ finder }) => finder.name)].map(([name, own]) => [
        name,
        own.some(({ isDown }) => !isDown),
      ]),
    ),
  }
}

function isWide({ takesWhole = false }: Finder): boolean {
  return takesWhole
}
