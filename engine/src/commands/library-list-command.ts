import type { Command } from 'commander'
import type { ListedDocument } from '../library/list-documents.ts'
import type { Library } from '../library/open-library.ts'
import { withLibrary } from './library-with.ts'
import { writeOut } from './write-out.ts'

const PAGE = 1000
const LONGEST_TITLE = 48

export function addLibraryListCommand(library: Command): void {
  library
    .command('list')
    .description('List the documents in the order of their adding')
    .option('--json', 'print JSON, one document per line')
    .action(({ json }: { json?: boolean }) =>
      withLibrary({ readOnly: true }, async opened => {
        let count = 0
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

function toJsonLines(documents: readonly ListedDocument[]): string {
  return documents.map(document => `${JSON.stringify(document)}\n`).join('')
}

function toTable(documents: readonly ListedDocument[]): string {
  const rows = documents.map(({ title, url, publishedOn, passages }) => [
    title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title,
    publishedOn ?? 'undated',
    String(passages),
    url,
  ])
  const lines = [['title', 'date', 'passages', 'url'], ...rows]
  return lines
    .map(([title = '', date = '', passages = '', url = '']) => {
      return `${title.padEnd(LONGEST_TITLE)}  ${date.padEnd(10)}  ${passages.padStart(8)}  ${url}\n`
    })
    .join('')
}
