import { Worker } from 'node:worker_threads'
import { errorCode } from '@footnote/platform/error-code'

/** Threads that run one program, which answers each message with one message. */
export interface Threads<Request, Reply> {
  /**
   * Gives each request to a free thread, and returns the replies in their order. Calls take turns, so a large one
   * holds up no other. Rejects as soon as the signal aborts; requests that nobody waits for are dropped.
   */
  run(requests: readonly Request[], signal?: AbortSignal): Promise<Reply[]>
  /** Rejects what waits, and all calls from now on; requests that threads work on end first. */
  close(reason: Error): Promise<void>
}

export type Loss = 'time' | 'memory' | 'end'

interface ThreadOptions {
  readonly threads: number
  /** Limits on one request, after which its thread is stopped. */
  readonly timeoutMs?: number
  readonly memoryMb?: number
  /** Drops what the thread prints, such as warnings about odd files. It then keeps the process alive until closed. */
  readonly isNoisy?: boolean
  /** Returns the error of a request whose thread was lost. */
  readonly explain: (loss: Loss, cause?: unknown) => Error
}

interface Job<Request, Reply> {
  readonly request: Request
  readonly settle: PromiseWithResolvers<Reply>
}

const MEGABYTE = 1024 * 1024
/** Interval for checking a working thread's memory. */
const LOOK_MS = 50

/**
 * Opens threads that are used again and again. Each starts with its first request. A request that breaks its
 * thread costs nothing else: the next one gets a new thread.
 */
export function openThreads<Request, Reply>(
  program: URL,
  options: ThreadOptions,
): Threads<Request, Reply> {
  /** Idle threads; undefined for one that has to be started. */
  const free: (Worker | undefined)[] = Array.from({ length: options.threads }, () => undefined)
  /** The waiting requests of each call. */
  const calls = new Set<Job<Request, Reply>[]>()
  const working = new Set<Promise<void>>()
  let closed: Error | undefined

  function start(): void {
    while (free.length > 0) {
      const [jobs] = calls
      if (!jobs) return
      calls.delete(jobs)
      const job = jobs.shift()
      if (!job) continue
      if (jobs.length > 0) calls.add(jobs)
      const work = doJob(free.pop() ?? startThread(program, options), job).then(thread => {
        working.delete(work)
        free.push(thread)
        start()
      })
      working.add(work)
    }
  }

  /** Returns the thread if it can be used again. */
  async function doJob(thread: Worker, { request, settle }: Job<Request, Reply>) {
    try {
      settle.resolve(await ask(thread, request, options))
      return thread
    } catch (error) {
      settle.reject(error)
      await thread.terminate()
      return undefined
    }
  }

  return {
    async run(requests, signal) {
      signal?.throwIfAborted()
      if (closed) throw closed
      const jobs = requests.map(request => ({ request, settle: Promise.withResolvers<Reply>() }))
      const replies = Promise.all(jobs.map(({ settle }) => settle.promise))
      const waiting = [...jobs]
      const leave = () => {
        for (const { settle } of jobs) settle.reject(signal?.reason)
        waiting.length = 0
      }
      signal?.addEventListener('abort', leave)
      calls.add(waiting)
      start()
      return await replies.finally(() => signal?.removeEventListener('abort', leave))
    },
    async close(reason) {
      closed = reason
      for (const { settle } of [...calls].flat()) settle.reject(reason)
      calls.clear()
      await Promise.all(working)
      await Promise.all(free.map(thread => thread?.terminate()))
    },
  }
}

function startThread(program: URL, { memoryMb, isNoisy = false }: ThreadOptions): Worker {
  const thread = new Worker(program, {
    stdout: isNoisy,
    stderr: isNoisy,
    // The parent's options, such as --eval, do not apply to this program.
    execArgv: [],
    ...(memoryMb && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
  })
  if (isNoisy) for (const output of [thread.stdout, thread.stderr]) output.resume()
  return thread
}

/** Rejects if the thread is lost. */
async function ask<Reply>(
  thread: Worker,
  request: unknown,
  { timeoutMs, memoryMb, explain }: ThreadOptions,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const lose = (loss: Loss, cause?: unknown) => reject(explain(loss, cause))
  const onError = (cause: unknown) =>
    lose(errorCode(cause) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'end', cause)
  const onExit = () => lose('end')
  const timer = timeoutMs && setTimeout(() => lose('time'), timeoutMs)
  const lookAtMemory = async (most: number) => {
    const held = await thread.getHeapStatistics().catch(() => undefined)
    if (held && held.external_memory > most * MEGABYTE) lose('memory')
  }
  // A thread's limit counts objects only, but a PDF decompresses into buffers.
  const look = memoryMb && setInterval(() => lookAtMemory(memoryMb), LOOK_MS)
  thread.once('message', resolve).once('error', onError).once('exit', onExit)
  // An idle thread must not keep the process alive.
  thread.ref()
  thread.postMessage(request)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(look)
    thread.off('message', resolve).off('error', onError).off('exit', onExit)
    thread.unref()
  }
}
