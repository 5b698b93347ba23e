import type { Library } from './open-library.ts'

type Kept = Pick<Library, 'add' | 'remove' | 'readMark' | 'writeMark' | 'close'>

/** Methods that change the documents wherever they are kept. */
type KeptElsewhere = {
  readonly [Name in keyof Kept]: (
    ...values: Parameters<Kept[Name]>
  ) => Promise<ReturnType<Kept[Name]>>
}

/** The documents to answer from: in one file, or in a database that several engines share. */
export interface LibraryStore extends KeptElsewhere {
  /** The full-text index on this machine. */
  readonly index: Library
  readonly isShared: boolean
  /** Applies to the index all changes that any engine or command has made so far. */
  catchUp(): Promise<void>
}

/** The store that is a library file, which is its own index. */
export function createFileStore(library: Library): LibraryStore {
  return {
    index: library,
    isShared: false,
    catchUp: async () => {},
    add: async documents => library.add(documents),
    remove: async url => library.remove(url),
    readMark: async name => library.readMark(name),
    writeMark: async (name, value) => library.writeMark(name, value),
    close: async () => library.close(),
  }
}
