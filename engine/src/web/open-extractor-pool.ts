import { availableParallelism } from 'node:os'
import { type Extractor, openExtractor } from '../extract/extract-in-worker.ts'
import type { ExtractOptions } from '../extract/extraction.ts'
import type { Document } from '../library/document.ts'

export interface ExtractorPool {
  /**
   * As soon as a thread is free; rejects with the signal's reason as soon as nobody waits any more.
   * Those who share a signal wait in one line, and the lines take turns.
   */
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

interface Waiting {
  readonly wake: (extractor: Extractor) => void
  readonly dismiss: (reason: unknown) => void
}

const LEAST_THREADS = 2
const MOST_THREADS = 8
const ANY_PAGE = { bytes: Buffer.from('<p>A page.</p>'), options: { url: 'https://page.invalid/' } }
/** A caller is waiting, so a page gets less time than a file of the library. */
const TIMEOUT_MS = 10_000
const MEMORY_MB = 512
/** Size of all waiting pages, beyond which further ones are refused. */
const MOST_WAITING_BYTES = 256 * 1024 * 1024

/** Opens threads that read pages, shared by all runs. */
export function openExtractorPool({
  threads = Math.min(MOST_THREADS, Math.max(LEAST_THREADS, availableParallelism())),
  timeoutMs = TIMEOUT_MS,
  memoryMb = MEMORY_MB,
}: {
  readonly threads?: number
  readonly timeoutMs?: number
  readonly memoryMb?: number
} = {}): ExtractorPool {
  const extractors = Array.from({ length: threads }, () => openExtractor({ timeoutMs, memoryMb }))
  const free = [...extractors]
  const lines = new Map<AbortSignal | undefined, Set<Waiting>>()
  const running = new Set<Promise<unknown>>()
  let waitingBytes = 0
  let isClosed = false

  async function take(bytes: number, signal: AbortSignal | undefined): Promise<Extractor> {
    signal?.throwIfAborted()
    if (isClosed) throw stopping()
    const extractor = free.pop()
    if (extractor) return extractor
    if (waitingBytes + bytes > MOST_WAITING_BYTES) {
      throw new Error('Too many pages wait to be read; try it later.')
    }
    const { promise, resolve: wake, reject: dismiss } = Promise.withResolvers<Extractor>()
    const own: Waiting = { wake, dismiss }
    const leave = () => {
      lines.get(signal)?.delete(own)
      dismiss(signal?.reason)
    }
    waitingBytes += bytes
    lines.set(signal, (lines.get(signal) ?? new Set()).add(own))
    signal?.addEventListener('abort', leave)
    return promise.finally(() => {
      waitingBytes -= bytes
      signal?.removeEventListener('abort', leave)
    })
  }

  /** Gives the thread to the first page of the line that has waited longest. */
  function giveBack(extractor: Extractor): void {
    for (const [signal, line] of lines) {
      lines.delete(signal)
      const [next] = line
      if (!next) continue
      line.delete(next)
      if (line.size > 0) lines.set(signal, line)
      next.wake(extractor)
      return
    }
    free.push(extractor)
  }

  async function run(
    ...[bytes, options, signal]: Parameters<ExtractorPool['extract']>
  ): Promise<readonly Document[]> {
    const extractor = await take(bytes.length, signal)
    try {
      signal?.throwIfAborted()
      return await extractor.extract(bytes, options)
    } finally {
      giveBack(extractor)
    }
  }

  function remember<Job extends Promise<unknown>>(job: Job): Job {
    running.add(job)
    const forget = () => running.delete(job)
    job.then(forget, forget)
    return job
  }

  return {
    extract: (...page) => remember(run(...page)),
    warmUp() {
      for (const one of extractors) void remember(one.extract(ANY_PAGE.bytes, ANY_PAGE.options))
    },
    async close() {
      isClosed = true
      for (const line of lines.values()) for (const { dismiss } of line) dismiss(stopping())
      lines.clear()
      await Promise.allSettled(running)
      await Promise.all(extractors.map(extractor => extractor.close()))
    },
  }
}

function stopping(): Error {
  return new Error('Pages are not read any more: the engine is stopping.')
}
