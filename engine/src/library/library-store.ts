import type { Added, RemovalProgress } from './add-documents.ts'
import type { Document } from './document.ts'
import type { Library } from './open-library.ts'

/** The documents to answer from: in one file, or in a database that several engines share. */
export interface LibraryStore {
  /** The full-text index on this machine. */
  readonly index: Library
  readonly isShared: boolean
  /** Applies to the index all changes that any engine or command has made so far. */
  catchUp(): Promise<void>
  /** Adds new documents and replaces changed ones. Documents added before a crash stay. */
  add(documents: Iterable<Document>): Promise<Added>
  /** Removes the document with the URL and all below it, and returns how many. */
  remove(
    url: string,
    options?: { readonly onProgress?: (progress: RemovalProgress) => void },
  ): Promise<number>
  /** Notes about the library as a whole. */
  readMark(name: string): Promise<string | undefined>
  writeMark(name: string, value: string): Promise<void>
  close(): Promise<void>
}

/** The store that is a library file, which is its own index. */
export function createFileStore(library: Library): LibraryStore {
  return {
    index: library,
    isShared: false,
    catchUp: async () => {},
    add: async documents => library.add(documents),
    remove: async (url, options) => library.remove(url, options),
    readMark: async name => library.readMark(name),
    writeMark: async (name, value) => library.writeMark(name, value),
    close: async () => library.close(),
  }
}
