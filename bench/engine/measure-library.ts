import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '@footnote/platform/testing/random'
import { profileDocuments } from '../../engine/src/facts/profile-documents.ts'
import { type Library, openLibrary } from '../../engine/src/library/open-library.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import { type Latencies, summarise } from '../latencies.ts'
import { syntheticDocuments, syntheticQuestion } from './synthetic-documents.ts'
import { withFacts } from './with-facts.ts'

interface IndexingRow {
  readonly name: string
  readonly documents: number
  readonly passages: number
  readonly documentsPerSecond: number
}

interface SearchRow extends Latencies {
  readonly passages: number
  readonly questions: number
  /** Share of questions whose first result is the document they were made from. */
  readonly firstRight: number
}

export interface LibraryResult {
  readonly indexing: readonly IndexingRow[]
  readonly searching: readonly SearchRow[]
}

const SMALL_DOCUMENTS = 100_000
const PASSAGES = [1_000, 10_000, 100_000, 1_000_000]
const PASSAGES_PER_DOCUMENT = 10
const QUESTIONS = 200
const RESULTS = 20

/** Measures how fast documents are indexed, and how search time grows with the library. */
export function measureLibrary({ passages = PASSAGES } = {}): LibraryResult {
  return {
    indexing: [
      inNewLibrary(library =>
        withFacts(facts =>
          measureIndexing('World Factbook', library, () => library.add(profileDocuments(facts))),
        ),
      ),
      inNewLibrary(library =>
        measureIndexing('small synthetic documents', library, () =>
          library.add(syntheticDocuments(1, { passages: SMALL_DOCUMENTS, passagesPerDocument: 1 })),
        ),
      ),
    ],
    searching: inNewLibrary(library => measureGrowth(library, passages)),
  }
}

function measureIndexing(
  name: string,
  library: Library,
  index: (library: Library) => void,
): IndexingRow {
  const startedMs = performance.now()
  index(library)
  const seconds = (performance.now() - startedMs) / 1_000
  const { documents, passages } = library.counts()
  return { name, documents, passages, documentsPerSecond: documents / seconds }
}

function measureGrowth(library: Library, sizes: readonly number[]): SearchRow[] {
  return sizes.map((size, step) => {
    const seed = step + 2
    const more = size - library.counts().passages
    const added = { passages: more, passagesPerDocument: PASSAGES_PER_DOCUMENT }
    library.add(syntheticDocuments(seed, added))
    return measureSearch(library, seed)
  })
}

function measureSearch(library: Library, seed: number): SearchRow {
  const policy = compilePolicy({}, { now: new Date() })
  const draw = random(seed)
  const asked = { passages: QUESTIONS, passagesPerDocument: PASSAGES_PER_DOCUMENT }
  const samplesMs: number[] = []
  let right = 0
  // The same seed makes the same documents, so each is in the library.
  for (const document of syntheticDocuments(seed, asked)) {
    for (let question = 0; question < PASSAGES_PER_DOCUMENT; question++) {
      const query = syntheticQuestion(draw, document)
      const startedMs = performance.now()
      const [first] = library.search({ query, policy, limit: RESULTS })
      samplesMs.push(performance.now() - startedMs)
      if (first?.url === document.url) right++
    }
  }
  return {
    passages: library.counts().passages,
    questions: samplesMs.length,
    firstRight: right / samplesMs.length,
    ...summarise(samplesMs),
  }
}

function inNewLibrary<T>(work: (library: Library) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-library-'))
  const library = openLibrary(join(folder, 'library.db'))
  try {
    return work(library)
  } finally {
    library.close()
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(measureLibrary(), null, 2)}\n`)
