import type { InFlight } from '../calls/in-flight.ts'
import type { Look } from '../upstream/read-reply.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { UpstreamRegistry } from '../upstream/upstream-registry.ts'
import type { TaskRow } from './task-row.ts'

/** Looks at a task upstream; never rejects for the upstream's sake. */
export type LookAtTask = (task: TaskRow) => Promise<Look>

/** However many ask about one task at the same time, the upstream is asked once. */
export function createLookAtTask({
  upstreams,
  inFlight,
  pollMs,
}: {
  upstreams: UpstreamRegistry
  inFlight: InFlight
  pollMs: number
}): LookAtTask {
  const looks = new Map<string, Promise<Look>>()

  async function look({ upstream_id, remote_id, structured }: TaskRow): Promise<Look> {
    const upstream = await upstreams.find(upstream_id)
    if (!upstream || remote_id === null) return { kind: 'unavailable' }
    try {
      return await inFlight.run(pollMs, budget =>
        upstream.look({ remoteId: remote_id, structured }, budget),
      )
    } catch (error) {
      if (error instanceof UpstreamError) return { kind: 'unavailable' }
      throw error
    }
  }

  return task => {
    const running = looks.get(task.id)
    if (running) return running
    const started = look(task).finally(() => looks.delete(task.id))
    looks.set(task.id, started)
    return started
  }
}
