import { Worker } from 'node:worker_threads'
import type { Document } from '../library/document.ts'
import { ExtractError, type ExtractOptions } from './extraction.ts'
import type { ExtractionReply, ExtractionRequest } from './extraction-worker.ts'

export interface Extractor {
  /** Runs `extractDocument` on its own thread, one file at a time. */
  extract(bytes: Uint8Array, options: ExtractOptions): Promise<readonly Document[]>
  close(): Promise<void>
}

export interface ExtractorOptions {
  /** Time limit for one file, after which its thread is stopped. */
  readonly timeoutMs?: number
  readonly memoryMb?: number
  /** Replaces the thread's program. */
  readonly program?: URL
}

const PROGRAM = new URL('./extraction-worker.ts', import.meta.url)
const TIMEOUT_MS = 60_000
const MEMORY_MB = 1024
const MEGABYTE = 1024 * 1024
/** Interval for checking a working thread's memory. */
const LOOK_MS = 50
const TOO_MUCH_MEMORY = 'needs too much memory to be read; split it'

/**
 * Reads files on a thread that is used again and again. A file that takes too long or too much
 * memory costs the thread, and nothing else: the next file gets a new one.
 */
export function openExtractor({
  timeoutMs = TIMEOUT_MS,
  memoryMb = MEMORY_MB,
  program = PROGRAM,
}: ExtractorOptions = {}): Extractor {
  let worker: Worker | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function run(request: ExtractionRequest): Promise<readonly Document[]> {
    worker ??= startWorker(program, memoryMb)
    const thread = worker
    const reply = await ask(thread, request, { timeoutMs, memoryMb }).catch(async error => {
      worker = undefined
      await thread.terminate()
      throw error
    })
    if ('documents' in reply) return reply.documents
    throw new ExtractError(reply.isFault ? `cannot be read: ${reply.reason}` : reply.reason)
  }

  return {
    extract(bytes, options) {
      const result = queue.then(() => run({ bytes, options }))
      queue = result.catch(() => {})
      return result
    },
    async close() {
      await queue
      await worker?.terminate()
      worker = undefined
    },
  }
}

function startWorker(program: URL, memoryMb: number): Worker {
  const worker = new Worker(program, {
    // Libraries print warnings about odd files.
    stdout: true,
    stderr: true,
    // The parent's options, such as --eval, do not apply to this program.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  // An idle thread must not keep the process alive; the timer of a working one does.
  worker.unref()
  return worker
}

/** Rejects if the thread is lost. */
function ask(
  worker: Worker,
  request: ExtractionRequest,
  { timeoutMs, memoryMb }: { readonly timeoutMs: number; readonly memoryMb: number },
) {
  const { promise, resolve, reject } = Promise.withResolvers<ExtractionReply>()
  const lose = (reason: string, cause?: unknown) => reject(new ExtractError(reason, { cause }))
  const onError = (cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY'
    lose(isMemory ? TOO_MUCH_MEMORY : `cannot be read: ${cause}`, cause)
  }
  const onExit = () => lose('cannot be read: its thread has ended')
  const timer = setTimeout(
    () => lose(`takes longer than ${timeoutMs / 1000} s to read; split it`),
    timeoutMs,
  )
  // A thread's limit counts objects only, but a PDF decompresses into buffers.
  const look = setInterval(async () => {
    const held = await worker.getHeapStatistics().catch(() => undefined)
    if (held && held.external_memory > memoryMb * MEGABYTE) lose(TOO_MUCH_MEMORY)
  }, LOOK_MS)
  worker.once('message', resolve)
  worker.once('error', onError)
  worker.once('exit', onExit)
  worker.postMessage(request)
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(look)
    worker.off('message', resolve)
    worker.off('error', onError)
    worker.off('exit', onExit)
  })
}
