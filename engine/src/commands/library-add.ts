import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, relative } from 'node:path'
import { asRoot } from '@footnote/platform/as-owner'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { Agent } from 'undici'
import { ExtractError, MAX_BYTES } from '../extract/extraction.ts'
import { normalizeLine } from '../extract/normalize-text.ts'
import { openExtractor } from '../extract/open-extractor.ts'
import { parseDate } from '../extract/parse-date.ts'
import { FetchError, type FetchedPage, followRedirects, parsePageUrl } from '../fetch/fetcher.ts'
import { requestPage } from '../fetch/request-page.ts'
import type { Document } from '../library/document.ts'
import type { LibraryStore } from '../library/library-store.ts'
import { mapAtOnce } from '../map-at-once.ts'
import { languageTag } from '../text/language-tag.ts'
import { withLibrary } from './library-path.ts'
import { findSources, type Source } from './library-sources.ts'
import { createProgressLine, writeOut } from './terminal.ts'

interface Options {
  readonly url?: string
  readonly date?: string
  readonly language?: string
  readonly country?: readonly string[]
  readonly rating?: 'mature' | 'adult'
  readonly jobs: number
  readonly json?: boolean
}

const INTERRUPTED = 130
const HELP = `
In a folder, the command reads all files named .html, .pdf, .md, .txt, .json, .jsonl, .csv and the like,
except hidden ones and those in node_modules. It follows no links. It skips unchanged files, so you can
repeat an interrupted command.

A document is cited by its address: the canonical link of a web page, or else
library://local/FOLDER/PATH, or what --url says.

Exits with 1 if a file could not be read or none was found, and with 130 if interrupted. The library keeps
the files that could be read.`

const MOST_JOBS = 32
/** Leaves one processor for the index. */
const JOBS = Math.min(4, Math.max(1, availableParallelism() - 1))
/** Limits of one transaction. An interrupted command keeps the transactions before it. */
const MOST = { documents: 100, characters: 4_000_000 }
/** Increased if files would be read differently, so that adding them again reads them. */
const EXTRACT_VERSION = '5'
const TIMEOUT_MS = 30_000
const USER_AGENT = 'Footnote-Library/0.1'

export function addLibraryAddCommand(library: Command): void {
  library
    .command('add <path-or-url...>')
    .description('Add files, folders and web pages, or what has changed of them')
    .option('--url <base>', 'address that the files are known under', parseBase)
    .option('--date <date>', 'day on which all of them were published (YYYY-MM-DD)', parseDay)
    .option('--language <tag>', 'language of all of them, such as en', parseLanguage)
    .option('--country <code>', 'country of all of them, such as GB; may be repeated', addCountry)
    .addOption(
      new Option('--rating <rating>', 'what safe search goes by').choices(['mature', 'adult']),
    )
    .option('--jobs <number>', 'files to read at once', wholeNumber(MOST_JOBS), JOBS)
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(run)
}

async function run(names: readonly string[], options: Options): Promise<void> {
  const stop = new AbortController()
  const line = createProgressLine(process.stderr)
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(INTERRUPTED)
    stop.abort()
    line.say('Stopping after what is being read; once more stops at once.')
  }
  process.on('SIGINT', onInterrupt)
  try {
    const { sources, failures, passedOver } = await findSources(names, options.url)
    for (const { name, reason } of failures) line.say(`${name} ${reason}`)
    await withLibrary({ readOnly: false }, async library => {
      const report = await addSources(library, sources, { options, line, signal: stop.signal })
      line.end()
      await library.catchUp()
      const { added, updated, unchanged, done } = report
      const failed = report.failed + failures.length
      const { documents, passages } = library.index.counts()
      const summary = { ...report, failed, passedOver, documents, passages }
      const outcome =
        done + failed === 0
          ? 'Nothing to add was found.'
          : `${added} added, ${updated} updated, ${unchanged} unchanged, ${failed} failed.`
      const other = passedOver > 0 ? ` Passed over: ${passedOver}.` : ''
      await writeOut(
        options.json
          ? `${JSON.stringify(summary, null, 2)}\n`
          : `${outcome}${other}\nThe library has ${documents} documents in ${passages} passages.\n`,
      )
      const left = sources.length - done
      if (left > 0) {
        line.say(`Interrupted with ${left} to go; give the same command to go on.`)
        process.exitCode = INTERRUPTED
      } else if (failed > 0 || done === 0) process.exitCode = 1
    })
  } finally {
    line.end()
    process.off('SIGINT', onInterrupt)
  }
}

/** Writes a path as the operator would, without control characters. */
function shortName(name: string): string {
  if (/^https?:/.test(name)) return name
  const path = relative('.', name)
  return normalizeLine(path.startsWith('..') ? name : path)
}

interface Adding {
  readonly options: Options
  readonly line: ReturnType<typeof createProgressLine>
  /** Stops after the files in progress. */
  readonly signal: AbortSignal
}

/** Reads new and changed sources on threads, and adds them. Counts those that were processed as done. */
async function addSources(
  library: LibraryStore,
  sources: readonly Source[],
  { options, line, signal }: Adding,
) {
  const { date, language, country, rating, jobs } = options
  const details = {
    ...(date && { publishedOn: date }),
    ...(language && { language }),
    ...(country && { countries: country }),
    ...(rating && { rating }),
  }
  // Files have the addresses that the operator gave, even if they name others.
  const hasBase = options.url !== undefined
  const total = { added: 0, updated: 0, unchanged: 0, failed: 0, done: 0 }
  const nameByUrl = new Map<string, string>()
  const extractor = openExtractor({ threads: jobs })
  /** Documents to add, and what records that their file is in the library as it is now. */
  let waiting: { documents: readonly Document[]; remember?: () => Promise<void> }[] = []

  async function flush(): Promise<void> {
    const taken = waiting
    waiting = []
    const counts = await library.add(taken.flatMap(({ documents }) => documents))
    total.added += counts.added
    total.updated += counts.updated
    total.unchanged += counts.unchanged
    for (const { remember } of taken) await remember?.()
  }

  /** Refuses a source with the same address as another source of this run. */
  function claim(url: string, name: string): void {
    const other = nameByUrl.get(url) ?? name
    if (other !== name) {
      throw new ExtractError(`has the same address as ${other}: ${url}; give each its own by --url`)
    }
    nameByUrl.set(url, name)
  }

  async function read(source: Source): Promise<readonly Document[]> {
    const { bytes, ...page } = source.path
      ? ({
          bytes: readFile(source.path),
          url: source.url,
          ownUrl: hasBase ? 'none' : 'any',
        } as const)
      : await fetchPage(source.url)
    const fileName = basename(source.path ?? new URL(page.url).pathname)
    return await extractor.extract(bytes, { ...details, ...page, fileName })
  }

  async function take(source: Source, name: string): Promise<void> {
    const settings = JSON.stringify([EXTRACT_VERSION, { details, hasBase }])
    const file = source.path ? knownFile(library, source.path, settings) : undefined
    const url = await file?.findUrl()
    if (url !== undefined) {
      claim(url, name)
      total.unchanged += 1
      return
    }
    const documents = await read(source)
    for (const document of documents) claim(document.url, name)
    const [first] = documents
    // A file of several records is read each time, because any of them may have been removed.
    const isKept = file && first && documents.length === 1
    waiting.push({ documents, ...(isKept && { remember: () => file.remember(first.url) }) })
    const all = waiting.flatMap(each => each.documents)
    const characters = all.reduce((sum, { text }) => sum + text.length, 0)
    if (all.length >= MOST.documents || characters >= MOST.characters) await flush()
  }

  try {
    await mapAtOnce(sources, jobs, async source => {
      if (signal.aborted) return
      const name = source.path ?? source.url
      line.update({ ...total, total: sources.length, current: shortName(name) })
      try {
        await take(source, name)
      } catch (error) {
        if (!(error instanceof ExtractError)) throw error
        total.failed += 1
        line.say(`${shortName(name)} ${error.message}`)
      }
      total.done += 1
    })
    await flush()
    return total
  } finally {
    await extractor.close()
  }
}

/** Recognises an unchanged file by size and modification time. */
function knownFile(library: LibraryStore, path: string, settings: string) {
  const mark = `file ${hash('sha256', path, 'base64')}`
  const { size, mtimeMs } = asRoot(() => opening(() => statSync(path)))
  if (size > MAX_BYTES) {
    throw new ExtractError(`is larger than ${MAX_BYTES / 1024 / 1024} MB; split it`)
  }
  const state = `${size} ${mtimeMs} ${hash('sha256', settings, 'base64')} `
  return {
    /** Returns the address of the file if it is in the library as it is. */
    async findUrl(): Promise<string | undefined> {
      const known = await library.readMark(mark)
      const url = known?.startsWith(state) ? known.slice(state.length) : undefined
      // A document that was removed since is added again.
      return url !== undefined && library.index.has(url) ? url : undefined
    },
    remember: (url: string) => library.writeMark(mark, state + url),
  }
}

/** The operator's files may be readable for root only. */
function readFile(path: string): Uint8Array {
  return asRoot(() => opening(() => readFileSync(path)))
}

function opening<Result>(open: () => Result): Result {
  try {
    return open()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ExtractError(`cannot be opened: ${reason}`, { cause })
  }
}

/** Fetches what the operator names, so an address of the operator's own network is as good as any. */
export async function fetchPage(
  address: string,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = {},
): Promise<FetchedPage> {
  const agent = new Agent()
  const signal = AbortSignal.timeout(timeoutMs)
  const request = { userAgent: USER_AGENT, signal, maxBytes, silenceMs: timeoutMs }
  try {
    const start = parsePageUrl(address)
    return await followRedirects(start, url => requestPage(agent, url, request))
  } catch (cause) {
    if (!(cause instanceof FetchError)) throw cause
    const isSlow = cause.reason === 'too-slow'
    const reason = isSlow ? `did not arrive within ${timeoutMs / 1000} s` : cause.message
    throw new ExtractError(reason, { cause })
  } finally {
    await agent.destroy()
  }
}

function parseBase(written: string): string {
  if (/^https?:\/\//i.test(written) && URL.canParse(written)) return new URL(written).href
  throw new InvalidArgumentError('It must begin with https:// or http://.')
}

function parseDay(written: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(written) ? parseDate(written) : undefined
  if (!day) throw new InvalidArgumentError('It must be a day that has been, as YYYY-MM-DD.')
  return day
}

function parseLanguage(written: string): string {
  const tag = languageTag(written)
  if (!tag) throw new InvalidArgumentError('It must be a tag such as en or zh-hant.')
  return tag
}

function addCountry(written: string, before: readonly string[] = []): string[] {
  const codes = written.toUpperCase().split(',')
  if (!codes.every(code => /^[A-Z]{2}$/.test(code))) {
    throw new InvalidArgumentError('It must be a code of two letters, such as GB.')
  }
  return [...new Set([...before, ...codes])]
}

/** Returns a parser of numbers from 1 to the given one. */
export function wholeNumber(most: number): (written: string) => number {
  return written => {
    const number = Number(written)
    if (Number.isInteger(number) && number >= 1 && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  }
}
