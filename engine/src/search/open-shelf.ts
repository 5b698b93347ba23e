import type { Document } from '../library/document.ts'
import { openLibrary } from '../library/open-library.ts'
import type { Passage } from '../library/passage.ts'
import { contentStems } from '../text/words.ts'
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
    close: library.close,
  }
}

function outward<Item extends { readonly documentId: number }>(item: Item): Item {
  return { ...item, documentId: -item.documentId }
}

/** Combines a source with the run index. */
export function withShelf(source: Source, { source: shelf }: Shelf): Source {
  return {
    async search({ documentIds, ...query }) {
      const [own, shelved] = await Promise.all([
        searchIn(source, documentIds?.filter(isOnDisk)),
        searchIn(
          shelf,
          documentIds?.filter(id => !isOnDisk(id)),
        ),
      ])
      return [...own, ...shelved]
        .toSorted((one, other) => other.score - one.score)
        .slice(0, query.limit)

      async function searchIn(one: Source, ids: readonly number[] | undefined) {
        if (ids?.length === 0) return []
        const found = await one.search({ ...query, ...(ids && { documentIds: ids }) })
        return comparable(found, query.text)
      }
    },
    read: documentId => (isOnDisk(documentId) ? source : shelf).read(documentId),
    async findNamed(names, policy, most) {
      const found = await Promise.all([
        source.findNamed(names, policy, most),
        shelf.findNamed(names, policy, most),
      ])
      return found.flat()
    },
  }
}

function isOnDisk(documentId: number): boolean {
  return documentId > 0
}

/**
 * Scores of different indexes cannot be compared, but shares of the best score can. The best passage of an
 * index may be off topic, so its share of the query's words counts too.
 */
function comparable(passages: readonly Passage[], query: string): Passage[] {
  const [best] = passages.toSorted((one, other) => other.score - one.score)
  const wanted = contentStems(query)
  if (!best || best.score <= 0 || wanted.size === 0) return [...passages]
  const { title, headings, text } = best
  const held = wanted.intersection(contentStems([title, ...headings, text].join(' '))).size
  const share = held / wanted.size
  // Divides first, so that the best passage gets exactly its share despite rounding.
  return passages.map(passage => ({ ...passage, score: (passage.score / best.score) * share }))
}
