import { randomUUID } from 'node:crypto'
import {
  answerWell,
  goodResearch,
  type StubHandler,
  type StubReply,
  type StubRequest,
  type StubUpstream,
} from '../stubs/stub-upstream.ts'

export interface RemoteTask {
  /** The reply to each poll, until it is set again. */
  look: StubHandler
  /** Its stream of events. */
  stream: StubHandler
  /** Number of polls. */
  looks: number
}

/**
 * Makes the upstream keep tasks: each submission gets its own id, and each poll the reply that the
 * test has set. Other calls succeed.
 */
export function playTasks(upstream: StubUpstream): ReadonlyMap<string, RemoteTask> {
  const tasks = new Map<string, RemoteTask>()
  upstream.handler = request => {
    const { method, path, body } = request
    const [, remoteId = '', isStream] = /^\/v1\/research\/([^/?]+)(\/stream)?/.exec(path) ?? []
    if (method === 'POST' && (body as { background?: boolean }).background) return submit()
    if (method === 'POST') return answerWell(request)
    const task = tasks.get(remoteId)
    if (!task) return taskNotFound
    if (isStream) return task.stream(request)
    task.looks += 1
    return task.look(request)
  }

  function submit(): StubReply {
    const remoteId = `remote-${randomUUID()}`
    const look = () => ({ body: { task_id: remoteId, status: 'queued' } })
    tasks.set(remoteId, { look, stream: () => noStream, looks: 0 })
    return { body: { task_id: remoteId, type: 'research', status: 'queued' } }
  }

  return tasks
}

export const taskNotFound: StubReply = { status: 404, body: { detail: 'Task not found' } }
const noStream: StubReply = { status: 404, body: { detail: 'Not Found' } }

/** A task in the format that names it `task_id`, with the given fields. */
export function taskReply(members: object): StubHandler {
  return request => ({
    body: { task_id: idIn(request), type: 'research', result: null, error: null, ...members },
  })
}

/** The other documented format, which names it `id` and echoes the caller's text. */
export function storedTaskReply(members: object): StubHandler {
  return request => ({
    body: {
      id: idIn(request),
      task_type: 'research',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:01Z',
      completed_at: null,
      input: 'What was asked',
      result: null,
      error: null,
      ...members,
    },
  })
}

export const completedReply = taskReply({ status: 'completed', result: goodResearch })

/** A connection that is cut before any reply. */
export const cutConnection: StubReply = { write: response => response.destroy() }

function idIn({ path }: StubRequest): string {
  return path.split('/')[3] ?? ''
}
