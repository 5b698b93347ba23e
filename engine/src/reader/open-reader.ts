import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Reader, Reading, Understanding } from './reader.ts'
import type { ReadingReply, ReadingRequest } from './reading-worker.ts'

const PROGRAM = new URL('./reading-worker.ts', import.meta.url)
const FOLDER = join(import.meta.dirname, '../../models')
const MOST_THREADS = 4
/** Windows that are read of a long passage, such as a table. */
const MOST_WINDOWS = 4

interface Job {
  readonly request: ReadingRequest
  readonly settle: PromiseWithResolvers<Reading | Understanding>
}

/** Starts the threads that run the reading model and waits until each has loaded it. */
export async function openReader({
  threads = Math.min(MOST_THREADS, availableParallelism()),
  program = PROGRAM,
}: {
  readonly threads?: number
  readonly program?: URL
} = {}): Promise<Reader> {
  const workers = Array.from({ length: threads }, () => startWorker(program))
  const runtimes = await Promise.all(workers.map(nextReply))
  const [runtime] = runtimes
  if (!runtime || !('runtime' in runtime)) throw new Error('the reading model did not load')
  const free = [...workers]
  /** The waiting passages of each call. Calls take turns, so a large one holds up no other. */
  const calls = new Set<Job[]>()
  let closed: unknown

  function start(): void {
    while (free.length > 0) {
      const [jobs] = calls
      if (!jobs) return
      calls.delete(jobs)
      const job = jobs.shift()
      if (!job) continue
      if (jobs.length > 0) calls.add(jobs)
      const worker = free.pop()
      if (worker) void work(worker, job)
    }
  }

  async function work(worker: Worker, { request, settle }: Job): Promise<void> {
    try {
      const reply = nextReply(worker)
      worker.ref()
      worker.postMessage(request)
      const message = await reply
      if ('reading' in message) settle.resolve(message.reading)
      else settle.reject(new Error('fault' in message ? message.fault : 'no reading'))
      worker.unref()
      free.push(worker)
    } catch (error) {
      settle.reject(error)
      await replace(worker)
    }
    start()
  }

  /** Starts a thread in place of one that ended. Without any thread, the reader closes. */
  async function replace(worker: Worker): Promise<void> {
    workers.splice(workers.indexOf(worker), 1)
    if (closed) return
    const next = startWorker(program)
    workers.push(next)
    try {
      await nextReply(next)
      free.push(next)
    } catch (error) {
      workers.splice(workers.indexOf(next), 1)
      if (workers.length === 0) end(error)
    }
  }

  function end(reason: unknown): void {
    closed = reason
    for (const job of [...calls].flat()) job.settle.reject(reason)
    calls.clear()
  }

  async function run(
    requests: readonly ReadingRequest[],
    signal: AbortSignal | undefined,
  ): Promise<readonly (Reading | Understanding)[]> {
    signal?.throwIfAborted()
    if (closed) throw closed
    const jobs = requests.map(request => ({
      request,
      settle: Promise.withResolvers<Reading | Understanding>(),
    }))
    const results = Promise.all(jobs.map(({ settle }) => settle.promise))
    const waiting = [...jobs]
    const leave = () => {
      for (const { settle } of jobs) settle.reject(signal?.reason)
      waiting.length = 0
    }
    signal?.addEventListener('abort', leave)
    calls.add(waiting)
    start()
    return await results.finally(() => signal?.removeEventListener('abort', leave))
  }

  return {
    runtime: runtime.runtime,
    ...(runtime.reason !== undefined && { reason: runtime.reason }),
    threads,
    async read(question, passages, { signal } = {}) {
      const requests = passages.map(one => ({ question, ...one, mostWindows: MOST_WINDOWS }))
      return (await run(requests, signal)) as Reading[]
    },
    async understand(question, { about, signal }) {
      // As in training.
      const [understanding] = await run([{ asked: `${about}: ${question}` }], signal)
      return understanding as Understanding
    },
    async close() {
      end(new Error('the reading model is closed'))
      await Promise.all(workers.map(worker => worker.terminate()))
    },
  }
}

function startWorker(program: URL): Worker {
  // Options of the process that started it, such as --eval, are not for this program.
  const worker = new Worker(program, { workerData: FOLDER, execArgv: [] })
  worker.unref()
  return worker
}

function nextReply(worker: Worker): Promise<ReadingReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadingReply>()
  const onExit = () => reject(new Error('a thread of the reading model has ended'))
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', onExit)
  return promise.finally(() => {
    worker.off('message', resolve)
    worker.off('error', reject)
    worker.off('exit', onExit)
  })
}
