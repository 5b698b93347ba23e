import { setTimeout as delay } from 'node:timers/promises'
import type { TaskState } from '@footnote/contract/responses'
import type { Database } from '@footnote/platform/database/connect'
import type { InFlight } from '../calls/in-flight.ts'
import type { Look } from '../upstream/read-reply.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { UpstreamRegistry } from '../upstream/upstream-registry.ts'
import { type RecordedLook, recordPoll } from './record-poll.ts'
import type { TaskRow } from './task-row.ts'

/** The upstream's report on a task, and the task's state after it. */
export interface TakenLook {
  readonly look: Look
  readonly recorded: RecordedLook
}

/**
 * Polls a task upstream and stores what is new; never rejects because of the upstream. Only a
 * scheduled poll sets when the next is due. One that joins another poll is due again in a minute.
 */
export type PollTask = (
  task: TaskRow,
  options?: { readonly isScheduled: boolean },
) => Promise<TakenLook>

/** Shares one poll among concurrent requests for the same task; it counts once. */
export function createPollTask({
  database,
  upstreams,
  inFlight,
  pollMs,
}: {
  database: Database
  upstreams: UpstreamRegistry
  inFlight: InFlight
  pollMs: number
}): PollTask {
  const looks = new Map<string, Promise<TakenLook>>()

  async function takeLook(task: TaskRow, isScheduled: boolean): Promise<TakenLook> {
    const look = await askUpstream(task)
    // A settled task never changes.
    if (task.charge_state !== 'held') {
      return { look, recorded: { state: task.state, missing_count: 0, missing_ms: null } }
    }
    const recorded = await recordPoll(database, {
      taskId: task.id,
      seen: seenState(look),
      goodResult: look.kind === 'completed',
      missing: look.kind === 'missing',
      endedAt: 'endedAt' in look ? look.endedAt : undefined,
      isScheduled,
    })
    return { look, recorded }
  }

  async function askUpstream(task: TaskRow): Promise<Look> {
    const { upstream_id, remote_id, structured, account_id: queue } = task
    const upstream = await upstreams.find(upstream_id)
    if (!upstream || remote_id === null) return { kind: 'unavailable' }
    try {
      return await inFlight.run(pollMs, budget =>
        upstream.look({ remoteId: remote_id, structured }, { ...budget, queue }),
      )
    } catch (error) {
      if (error instanceof UpstreamError) return { kind: 'unavailable' }
      throw error
    }
  }

  return (task, { isScheduled } = { isScheduled: false }) => {
    const running = looks.get(task.id)
    if (running) return running
    const started = takeLook(task, isScheduled)
    looks.set(task.id, started)
    void forget(task, started)
    return started
  }

  /** If the upstream limits requests, an unfinished poll is reused for a moment. */
  async function forget(task: TaskRow, started: Promise<TakenLook>): Promise<void> {
    try {
      const { look } = await started
      const upstream = await upstreams.find(task.upstream_id)
      const pauseMs = upstream?.lookPauseMs() ?? 0
      if (look.kind === 'unfinished' && pauseMs > 0) {
        await delay(pauseMs, undefined, { ref: false })
      }
    } catch {
      // Passes the failure to the requester.
    } finally {
      looks.delete(task.id)
    }
  }
}

function seenState(look: Look): TaskState | null {
  if (look.kind === 'completed') return 'completed'
  return look.kind === 'unfinished' ? look.state : null
}
