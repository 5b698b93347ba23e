import { styleText } from 'node:util'
import { type Command, InvalidArgumentError } from 'commander'
import type { Collection } from '../facts/fact.ts'
import { PROFILES } from '../facts/profile-documents.ts'
import { withFilings } from '../finance/filings/with-filings.ts'
import type { Document } from '../library/document.ts'
import { LibraryError } from '../library/library-file.ts'
import type { LibraryStore } from '../library/library-store.ts'
import { type Library, type ListedDocument, openLibrary } from '../library/open-library.ts'
import type { Passage } from '../library/passage.ts'
import { listAll, readDocuments } from '../library/read-documents.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { createLibrarySource } from '../search/library-source.ts'
import { addLibraryAddCommand } from './library-add-command.ts'
import { libraryPath, withLibrary } from './library-path.ts'
import { createProgressBar, writeOut } from './terminal.ts'

const LONGEST_TITLE = 48
const MOST_RESULTS = 100

/** Adds the operator commands for the library. */
export function addLibraryCommands(program: Command): void {
  const library = program
    .command('library')
    .description('Documents that the embedded engine answers from')
  addLibraryAddCommand(library)
  addLibraryListCommand(library)
  addLibraryRemoveCommand(library)
  addLibrarySearchCommand(library)
  addLibraryCopyCommand(library)
}

function addLibraryListCommand(library: Command): void {
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
        for (const documents of listAll(opened.index)) {
          count += documents.length
          await writeOut(json ? toJsonLines(documents) : toTable(documents))
        }
        if (count === 0 && !json) {
          await writeOut('No documents yet; "footnote library add PATH" adds some.\n')
        }
      }),
    )
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

function addLibraryRemoveCommand(library: Command): void {
  library
    .command('remove <url-or-key...>')
    .description(
      'Remove documents by address, all below an address, or a collection of facts by its key',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 if there was nothing to remove for one of them.')
    .action((prefixes: string[], { json }: { json?: boolean }) =>
      withLibrary({ readOnly: false }, async (opened, facts) => {
        const removed: { prefix: string; documents: number; facts?: number }[] = []
        for (const prefix of prefixes) {
          const rows = facts?.remove(prefix)
          const isProfiles = rows !== undefined && prefix === PROFILES.collection
          const address = isProfiles ? PROFILES.url : prefix
          const documents = rows === undefined || isProfiles ? await remove(opened, address) : 0
          removed.push({ prefix, documents, ...(rows !== undefined && { facts: rows }) })
        }
        if (json) process.stdout.write(`${JSON.stringify({ removed }, null, 2)}\n`)
        for (const { prefix, documents, facts: rows } of removed) {
          if (rows !== undefined) {
            const what = `${rows} facts and ${documents} documents`
            if (!json) process.stdout.write(`Removed ${what} of ${prefix}.\n`)
          } else if (documents === 0) {
            process.exitCode = 1
            process.stderr.write(
              `Nothing is at or below ${prefix}; "footnote library list" shows addresses and keys.\n`,
            )
          } else if (!json) {
            process.stdout.write(`Removed ${documents} at or below ${prefix}.\n`)
          }
        }
      }),
    )
}

async function remove(library: LibraryStore, prefix: string): Promise<number> {
  const bar = createProgressBar(process.stderr)
  try {
    return await library.remove(prefix, {
      onProgress: progress => bar.update({ ...progress, failed: 0, current: prefix }),
    })
  } finally {
    bar.end()
  }
}

function addLibraryCopyCommand(library: Command): void {
  library
    .command('copy [file]')
    .description('Copy the documents of a library file into the shared library')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nWithout a file, copies the library file of this machine. It stays as it is. You can repeat an interrupted command.',
    )
    .action((file: string | undefined, { json }: { json?: boolean }) =>
      withLibrary({ readOnly: false }, async opened => {
        if (!opened.isShared) {
          throw new LibraryError(
            'there is no shared library to copy to: set FOOTNOTE_LIBRARY_DATABASE_URL',
          )
        }
        const source = openLibrary(file ?? libraryPath(process.env), { readOnly: true })
        try {
          const report = await opened.add(withProgress(source))
          await opened.catchUp()
          const counts = opened.index.counts()
          const { added, updated, unchanged } = report
          process.stdout.write(
            json
              ? `${JSON.stringify({ ...report, ...counts }, null, 2)}\n`
              : `${added} added, ${updated} updated, ${unchanged} unchanged.\n` +
                  `The library has ${counts.documents} documents in ${counts.passages} passages.\n`,
          )
        } finally {
          source.close()
        }
      }),
    )
}

function* withProgress(source: Library): Generator<Document> {
  const bar = createProgressBar(process.stderr)
  const { documents: total } = source.counts()
  let done = 0
  try {
    for (const document of readDocuments(source)) {
      bar.update({ done, total, failed: 0, current: document.url })
      yield document
      done += 1
    }
  } finally {
    bar.end()
  }
}

interface Options {
  readonly limit: number
  readonly json?: boolean
}

function addLibrarySearchCommand(library: Command): void {
  library
    .command('search <text...>')
    .description('Show the passages that fit a question or some words best')
    .option('--limit <number>', 'how many to show', parseLimit, 5)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 if nothing was found.')
    .action((texts: string[], { limit, json }: Options) =>
      withLibrary({ readOnly: true }, async opened => {
        const policy = compilePolicy({ safesearch: 'off' }, { now: new Date() })
        const source = withFilings(createLibrarySource(opened.index))
        const passages = await source.search({ text: texts.join(' '), policy, limit })
        if (passages.length === 0) process.exitCode = 1
        if (json) {
          const results = passages.map(({ documentId: _, ...passage }) => passage)
          process.stdout.write(`${JSON.stringify({ results }, null, 2)}\n`)
        } else if (passages.length === 0) process.stdout.write('Nothing was found.\n')
        else process.stdout.write(passages.map(show).join('\n'))
      }),
    )
}

function show({ title, url, headings, publishedOn, text }: Passage): string {
  const path = [title, ...headings.filter(heading => heading !== title)].join(' › ')
  const style = (format: 'bold' | 'dim', written: string) =>
    styleText(format, written, { stream: process.stdout })
  return `${style('bold', path)}\n${style('dim', `${url}  (${publishedOn ?? 'undated'})`)}\n${text.trim()}\n`
}

function parseLimit(written: string): number {
  const limit = Number(written)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_RESULTS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_RESULTS}.`)
  }
  return limit
}
