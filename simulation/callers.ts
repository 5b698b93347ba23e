import { parseUsd } from '@footnote/contract/units'
import { createAccount } from '../server/src/accounts/accounts.ts'
import { createKey } from '../server/src/keys/keys.ts'
import { creditWallet } from '../server/src/wallet/credit-wallet.ts'
import type { CallRecord, Heard, PollRecord } from './call-record.ts'
import { createDraw, type Draw } from './draw.ts'
import type { Instance, Life } from './instance.ts'
import { drawPlan } from './plan.ts'
import { wait } from './wait.ts'
import type { World } from './world.ts'

export interface Caller {
  /** Also the name of its key, so that its charges are known by it. */
  readonly name: string
  readonly accountId: string
  readonly key: string
}

const ACCOUNTS = 4
const CALLERS_PER_ACCOUNT = 5
/** So little that recharges matter. */
const CREDIT_USD = '30'
const POLL_PAUSE_MS = 400
/** For an instance that does not listen while it ends. */
const NO_REPLY_PAUSE_MS = 500

const REQUESTS = {
  answer: (token: string) => ({ path: '/api/v1/answer', body: { query: token } }),
  research: (token: string) => ({
    path: '/api/v1/research',
    body: { input: token, research_effort: 'lite' },
  }),
  finance: (token: string) => ({ path: '/api/v1/finance_research', body: { input: token } }),
  task: (token: string) => ({
    path: '/api/v1/research',
    body: { input: token, research_effort: 'deep' },
  }),
}

/** Accounts with credit, each with several callers who have a key of their own. */
export async function createCallers({ database }: World): Promise<{
  callers: Caller[]
  creditedUnits: Map<string, bigint>
}> {
  const callers: Caller[] = []
  const creditedUnits = new Map<string, bigint>()
  for (let account = 1; account <= ACCOUNTS; account += 1) {
    const accountId = await createAccount(database, { email: `payer-${account}@example.com` })
    const units = parseUsd(CREDIT_USD)
    if (!accountId || !units) throw new Error('the account could not be made')
    await creditWallet(database, { accountId, units, reason: 'simulation', reference: accountId })
    creditedUnits.set(accountId, units)
    for (let index = 1; index <= CALLERS_PER_ACCOUNT; index += 1) {
      const name = `caller-${account}-${index}`
      const created = await createKey(database, { accountId, name })
      if (!created) throw new Error('the key could not be made')
      callers.push({ name, accountId, key: created.key })
    }
  }
  return { callers, creditedUnits }
}

/** Makes one call after another until the run is over, and notes what it hears. */
export async function runCaller(
  world: World,
  { name, key }: Caller,
  { seed, over, calls }: { seed: number; over: AbortSignal; calls: CallRecord[] },
): Promise<void> {
  const draw = createDraw(seed, name)
  for (let index = 1; !over.aborted; index += 1) {
    const plan = drawPlan(draw)
    const life = pickLife(draw, world.instances)
    if (life) {
      const token = `${name}-call-${index}`
      world.upstream.expect(token, plan)
      const { path, body } = REQUESTS[plan.tool](token)
      const heard = await ask(life, path, { key, body })
      const record = { token, caller: name, plan, ...heard, polls: [] }
      calls.push(record)
      if (record.heard?.status === 202) await pollTask(record)
      if (!record.heard) await wait(NO_REPLY_PAUSE_MS, over)
    }
    await wait(plan.pauseMs, over)
  }

  async function pollTask({ plan, heard, polls }: CallRecord): Promise<void> {
    const path = `/api/v1/research/${heard?.body.task_id}`
    for (let left = plan.polls; left > 0 && !over.aborted; left -= 1) {
      await wait(POLL_PAUSE_MS, over)
      // Now and then two at once, maybe at different instances.
      const lives = Array.from({ length: draw.isOneIn(3) ? 2 : 1 }, () =>
        pickLife(draw, world.instances),
      ).filter(life => life !== undefined)
      const heard = await Promise.all(lives.map(life => ask(life, path, { key })))
      polls.push(...heard)
      if (heard.some(hasEnded) && draw.isOneIn(2)) return
    }
  }
}

function pickLife(draw: Draw, instances: readonly Instance[]): Life | undefined {
  const first = draw.number(0, instances.length - 1)
  const inOrder = [...instances.slice(first), ...instances.slice(0, first)]
  return inOrder.map(({ life }) => life).find(life => life !== undefined)
}

async function ask(
  life: Life,
  path: string,
  { key, body }: { key: string; body?: object },
): Promise<PollRecord> {
  const startedAt = Date.now()
  const heard = await hear(`${life.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { life, startedAt, endedAt: Date.now(), heard }
}

async function hear(url: string, init: RequestInit): Promise<Heard> {
  try {
    const response = await fetch(url, init)
    const requestId = response.headers.get('x-request-id')
    return { status: response.status, requestId, body: await response.json() }
  } catch {
    return undefined
  }
}

function hasEnded({ heard }: PollRecord): boolean {
  return heard?.status === 410 || ['completed', 'failed'].includes(heard?.body.status)
}
