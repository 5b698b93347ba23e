import type { Library } from '../library/open-library.ts'
import { starterDocuments } from './starter-documents.ts'

const MARK = 'starter'
/** Raised when the starter documents are made differently. */
const VERSION = '1'

/**
 * Gives a new library its first documents. The mark is set when all are in, so a start that was
 * killed is taken up again, and what the operator has removed since stays removed.
 */
export function ensureStarter(library: Library): { readonly added: number } {
  const mark = library.readMark(MARK)
  if (mark === VERSION) return { added: 0 }
  const documents = starterDocuments()
  const wanted = mark === undefined ? documents : documents.filter(({ url }) => library.has(url))
  const { added, updated } = library.add(wanted)
  library.writeMark(MARK, VERSION)
  return { added: added + updated }
}
