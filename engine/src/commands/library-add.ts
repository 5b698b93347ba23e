import { hash } from 'node:crypto'
import { type Stats, statSync } from 'node:fs'
import { asRoot } from '@footnote/platform/as-owner'
import { type Extractor, openExtractor } from '../extract/extract-in-worker.ts'
import { ExtractError } from '../extract/extraction.ts'
import type { Added } from '../library/add-documents.ts'
import type { Library } from '../library/open-library.ts'
import { type ReadOptions, type ReadSource, readSource, sourceName } from './library-read-source.ts'
import type { Source } from './library-sources.ts'
import type { Progress } from './progress-bar.ts'

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
  library: Library,
  sources: readonly Source[],
  options: AddOptions,
): Promise<AddReport> {
  const { details, hasBase, jobs, signal } = options
  const known = openKnownFiles(library, { details, hasBase })
  const batch = openBatch(library, known)
  const unread = findUnread(sources, { known, batch, signal })
  const skipped = sources.length - unread.length
  const tally = { done: skipped, failed: 0 }
  const queue = unread.values()

  async function work(extractor: Extractor): Promise<void> {
    for (const source of queue) {
      if (signal.aborted) return
      const name = sourceName(source)
      options.onProgress({ ...tally, total: sources.length, current: name })
      try {
        batch.take(await readSource(extractor, source, options))
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
    batch.flush()
  } finally {
    await Promise.all(extractors.map(extractor => extractor.close()))
  }
  const { added, updated, unchanged } = batch.counts()
  return { added, updated, unchanged: unchanged + skipped, ...tally }
}

/** Returns the sources that are new or have changed; the others keep their addresses. */
function findUnread(
  sources: readonly Source[],
  { known, batch, signal }: { known: KnownFiles; batch: Batch; signal: AbortSignal },
): Source[] {
  const unread: Source[] = []
  for (const source of sources) {
    const isFile = source.kind === 'file' && !signal.aborted
    const status = isFile ? statIfThere(source.path) : undefined
    const url = isFile && status ? known.find(source.path, status) : undefined
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
  take(source: ReadSource): void
  /** Records the address of a source that need not be read. */
  claim(url: string, name: string): void
  flush(): void
  counts(): Added
}

function openBatch(library: Library, known: KnownFiles): Batch {
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
      // A file of several records is read each time, because any of them may have been removed.
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

interface KnownFiles {
  /** Returns the address of an unchanged file, if it is in the library. */
  find(path: string, status: Stats): string | undefined
  remember(path: string, status: Stats, url: string): void
}

/** Recognises unchanged files by size and modification time. */
function openKnownFiles(library: Library, settings: unknown): KnownFiles {
  const markOf = (path: string) => `file ${hash('sha256', path, 'base64')}`
  const version = hash('sha256', JSON.stringify([EXTRACT_VERSION, settings]), 'base64')
  const stateOf = ({ size, mtimeMs }: Stats) => `${size} ${mtimeMs} ${version} `
  return {
    find(path, status) {
      const mark = library.readMark(markOf(path))
      const state = stateOf(status)
      if (!mark?.startsWith(state)) return undefined
      const url = mark.slice(state.length)
      // A document that was removed since is added again.
      return library.has(url) ? url : undefined
    },
    remember(path, status, url) {
      library.writeMark(markOf(path), stateOf(status) + url)
    },
  }
}
