import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { abandonCharge } from '../testing/abandon-charge.ts'
import { createPayer } from '../testing/create-payer.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { openUpstreamRegistry, type UpstreamRegistry } from './upstream-registry.ts'

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

async function open(configured?: { url: string; apiKey: string }): Promise<UpstreamRegistry> {
  const registry = await openUpstreamRegistry(test.database, { configured, breakerMs: 1_000 })
  opened.push(registry)
  return registry
}

const upstreamAt = (name: string) => ({ url: `http://${name}.example`, apiKey: `key of ${name}` })
const idOf = async (name: string) => (await open(upstreamAt(name))).current?.id ?? 0
const daysPass = () =>
  test.database.query(`update upstream set configured_at = configured_at - interval '2 days'`)

it('one address is one upstream, and its latest key counts', async () => {
  const id = await idOf('same')
  const again = await open({ ...upstreamAt('same'), apiKey: 'new key' })
  expect(again.current?.id).toBe(id)
  const { rows } = await test.database.query('select api_key from upstream where id = $1', [id])
  expect(rows).toEqual([{ api_key: 'new key' }])
})

it('an upstream of before is found, what never was is not, and each is opened once', async () => {
  const before = await idOf('before')
  const registry = await open(upstreamAt('now'))
  expect((await registry.find(before))?.id).toBe(before)
  expect(await registry.find(before)).toBe(await registry.find(before))
  expect(await registry.find(registry.current?.id ?? 0)).toBe(registry.current)
  expect(await registry.find(null)).toBeUndefined()
  expect(await registry.find(987_654)).toBeUndefined()
})

it('nothing is configured and nothing is needed: there is no upstream', async () => {
  expect((await open()).current).toBeUndefined()
})

it('the key of an upstream is forgotten when no task needs it, and not before', async () => {
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
  expect(kept).toEqual(expect.arrayContaining([living, undecided, current.current?.id, fresh]))
  expect(kept).not.toContain(unused)
  expect(kept).not.toContain(ended)
})
