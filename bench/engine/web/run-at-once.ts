import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openPageExtractor } from '../../../engine/src/extract/open-extractor.ts'
import { openLibrary } from '../../../engine/src/library/open-library.ts'
import { openModel } from '../../../engine/src/llm/client/open-model.ts'
import { createResearch } from '../../../engine/src/pipeline/create-research.ts'
import { openReader } from '../../../engine/src/reader/open-reader.ts'
import { NoResult } from '../../../engine/src/research.ts'
import { createLibrarySource } from '../../../engine/src/search/library-source.ts'
import { createWebFinder } from '../../../engine/src/web/create-web-finder.ts'
import { createSearxng } from '../../../engine/src/web/search-services.ts'
import { createAuthor } from '../../../engine/src/with-fallback.ts'
import type { FakeWeb } from './fake-web-part.ts'
import { openLoopbackFetcher } from './open-loopback-fetcher.ts'

export interface MemoryRow {
  readonly runs: number
  readonly answered: number
  /** Pages read by all runs together. */
  readonly pages: number
  readonly seconds: number
  /** Memory of the process with its threads: before the first run, and at most. */
  readonly idleMb: number
  readonly peakMb: number
  /** Heap of the main thread: at most, and the growth that remains. */
  readonly heapMb: number
  readonly leftMb: number
}

const MB = 1024 * 1024
const SAMPLE_MS = 20
const MODEL_AT_ONCE = 16

/** Runs several deep runs at the same time, with the web and a model. */
export async function runAtOnce({
  web: { searchUrl, modelUrl },
  questions,
}: {
  readonly web: FakeWeb
  readonly questions: readonly string[]
}): Promise<MemoryRow> {
  const library = openLibrary(':memory:')
  const fetcher = openLoopbackFetcher()
  const extractor = openPageExtractor()
  const search = createSearxng({ url: searchUrl })
  const model = await openModel({ url: modelUrl, model: 'fake', parallel: MODEL_AT_ONCE })
  let pages = 0
  const counted: typeof extractor = {
    ...extractor,
    async extract(...page) {
      const documents = await extractor.extract(...page)
      pages += 1
      return documents
    },
  }
  const finder = createWebFinder({ services: [search], fetcher, extractor: counted })
  const source = createLibrarySource(library)
  const reader = await openReader()
  const now = () => new Date()
  const research = createResearch({
    source,
    author: createAuthor({ reader, model }),
    now,
    finders: [finder],
  })
  const memory = watchMemory()
  const startedMs = performance.now()
  const answers = await Promise.all(
    questions.map(input =>
      research({ kind: 'research', input, effort: 'deep', sources: {} }, {}).catch(error => {
        if (!(error instanceof NoResult)) throw error
        return undefined
      }),
    ),
  )
  const seconds = (performance.now() - startedMs) / 1_000
  await Promise.all([search.close(), extractor.close(), fetcher.close(), reader.close()])
  const measured = memory.stop()
  library.close()
  const answered = answers.filter(answer => answer !== undefined).length
  return { runs: questions.length, answered, pages, seconds, ...measured }
}

function watchMemory() {
  const idleMb = process.memoryUsage.rss() / MB
  const before = heapUsed()
  let heapMb = 0
  const timer = setInterval(() => {
    heapMb = Math.max(heapMb, process.memoryUsage().heapUsed / MB)
  }, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      // The system records the maximum itself, also between two samples.
      const peakMb = process.resourceUsage().maxRSS / 1_024
      return { idleMb, peakMb, heapMb, leftMb: heapUsed() - before }
    },
  }
}

/** Returns the memory that cannot be collected. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / MB
}
