import { join } from 'node:path'
import type { Connection } from '@footnote/platform/database/connect'
import type { Document } from '../../engine/src/library/document.ts'
import { createFileStore, type LibraryStore } from '../../engine/src/library/library-store.ts'
import { openLibrary } from '../../engine/src/library/open-library.ts'
import { openSharedLibrary } from '../../engine/src/library/open-shared-library.ts'
import { openRunsDatabase } from '../../engine/src/runs/open-runs.ts'
import { createLibrarySource } from '../../engine/src/search/library-source.ts'
import type { Source } from '../../engine/src/search/source.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'

export type LibraryKind = 'file' | 'postgres'

const SILENT = { info() {}, warn() {} }

/** Runs work with a temporary library of these documents. */
export async function withLibrary<T>(
  documents: Iterable<Document>,
  work: (source: Source) => Promise<T>,
  kind: LibraryKind = 'file',
): Promise<T> {
  const use = async (store: LibraryStore) => {
    try {
      await store.add(documents)
      return await work(createLibrarySource(store.index, store.catchUp))
    } finally {
      await store.close()
    }
  }
  return await withTemporaryFolder(async folder => {
    const path = join(folder, 'library.db')
    if (kind === 'file') return await use(createFileStore(openLibrary(path)))
    return await withDatabase(connection => use(openSharedLibrary(connection, path)))
  })
}

/** Runs work with a temporary PostgreSQL server that has the engine's tables. */
export async function withDatabase<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  return await withTemporaryFolder(async folder => {
    const options = { databaseUrl: undefined, folder: join(folder, 'data') }
    const { connection, close } = await openRunsDatabase(options, { log: SILENT })
    try {
      return await work(connection)
    } finally {
      await close()
    }
  })
}
