import { join } from 'node:path'
import { inTurn } from '@footnote/platform/testing/in-turn'
import { buildFolder } from '../../../../packaging/src/build-folder.ts'
import { createFileStore } from '../../library/library-store.ts'
import { openLibrary } from '../../library/open-library.ts'
import { installFacts } from '../install-facts.ts'
import { openFacts } from '../open-facts.ts'
import { addProfiles } from '../profile-documents.ts'

const ENGINE = join(import.meta.dirname, '../../..')
const LIBRARY = join(ENGINE, '../node_modules/.cache/footnote-library')
const SOURCES = ['data', 'src/facts', 'src/library', 'src/policy', 'src/text'].map(name =>
  join(ENGINE, name),
)

let making: Promise<void> | undefined

/**
 * Makes the library that an engine has after its first start, if its sources have changed, and returns its
 * folder. It takes most of the work of such a start, and many tests begin with one.
 */
export async function ensureLibrary(): Promise<string> {
  making ??= inTurn(() => buildFolder({ target: LIBRARY, sources: SOURCES, make: fill }))
  await making
  return LIBRARY
}

async function fill(folder: string): Promise<void> {
  installFacts(join(folder, 'facts.db'))
  const facts = openFacts(join(folder, 'facts.db'))
  const store = createFileStore(openLibrary(join(folder, 'library.db')))
  await addProfiles(store, facts)
  await store.close()
  facts.close()
}
