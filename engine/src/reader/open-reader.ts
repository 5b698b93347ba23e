import { availableParallelism } from 'node:os'
import { openThreads } from '../open-threads.ts'
import type { Reader, Reading } from './reader.ts'
import type { LoadedModels, ReadingReply, ReadingRequest } from './reading-worker.ts'
import type { Rewritten } from './rewrite.ts'

const PROGRAM = new URL('./reading-worker.ts', import.meta.url)
const MOST_THREADS = 4
/** Windows that are read of a long passage, such as a table. */
const MOST_WINDOWS = 4

/** Starts the threads that run the reading model and waits until each has loaded it. */
export async function openReader({
  threads = Math.min(MOST_THREADS, availableParallelism()),
  program = PROGRAM,
}: {
  readonly threads?: number
  readonly program?: URL
} = {}): Promise<Reader> {
  const pool = openThreads<ReadingRequest, ReadingReply>(program, {
    threads,
    explain: (_, cause) => new Error('a thread of the reading model has ended', { cause }),
  })
  async function run<Result>(requests: readonly ReadingRequest[], signal?: AbortSignal) {
    const replies = await pool.run(requests, signal)
    return replies.map(reply => {
      if ('fault' in reply) throw new Error(reply.fault)
      return reply.reading as Result
    })
  }
  const [loaded] = await run<LoadedModels>(Array.from({ length: threads }, () => 'load' as const))
  if (!loaded) throw new Error('the reading model did not load')
  return {
    ...loaded,
    threads,
    read: (question, passages, { signal } = {}) => {
      const requests = passages.map(one => ({ question, ...one, mostWindows: MOST_WINDOWS }))
      return run<Reading>(requests, signal)
    },
    async rewrite(question, { signal } = {}) {
      const [questions = []] = await run<readonly Rewritten[]>([{ written: question }], signal)
      return questions
    },
    close: () => pool.close(new Error('the reading model is closed')),
  }
}
