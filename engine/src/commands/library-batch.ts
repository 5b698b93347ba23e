import { ExtractError } from '../extract/extract-error.ts'
import type { Added } from '../library/add-documents.ts'
import type { Library } from '../library/open-library.ts'
import type { KnownFiles } from './library-known-files.ts'
import type { ReadSource } from './library-read-source.ts'

export interface Batch {
  /** Refuses a source with an address that another source of this run has. */
  take(source: ReadSource): void
  /** Notes that a source which need not be read has the address. */
  claim(url: string, name: string): void
  flush(): void
  counts(): Added
}

/** What is read ahead of one transaction. An interrupted command keeps all earlier ones. */
const MOST = { documents: 100, characters: 4_000_000 }

export function openBatch(library: Library, known: KnownFiles): Batch {
  const names = new Map<string, string>()
  const total = { added: 0, updated: 0, unchanged: 0 }
  let waiting: ReadSource[] = []
  let size = { documents: 0, characters: 0 }

  function flush(): void {
    const { added, updated, unchanged } = library.add(waiting.flatMap(each => each.documents))
    total.added += added
    total.updated += updated
    total.unchanged += unchanged
    for (const { documents, file } of waiting) {
      const [document] = documents
      // A file of several records is read anew each time: any of them may have been removed.
      if (file && document && documents.length === 1) {
        known.remember(file.path, file.status, document.url)
      }
    }
    waiting = []
    size = { documents: 0, characters: 0 }
  }

  return {
    take(source) {
      const { name, documents } = source
      const taken = documents.find(({ url }) => (names.get(url) ?? name) !== name)
      if (taken) {
        const reason = `has the same address as ${names.get(taken.url)}: ${taken.url}`
        throw new ExtractError(`${reason}; give each its own by --url`)
      }
      for (const { url, text } of documents) {
        names.set(url, name)
        size.documents += 1
        size.characters += text.length
      }
      waiting.push(source)
      if (size.documents >= MOST.documents || size.characters >= MOST.characters) flush()
    },
    claim: (url, name) => void names.set(url, name),
    flush,
    counts: () => ({ ...total }),
  }
}
