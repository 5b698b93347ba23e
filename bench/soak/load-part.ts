import { randomUUIDv7 } from 'node:crypto'
import { Agent, request as send } from 'node:http'
import { json } from 'node:stream/consumers'
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
  /** Replies by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Calls with a broken connection or another reply, by that and by how `GET /calls` says that they ended. */
  readonly odd: Readonly<Record<string, number>>
  /** Results of these calls that were fetched. */
  readonly fetched: number
  /** Refusals with 429 or 503 that do not say when to come back. */
  readonly withoutRetryAfter: number
  readonly accepted: Latencies & { readonly count: number; readonly greedy: number }
  readonly refused: Latencies
  /** Accepted calls of the account with fewest and with most of them, without the greedy one. */
  readonly shares: { readonly fewest: number; readonly most: number }
}

const TICK_MS = 10
const MOST_OPEN = 6_000
const FIND_MS = 1_000
/** Upstream failures are 502. */
const EXPECTED: readonly number[] = [200, 429, 502, 503]
const BODY = JSON.stringify({ query: 'What is the capital of Bolivia?' })

answerMain({ run })

/** An open loop: calls start at their times, whether or not others have ended. */
async function run({ url, keys, perSecond, durationMs }: SoakOrder): Promise<SoakResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_OPEN })
  const statuses: Record<string, number> = {}
  const [acceptedMs, refusedMs]: [number[], number[]] = [[], []]
  const accepted = new Map<string, number>()
  const odd: Record<string, number> = {}
  let [sent, unsent, open, withoutRetryAfter, fetched] = [0, 0, 0, 0, 0]

  async function call(key: string): Promise<void> {
    const startedAt = performance.now()
    const id = randomUUIDv7()
    const { status, retryAfter, error } = await post(`${url}/api/v1/answer`, { agent, key, id })
    const tookMs = performance.now() - startedAt
    if (error !== undefined) {
      const end = await findEnd(`${url}/api/v1/calls/${id}`, key)
      odd[`${error}, ${end}`] = (odd[`${error}, ${end}`] ?? 0) + 1
      if (end === 'fetched') fetched += 1
      return
    }
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
    odd,
    fetched,
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
  readonly retryAfter?: string | undefined
  /** Why the connection broke, or what a reply says that the service should not give. */
  readonly error?: string
}

function post(
  url: string,
  { agent, key, id }: { agent: Agent; key: string; id: string },
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'footnote-request-id': id,
    'content-length': String(BODY.length),
  }
  const outgoing = send(url, { method: 'POST', agent, headers }, response => {
    const { statusCode: status = 0, headers } = response
    const isExpected = EXPECTED.includes(status)
    json(response).then(
      body =>
        resolve({
          ...{ status, retryAfter: headers['retry-after'] },
          ...(!isExpected && { error: `${status} ${(body as { message?: string }).message}` }),
        }),
      fail,
    )
  })
  const fail = (error: NodeJS.ErrnoException) =>
    resolve({ status: 0, error: error.code ?? error.message })
  outgoing.on('error', fail)
  outgoing.end(BODY)
  return promise
}

/** Returns how a call ended whose connection broke, as its caller would find out. */
async function findEnd(url: string, key: string): Promise<string> {
  for (;;) {
    await delay(FIND_MS)
    const { promise, resolve } = Promise.withResolvers<string>()
    const headers = { authorization: `Bearer ${key}` }
    send(url, { headers }, async response => {
      const body = (await json(response).catch(() => ({}))) as { status?: string; result?: object }
      if (response.statusCode === 404) resolve('never charged')
      else resolve(body.result ? 'fetched' : (body.status ?? 'running'))
    })
      .on('error', () => resolve('running'))
      .end()
    const end = await promise
    if (end !== 'running') return end
  }
}
