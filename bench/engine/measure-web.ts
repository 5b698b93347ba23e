import { random } from '@footnote/platform/testing/random'
import { type Part, startPart } from '../part.ts'
import type { FakeWeb } from './web/fake-web-part.ts'
import type { PageTimes } from './web/read-pages.ts'
import type { MemoryRow } from './web/run-at-once.ts'

const SUBJECTS = [
  ...['Chile', 'Peru', 'Laos', 'Kenya', 'Norway', 'Japan', 'Ghana', 'Spain', 'India', 'Cuba'],
  ...['Mali', 'Chad', 'Oman', 'Fiji', 'Togo', 'Iran', 'Iraq', 'Nepal', 'Malta', 'Gabon'],
]
const ATTRIBUTES = ['population', 'life expectancy', 'economy', 'exports', 'capital']

/** Measures how fast pages are read. */
export async function measurePages(options: {
  readonly pages: number
  readonly rounds: number
}): Promise<PageTimes> {
  const { pages, rounds } = options
  return await withParts((web, engine) =>
    engine.ask('readPages', { urls: web.urls.slice(0, pages), rounds }),
  )
}

/** Measures the memory of several runs at once, each number of runs in a separate process. */
export async function measureMemory(counts: readonly number[]): Promise<MemoryRow[]> {
  const rows: MemoryRow[] = []
  for (const count of counts) {
    const questions = comparisons(count)
    rows.push(await withParts((web, engine) => engine.ask('runAtOnce', { web, questions })))
  }
  return rows
}

async function withParts<T>(work: (web: FakeWeb, engine: Part) => Promise<T>): Promise<T> {
  const outside = startPart(new URL('./web/fake-web-part.ts', import.meta.url))
  const engine = startPart(new URL('./web/engine-part.ts', import.meta.url))
  try {
    return await work(await outside.ask<FakeWeb>('listen'), engine)
  } finally {
    await engine.stop()
    await outside.stop()
  }
}

/** Makes different questions of several parts. */
function comparisons(count: number): string[] {
  const draw = random(1)
  const one = <T>(list: readonly T[]) => list[Math.floor(draw() * list.length)]
  const asked = new Set<string>()
  while (asked.size < count) {
    const [first, second] = [one(SUBJECTS), one(SUBJECTS)]
    if (first !== second)
      asked.add(`Compare the ${one(ATTRIBUTES)} and area of ${first} and ${second}`)
  }
  return [...asked]
}
