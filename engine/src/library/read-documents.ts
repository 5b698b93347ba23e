import type { Document } from './document.ts'
import type { Library, ListedDocument } from './open-library.ts'

const PAGE = 1000

/** Lists all documents in the order of first adding. A library can be larger than memory. */
export function* listAll(library: Library): Generator<ListedDocument[]> {
  for (let after = 0; ; ) {
    const documents = library.list({ limit: PAGE, after })
    const last = documents.at(-1)
    if (!last) return
    yield documents
    after = last.documentId
  }
}

/** Reads all documents as they were added, except for the spelling of aliases, which the library does not keep. */
export function* readDocuments(library: Library): Generator<Document> {
  for (const page of listAll(library)) {
    for (const { documentId, passages: _, addedAt: __, ...document } of page) {
      const text = library
        .passagesOf(documentId)
        .map(passage => passage.text)
        .join('')
      yield { ...document, text, aliases: library.aliasesOf(documentId) }
    }
  }
}
