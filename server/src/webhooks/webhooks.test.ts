import { createHmac, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '@footnote/contract/webhook-events'
import { WEBHOOK_EVENTS } from '@footnote/contract/webhook-events'
import type { Database } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAccount } from '../accounts/accounts.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { NO_LIMITS } from '../keys/key-limits.ts'
import { createKey } from '../keys/keys.ts'
import { listMail } from '../mail/outbox.ts'
import { confirmPayer } from '../testing/scenes/confirm-payer.ts'
import { createPayer, type Payer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { createDebit } from '../wallet/debit.ts'
import { createSettle } from '../wallet/settle.ts'
import { createWebhooks, type Webhooks } from './create-webhooks.ts'
import * as deliveries from './deliveries.ts'
import { listDeliveries, recordFailure } from './deliveries.ts'
import {
  createEndpoint,
  listEndpoints,
  type Owned,
  rotateSecret,
  updateEndpoint,
} from './endpoints.ts'
import { createWebhookSeal } from './webhook-secret.ts'

interface Heard {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const seal = createWebhookSeal('a secret of the service, long enough for anybody')
const heard: Heard[] = []
let status = 200
/** Requests there get no reply. */
const heldPaths = new Set<string>()
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  heard.push({ headers: request.headers, text: Buffer.concat(chunks).toString() })
  if (heldPaths.has(request.url ?? '')) return
  response.writeHead(status, { location: '/elsewhere' }).end('reply')
})

let test: TestDatabase
let url: string
let payer: Payer
beforeAll(async () => {
  test = await createTestDatabase()
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
beforeEach(async () => {
  await test.database.query('delete from webhook_endpoint')
  payer = await createPayer(test.database, '3')
  heard.length = 0
  status = 200
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await test.drop()
})

const faults: unknown[] = []
const open = (allowLoopback = true): Webhooks =>
  createWebhooks(
    { database: test.database, seal, reportFault: fault => void faults.push(fault) },
    { allowLoopback, pageUrl: () => 'https://footnote.example/webhooks' },
  )

async function endpoint(events: readonly WebhookEvent[] = WEBHOOK_EVENTS, to = url) {
  const { accountId } = payer
  const wish = { accountId, url: to, events, most: 10 }
  const created = await createEndpoint({ client: test.database, seal }, wish)
  if (!created) throw new Error('not created')
  return { accountId, endpointId: created.id, secret: created.secret }
}

async function deliver(webhooks = open()): Promise<void> {
  await webhooks.deliver()
  await webhooks.settle()
  await webhooks.close()
  expect(faults).toEqual([])
}

const postTest = (database: Database, owned: Owned) =>
  deliveries.postTest(database, { mostOpen: 10, ...owned })
const replayDelivery = (database: Database, wish: Owned & { deliveryId: string }) =>
  deliveries.replayDelivery(database, { mostOpen: 10, ...wish })

/** Starts work that waits for a locked row, does something else once all of it waits, and lets it go on. */
async function whileLocked<Result>(
  table: string,
  id: string,
  {
    start,
    meanwhile,
  }: { start: () => Promise<Result>[]; meanwhile?: (client: PoolClient) => Promise<unknown> },
): Promise<Result[]> {
  const client = await test.database.connect()
  try {
    await client.query('begin')
    await client.query(`select from ${table} where id = $1 for update`, [id])
    const started = start()
    const done = Promise.all(started)
    done.catch(() => {})
    await waitFor('the locks', async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length === started.length
    })
    await meanwhile?.(client)
    await client.query('commit')
    return await done
  } finally {
    client.release(true)
  }
}

const bodies = () => heard.map(({ text }) => JSON.parse(text))
const log = async (owned: { accountId: string; endpointId: string }) =>
  (await listDeliveries(test.database, { ...owned, most: 10 })) ?? []

/** Moves time on for every delivery. */
const pass = (interval: string) =>
  test.database.query(
    `update webhook_delivery set next_try_at = next_try_at - $1::interval,
       give_up_at = give_up_at - $1::interval, created_at = created_at - $1::interval`,
    [interval],
  )

const debitOf = (more: object = {}) => ({
  chargeId: randomUUIDv7(),
  accountId: payer.accountId,
  keyId: null,
  tool: 'research' as const,
  effort: 'deep' as const,
  costUnits: 100n,
  holdMs: 60_000,
  instanceId: randomUUIDv7(),
  ...more,
})

describe('an event', () => {
  it('is sent for each thing that happens, with ids, states and amounts only', async () => {
    await endpoint()
    const debit = createDebit(test.database)
    const settle = createSettle(test.database)
    const task = { lifetimeMs: 60_000, upstreamId: 1, structured: false }
    await test.database.query(
      `insert into upstream (id, url) overriding system value values (1, 'x') on conflict do nothing`,
    )
    const done = debitOf({ task })
    const failed = debitOf({ task })
    await debit(done)
    await debit(failed)
    const { accountId } = payer
    await settle({ chargeId: done.chargeId, accountId, outcome: 'captured' })
    await settle({
      chargeId: failed.chargeId,
      accountId,
      outcome: 'refunded',
      cause: 'upstream_failed',
    })
    const limits = { ...NO_LIMITS, dayCapUnits: 50n }
    const key = await createKey(test.database, { accountId: payer.accountId, name: 'k', limits })
    for (let call = 0; call < 3; call += 1) await debit(debitOf({ keyId: key?.id }))
    await debit(debitOf({ costUnits: 15_000_000n }))
    await deliver()
    const events = bodies().map(({ type, data }) => ({ type, ...data }))
    expect(events).toHaveLength(5)
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'task.completed', task_id: done.chargeId }),
        expect.objectContaining({ type: 'task.failed', task_id: failed.chargeId }),
        {
          type: 'key.created',
          key_id: key?.id,
          fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/),
        },
        expect.objectContaining({ type: 'key.limit_reached', limit: 'day_cap', cap_units: 50 }),
        { type: 'wallet.low', balance_units: 14_999_900, below_units: 20_000_000 },
      ]),
    )
  })

  it('exists exactly if its cause was committed', async () => {
    const owned = await endpoint(['key.created'])
    const client = await test.database.connect()
    await client.query('begin')
    await createKey(client, { accountId: payer.accountId, name: 'rolled back' })
    await client.query('rollback')
    client.release()
    expect(await log(owned)).toEqual([])
    await createKey(test.database, { accountId: payer.accountId, name: 'kept' })
    expect(await log(owned)).toHaveLength(1)
  })

  it('goes to no endpoint that is off, asked for other events, or is another account’s', async () => {
    const off = await endpoint()
    await updateEndpoint(test.database, { ...off, isOn: false })
    await endpoint(['wallet.low'])
    const other = await createPayer(test.database, '1')
    await createKey(test.database, { accountId: other.accountId, name: 'theirs' })
    await createKey(test.database, { accountId: payer.accountId, name: 'mine' })
    await deliver()
    expect(heard).toEqual([])
  })
})

describe('a delivery', () => {
  const signature = (secret: string, { headers, text }: Heard) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }
  const first = () => heard[0] ?? { headers: {}, text: '' }

  it('is signed by the secret, and for a day after a rotation by both', async () => {
    const owned = await endpoint()
    await postTest(test.database, owned)
    await deliver()
    expect(first().headers['webhook-signature']).toBe(signature(owned.secret, first()))
    heard.length = 0
    const { secret = '' } = (await rotateSecret({ client: test.database, seal }, owned)) ?? {}
    await postTest(test.database, owned)
    await deliver()
    expect(first().headers['webhook-signature']).toBe(
      `${signature(secret, first())} ${signature(owned.secret, first())}`,
    )
    heard.length = 0
    await test.database.query('update webhook_endpoint set previous_until = now()')
    await postTest(test.database, owned)
    await deliver()
    expect(first().headers['webhook-signature']).toBe(signature(secret, first()))
  })

  it('is made again with the same id and body until it succeeds', async () => {
    const owned = await endpoint()
    await postTest(test.database, owned)
    status = 500
    await deliver()
    await deliver()
    expect(heard).toHaveLength(1)
    await pass('1 minute')
    status = 204
    await deliver()
    await deliver()
    expect(heard).toHaveLength(2)
    expect(heard[1]?.text).toBe(heard[0]?.text)
    expect(heard[1]?.headers['webhook-id']).toBe(heard[0]?.headers['webhook-id'])
    expect(await log(owned)).toMatchObject([{ tries: 2, last_status: 204, next_try_at: null }])
  })

  it('is made by one of several processes, and again if that one dies', async () => {
    const owned = await endpoint()
    await postTest(test.database, owned)
    await Promise.all([deliver(), deliver(), deliver()])
    expect(heard).toHaveLength(1)
    await postTest(test.database, owned)
    // A process that claims it and dies.
    await test.database.query(
      `update webhook_delivery set tries = 1, next_try_at = now() + interval '1 minute'
       where next_try_at is not null`,
    )
    await deliver()
    expect(heard).toHaveLength(1)
    await pass('2 minutes')
    await deliver()
    expect(heard).toHaveLength(2)
  })

  it('follows no redirect', async () => {
    const owned = await endpoint()
    await postTest(test.database, owned)
    status = 302
    await deliver()
    expect(heard).toHaveLength(1)
    expect(await log(owned)).toMatchObject([{ last_status: 302, delivered_at: null }])
  })

  it.each(['http://127.0.0.1:80', 'https://10.0.0.1', 'https://[::1]', 'https://169.254.169.254'])(
    'never connects to %s',
    async address => {
      const owned = await endpoint(WEBHOOK_EVENTS, address)
      await postTest(test.database, owned)
      await deliver(open(false))
      expect(await log(owned)).toMatchObject([{ last_fault: 'address_not_allowed' }])
    },
  )

  it('has no address that could never be reached', async () => {
    const judge = (webhooks: Webhooks, urls: readonly string[]) => urls.map(webhooks.mayReach)
    const foreign = ['https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/']
    const local = ['http://127.0.0.1:9000/', 'http://localhost/', 'https://a.example:8443/']
    const [closed, opened] = [open(false), open(true)]
    expect(judge(closed, ['https://a.example/', 'https://1.1.1.1/'])).toEqual([true, true])
    expect(judge(closed, [...foreign, ...local])).toEqual(Array(6).fill(false))
    expect(judge(opened, local)).toEqual([true, true, true])
    expect(judge(opened, foreign)).toEqual([false, true, false])
    await Promise.all([closed.close(), opened.close()])
  })

  it('never connects to a name that leads into a private network', async () => {
    const owned = await endpoint(WEBHOOK_EVENTS, 'https://inside.example')
    await postTest(test.database, owned)
    const lookup = async () => [{ address: '192.168.1.1', family: 4 }]
    const options = { allowLoopback: false, pageUrl: () => '', lookup }
    await deliver(createWebhooks({ database: test.database, seal, reportFault: () => {} }, options))
    expect(await log(owned)).toMatchObject([{ last_fault: 'address_not_allowed' }])
  })

  it('can be replayed with the same id', async () => {
    const owned = await endpoint()
    await postTest(test.database, owned)
    await deliver()
    const [delivered] = await log(owned)
    expect(await replayDelivery(test.database, { ...owned, deliveryId: delivered?.id ?? '' })).toBe(
      'posted',
    )
    await deliver()
    expect(heard.map(({ headers }) => headers['webhook-id'])).toEqual([
      delivered?.event_id,
      delivered?.event_id,
    ])
  })
})

describe('an endpoint', () => {
  const mails = () => listMail(test.database, { recipient: payer.email, limit: 10 })

  it('that fails for a day is switched off, with one mail', async () => {
    await confirmPayer(test.database, payer)
    const owned = await endpoint()
    await postTest(test.database, owned)
    await postTest(test.database, owned)
    status = 503
    await deliver()
    expect(await listEndpoints(test.database, owned.accountId)).toMatchObject([
      { disabled_at: null },
    ])
    await pass('25 hours')
    await deliver()
    expect(await listEndpoints(test.database, owned.accountId)).toMatchObject([
      { disabled_because: 'failing' },
    ])
    expect(await mails()).toMatchObject([
      { body: expect.stringContaining('https://footnote.example/webhooks') },
    ])
    expect(await postTest(test.database, owned)).toBe('not_found')
    await updateEndpoint(test.database, { ...owned, isOn: true })
    expect(await postTest(test.database, owned)).toBe('posted')
  })

  it('that took something meanwhile stays on', async () => {
    const owned = await endpoint()
    await postTest(test.database, owned)
    status = 503
    await deliver()
    status = 200
    await postTest(test.database, owned)
    await deliver()
    status = 503
    await pass('25 hours')
    await test.database.query(
      'update webhook_delivery set delivered_at = now() where delivered_at is not null',
    )
    await deliver()
    expect(await listEndpoints(test.database, owned.accountId)).toMatchObject([
      { disabled_at: null },
    ])
  })

  it('that says 410 is switched off at once, and the mail says so', async () => {
    await confirmPayer(test.database, payer)
    const owned = await endpoint()
    await postTest(test.database, owned)
    status = 410
    await deliver()
    expect(await listEndpoints(test.database, owned.accountId)).toMatchObject([
      { disabled_because: 'failing' },
    ])
    const [mail] = await mails()
    expect(mail?.body).toContain('410')
    expect(mail?.body).not.toContain('24 hours')
  })

  it('that was switched off gets nothing more', async () => {
    const owned = await endpoint()
    await postTest(test.database, owned)
    await updateEndpoint(test.database, { ...owned, isOn: false })
    await deliver()
    expect(heard).toEqual([])
  })

  it('that hangs holds up no other', async () => {
    const hanging = await endpoint(['key.created'], `${url}/held`)
    heldPaths.add('/hook/held')
    for (let event = 0; event < 60; event += 1) {
      await createKey(test.database, { accountId: payer.accountId, name: `key ${event}` })
    }
    const other = await endpoint()
    await postTest(test.database, other)
    const webhooks = open()
    for (let second = 0; second < 3; second += 1) await webhooks.deliver()
    await waitFor('the other delivery', async () => (await log(other))[0]?.delivered_at !== null)
    const { rows } = await test.database.query(
      'select from webhook_delivery where endpoint_id = $1 and tries > 0',
      [hanging.endpointId],
    )
    expect(rows).toHaveLength(3)
    await webhooks.close()
  })

  it('that hangs holds up no other account, however many there are and even if they are deleted', async () => {
    heldPaths.add('/hook/held')
    for (let hanging = 0; hanging < 3; hanging += 1) await endpoint(['wallet.low'], `${url}/held`)
    for (const { id } of await listEndpoints(test.database, payer.accountId)) {
      const owned = { accountId: payer.accountId, endpointId: id }
      for (let event = 0; event < 3; event += 1) await postTest(test.database, owned)
    }
    const webhooks = open()
    await webhooks.deliver()
    await waitFor('the attempts', () => heard.length === 5)
    await test.database.query('delete from webhook_endpoint')
    await postTest(test.database, await endpoint(['wallet.low'], `${url}/held`))
    payer = await createPayer(test.database, '3')
    const other = await endpoint()
    await postTest(test.database, other)
    await webhooks.deliver()
    await waitFor('the other delivery', async () => (await log(other))[0]?.delivered_at !== null)
    expect(heard).toHaveLength(6)
    await webhooks.close()
  })

  it('that takes its events gets all that are due at once', async () => {
    const owned = await endpoint()
    for (let event = 0; event < 8; event += 1) await postTest(test.database, owned)
    await deliver()
    expect(heard).toHaveLength(8)
  })

  it('has a limit of tests and replays on their way, also for concurrent requests', async () => {
    const owned = { ...(await endpoint()), mostOpen: 2 }
    await postTest(test.database, owned)
    await deliver()
    const [delivered] = await log(owned)
    const replay = () =>
      replayDelivery(test.database, { ...owned, deliveryId: delivered?.id ?? '' })
    const tests = await Promise.all([1, 2, 3, 4].map(() => postTest(test.database, owned)))
    expect(tests.sort()).toEqual(['posted', 'posted', 'too_many', 'too_many'])
    expect(await replay()).toBe('too_many')
    await deliver()
    expect(await replay()).toBe('posted')
  })

  it('is created by one of several concurrent requests if only one more is allowed', async () => {
    const { accountId } = payer
    const wish = { accountId, url, events: WEBHOOK_EVENTS, most: 1 }
    const created = await whileLocked('account', accountId, {
      start: () =>
        [1, 2, 3].map(() =>
          inTransaction(test.database, client => createEndpoint({ client, seal }, wish)),
        ),
    })
    expect(created.filter(Boolean)).toHaveLength(1)
  })

  it('can be deleted while a failure is recorded', async () => {
    const owned = await endpoint()
    await postTest(test.database, owned)
    const [open] = await log(owned)
    const mail = { subject: '', body: '' }
    const failure = { id: open?.id ?? '', status: 410, fault: null, pauseMs: 1, isGone: true, mail }
    await whileLocked('webhook_endpoint', owned.endpointId, {
      start: () => [recordFailure(test.database, failure)],
      meanwhile: client =>
        client.query('delete from webhook_endpoint where id = $1', [owned.endpointId]),
    })
    expect(await listEndpoints(test.database, owned.accountId)).toEqual([])
  })

  it('is stored without its secret in plain text, and ends with its account', async () => {
    const { accountId, secret } = await endpoint()
    const { rows } = await test.database.query('select * from webhook_endpoint')
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 20))
    expect(Buffer.concat(rows.map(row => row.sealed_secret)).toString('latin1')).not.toContain(
      secret.slice(6, 20),
    )
    const shownUnits = 30_000_000n
    expect(await closeAccount(test.database, { accountId, shownUnits })).toBe('closed')
    expect(await listEndpoints(test.database, accountId)).toEqual([])
  })
})
