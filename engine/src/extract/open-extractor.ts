import { availableParallelism } from 'node:os'
import type { Document } from '../library/document.ts'
import { type Loss, openThreads } from '../open-threads.ts'
import { ExtractError, type ExtractOptions } from './extraction.ts'
import type { ExtractionReply, ExtractionRequest } from './extraction-worker.ts'

export interface Extractor {
  /** Runs `extractDocument` on a free thread; a file that waits is dropped when the signal aborts. */
  extract(
    bytes: Uint8Array,
    options: ExtractOptions,
    signal?: AbortSignal,
  ): Promise<readonly Document[]>
  /** Starts the threads before the first file needs them. */
  warmUp(): void
  /** Files in the queue are not read any more. Files that are being read end first. */
  close(): Promise<void>
}

interface ExtractorLimits {
  readonly threads?: number
  /** Limits on one file. */
  readonly timeoutMs?: number
  readonly memoryMb?: number
  /** Size of all files that wait or are read, beyond which further ones are refused. */
  readonly mostBytes?: number
}

const PROGRAM = new URL('./extraction-worker.ts', import.meta.url)
const ANY_PAGE = { bytes: Buffer.from('<p>A page.</p>'), options: { url: 'https://page.invalid/' } }

/** Opens threads that read files. A file that takes too long or too much memory costs nothing but itself. */
export function openExtractor(
  {
    threads = 1,
    timeoutMs = 60_000,
    memoryMb = 1024,
    mostBytes = Number.POSITIVE_INFINITY,
  }: ExtractorLimits = {},
  /** Replaces the threads' program. */
  program = PROGRAM,
): Extractor {
  const explain = (loss: Loss, cause: unknown) => {
    const reason = {
      time: `takes longer than ${timeoutMs / 1000} s to read; split it`,
      memory: 'needs too much memory to be read; split it',
      end: `cannot be read: ${cause ?? 'its thread has ended'}`,
    }[loss]
    return new ExtractError(reason, { cause })
  }
  const pool = openThreads<ExtractionRequest, ExtractionReply>(program, {
    ...{ threads, timeoutMs, memoryMb, explain, isNoisy: true },
  })
  let size = 0
  const extractor: Extractor = {
    async extract(bytes, options, signal) {
      if (size + bytes.length > mostBytes) {
        throw new Error('Too many pages wait to be read; try it later.')
      }
      size += bytes.length
      try {
        const [reply] = await pool.run([{ bytes, options }], signal)
        if (reply && 'documents' in reply) return reply.documents
        throw new ExtractError(reply?.reason)
      } finally {
        size -= bytes.length
      }
    },
    warmUp() {
      for (let thread = 0; thread < threads; thread += 1) {
        extractor.extract(ANY_PAGE.bytes, ANY_PAGE.options).catch(() => {})
      }
    },
    close: () => pool.close(new Error('Pages are not read any more: the engine is stopping.')),
  }
  return extractor
}

/** Opens the threads that read pages for all runs. A caller is waiting, so a page gets less time than a file. */
export function openPageExtractor(limits: ExtractorLimits = {}): Extractor {
  const threads = Math.min(8, Math.max(2, availableParallelism()))
  return openExtractor({
    ...{ threads, timeoutMs: 10_000, memoryMb: 512, mostBytes: 256 * 1024 * 1024 },
    ...limits,
  })
}
