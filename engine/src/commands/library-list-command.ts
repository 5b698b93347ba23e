import type { Command } from 'commander'
import type { Collection } from '../facts/fact.ts'
import type { ListedDocument } from '../library/list-documents.ts'
import type { Library } from '../library/open-library.ts'
import { withLibrary } from './library-with.ts'
import { writeOut } from './write-out.ts'

const PAGE = 1000
const LONGEST_TITLE = 48

export function addLibraryListCommand(library: Command): void {
  library
    .command('list')
    .description('List the collections of facts, then the documents in the order of their adding')
    .option('--json', 'print JSON, one collection or document per line')
    .action(({ json }: { json?: boolean }) =>
      withLibrary({ readOnly: true }, async (opened, facts) => {
        const collections = facts?.collections() ?? []
        let count = collections.length
        if (count > 0)
          await writeOut(json ? toJsonLines(collections) : collectionTable(collections))
        for (const documents of pages(opened)) {
          count += documents.length
          await writeOut(json ? toJsonLines(documents) : toTable(documents))
        }
        if (count === 0 && !json) {
          await writeOut('No documents yet; "footnote library add PATH" adds some.\n')
        }
      }),
    )
}

/** A library can be larger than memory. */
function* pages(library: Library): Generator<ListedDocument[]> {
  for (let after = 0; ; ) {
    const documents = library.list({ limit: PAGE, after })
    const last = documents.at(-1)
    if (!last) return
    yield documents
    after = last.documentId
  }
}

function toJsonLines(entries: readonly (ListedDocument | Collection)[]): string {
  return entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
}

function collectionTable(collections: readonly Collection[]): string {
  const rows = collections.map(({ title, edition, facts, key }) => [
    title,
    edition,
    String(facts),
    key,
  ])
  return `${table(['collection', 'date', 'facts', 'key'], rows)}\n`
}

function toTable(documents: readonly ListedDocument[]): string {
  const rows = documents.map(({ title, url, publishedOn, passages }) => [
    title,
    publishedOn ?? 'undated',
    String(passages),
    url,
  ])
  return table(['title', 'date', 'passages', 'url'], rows)
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows]
    .map(([title = '', date = '', count = '', place = '']) => {
      const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title
      return `${short.padEnd(LONGEST_TITLE)}  ${date.padEnd(10)}  ${count.padStart(8)}  ${place}
`
    })
    .join('')
}
