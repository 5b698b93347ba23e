import { availableParallelism } from 'node:os'
import { createSlots } from '../create-slots.ts'
import { openExtractor } from '../extract/extract-in-worker.ts'
import type { ExtractOptions } from '../extract/extraction.ts'
import type { Document } from '../library/document.ts'

export interface ExtractorPool {
  /** Reads a page as soon as a thread is free; a page that waits is dropped when the signal aborts. */
  extract(
    bytes: Uint8Array,
    options: ExtractOptions,
    signal?: AbortSignal,
  ): Promise<readonly Document[]>
  /** Starts the threads before the first page needs them. */
  warmUp(): void
  /** Pages in the queue are not read any more. Pages that are being read end first. */
  close(): Promise<void>
}

const LEAST_THREADS = 2
const MOST_THREADS = 8
const ANY_PAGE = { bytes: Buffer.from('<p>A page.</p>'), options: { url: 'https://page.invalid/' } }
/** A caller is waiting, so a page gets less time than a file of the library. */
const TIMEOUT_MS = 10_000
const MEMORY_MB = 512
/** Size of all pages in the pool, beyond which further ones are refused. */
const MOST_BYTES = 256 * 1024 * 1024

/** Opens threads that read pages, shared by all runs. */
export function openExtractorPool({
  threads = Math.min(MOST_THREADS, Math.max(LEAST_THREADS, availableParallelism())),
  timeoutMs = TIMEOUT_MS,
}: {
  readonly threads?: number
  readonly timeoutMs?: number
} = {}): ExtractorPool {
  const extractors = Array.from({ length: threads }, () =>
    openExtractor({ timeoutMs, memoryMb: MEMORY_MB }),
  )
  const free = [...extractors]
  const slots = createSlots(threads)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  let size = 0

  async function run(bytes: Uint8Array, options: ExtractOptions): Promise<readonly Document[]> {
    const extractor = free.pop()
    if (!extractor) throw new Error('a slot without a thread')
    const reading = extractor.extract(bytes, options).finally(() => {
      running.delete(reading)
      free.push(extractor)
    })
    running.add(reading)
    return await reading
  }

  const pool: ExtractorPool = {
    async extract(bytes, options, signal) {
      if (size + bytes.length > MOST_BYTES) {
        throw new Error('Too many pages wait to be read; try it later.')
      }
      size += bytes.length
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      try {
        return await slots.run(() => run(bytes, options), either)
      } finally {
        size -= bytes.length
      }
    },
    warmUp() {
      for (const _ of extractors) {
        pool.extract(ANY_PAGE.bytes, ANY_PAGE.options).catch(() => {})
      }
    },
    async close() {
      closing.abort(new Error('Pages are not read any more: the engine is stopping.'))
      await Promise.allSettled(running)
      await Promise.all(extractors.map(extractor => extractor.close()))
    },
  }
  return pool
}
