import { join } from 'node:path'
import { random } from '@footnote/platform/testing/random'
import { createFileStore, type LibraryStore } from '../../engine/src/library/library-store.ts'
import { openLibrary } from '../../engine/src/library/open-library.ts'
import { openSharedLibrary } from '../../engine/src/library/open-shared-library.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import { type Latencies, summarise } from '../latencies.ts'
import { syntheticDocuments, syntheticQuestion } from './synthetic-documents.ts'
import { withDatabase } from './with-library.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'

export interface SharedLibraryRow extends Latencies {
  readonly library: string
  readonly passages: number
  /** From the start of adding until the first machine can search all documents. */
  readonly addSeconds: number
  /** The time in which a second machine builds its index. */
  readonly secondSeconds?: number
}

const SEED = 7
const PASSAGES_PER_DOCUMENT = 10
const QUESTIONS = 1_000
const RESULTS = 20

/** Measures adding and searching in a file and in a library that two machines share, question by question in turn. */
export async function measureSharedLibrary(passages: number): Promise<SharedLibraryRow[]> {
  const size = { passages, passagesPerDocument: PASSAGES_PER_DOCUMENT }
  return await withDatabase(connection =>
    withTemporaryFolder(async folder => {
      const file = createFileStore(openLibrary(join(folder, 'library.db')))
      const one = openSharedLibrary(connection, join(folder, 'one.db'))
      const other = openSharedLibrary(connection, join(folder, 'other.db'))
      try {
        const fileSeconds = await seconds(() => addAll(file, size))
        const sharedSeconds = await seconds(() => addAll(one, size))
        const secondSeconds = await seconds(() => other.catchUp())
        const [inFile = [], inShared = []] = await searchInTurn([file, other], size)
        return [
          { library: 'file', passages, addSeconds: fileSeconds, ...summarise(inFile) },
          {
            library: 'PostgreSQL',
            passages,
            addSeconds: sharedSeconds,
            secondSeconds,
            ...summarise(inShared),
          },
        ]
      } finally {
        await Promise.all([file.close(), one.close(), other.close()])
      }
    }),
  )
}

type Size = Parameters<typeof syntheticDocuments>[1]

async function addAll(store: LibraryStore, size: Size): Promise<void> {
  await store.add(syntheticDocuments(SEED, size))
  await store.catchUp()
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return (performance.now() - startedMs) / 1_000
}

/** Returns the times of each store. All must find the same passages. */
async function searchInTurn(stores: readonly LibraryStore[], size: Size): Promise<number[][]> {
  const policy = compilePolicy({}, { now: new Date() })
  const draw = random(SEED)
  const times = stores.map((): number[] => [])
  const asked = syntheticDocuments(SEED, { ...size, passages: QUESTIONS })
  for (const document of asked) {
    for (let question = 0; question < PASSAGES_PER_DOCUMENT; question++) {
      const query = syntheticQuestion(draw, document)
      const found = new Set<string>()
      for (const [at, store] of stores.entries()) {
        const startedMs = performance.now()
        await store.catchUp()
        const passages = store.index.search({ query, policy, limit: RESULTS })
        times[at]?.push(performance.now() - startedMs)
        found.add(JSON.stringify(passages))
      }
      if (found.size > 1) throw new Error('the libraries differ in what they find')
    }
  }
  return times
}
