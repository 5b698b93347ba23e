import { Agent, request as send } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answerMain } from '../answer-main.ts'
import { type Latencies, summarise } from '../latencies.ts'

export interface SoakOrder {
  readonly url: string
  /** The first is the greedy account's, which sends as many calls as all others together. */
  readonly keys: readonly string[]
  readonly perSecond: number
  readonly durationMs: number
}

export interface SoakResult {
  readonly sent: number
  /** Not sent, because too many replies were outstanding. */
  readonly unsent: number
  /** Replies by status; 0 stands for a broken connection. */
  readonly statuses: Readonly<Record<string, number>>
  /** Refusals with 429 or 503 that do not say when to come back. */
  readonly withoutRetryAfter: number
  readonly accepted: Latencies & { readonly count: number; readonly greedy: number }
  readonly refused: Latencies
  /** Accepted calls of the account with fewest and with most of them, without the greedy one. */
  readonly shares: { readonly fewest: number; readonly most: number }
}

const TICK_MS = 10
const MOST_OPEN = 6_000
const BODY = JSON.stringify({ query: 'What is the capital of Bolivia?' })

answerMain({ run })

/** An open loop: calls start at their times, whether or not others have ended. */
async function run({ url, keys, perSecond, durationMs }: SoakOrder): Promise<SoakResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_OPEN })
  const statuses: Record<string, number> = {}
  const [acceptedMs, refusedMs]: [number[], number[]] = [[], []]
  const accepted = new Map<string, number>()
  let [sent, unsent, open, withoutRetryAfter] = [0, 0, 0, 0]

  async function call(key: string): Promise<void> {
    const startedAt = performance.now()
    const { status, retryAfter } = await post(`${url}/api/v1/answer`, { agent, key })
    const tookMs = performance.now() - startedAt
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 200) {
      acceptedMs.push(tookMs)
      accepted.set(key, (accepted.get(key) ?? 0) + 1)
      return
    }
    refusedMs.push(tookMs)
    if ((status === 429 || status === 503) && retryAfter === undefined) withoutRetryAfter += 1
  }

  const [greedy = '', ...others] = keys
  const startAt = performance.now()
  while (performance.now() < startAt + durationMs) {
    const due = Math.floor(((performance.now() - startAt) * perSecond) / 1_000)
    while (sent + unsent < due) {
      if (open >= MOST_OPEN) {
        unsent += 1
        continue
      }
      const key = sent % 2 === 0 ? greedy : (others[(sent >> 1) % others.length] as string)
      sent += 1
      open += 1
      void call(key).finally(() => {
        open -= 1
      })
    }
    await delay(TICK_MS)
  }
  while (open > 0) await delay(TICK_MS)
  agent.destroy()
  const shares = others.map(key => accepted.get(key) ?? 0)
  return {
    sent,
    unsent,
    statuses,
    withoutRetryAfter,
    accepted: {
      ...summarise(acceptedMs),
      count: acceptedMs.length,
      greedy: accepted.get(greedy) ?? 0,
    },
    refused: summarise(refusedMs),
    shares: { fewest: Math.min(...shares), most: Math.max(...shares) },
  }
}

interface Outcome {
  readonly status: number
  readonly retryAfter: string | undefined
}

function post(url: string, { agent, key }: { agent: Agent; key: string }): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': String(BODY.length),
  }
  const outgoing = send(url, { method: 'POST', agent, headers }, response => {
    response.resume()
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
    )
    response.on('error', () => resolve({ status: 0, retryAfter: undefined }))
  })
  outgoing.on('error', () => resolve({ status: 0, retryAfter: undefined }))
  outgoing.end(BODY)
  return promise
}
