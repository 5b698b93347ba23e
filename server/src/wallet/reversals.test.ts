import { randomUUIDv7 } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { readLedger, reversed } from '../testing/scenes/read-ledger.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { createDebit, type Debit } from './debit.ts'
import { openReversals } from './reversals.ts'
import { createSettle } from './settle.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** A captured charge, and a folder for the journal. */
async function setUp({ task }: Pick<Debit, 'task'> = {}) {
  const { path, remove } = await makeTemporaryFolder()
  onTestFinished(remove)
  const { accountId } = await createPayer(test.database, '1')
  const settle = createSettle(test.database)
  const chargeId = randomUUIDv7()
  await createDebit(test.database)({
    chargeId,
    accountId,
    keyId: null,
    tool: 'answer',
    effort: null,
    costUnits: 100n,
    holdMs: 60_000,
    instanceId: randomUUIDv7(),
    ...(task && { task }),
  })
  await settle({ chargeId, accountId, outcome: 'captured' })
  const alerts: string[] = []
  const deps = {
    database: test.database,
    settle,
    alert: (_: object, message: string) => void alerts.push(message),
  }
  const folder = join(path, 'reversals')
  return {
    deps,
    alerts,
    folder,
    reversal: { chargeId, accountId, cause: 'capture_unknown' } as const,
    entry: `${chargeId}.capture_unknown`,
    charges: async () => (await readLedger(test.database, accountId)).charges,
  }
}

const cutOff = () => Promise.reject(new Error('the database is away'))

it('keeps an entry on disk until its charge is refunded', async () => {
  const { deps, folder, reversal, entry, charges } = await setUp()
  const first = await openReversals({ ...deps, settle: cutOff }, { folder })
  await first.begin(reversal)
  expect(await readdir(folder)).toEqual([entry])
  await first.drain(0)
  expect(await readdir(folder)).toEqual([entry])
  await openReversals(deps, { folder })
  await waitFor('the journal to be empty', async () => (await readdir(folder)).length === 0)
  expect(await charges()).toMatchObject([reversed])
})

it('refunds once when two processes share the folder', async () => {
  const { deps, folder, reversal, charges } = await setUp()
  const first = await openReversals({ ...deps, settle: cutOff }, { folder })
  await first.begin(reversal)
  await Promise.all([openReversals(deps, { folder }), openReversals(deps, { folder })])
  await waitFor('the journal to be empty', async () => (await readdir(folder)).length === 0)
  await first.drain(0)
  expect(await charges()).toMatchObject([reversed])
})

it('reverses without a journal if the folder cannot be written, and reports it', async () => {
  const { deps, alerts, folder, reversal, charges } = await setUp()
  await writeFile(folder, 'a file where the folder should be')
  const reversals = await openReversals(deps, { folder })
  await reversals.begin(reversal)
  await waitFor('the reversal', async () => (await charges())[0]?.state === 'refunded')
  expect(alerts).toContain('the journal of reversals in the data folder could not be used')
})

it('leaves entries of another database alone, and other files', async () => {
  const { deps, alerts, folder, entry, charges } = await setUp()
  const others = [`${randomUUIDv7()}.capture_unknown`, `${entry}.old`, 'notes.txt']
  await mkdir(folder)
  for (const name of [entry, ...others]) await writeFile(join(folder, name), '')
  const reversals = await openReversals(deps, { folder })
  await reversals.drain(10_000)
  expect((await readdir(folder)).sort()).toEqual(others.sort())
  expect(await charges()).toMatchObject([reversed])
  expect(alerts).toEqual(['the journal of reversals names charges that do not exist'])
})

it.each([
  { captured: 'by its end, which nobody saw', lifetimeMs: 0, state: 'refunded' },
  { captured: 'when its result was fetched', lifetimeMs: 60_000, state: 'captured' },
])('a task whose caller got 503 and that was captured $captured ends $state', async row => {
  const { rows } = await test.database.query<{ id: number }>(
    `insert into upstream (url, api_key) values ($1, '') returning id`,
    [`http://127.0.0.1/${row.state}`],
  )
  const task = { lifetimeMs: row.lifetimeMs, upstreamId: rows[0]?.id ?? 0, structured: false }
  const { deps, folder, reversal, charges } = await setUp({ task })
  const reversals = await openReversals(deps, { folder })
  await reversals.begin({ ...reversal, cause: 'queueing_unknown' })
  await waitFor('the journal to be empty', async () => (await readdir(folder)).length === 0)
  expect(await charges()).toMatchObject([{ state: row.state }])
})
