import { join } from 'node:path'
import { installFacts } from '../../engine/src/facts/install-facts.ts'
import { openFacts } from '../../engine/src/facts/open-facts.ts'
import { addProfiles } from '../../engine/src/facts/profile-documents.ts'
import { openCompanyStore } from '../../engine/src/finance/company-store.ts'
import { createFileStore } from '../../engine/src/library/library-store.ts'
import { openLibrary } from '../../engine/src/library/open-library.ts'
import { createResearch } from '../../engine/src/pipeline/create-research.ts'
import type { Reader } from '../../engine/src/reader/reader.ts'
import { NoResult, type Research } from '../../engine/src/research.ts'
import { createLibrarySource } from '../../engine/src/search/library-source.ts'
import { createAuthor } from '../../engine/src/with-fallback.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'

/** Runs work with the engine as it is after its first start, with nothing configured. */
export async function withFreshMachine<Result>(
  reader: Reader,
  work: (research: Research) => Promise<Result>,
): Promise<Result> {
  return await withTemporaryFolder(async folder => {
    const library = openLibrary(join(folder, 'library.db'))
    installFacts(join(folder, 'facts.db'))
    const facts = openFacts(join(folder, 'facts.db'))
    try {
      await addProfiles(createFileStore(library), facts)
      const companies = openCompanyStore(facts)
      const source = createLibrarySource(library)
      const author = createAuthor({ reader, facts, companies })
      return await work(createResearch({ source, author, companies, now: () => new Date() }))
    } finally {
      library.close()
      facts.close()
    }
  })
}

/** The answer without its citations; undefined if it is refused. */
export async function ask(research: Research, input: string): Promise<string | undefined> {
  try {
    const request = { kind: 'answer', input, effort: 'lite', sources: {} } as const
    return String((await research(request, {})).content).replaceAll(/ ?\[\[[\d, ]+\]\]/g, '')
  } catch (error) {
    if (error instanceof NoResult) return undefined
    throw error
  }
}
