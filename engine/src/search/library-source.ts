import type { Library } from '../library/open-library.ts'
import type { Source } from './source.ts'

/** The library on this machine's disk. */
export function createLibrarySource(library: Library): Source {
  return {
    async search({ text, policy, limit, documentIds }) {
      return library.search({ query: text, policy, limit, ...(documentIds && { documentIds }) })
    },
    async read(documentId) {
      return library.passagesOf(documentId)
    },
    async findNamed(names, policy, most) {
      return library.findTitles(names, policy, most)
    },
  }
}
