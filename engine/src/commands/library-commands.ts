import { styleText } from 'node:util'
import type { Command } from 'commander'
import { PROFILES } from '../facts/profile-documents.ts'
import { withFilings } from '../finance/filings/with-filings.ts'
import { LibraryError } from '../library/library-file.ts'
import { listAll, openLibrary, readDocuments } from '../library/open-library.ts'
import type { Passage } from '../library/passage.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { createLibrarySource } from '../search/library-source.ts'
import { addLibraryAddCommand, wholeNumber } from './library-add.ts'
import { libraryPath, withLibrary } from './library-path.ts'
import { createProgressLine, writeOut } from './terminal.ts'

interface Options {
  readonly limit: number
  readonly json?: boolean
}

const LONGEST_TITLE = 48
const MOST_RESULTS = 100

/** Adds the operator commands for the library. */
export function addLibraryCommands(program: Command): void {
  const library = program
    .command('library')
    .description('Documents that the embedded engine answers from')
  addLibraryAddCommand(library)
  library
    .command('list')
    .description('List the collections of facts, then the documents in the order of their adding')
    .option('--json', 'print JSON, one collection or document per line')
    .action(list)
  library
    .command('remove <url-or-key...>')
    .description(
      'Remove documents by address, all below an address, or a collection of facts by its key',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 if there was nothing to remove for one of them.')
    .action(remove)
  library
    .command('search <text...>')
    .description('Show the passages that fit a question or some words best')
    .option('--limit <number>', 'how many to show', wholeNumber(MOST_RESULTS), 5)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 if nothing was found.')
    .action(search)
  library
    .command('copy [file]')
    .description('Copy the documents of a library file into the shared library')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nWithout a file, copies the library file of this machine. It stays as it is. You can repeat an interrupted command.',
    )
    .action(copy)
}

async function list({ json }: Options): Promise<void> {
  await withLibrary({ readOnly: true }, async ({ index }, facts) => {
    const collections = facts?.collections() ?? []
    const write = (entries: readonly object[], written: string) =>
      writeOut(json ? entries.map(one => `${JSON.stringify(one)}\n`).join('') : written)
    if (collections.length > 0) {
      const rows = collections.map(one => [one.title, one.edition, `${one.facts}`, one.key])
      await write(collections, `${table(['collection', 'date', 'facts', 'key'], rows)}\n`)
    }
    for (const documents of listAll(index)) {
      const rows = documents.map(one => [
        ...[one.title, one.publishedOn ?? 'undated', `${one.passages}`, one.url],
      ])
      await write(documents, table(['title', 'date', 'passages', 'url'], rows))
    }
    if (collections.length + index.counts().documents === 0 && !json) {
      await writeOut('No documents yet; "footnote library add PATH" adds some.\n')
    }
  })
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows]
    .map(([title = '', date = '', count = '', place = '']) => {
      const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title
      return `${short.padEnd(LONGEST_TITLE)}  ${date.padEnd(10)}  ${count.padStart(8)}  ${place}\n`
    })
    .join('')
}

async function remove(prefixes: readonly string[], { json }: Options): Promise<void> {
  await withLibrary({ readOnly: false }, async (library, facts) => {
    const removed: { prefix: string; documents: number; facts?: number }[] = []
    for (const prefix of prefixes) {
      const rows = facts?.remove(prefix)
      const address = rows === undefined ? prefix : prefix === PROFILES.collection && PROFILES.url
      const documents = address ? await library.remove(address) : 0
      removed.push({ prefix, documents, ...(rows !== undefined && { facts: rows }) })
    }
    if (json) await writeOut(`${JSON.stringify({ removed }, null, 2)}\n`)
    for (const { prefix, documents, facts: rows } of removed) {
      const isNothing = rows === undefined && documents === 0
      if (isNothing) {
        process.exitCode = 1
        process.stderr.write(
          `Nothing is at or below ${prefix}; "footnote library list" shows addresses and keys.\n`,
        )
      } else if (!json) {
        const what = `${documents} at or below ${prefix}`
        const all = `${rows} facts and ${documents} documents of ${prefix}`
        await writeOut(`Removed ${rows === undefined ? what : all}.\n`)
      }
    }
  })
}

async function copy(file: string | undefined, { json }: Options): Promise<void> {
  await withLibrary({ readOnly: false }, async library => {
    if (!library.isShared) {
      throw new LibraryError(
        'there is no shared library to copy to: set FOOTNOTE_LIBRARY_DATABASE_URL',
      )
    }
    const source = openLibrary(file ?? libraryPath(process.env), { readOnly: true })
    const line = createProgressLine(process.stderr)
    const { documents: total } = source.counts()
    function* withProgress() {
      let done = 0
      for (const document of readDocuments(source)) {
        line.update({ done, total, current: document.url })
        yield document
        done += 1
      }
    }
    try {
      const report = await library.add(withProgress())
      line.end()
      await library.catchUp()
      const { documents, passages } = library.index.counts()
      const { added, updated, unchanged } = report
      await writeOut(
        json
          ? `${JSON.stringify({ ...report, documents, passages }, null, 2)}\n`
          : `${added} added, ${updated} updated, ${unchanged} unchanged.\n` +
              `The library has ${documents} documents in ${passages} passages.\n`,
      )
    } finally {
      line.end()
      source.close()
    }
  })
}

async function search(texts: readonly string[], { limit, json }: Options): Promise<void> {
  await withLibrary({ readOnly: true }, async ({ index }) => {
    const policy = compilePolicy({ safesearch: 'off' }, { now: new Date() })
    const source = withFilings(createLibrarySource(index))
    const passages = await source.search({ text: texts.join(' '), policy, limit })
    if (passages.length === 0) process.exitCode = 1
    const results = passages.map(({ documentId: _, ...passage }) => passage)
    if (json) await writeOut(`${JSON.stringify({ results }, null, 2)}\n`)
    else await writeOut(passages.map(show).join('\n') || 'Nothing was found.\n')
  })
}

function show({ title, url, headings, publishedOn, text }: Passage): string {
  const path = [title, ...headings.filter(heading => heading !== title)].join(' › ')
  const style = (format: 'bold' | 'dim', written: string) =>
    styleText(format, written, { stream: process.stdout })
  return `${style('bold', path)}\n${style('dim', `${url}  (${publishedOn ?? 'undated'})`)}\n${text.trim()}\n`
}
