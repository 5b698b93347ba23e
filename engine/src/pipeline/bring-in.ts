import { scheduler } from 'node:timers/promises'
import type { Run } from '../author.ts'
import { mapAtOnce } from '../map-at-once.ts'
import type { Part } from '../plan/part.ts'
import type { ResearchRequest } from '../research.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import type { Discovered, Finder } from '../search/finder.ts'
import type { Shelf } from '../search/open-shelf.ts'

/** Parts that are looked for at once. */
const PARTS_AT_ONCE = 4
/** One part must not use up what others need too. */
const MOST_PAGES_PER_PART = 8
/** Of the pages that are left, what those may bring who take the whole question. */
const LARGE_SHARE = 0.5
const SMALL_SHARE = 0.25
/** A round leaves time to read what it brought. */
const SHARE_OF_TIME = 0.6

/** Who looks outside, for what kind of request, and where it is put. */
export interface Outside {
  readonly finders: readonly Finder[]
  readonly kind: ResearchRequest['kind']
  /** The whole request. */
  readonly input: string
  readonly shelf: Shelf
}

export interface BroughtIn {
  readonly facts: readonly CompanyFact[]
  /** The finders that were asked, by name, and whether they reached whom they ask themselves. */
  readonly reached: ReadonlyMap<string, boolean>
}

type Brought = Discovered & { readonly finder: Finder }

/** Has the finders look outside for what answers the parts, and puts it on the run's shelf. */
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
      // To index a long page takes a while: other calls get their turn in between.
      await scheduler.yield()
    }
    return { ...found, finder }
  }
  const [wide, narrow] = [finders.filter(isWide), finders.filter(finder => !isWide(finder))]
  const forWhole = Math.ceil(budget.pagesLeft * (kind === 'finance' ? LARGE_SHARE : SMALL_SHARE))
  // Both are asked at the same time: who hangs must cost the others nothing.
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
