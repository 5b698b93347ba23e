import type { Document } from '../library/document.ts'
import { openLibrary } from '../library/open-library.ts'
import type { Passage } from '../library/passage.ts'
import { createLibrarySource } from './library-source.ts'
import type { Source } from './source.ts'

/**
 * The run index: a library in memory with the documents fetched for one run. Their ids are negative, to
 * tell them apart from those of the library on disk.
 */
export interface Shelf {
  readonly source: Source
  put(documents: readonly Document[]): void
  has(url: string): boolean
  /** Returns the passages of the document at an address, in order; none if it is not in the index. */
  readAt(url: string): readonly Passage[]
  close(): void
}

export function openShelf(): Shelf {
  const library = openLibrary(':memory:')
  const inner = createLibrarySource(library)
  return {
    source: {
      async search({ documentIds, ...query }) {
        const own = documentIds?.map(id => -id)
        return (await inner.search({ ...query, ...(own && { documentIds: own }) })).map(outward)
      },
      read: async documentId => (await inner.read(-documentId)).map(outward),
      findNamed: async (names, policy) => (await inner.findNamed(names, policy)).map(outward),
    },
    put: documents => void library.add(documents),
    has: library.has,
    readAt(url) {
      const id = library.idOf(url)
      return id === undefined ? [] : library.passagesOf(id).map(outward)
    },
    close: library.close,
  }
}

function outward<Item extends { readonly documentId: number }>(item: Item): Item {
  return { ...item, documentId: -item.documentId }
}
