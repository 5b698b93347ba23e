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

interface AddOptions extends ReadOptions {
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

/** Limits of one transaction. An interrupted command keeps the transactions before it. */
const MOST = { documents: 100, characters: 4_000_000 }
/** Increased if files would be read differently, so that adding them again reads them. */
const EXTRACT_VERSION = '4'

/** Reads new and changed sources on threads, and adds them. */
export async function addSources(
  library: LibraryStore,
  sources: readonly Source[],
  options: AddOptions,
): Promise<AddReport> {
  const { details, hasBase, jobs, signal } = options
  const known = openKnownFiles(library, { details, hasBase })
  const batch = openBatch(library, known)
  const unread = await findUnread(sources, { known, batch, signal })
  const skipped = sources.length - unread.length
  const tally = { done: skipped, failed: 0 }
  const queue = unread.values()

  async function work(extractor: Extractor): Promise<void> {
    for (const source of queue) {
      if (signal.aborted) return
      const name = sourceName(source)
      options.onProgress({ ...tally, total: sources.length, current: name })
      try {
        await batch.take(await readSource(extractor, source, options))
      } catch (error) {
        if (!(error instanceof ExtractError)) throw error
        tally.failed += 1
        options.onFailure(name, error.message)
      }
      tally.done += 1
    }
  }

  const extractors = Array.from({ length: Math.min(jobs, unread.length) }, () => openExtractor())
  try {
    await Promise.all(extractors.map(work))
    await batch.flush()
  } finally {
    await Promise.all(extractors.map(extractor => extractor.close()))
  }
  const { added, updated, unchanged } = batch.counts()
  return { added, updated, unchanged: unchanged + skipped, ...tally }
}

/** Returns the sources that are new or have changed; the others keep their addresses. */
async function findUnread(
  sources: readonly Source[],
  { known, batch, signal }: { known: KnownFiles; batch: Batch; signal: AbortSignal },
): Promise<Source[]> {
  const unread: Source[] = []
  for (const source of sources) {
    const isFile = source.kind === 'file' && !signal.aborted
    const status = isFile ? statIfThere(source.path) : undefined
    const url = isFile && status ? await known.find(source.path, status) : undefined
    if (url === undefined) unread.push(source)
    else batch.claim(url, sourceName(source))
  }
  return unread
}

function statIfThere(path: string): Stats | undefined {
  try {
    return asRoot(() => statSync(path))
  } catch {
    return undefined
  }
}

interface Batch {
  /** Refuses a source with the same address as another source of this run. */
  take(source: ReadSource): Promise<void>
  /** Records the address of a source that need not be read. */
  claim(url: string, name: string): void
  flush(): Promise<void>
  counts(): Added
}

function openBatch(library: LibraryStore, known: KnownFiles): Batch {
  const names = new Map<string, string>()
  const total = { added: 0, updated: 0, unchanged: 0 }
  let waiting: ReadSource[] = []
  let size = { documents: 0, characters: 0 }

  async function flush(): Promise<void> {
    const sources = waiting
    waiting = []
    size = { documents: 0, characters: 0 }
    const { added, updated, unchanged } = await library.add(sources.flatMap(each => each.documents))
    total.added += added
    total.updated += updated
    total.unchanged += unchanged
    for (const { documents, file } of sources) {
      const [document] = documents
      // A file of several records is read each time, because any of them may have been removed.
      if (file && document && documents.length === 1) {
        await known.remember(file.path, file.status, document.url)
      }
    }
  }

  return {
    async take(source) {
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
      if (size.documents >= MOST.documents || size.characters >= MOST.characters) await flush()
    },
    claim: (url, name) => void names.set(url, name),
    flush,
    counts: () => ({ ...total }),
  }
}

interface KnownFiles {
  /** Returns the address of an unchanged file, if it is in the library. */
  find(path: string, status: Stats): Promise<string | undefined>
  remember(path: string, status: Stats, url: string): Promise<void>
}

/** Recognises unchanged files by size and modification time. */
function openKnownFiles(library: LibraryStore, settings: unknown): KnownFiles {
  const markOf = (path: string) => `file ${hash('sha256', path, 'base64')}`
  const version = hash('sha256', JSON.stringify([EXTRACT_VERSION, settings]), 'base64')
  const stateOf = ({ size, mtimeMs }: Stats) => `${size} ${mtimeMs} ${version} `
  return {
    async find(path, status) {
      const mark = await library.readMark(markOf(path))
      const state = stateOf(status)
      if (!mark?.startsWith(state)) return undefined
      const url = mark.slice(state.length)
      // A document that was removed since is added again.
      return library.index.has(url) ? url : undefined
    },
    async remember(path, status, url) {
      await library.writeMark(markOf(path), stateOf(status) + url)
    },
  }
}

/** Details that the operator gives for all added files. */
export type Details = Pick<ExtractOptions, 'publishedOn' | 'language' | 'countries' | 'rating'>

export interface ReadOptions {
  readonly details: Details
  /** Whether files have the addresses that the operator gave, whatever they say themselves. */
  readonly hasBase: boolean
}

export interface ReadSource {
  readonly name: string
  readonly documents: readonly Document[]
  readonly file?: { readonly path: string; readonly status: Stats }
}

const TIMEOUT_MS = 30_000
const USER_AGENT = 'Footnote-Library/0.1'

/** How a source is called when something is said about it. */
export function sourceName(source: Source): string {
  return source.kind === 'file' ? source.path : source.url
}

export async function readSource(
  extractor: Extractor,
  source: Source,
  { details, hasBase }: ReadOptions,
): Promise<ReadSource> {
  const name = sourceName(source)
  if (source.kind === 'page') {
    const { bytes, ...page } = await fetchPage(source.url)
    const fileName = basename(new URL(page.url).pathname)
    return { name, documents: await extractor.extract(bytes, { ...details, ...page, fileName }) }
  }
  const { path, url } = source
  const { bytes, status } = asRoot(() => readBytes(path))
  const ownUrl = hasBase ? 'none' : 'any'
  const options = { ...details, url, ownUrl, fileName: basename(path) } as const
  return { name, documents: await extractor.extract(bytes, options), file: { path, status } }
}

/** Reads synchronously as root: the operator's files may be readable for root only. */
function readBytes(path: string): { bytes: Uint8Array; status: Stats } {
  try {
    const status = statSync(path)
    if (status.size > MAX_BYTES) {
      throw new ExtractError(`is larger than ${MAX_BYTES / 1024 / 1024} MB; split it`)
    }
    return { bytes: readFileSync(path), status }
  } catch (cause) {
    if (cause instanceof ExtractError || !(cause instanceof Error)) throw cause
    throw new ExtractError(`cannot be opened: ${cause.message}`, { cause })
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
