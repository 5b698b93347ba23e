import { type Stats, statSync } from 'node:fs'
import { asRoot } from '@footnote/platform/as-owner'
import { ExtractError } from '../extract/extract-error.ts'
import { type Extractor, openExtractor } from '../extract/extract-in-worker.ts'
import type { Added } from '../library/add-documents.ts'
import type { Library } from '../library/open-library.ts'
import { type Batch, openBatch } from './library-batch.ts'
import { type KnownFiles, openKnownFiles } from './library-known-files.ts'
import { type ReadOptions, readSource, sourceName } from './library-read-source.ts'
import type { Source } from './library-sources.ts'
import type { Progress } from './progress-bar.ts'

export interface AddOptions extends ReadOptions {
  /** How many files are read at once. */
  readonly jobs: number
  /** Stops after what is being read. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  readonly onFailure: (name: string, reason: string) => void
}

export interface AddReport extends Added {
  readonly failed: number
  /** How many sources were dealt with, one way or another. */
  readonly done: number
}

/** Reads what has changed since it was last added, on threads of its own, and adds it. */
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

/** The sources that are new or have changed; the others keep the addresses that they have. */
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
