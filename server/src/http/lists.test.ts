import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../keys/keys.ts'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { createDebit } from '../wallet/debit.ts'
import { readUsagePages } from '../wallet/list-usage.ts'
import { createSettle } from '../wallet/settle.ts'

let test: TestService
beforeAll(async () => {
  // No sweeps: these charges belong to no process.
  test = await startTestService({ FOOTNOTE_SWEEP_SECONDS: '3600' })
})
afterAll(() => test.close())

const usage = ({ key }: Payer, query: object) =>
  get(`${test.service.url}/api/v1/usage?${new URLSearchParams({ ...query })}`, key)
const tasks = ({ key }: Payer, query: object = {}) =>
  get(`${test.service.url}/api/v1/research?${new URLSearchParams({ ...query })}`, key)

/** Charges that many calls, an hour apart, the latest on the first of March 2026 at 12:00 UTC. */
async function charge({ accountId }: Payer, calls: number, keyId: string | null = null) {
  const debit = createDebit(test.database)
  const ids = Array.from({ length: calls }, () => randomUUIDv7())
  await Promise.all(
    ids.map(chargeId =>
      debit({
        ...{ chargeId, accountId, keyId, tool: 'answer', effort: null, costUnits: 100n },
        ...{ holdMs: 600_000, instanceId: randomUUIDv7() },
      }),
    ),
  )
  const settle = createSettle(test.database)
  await Promise.all(ids.map(chargeId => settle({ chargeId, accountId, outcome: 'captured' })))
  await test.database.query(
    `update charge set created_at = '2026-03-01T12:00:00Z'::timestamptz - place * interval '1 hour'
     from unnest($1::uuid[]) with ordinality as i (id, place) where charge.id = i.id`,
    [ids],
  )
}

async function readAll(list: (query: object) => Promise<{ body: { next_cursor?: string } }>) {
  const pages: { next_cursor?: string }[] = []
  let cursor: string | undefined
  do {
    const { body } = await list(cursor === undefined ? {} : { cursor })
    pages.push(body)
    cursor = body.next_cursor
  } while (cursor !== undefined)
  return pages
}

describe('usage with parameters', () => {
  it('pages through every call once, newest first', async () => {
    const payer = await test.createPayer()
    await charge(payer, 25)
    const pages = await readAll(query => usage(payer, { limit: 10, ...query }))
    const calls = pages.flatMap(page => (page as { calls: { created_at: string }[] }).calls)
    expect(pages).toHaveLength(3)
    expect(calls).toHaveLength(25)
    expect(calls.map(call => call.created_at)).toEqual(
      calls
        .map(call => call.created_at)
        .toSorted()
        .toReversed(),
    )
    expectContract('usage', await usage(payer, { limit: 10 }))
  })

  it('does not page without parameters', async () => {
    const payer = await test.createPayer()
    await charge(payer, 101)
    const { body } = await usage(payer, {})
    expect(Object.keys(body)).toEqual(['calls'])
    expect(body.calls).toHaveLength(100)
    expect((await usage(payer, { unknown: '1' })).body).toEqual(body)
  })

  it('selects by time, tool, key and state', async () => {
    const payer = await test.createPayer()
    const made = await createKey(test.database, { accountId: payer.accountId, name: 'a, "b"' })
    await charge(payer, 20)
    await charge(payer, 3, made?.id)
    const count = async (query: object) => (await usage(payer, query)).body.calls.length
    // Twelve hours of the first of March are before noon.
    expect(await count({ from: '2026-03-01' })).toBe(12 + 3)
    expect(await count({ to: '2026-02-28' })).toBe(8)
    expect(await count({ to: '2026-03-01T00:00:00Z' })).toBe(8)
    expect(await count({ from: '2026-02-28', to: '2026-02-28' })).toBe(8)
    expect(await count({ from: '2026-03-01T10:00:00+00:00' })).toBe(4)
    expect(await count({ key: 'a, "b"' })).toBe(3)
    expect(await count({ key: 'website' })).toBe(20)
    expect(await count({ tool: 'research' })).toBe(0)
    expect(await count({ state: 'captured' })).toBe(23)
    expect(await count({ state: 'refunded' })).toBe(0)
  })

  it.each([
    [{ key: 'k'.repeat(101) }, '/key'],
    [{ limit: 0 }, '/limit'],
    [{ limit: 101 }, '/limit'],
    [{ limit: 'all' }, '/limit'],
    [{ cursor: 'x' }, '/cursor'],
    [{ from: 'yesterday' }, '/from'],
    [{ to: '2026-02-30' }, '/to'],
    [{ tool: 'chat' }, '/tool'],
    [{ state: 'paid' }, '/state'],
  ])('rejects %j and names the parameter', async (query, path) => {
    const reply = await usage(await test.createPayer(), query)
    expectContract('usage', reply)
    expect(reply.status).toBe(400)
    expect(reply.body.errors[0].path).toBe(path)
  })

  it('shows nothing of other accounts, even with their cursor', async () => {
    const [one, other] = [await test.createPayer(), await test.createPayer()]
    await charge(one, 3)
    const { next_cursor: cursor } = (await usage(one, { limit: 1 })).body
    expect((await usage(other, { cursor })).body).toEqual({ calls: [] })
  })

  it('is a CSV file of every call, which runs no formula in a spreadsheet', async () => {
    const payer = await test.createPayer()
    const made = await createKey(test.database, { accountId: payer.accountId, name: '=1+"2"' })
    await charge(payer, 1_100, made?.id)
    const reply = await fetch(`${test.service.url}/api/v1/usage?from=2026-01-01`, {
      headers: { authorization: `Bearer ${payer.key}`, accept: 'text/csv' },
    })
    expect(reply.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
    const lines = (await reply.text()).split('\r\n')
    expect(lines[0]).toBe('request_id,created_at,tool,effort,key_name,state,cost_usd,refunded_usd')
    expect(lines).toHaveLength(1_102)
    expect(lines.at(-1)).toBe('')
    expect(lines[1]).toMatch(
      /^[0-9a-f-]{36},2026-03-01T11:00:00\.000Z,answer,,"'=1\+""2""",captured,0\.00001,0\.00$/,
    )
  })
})

it('reads a page of an export again if the database fails halfway', async () => {
  const { accountId } = await test.createPayer()
  const payer = { accountId } as Payer
  await charge(payer, 5)
  let queries = 0
  const failing = new Proxy(test.database, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name)
      return (query: never) => {
        queries += 1
        if (queries === 2) return Promise.reject(new Error('the connection broke'))
        return target.query(query)
      }
    },
  })
  const pages = await readUsagePages(failing, accountId, { filter: {}, most: 2 })
  const sizes = (await Array.fromAsync(pages)).map(calls => calls.length)
  expect({ sizes, queries }).toEqual({ sizes: [2, 2, 1], queries: 4 })
})

describe('the list of tasks', () => {
  it('has every task of the account once, newest first, without content', async () => {
    const payer = await test.createPayer('10')
    const submit = () =>
      post(`${test.service.url}/api/v1/research`, payer.key, {
        input: 'i',
        research_effort: 'deep',
      })
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.unshift((await submit()).body.task_id)
    const pages = await readAll(query => tasks(payer, { limit: 2, ...query }))
    const listed = pages.flatMap(page => (page as { tasks: { task_id: string }[] }).tasks)
    expect(listed.map(task => task.task_id)).toEqual(ids)
    expectContract('list_tasks', await tasks(payer))
    const { key: other } = await test.createPayer()
    expect((await tasks({ ...payer, key: other })).body).toEqual({ tasks: [] })
  })

  it('selects by state', async () => {
    const payer = await test.createPayer()
    const body = { input: 'i', research_effort: 'deep' }
    const { task_id } = (await post(`${test.service.url}/api/v1/research`, payer.key, body)).body
    await test.database.query(`update task set state = 'failed' where id = $1`, [task_id])
    expect((await tasks(payer, { state: 'failed' })).body.tasks).toMatchObject([
      { task_id, status: 'failed', effort: 'deep', cost_units: 3_000_000, key_name: 'test' },
    ])
    expect((await tasks(payer, { state: 'queued' })).body).toEqual({ tasks: [] })
    expect((await tasks(payer, { state: 'lost' })).status).toBe(400)
  })
})
