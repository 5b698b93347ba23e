import { createLog } from '@footnote/platform/log'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { type Service, startService } from '../service.ts'
import { captured, readLedger } from '../testing/scenes/read-ledger.ts'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { FAKE_ENGINE } from '../testing/stubs/fake-engine.ts'
import { goodAnswer, goodResearch } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

/** A service with a configured upstream, whose database the others share. */
let test: TestService
let payer: Awaited<ReturnType<TestService['createPayer']>>
beforeAll(async () => {
  test = await startTestService()
  payer = await test.createPayer()
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.database.query(`drop database if exists ${test.connection.database}_engine`)
  await test.close()
})

/** Runs a service on the same database during the work, by default with its engine. */
async function withService<T>(
  work: (service: Service) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const config = readConfig({
    PORT: '0',
    FOOTNOTE_DATA_DIR: test.dataDir,
    DATABASE_URL: test.url,
    FOOTNOTE_WEBSITE: 'off',
    FOOTNOTE_SWEEP_SECONDS: '0.05',
    ...settings,
  })
  const log = createLog('silent')
  const service = await startService(config, { log, engineCommand: FAKE_ENGINE })
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

const answer = ({ url }: Service) => post(`${url}/api/v1/answer`, payer.key, { query: 'x' })
const retrieve = ({ url }: Service, id: string) => get(`${url}/api/v1/research/${id}`, payer.key)

async function submit({ url }: Service): Promise<string> {
  const body = { input: 'x', research_effort: 'deep' }
  const reply = await post(`${url}/api/v1/research`, payer.key, body)
  expect(reply.status).toBe(202)
  return reply.body.task_id
}

const completed = { status: 200, body: { status: 'completed', result: goodResearch } }

it('the engine answers without a configured upstream, and its calls are paid like any others', async () => {
  await withService(async service => {
    expect(await answer(service)).toMatchObject({ status: 200, body: goodAnswer })
  })
  const { charges } = await readLedger(test.database, payer.accountId)
  expect(charges).toMatchObject([captured])
})

it('the next start finds a task of the engine, whose engine has another port and key', async () => {
  const id = await withService(submit)
  await withService(async service => expect(await retrieve(service, id)).toMatchObject(completed))
})

it('a task of the engine is found after an upstream was configured for new calls', async () => {
  const id = await withService(submit)
  const settings = { FOOTNOTE_UPSTREAM_URL: test.upstream.url }
  await withService(async service => {
    const before = test.upstream.requests.length
    expect(await retrieve(service, id)).toMatchObject(completed)
    expect(test.upstream.requests).toHaveLength(before)
    expect(await answer(service)).toMatchObject({ status: 200 })
    expect(test.upstream.requests).toHaveLength(before + 1)
  }, settings)
})

it('a process that ran before and never needed an engine finds a task of the engine', async () => {
  await test.database.query(
    `update task set expires_at = '-infinity', next_look_at = null where state = 'completed'`,
  )
  const settings = { FOOTNOTE_UPSTREAM_URL: test.upstream.url }
  await withService(async service => {
    const id = await withService(submit)
    const found = await waitFor('the engine that the task needs', async () => {
      const reply = await retrieve(service, id)
      return reply.status === 200 && reply
    })
    expect(found).toMatchObject(completed)
  }, settings)
})
