import { join } from 'node:path'
import { budgets, type Effort } from '../../engine/src/budgets.ts'
import { installFacts } from '../../engine/src/facts/install-facts.ts'
import { openFacts } from '../../engine/src/facts/open-facts.ts'
import { addProfiles } from '../../engine/src/facts/profile-documents.ts'
import { createFileStore } from '../../engine/src/library/library-store.ts'
import { openLibrary } from '../../engine/src/library/open-library.ts'
import { createResearch } from '../../engine/src/pipeline/create-research.ts'
import type { Reader } from '../../engine/src/reader/reader.ts'
import { NoResult } from '../../engine/src/research.ts'
import { createLibrarySource } from '../../engine/src/search/library-source.ts'
import { createAuthor } from '../../engine/src/with-fallback.ts'
import { type Latencies, summarise } from '../latencies.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'

export interface EffortRow extends Latencies {
  readonly effort: Effort
  readonly questions: number
  readonly answered: number
  /** Length of the median report. */
  readonly characters: number
  readonly memoryMb: number
}

const MB = 1024 * 1024
const SUBJECTS = [
  'Chile',
  'Peru',
  'Laos',
  'Kenya',
  'Norway',
  'Japan',
  'Ghana',
  'Spain',
  'India',
  'Cuba',
]
const ATTRIBUTES = [
  'capital',
  'population',
  'GDP per capita',
  'life expectancy',
  'economy',
  'exports',
]

/** Measures how long each effort takes on the built-in library, one question after the other. */
export async function measureEfforts(reader: Reader): Promise<EffortRow[]> {
  return await withTemporaryFolder(async folder => {
    const library = openLibrary(join(folder, 'library.db'))
    installFacts(join(folder, 'facts.db'))
    const facts = openFacts(join(folder, 'facts.db'))
    await addProfiles(createFileStore(library), facts)
    const research = createResearch({
      source: createLibrarySource(library),
      author: createAuthor({ reader, facts }),
      now: () => new Date(),
    })
    const rows: EffortRow[] = []
    for (const effort of Object.keys(budgets) as Effort[]) {
      const samplesMs: number[] = []
      const lengths: number[] = []
      for (const input of questions()) {
        const startedMs = performance.now()
        try {
          const { content } = await research({ kind: 'research', input, effort, sources: {} }, {})
          lengths.push(String(content).length)
        } catch (error) {
          if (!(error instanceof NoResult)) throw error
        }
        samplesMs.push(performance.now() - startedMs)
      }
      rows.push({
        effort,
        questions: samplesMs.length,
        answered: lengths.length,
        characters: lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0,
        memoryMb: process.memoryUsage.rss() / MB,
        ...summarise(samplesMs),
      })
    }
    facts.close()
    library.close()
    return rows
  })
}

/** Alternates look-ups and comparisons. */
function questions(): string[] {
  return SUBJECTS.flatMap((subject, at) => {
    const other = SUBJECTS[(at + 1) % SUBJECTS.length]
    return ATTRIBUTES.map((attribute, turn) =>
      turn % 2 === 0
        ? `What is the ${attribute} of ${subject}?`
        : `Compare the ${attribute} and area of ${subject} and ${other}`,
    )
  })
}
