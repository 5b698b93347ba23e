import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { Facts } from '../../facts/facts.ts'
import { ensureLibrary } from '../../facts/testing/ensure-library.ts'
import type { CompanyStore } from '../../finance/company-store.ts'
import type { Document } from '../../library/document.ts'
import { type Library, openLibrary } from '../../library/open-library.ts'
import { sharedReader } from '../../reader/testing/shared-reader.ts'
import type { Research } from '../../research.ts'
import { createLibrarySource } from '../../search/library-source.ts'
import { createAuthor } from '../../with-fallback.ts'
import { createResearch } from '../create-research.ts'

export interface ResearchScene {
  readonly library: Library
  readonly research: Research
  end(): Promise<void>
}

/** The pipeline over a library of its own, on a day that does not change. */
export async function openResearchScene(
  documents: Iterable<Document>,
  facts?: Facts,
  companies?: CompanyStore,
): Promise<ResearchScene> {
  const folder = await makeTemporaryFolder()
  const library = openLibrary(join(folder.path, 'library.db'))
  library.add(documents)
  return {
    library,
    research: await researchIn(library, { facts, companies }),
    async end() {
      library.close()
      await folder.remove()
    },
  }
}

/** The pipeline over the library that an engine has after its first start, to read. */
export async function openStarterScene(facts: Facts): Promise<ResearchScene> {
  const library = openLibrary(join(await ensureLibrary(), 'library.db'), { readOnly: true })
  const research = await researchIn(library, { facts })
  return { library, research, end: async () => library.close() }
}

async function researchIn(
  library: Library,
  { facts, companies }: { facts?: Facts | undefined; companies?: CompanyStore | undefined },
): Promise<Research> {
  return createResearch({
    source: createLibrarySource(library),
    author: createAuthor({ reader: await sharedReader(), facts, companies }),
    now: () => new Date('2026-11-15T12:00:00Z'),
    ...(companies && { companies }),
  })
}
