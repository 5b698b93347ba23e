import { UpstreamError } from '../upstream/upstream-error.ts'
import type { UpstreamRegistry } from '../upstream/upstream-registry.ts'
import { type Progress, readProgress } from './read-progress.ts'
import type { TaskRow } from './task-row.ts'

/** Streams a task's progress from the upstream; ends at once if there is no stream. */
export async function* openProgress(
  upstreams: UpstreamRegistry,
  task: TaskRow,
  {
    fromId,
    signal,
    onOpen,
  }: { fromId: string | undefined; signal: AbortSignal; onOpen: () => void },
): AsyncGenerator<Progress> {
  const upstream = await upstreams.find(task.upstream_id)
  if (!upstream || task.remote_id === null) return
  const turn = { endsAt: Number.POSITIVE_INFINITY, signal, queue: task.account_id }
  try {
    const stream = await upstream.watch({ remoteId: task.remote_id, fromId }, turn)
    if (!stream) return
    onOpen()
    yield* readProgress(stream)
  } catch (error) {
    // A broken stream says nothing about the task, whose state is polled instead.
    if (!(error instanceof UpstreamError) && !isBrokenStream(error)) throw error
  }
}

function isBrokenStream(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
