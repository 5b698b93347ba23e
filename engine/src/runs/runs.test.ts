import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import type { Research } from '../research.ts'
import { claimRun, deleteOldRuns, endRun } from './run.ts'
import { goodResult } from './testing/good-result.ts'
import { openStream } from './testing/read-stream.ts'
import { answerWell, startAnotherEngine, startTestEngine } from './testing/test-engine.ts'
import { renewLease } from './workers.ts'

const block: Research = () => new Promise(() => {})

/** The data folder of another machine, which shares the database and by default the keys. */
async function makeFolder(): Promise<string> {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}

it('are shared by the engines on one database', async () => {
  const bothAtWork = Promise.withResolvers<void>()
  const atWork = new Set<string>()
  const workAs =
    (name: string): Research =>
    async () => {
      atWork.add(name)
      if (atWork.size === 2) bothAtWork.resolve()
      await bothAtWork.promise
      return goodResult
    }
  const one = await startTestEngine(workAs('one'), { runsAtOnce: 1 })
  const other = await startAnotherEngine(
    { ...one.config, dataDir: await makeFolder() },
    workAs('other'),
  )
  const paths = await Promise.all([one.submit(), one.submit(), one.submit()])
  for (const path of paths) {
    expect(await other.ended(path)).toMatchObject({ status: 'completed' })
  }
  expect([...atWork].sort()).toEqual(['one', 'other'])
})

it('fail honestly after the third attempt that ends in a fault', async () => {
  let attempts = 0
  const engine = await startTestEngine(async () => {
    attempts += 1
    throw new Error('out of order')
  })
  const path = await engine.submit()
  expect(await engine.ended(path)).toMatchObject({
    status: 'failed',
    error: 'The research was interrupted too often; submit it again.',
  })
  expect(attempts).toBe(3)
})

it('are ended by their newest attempt alone', async () => {
  const { database, stop } = await startTestEngine()
  await stop()
  await database.query(`insert into run (id, sealed_request) values ($1, 'x')`, [randomUUID()])
  const engineId = randomUUID()
  const claim = () => claimRun(database, { engineId, atWork: [] })
  expect(await claim()).toBeUndefined()
  await renewLease(database, { engineId, leaseMs: 60_000 })
  const zombie = await claim()
  const heir = await claim()
  if (!zombie || !heir) throw new Error('no attempt')
  expect(await endRun(database, zombie, { sealedOutcome: Buffer.from('late') })).toBe(false)
  expect(await endRun(database, zombie, { failure: 'gave_up' })).toBe(false)
  expect(await endRun(database, heir, { sealedOutcome: Buffer.from('result') })).toBe(true)
  expect(await endRun(database, heir, { failure: 'gave_up' })).toBe(false)
  expect(await claim()).toBeUndefined()
  const { rows } = await database.query('select state, sealed_outcome, sealed_request from run')
  expect(rows).toEqual([
    { state: 'completed', sealed_outcome: Buffer.from('result'), sealed_request: null },
  ])
})

it('fail honestly when what was asked cannot be unsealed', async () => {
  const { config, submit, stop } = await startTestEngine(block, { runsAtOnce: 1 })
  await submit()
  const path = await submit()
  void stop()
  const elsewhere = await makeFolder()
  const stranger = await startAnotherEngine({
    ...config,
    dataDir: elsewhere,
    keysDir: join(elsewhere, 'keys'),
  })
  expect(await stranger.ended(path)).toMatchObject({
    status: 'failed',
    result: null,
    error: 'The question can no longer be read; submit it again.',
  })
})

it('count as failed when their result cannot be unsealed', async () => {
  const engine = await startTestEngine()
  const path = await engine.submit()
  expect(await engine.ended(path)).toMatchObject({ status: 'completed' })
  const elsewhere = await makeFolder()
  const stranger = await startAnotherEngine({
    ...engine.config,
    dataDir: elsewhere,
    keysDir: join(elsewhere, 'keys'),
  })
  expect((await stranger.get(path)).body).toMatchObject({
    status: 'failed',
    result: null,
    error: expect.stringContaining('can no longer be read'),
  })
})

it('are gone 24 hours after their submission, with everything that belonged to them', async () => {
  const engine = await startTestEngine(async (request, options) => {
    options.onProgress?.({ stage: 'searching', counts: { queries: 1 } })
    return request.input === 'block' ? await block(request, options) : goodResult
  })
  const path = await engine.submit()
  await engine.ended(path)
  const unfinished = await engine.submit({ input: 'block' })
  const kept = await engine.submit()
  await engine.ended(kept)
  await engine.database.query(
    `update run set created_at = created_at - interval '24 hours' where id <> $1`,
    [kept.split('/').at(-1)],
  )
  const gone = { status: 404, body: { detail: 'Task not found' } }
  for (const old of [path, unfinished]) {
    expect(await engine.get(old)).toMatchObject(gone)
    expect(await engine.get(`${old}/stream`)).toMatchObject(gone)
  }
  await deleteOldRuns(engine.database)
  const { rows } = await engine.database.query(
    `select (select count(*) from run)::int as runs,
       (select count(distinct run_id) from run_event)::int as watched`,
  )
  expect(rows).toEqual([{ runs: 1, watched: 1 }])
  expect((await engine.get(kept)).status).toBe(200)
})

it('go on at another engine when the one that took them in stops', async () => {
  const first = await startTestEngine(answerWell)
  const second = await startAnotherEngine({ ...first.config, dataDir: await makeFolder() })
  const path = await first.submit()
  await first.stop()
  expect(await second.ended(path)).toMatchObject({ status: 'completed' })
})

it('survive the loss of every connection to the database', async () => {
  const goOn = Promise.withResolvers<void>()
  const atWork = Promise.withResolvers<void>()
  const engine = await startTestEngine(async (_request, { onProgress }) => {
    onProgress?.({ stage: 'searching', counts: { queries: 1 } })
    atWork.resolve()
    await goOn.promise
    return goodResult
  })
  const path = await engine.submit()
  const stream = await openStream(`${engine.url}${path}/stream`)
  await atWork.promise
  await engine.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  goOn.resolve()
  expect(await engine.ended(path)).toMatchObject({ status: 'completed' })
  stream.hangUp()
  const next = await openStream(`${engine.url}${await engine.submit()}/stream`)
  expect((await next.rest()).at(-1)).toMatchObject({ event: 'completed' })
})
