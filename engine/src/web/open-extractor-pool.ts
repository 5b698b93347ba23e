import { type Extractor, openExtractor } from '../extract/extract-in-worker.ts'
import type { ExtractOptions } from '../extract/extract-options.ts'
import type { Document } from '../library/document.ts'

export interface ExtractorPool {
  /** As soon as a thread is free; rejects with the signal's reason if nobody waits any more then. */
  extract(
    bytes: Uint8Array,
    options: ExtractOptions,
    signal?: AbortSignal,
  ): Promise<readonly Document[]>
  /** Whatever waits is not read any more. Pages that are being read end first. */
  close(): Promise<void>
}

const THREADS = 2
/** A page that needs more is not worth it to whoever waits for an answer. */
const TIMEOUT_MS = 10_000
const MEMORY_MB = 512

/** Threads that read pages, shared by all runs. */
export function openExtractorPool({
  threads = THREADS,
  timeoutMs = TIMEOUT_MS,
  memoryMb = MEMORY_MB,
}: {
  readonly threads?: number
  readonly timeoutMs?: number
  readonly memoryMb?: number
} = {}): ExtractorPool {
  const extractors = Array.from({ length: threads }, () => openExtractor({ timeoutMs, memoryMb }))
  const free = [...extractors]
  const waiting: ((extractor: Extractor | undefined) => void)[] = []
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  async function take(): Promise<Extractor> {
    const extractor = isClosed
      ? undefined
      : (free.pop() ?? (await new Promise<Extractor | undefined>(wake => waiting.push(wake))))
    if (!extractor) throw new Error('Pages are not read any more: the engine is stopping.')
    return extractor
  }

  function giveBack(extractor: Extractor): void {
    const next = waiting.shift()
    if (next) next(extractor)
    else free.push(extractor)
  }

  async function run(
    ...[bytes, options, signal]: Parameters<ExtractorPool['extract']>
  ): Promise<readonly Document[]> {
    const extractor = await take()
    try {
      signal?.throwIfAborted()
      return await extractor.extract(bytes, options)
    } finally {
      giveBack(extractor)
    }
  }

  return {
    extract(...page) {
      const job = run(...page)
      running.add(job)
      const forget = () => running.delete(job)
      job.then(forget, forget)
      return job
    },
    async close() {
      isClosed = true
      for (const wake of waiting.splice(0)) wake(undefined)
      await Promise.allSettled(running)
      await Promise.all(extractors.map(extractor => extractor.close()))
    },
  }
}
