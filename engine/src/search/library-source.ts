import type { LibraryStore } from '../library/library-store.ts'
import type { Library } from '../library/open-library.ts'
import { NoResult } from '../research.ts'
import type { Source } from './source.ts'

/** The library, brought up to date before each search. */
export function createLibrarySource(
  library: Library,
  catchUp: LibraryStore['catchUp'] = async () => {},
): Source {
  return {
    async search({ text, policy, limit, documentIds }) {
      await catchUp()
      return library.search({ query: text, policy, limit, ...(documentIds && { documentIds }) })
    },
    async read(documentId) {
      return library.passagesOf(documentId)
    },
    async findNamed(names, policy, most) {
      await catchUp()
      return library.findTitles(names, policy, most)
    },
  }
}

/** Returns a `catchUp` for calls: one that fails leaves the call without a result, and its caller pays nothing. */
export function catchUpOrRefuse(
  store: LibraryStore,
  onFault: (error: unknown) => void,
): LibraryStore['catchUp'] {
  return async () => {
    try {
      await store.catchUp()
    } catch (cause) {
      onFault(cause)
      throw new NoResult('source_unreachable', { cause })
    }
  }
}
