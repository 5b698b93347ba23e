import { setTimeout as delay } from 'node:timers/promises'
import {
  goodAnswer,
  goodResearch,
  type StubReply,
  startStubUpstream,
} from '../server/src/testing/stubs/stub-upstream.ts'
import type { Plan } from './plan.ts'

/** A paid request that reached the upstream. */
export interface Arrival {
  /** Names the call: its whole text. */
  readonly token: string
  readonly at: number
  /** Whether it was answered 429, after which the service may send it again. */
  readonly isLimited: boolean
}

export interface HostileUpstream {
  readonly url: string
  readonly arrivals: Arrival[]
  /** Plans the reply to the call with this text. */
  expect(token: string, plan: Plan): void
  close(): Promise<void>
}

const TASK = /^\/v1\/research\/remote-([^/?]+)(\/stream)?/

/** An upstream that does to each call what its plan says, and notes when it came. */
export async function startHostileUpstream(): Promise<HostileUpstream> {
  const plans = new Map<string, Plan>()
  const arrivals: Arrival[] = []
  const looks = new Map<string, number>()
  const upstream = await startStubUpstream(({ method, path, body }) => {
    upstream.requests.length = 0
    return method === 'POST' ? serveCall(body as { query?: string; input?: string }) : look(path)
  })

  async function serveCall({ query, input }: { query?: string; input?: string }) {
    const at = Date.now()
    const token = query ?? input ?? ''
    const plan = plans.get(token)
    if (!plan) throw new Error('nobody made this call')
    const isLimited = plan.reply === 'limited' && !arrivals.some(seen => seen.token === token)
    arrivals.push({ token, at, isLimited })
    if (isLimited) return { status: 429, headers: { 'retry-after': '1' }, body: {} }
    await delay(plan.replyMs)
    return replyTo(token, plan)
  }

  function look(path: string): StubReply {
    const [, token = '', isStream] = TASK.exec(path) ?? []
    const plan = plans.get(token)
    if (!plan || isStream) return { status: 404, body: { detail: 'Not Found' } }
    const count = (looks.get(token) ?? 0) + 1
    looks.set(token, count)
    if (plan.isFlaky && count % 2 === 0) return { status: 500, body: {} }
    const task = { task_id: `remote-${token}`, type: 'research', result: null, error: null }
    if (count < plan.looks) return { body: { ...task, status: 'running' } }
    switch (plan.end) {
      case 'completes':
        return { body: { ...task, status: 'completed', result: goodResearch } }
      case 'fails':
        return { body: { ...task, status: 'failed' } }
      case 'goes missing':
        return { status: 404, body: { detail: 'Task not found' } }
      case 'never ends':
        return { body: { ...task, status: 'running' } }
    }
  }

  return {
    url: upstream.url,
    arrivals,
    expect: (token, plan) => void plans.set(token, plan),
    close: upstream.close,
  }
}

function replyTo(token: string, { tool, reply }: Plan): StubReply {
  switch (reply) {
    case 'good':
    case 'limited':
      if (tool === 'task') return { body: { task_id: `remote-${token}`, status: 'queued' } }
      return { body: tool === 'answer' ? goodAnswer : goodResearch }
    case 'error':
      return { status: 500, body: {} }
    case 'refused':
      return { status: 422, body: {} }
    case 'broken':
      return { body: '{"answer": "half of' }
    case 'cut':
      return { write: response => response.destroy() }
    case 'silent':
      return { write: () => {} }
  }
}
