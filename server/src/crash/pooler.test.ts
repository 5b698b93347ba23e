import { hasPgBouncer, type PgBouncer, startPgBouncer } from '@footnote/platform/testing/pgbouncer'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import {
  createEmptyTestDatabase,
  type TestDatabase,
} from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFootnote, type Settings } from '../testing/processes/run-footnote.ts'
import { type SpawnedService, spawnService } from '../testing/processes/spawn-service.ts'
import { ANSWER_UNITS, createCrashPayer, FULL, TASK_UNITS } from '../testing/scenes/crash-payer.ts'
import { captured } from '../testing/scenes/read-ledger.ts'
import { type StubUpstream, startStubUpstream } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

const POOL_SIZE = 3
const PAYERS = 6
const ANSWERS_EACH = 25
const TASKS_EACH = 5

describe.skipIf(!hasPgBouncer())('instances behind PgBouncer in transaction mode', () => {
  let test: TestDatabase
  let engineTest: TestDatabase
  let pooler: PgBouncer
  let upstream: StubUpstream
  let folder: TemporaryFolder
  let settings: Settings
  const spawned: SpawnedService[] = []

  beforeAll(async () => {
    test = await createEmptyTestDatabase()
    engineTest = await createEmptyTestDatabase()
    pooler = await startPgBouncer(test.connection, { poolSize: POOL_SIZE })
    upstream = await startStubUpstream()
    folder = await makeTemporaryFolder()
    settings = {
      DATABASE_URL: pooler.urlOf(test.connection.database ?? ''),
      FOOTNOTE_ENGINE_DATABASE_URL: pooler.urlOf(engineTest.connection.database ?? ''),
      FOOTNOTE_SECRET: 'the secret of all test services.',
      FOOTNOTE_SWEEP_SECONDS: '0.05',
    }
  })
  afterAll(async () => {
    await Promise.all(spawned.map(service => service.kill()))
    await upstream.close()
    await pooler.stop()
    await Promise.all([test.drop(), engineTest.drop()])
    await folder.remove()
  })

  async function spawn(name: string, more: Settings): Promise<SpawnedService> {
    const service = await spawnService({
      ...settings,
      FOOTNOTE_DATA_DIR: `${folder.path}/${name}`,
      ...more,
    })
    spawned.push(service)
    return service
  }

  it('start together on an empty database, and keep the books of calls and tasks right', async () => {
    const stub = { FOOTNOTE_UPSTREAM_URL: upstream.url }
    const services = await Promise.all([spawn('first', stub), spawn('second', stub)])
    const payers = await Promise.all(
      Array.from({ length: PAYERS }, (_, index) =>
        createCrashPayer(test.database, () => services[index % 2]?.url ?? ''),
      ),
    )
    await Promise.all(
      payers.map(async payer => {
        const answers = await Promise.all(Array.from({ length: ANSWERS_EACH }, payer.answer))
        expect(answers.map(reply => reply?.status)).toEqual(answers.map(() => 200))
        const tasks = await Promise.all(Array.from({ length: TASKS_EACH }, payer.submit))
        for (const task of tasks) {
          const reply = await payer.retrieve(task?.body.task_id)
          expect(reply).toMatchObject({ status: 200, body: { status: 'completed' } })
        }
      }),
    )
    const paid = BigInt(ANSWERS_EACH) * ANSWER_UNITS + BigInt(TASKS_EACH) * TASK_UNITS
    for (const payer of payers) {
      expect((await payer.settledLedger()).balanceUnits).toBe(FULL - paid)
    }
    const audit = await runFootnote(['audit'], { settings: { ...settings, ...stub } })
    expect(audit).toMatchObject({ code: 0, stderr: '' })
    for (const service of services) {
      expect(service.output()).not.toContain('fault')
      service.signal('SIGTERM')
      expect(await service.ended()).toBe(0)
    }
    expect(await leftBehind(test)).toEqual([])
  })

  it('complete a background run of the embedded engine, whose database is behind it too', async () => {
    const service = await spawn('engine', {})
    const payer = await createCrashPayer(test.database, () => service.url)
    const task = await payer.submit()
    expect(task).toMatchObject({ status: 202 })
    await waitFor('the task to be completed', async () => {
      const reply = await payer.retrieve(task?.body.task_id)
      expect(reply?.body.status).not.toBe('failed')
      return reply?.body.status === 'completed'
    })
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL - TASK_UNITS,
      charges: [{ ...captured, task: 'completed' }],
    })
    expect(await auditDatabase(settings['DATABASE_URL'] ?? '')).toEqual([])
    expect(service.output()).not.toContain('fault')
    service.signal('SIGTERM')
    expect(await service.ended()).toBe(0)
    expect(await leftBehind(engineTest)).toEqual([])
  })

  it('report the missing parameter of the URL', async () => {
    const url = new URL(settings['DATABASE_URL'] ?? '')
    url.searchParams.delete('pgbouncer')
    const refused = await runFootnote(['account', 'list'], { settings: { DATABASE_URL: url.href } })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /^footnote: unsupported startup parameter: \w+: this is PgBouncer, so add pgbouncer=true to the parameters of the URL\n$/,
    )
  })

  /** Locks that would block the next client of the connection. */
  async function leftBehind({ database }: TestDatabase): Promise<unknown[]> {
    const { rows } = await database.query(
      `select locktype, mode from pg_locks
       where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows
  }
})
