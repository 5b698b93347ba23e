import { expect, it } from 'vitest'
import { openCrashScene } from './testing/crash-scene.ts'

const ANSWERS = { TEST_ANSWERS: 'yes' }

it('kill -9: the next start on the same folder takes the run up at once and ends it', async () => {
  const { spawn, blocked, database } = await openCrashScene()
  const doomed = await spawn()
  const path = await doomed.submit({ input: 'block' })
  await blocked()
  expect((await doomed.get(path)).body).toMatchObject({ status: 'running', result: null })
  await doomed.kill()
  // A lease of an hour, so that only the proof of death can be why.
  const next = await spawn({ ...ANSWERS, FOOTNOTE_ENGINE_LEASE_SECONDS: '3600' })
  expect(await next.ended(path)).toMatchObject({ status: 'completed', error: null })
  const { rows } = await database.query('select attempts from run')
  expect(rows).toEqual([{ attempts: 2 }])
})

it('kill -9: an engine on another machine takes the run up when the lease has run out', async () => {
  const { spawn, blocked, makeFolder, database } = await openCrashScene()
  const lease = { FOOTNOTE_ENGINE_LEASE_SECONDS: '1' }
  const doomed = await spawn(lease)
  const path = await doomed.submit({ input: 'block' })
  await blocked()
  const other = await spawn({ ...ANSWERS, ...lease, FOOTNOTE_DATA_DIR: await makeFolder() })
  // While the first one lives, the other leaves its run alone.
  const echo = await other.submit({ input: 'echo' })
  expect(await other.ended(echo)).toMatchObject({ status: 'completed' })
  expect((await other.get(path)).body).toMatchObject({ status: 'running' })
  await doomed.kill()
  expect(await other.ended(path)).toMatchObject({ status: 'completed' })
  const { rows } = await database.query('select attempts from run order by created_at')
  expect(rows).toEqual([{ attempts: 2 }, { attempts: 1 }])
})

it('kill -9 three times over: the run fails honestly', async () => {
  const { spawn, blocked, database } = await openCrashScene()
  const first = await spawn()
  const path = await first.submit({ input: 'block' })
  await blocked()
  await first.kill()
  // As if it had happened before.
  await database.query('update run set attempts = 2')
  const last = await spawn()
  await expect
    .poll(async () => (await database.query('select attempts from run')).rows, { timeout: 30_000 })
    .toEqual([{ attempts: 3 }])
  await last.kill()
  const next = await spawn(ANSWERS)
  expect(await next.ended(path)).toMatchObject({
    status: 'failed',
    result: null,
    error: 'The research was interrupted too often; submit it again.',
  })
})

it('SIGTERM hands the run back, without counting it as an attempt', async () => {
  const { spawn, blocked, database } = await openCrashScene()
  const first = await spawn()
  const path = await first.submit({ input: 'block' })
  await blocked()
  first.process.kill('SIGTERM')
  expect(await first.exited()).toBe(0)
  const { rows } = await database.query('select state, attempts from run')
  expect(rows).toEqual([{ state: 'running', attempts: 0 }])
  const next = await spawn(ANSWERS)
  expect(await next.ended(path)).toMatchObject({ status: 'completed' })
})

it('ends by itself when the program that started it is gone', async () => {
  const { spawn } = await openCrashScene()
  const engine = await spawn()
  engine.process.disconnect()
  expect(await engine.exited()).toBe(0)
})

it('ends by itself when the program that started it was gone before it was ready', async () => {
  const { spawn } = await openCrashScene()
  await expect(spawn({ TEST_ABANDONED: 'yes' })).rejects.toThrow('the engine has stopped')
})

it('leaves Ctrl-C to the program that started it', async () => {
  const { spawn } = await openCrashScene()
  const engine = await spawn(ANSWERS)
  engine.process.kill('SIGINT')
  engine.process.kill('SIGHUP')
  expect(await engine.ended(await engine.submit())).toMatchObject({ status: 'completed' })
})
