import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { abandonCharge } from '../testing/scenes/abandon-charge.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { type PlayedEngine, playEngine } from '../testing/stubs/play-engine.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { createKeySeal } from './key-seal.ts'
import {
  EMBEDDED_ENGINE,
  openUpstreamRegistry,
  type UpstreamRegistry,
} from './upstream-registry.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.drop()
})

const opened: UpstreamRegistry[] = []
afterEach(() => Promise.all(opened.splice(0).map(registry => registry.close())))

const keySeal = createKeySeal('the secret of these tests')
const warnings: object[] = []

async function open(
  configured?: { url: string; apiKey: string },
  engine: PlayedEngine = playEngine(),
  { secret }: { secret?: string } = {},
): Promise<UpstreamRegistry> {
  const registry = await openUpstreamRegistry(test.database, {
    configured,
    engine,
    keySeal: secret === undefined ? keySeal : createKeySeal(secret),
    breakerMs: 1_000,
    mostCalls: 4,
    mostQueueMs: 60_000,
    warn: (fields, message) => warnings.push({ ...fields, message }),
    reportFault() {},
  })
  opened.push(registry)
  return registry
}

const upstreamAt = (name: string) => ({ url: `http://${name}.example`, apiKey: `key of ${name}` })
const idOf = async (name: string) => (await open(upstreamAt(name))).current.id
const daysPass = () =>
  test.database.query(`update upstream set configured_at = configured_at - interval '2 days'`)

/** The stored key: in clear text, and as opened by the seal of these tests. */
async function keyOf(id: number | undefined) {
  const { rows } = await test.database.query<{
    url: string
    api_key: string | null
    sealed_key: Buffer | null
  }>('select url, api_key, sealed_key from upstream where id = $1', [id])
  const [row] = rows
  if (!row) throw new Error('there is no such upstream')
  return { clear: row.api_key, opened: row.sealed_key && keySeal.open(row.sealed_key, row.url) }
}

/** Returns whether the table's file has the text, in rows that were changed or deleted too. */
async function fileHas(text: string): Promise<boolean | undefined> {
  await test.database.query('checkpoint')
  const { rows } = await test.database.query<{ has: boolean }>(
    `select position($1::bytea in pg_read_binary_file(pg_relation_filepath('upstream'))) > 0 as has`,
    [Buffer.from(text)],
  )
  return rows[0]?.has
}

it('one address is one upstream, and its latest key counts', async () => {
  const id = await idOf('same')
  const again = await open({ ...upstreamAt('same'), apiKey: 'new key' })
  expect(again.current.id).toBe(id)
  expect(await keyOf(id)).toEqual({ clear: null, opened: 'new key' })
})

it('finds an earlier upstream but no unknown one, and opens each once', async () => {
  const before = await idOf('before')
  const registry = await open(upstreamAt('now'))
  expect((await registry.find(before))?.id).toBe(before)
  expect(await registry.find(before)).toBe(await registry.find(before))
  expect(await registry.find(registry.current.id)).toBe(registry.current)
  expect(await registry.find(null)).toBeUndefined()
  expect(await registry.find(987_654)).toBeUndefined()
})

describe('the embedded engine', () => {
  const engineRow = async () => {
    const { rows } = await test.database.query<{ id: number }>(
      'select id from upstream where url = $1',
      [EMBEDDED_ENGINE],
    )
    return rows[0]
  }

  /** A task that the engine took, as of now without an end. */
  async function submitToEngine(): Promise<number> {
    const { accountId } = await createPayer(test.database, '10')
    const { id: upstreamId } = (await open()).current
    await abandonCharge(test.database, {
      accountId,
      task: { lifetimeMs: 60_000, upstreamId, structured: false },
    })
    return upstreamId
  }

  beforeEach(() => test.database.query(`update task set expires_at = '-infinity'`))

  it('takes calls if nothing is configured, and stays one upstream wherever it listens', async () => {
    const first = await open(undefined, playEngine('first'))
    const second = await open(undefined, playEngine('second'))
    expect(second.current.id).toBe(first.current.id)
    expect(await second.find(first.current.id)).toBe(second.current)
    expect(await engineRow()).toEqual({ id: first.current.id })
    expect(await keyOf(first.current.id)).toEqual({ clear: null, opened: null })
  })

  it('is not started if another upstream is configured and no task needs it', async () => {
    await open()
    const engine = playEngine()
    await open(upstreamAt('paid'), engine)
    expect(engine.starts).toBe(0)
  })

  it('is started for its own tasks, even if another upstream takes new ones', async () => {
    const id = await submitToEngine()
    const engine = playEngine()
    const registry = await open(upstreamAt('paid'), engine)
    expect(engine.starts).toBe(1)
    expect(registry.current.id).not.toBe(id)
    expect((await registry.find(id))?.id).toBe(id)
    expect(engine.starts).toBe(1)
  })

  it('is started when another process submits to it later, without delaying anything', async () => {
    await open()
    const engine = playEngine()
    const registry = await open(upstreamAt('paid'), engine)
    const id = await submitToEngine()
    expect(await registry.find(id)).toBeUndefined()
    expect(engine.starts).toBe(1)
    await engine.start()
    expect((await registry.find(id))?.id).toBe(id)
  })

  it('may fail to start if another upstream is configured, and is retried', async () => {
    const id = await submitToEngine()
    const engine = playEngine()
    engine.isBroken = true
    const registry = await open(upstreamAt('paid'), engine)
    expect(await registry.find(id)).toBeUndefined()
    expect(engine.starts).toBe(2)
    await expect(open(undefined, engine)).rejects.toThrow('the engine is broken')
  })
})

it('seals keys that an earlier version stored in clear text, and erases them from the table’s file', async () => {
  const { rows } = await test.database.query<{ id: number }>(
    `insert into upstream (url, api_key) values ('http://clear.example', 'clear9k2v7key') returning id`,
  )
  const id = rows[0]?.id
  const registry = await open(upstreamAt('current'))
  expect(await keyOf(id)).toEqual({ clear: null, opened: 'clear9k2v7key' })
  expect((await registry.find(id ?? 0))?.id).toBe(id)
  expect(await fileHas('clear9k2v7key')).toBe(false)
})

it('rewrites the table at a later start if a lock prevented it, also when rows change meanwhile', async () => {
  const { rows } = await test.database.query<{ id: number }>(
    `insert into upstream (url, api_key)
     values ('http://rotated.example', 'late4x8w1key'), ('http://unused.example', 'late4x8w1key')
     returning id`,
  )
  const ids = rows.map(row => row.id)
  const backup = await test.database.connect()
  try {
    await backup.query('begin')
    await backup.query('select from upstream')
    const registry = await open({ url: 'http://rotated.example', apiKey: 'new key' })
    expect((await registry.find(ids[1] ?? 0))?.id).toBe(ids[1])
    await daysPass()
    await registry.tidy()
  } finally {
    await backup.query('rollback')
    backup.release()
  }
  expect(await fileHas('late4x8w1key')).toBe(true)

  await open(upstreamAt('current'))
  expect(await keyOf(ids[0])).toEqual({ clear: null, opened: 'new key' })
  expect(await keyOf(ids[1])).toEqual({ clear: null, opened: 'late4x8w1key' })
  expect(await fileHas('late4x8w1key')).toBe(false)
})

it('does not find an upstream whose key was sealed with another secret or for another URL, and warns once', async () => {
  const id = await idOf('sealed')
  const other = await open(upstreamAt('now'), playEngine(), { secret: 'another secret' })
  warnings.length = 0
  expect(await other.find(id)).toBeUndefined()
  expect(await other.find(id)).toBeUndefined()
  expect(warnings).toEqual([
    {
      upstream: 'sealed.example',
      message: expect.stringContaining('set FOOTNOTE_PREVIOUS_SECRET'),
    },
  ])
  await test.database.query(`update upstream set url = 'http://thief.example' where id = $1`, [id])
  const registry = await open(upstreamAt('current'))
  expect(await registry.find(id)).toBeUndefined()
})

it('deletes an upstream’s key once no task needs it, and not before', async () => {
  const { accountId } = await createPayer(test.database, '10')
  const submitTo = (upstreamId: number, lifetimeMs: number) =>
    abandonCharge(test.database, {
      accountId,
      task: { lifetimeMs, upstreamId, structured: false },
    })
  const [unused, living, undecided, ended] = await Promise.all(
    ['unused', 'living', 'undecided', 'ended'].map(idOf),
  )
  await submitTo(living ?? 0, 60_000)
  const waiting = await submitTo(undecided ?? 0, 0)
  await test.database.query('update task set next_look_at = clock_timestamp() where id = $1', [
    waiting,
  ])
  await submitTo(ended ?? 0, 0)
  const current = await open(upstreamAt('current'))
  await daysPass()
  const fresh = await idOf('fresh')
  await current.tidy()
  const { rows } = await test.database.query<{ id: number }>('select id from upstream')
  const kept = rows.map(({ id }) => id)
  expect(kept).toEqual(expect.arrayContaining([living, undecided, current.current.id, fresh]))
  expect(kept).not.toContain(unused)
  expect(kept).not.toContain(ended)
})
