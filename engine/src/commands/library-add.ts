import { hash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { asRoot } from '@footnote/platform/as-owner'
import { Agent } from 'undici'
import { type Extractor, openExtractor } from '../extract/extract-in-worker.ts'
import { ExtractError, type ExtractOptions, MAX_BYTES } from '../extract/extraction.ts'
import { FetchError, type FetchedPage, followRedirects, parsePageUrl } from '../fetch/fetcher.ts'
import { requestPage } from '../fetch/request-page.ts'
import type { Added } from '../library/add-documents.ts'
import type { Document } from '../library/document.ts'
import type { LibraryStore } from '../library/library-store.ts'
import type { Source } from './library-sources.ts'
import type { Progress } from './terminal.ts'

interface AddOptions {
  /** Details that the operator gives for all added files. */
  readonly details: Pick<ExtractOptions, 'publishedOn' | 'language' | 'countries' | 'rating'>
  /** True if files have the addresses that the operator gave, even if they name others. */
  readonly hasBase: boolean
  /** Files that are read at once. */
  readonly jobs: number
  /** Stops after the files in progress. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  readonly onFailure: (name: string, reason: string) => void
}

export interface AddReport extends Added {
  readonly failed: number
  /** Sources that were processed, successfully or not. */
  readonly done: number
}

interface ReadSource {
  readonly documents: readonly Document[]
  /** Records that the file is in the library as it is now. */
  readonly remember?: () => Promise<void>
}

/** Limits of one transaction. An interrupted command keeps the transactions before it. */
const MOST = { documents: 100, characters: 4_000_000 }
/** Increased if files would be read differently, so that adding them again reads them. */
const EXTRACT_VERSION = '5'
const TIMEOUT_MS = 30_000
const USER_AGENT = 'Footnote-Library/0.1'

/** Reads new and changed sources on threads, and adds them. */
export async function addSources(
  library: LibraryStore,
  sources: readonly Source[],
  options: AddOptions,
): Promise<AddReport> {
  const total = { added: 0, updated: 0, unchanged: 0, failed: 0, done: 0 }
  const nameByUrl = new Map<string, string>()
  const queue = sources.values()
  let waiting: ReadSource[] = []

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

  async function take(extractor: Extractor, source: Source, name: string): Promise<void> {
    const file = source.kind === 'file' ? knownFile(library, source.path, options) : undefined
    const url = await file?.findUrl()
    if (url !== undefined) {
      claim(url, name)
      total.unchanged += 1
      return
    }
    const documents = await readSource(extractor, source, options)
    for (const document of documents) claim(document.url, name)
    const [first] = documents
    // A file of several records is read each time, because any of them may have been removed.
    const isKept = file && first && documents.length === 1
    waiting.push({ documents, ...(isKept && { remember: () => file.remember(first.url) }) })
    const all = waiting.flatMap(each => each.documents)
    const characters = all.reduce((sum, { text }) => sum + text.length, 0)
    if (all.length >= MOST.documents || characters >= MOST.characters) await flush()
  }

  async function work(): Promise<void> {
    const extractor = openExtractor()
    try {
      for (const source of queue) {
        if (options.signal.aborted) return
        const name = source.kind === 'file' ? source.path : source.url
        const { done, failed } = total
        options.onProgress({ done, failed, total: sources.length, current: name })
        try {
          await take(extractor, source, name)
        } catch (error) {
          if (!(error instanceof ExtractError)) throw error
          total.failed += 1
          options.onFailure(name, error.message)
        }
        total.done += 1
      }
    } finally {
      await extractor.close()
    }
  }

  await Promise.all(Array.from({ length: options.jobs }, work))
  await flush()
  return total
}

/** Recognises an unchanged file by size and modification time. */
function knownFile(library: LibraryStore, path: string, { details, hasBase }: AddOptions) {
  const mark = `file ${hash('sha256', path, 'base64')}`
  const settings = JSON.stringify([EXTRACT_VERSION, { details, hasBase }])
  const { size, mtimeMs } = asRoot(() => stat(path))
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

async function readSource(
  extractor: Extractor,
  source: Source,
  { details, hasBase }: AddOptions,
): Promise<readonly Document[]> {
  if (source.kind === 'page') {
    const { bytes, ...page } = await fetchPage(source.url)
    const fileName = basename(new URL(page.url).pathname)
    return await extractor.extract(bytes, { ...details, ...page, fileName })
  }
  const { path, url } = source
  // The operator's files may be readable for root only.
  const bytes = asRoot(() => opening(() => readFileSync(path)))
  const ownUrl = hasBase ? 'none' : 'any'
  return await extractor.extract(bytes, { ...details, url, ownUrl, fileName: basename(path) })
}

function stat(path: string): Stats {
  const status = opening(() => statSync(path))
  if (status.size <= MAX_BYTES) return status
  throw new ExtractError(`is larger than ${MAX_BYTES / 1024 / 1024} MB; split it`)
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
