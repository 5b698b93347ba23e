import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { hasPreviousRelease, unpackPreviousRelease } from '../testing/processes/previous-release.ts'
import { runFootnote } from '../testing/processes/run-footnote.ts'
import { type SpawnedService, spawnService } from '../testing/processes/spawn-service.ts'
import {
  ANSWER_UNITS,
  type CrashPayer,
  createCrashPayer,
  FULL,
  TASK_UNITS,
} from '../testing/scenes/crash-payer.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import { get } from '../testing/scenes/test-service.ts'
import { answerWell, goodResearch, startStubUpstream } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { creditWallet } from '../wallet/credit-wallet.ts'

const LANES = 3
const MUCH = 100n * FULL

async function createScene() {
  const resources = new AsyncDisposableStack()
  onTestFinished(() => resources.disposeAsync())
  const test = await createEmptyTestDatabase()
  resources.defer(test.drop)
  const folder = await makeTemporaryFolder()
  resources.defer(folder.remove)
  const upstream = await startStubUpstream()
  resources.defer(upstream.close)
  const previous = await unpackPreviousRelease()
  resources.defer(previous.remove)
  const settings = {
    DATABASE_URL: test.url,
    FOOTNOTE_UPSTREAM_URL: upstream.url,
    FOOTNOTE_SECRET: 'the secret of all test services.',
    FOOTNOTE_SWEEP_SECONDS: '0.05',
  }
  const spawn = async (options: { launcher?: string }, name: string) => {
    const service = await spawnService(
      { ...settings, FOOTNOTE_DATA_DIR: `${folder.path}/${name}` },
      options,
    )
    resources.defer(service.kill)
    return service
  }
  return {
    ...test,
    upstream,
    startPrevious: () => spawn({ launcher: previous.launcher }, 'previous'),
    startThis: () => spawn({}, 'this'),
    async hasNewSchema() {
      const { rows } = await test.database.query(`select to_regclass('schema_change') as made`)
      return rows[0].made !== null
    },
    previousAudit: () => runFootnote(['audit'], { settings, launcher: previous.launcher }),
  }
}

async function stop(...services: SpawnedService[]): Promise<void> {
  for (const service of services) {
    service.signal('SIGTERM')
    expect(await service.ended()).toBe(0)
    // Such as a missing table or column.
    expect(service.output()).not.toMatch(/"code":"42/)
  }
}

/** Makes calls without a pause, each of which must succeed; returns how many there were. */
function keepBusy(payer: CrashPayer): { stop(): Promise<number> } {
  let isStopped = false
  let paid = 0
  const lane = async () => {
    while (!isStopped) {
      expect(await payer.answer()).toMatchObject({ status: 200 })
      paid += 1
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  // Reported when it is stopped.
  lanes.catch(() => {})
  return {
    async stop() {
      isStopped = true
      await lanes
      return paid
    },
  }
}

it.skipIf(!hasPreviousRelease())(
  'keeps the previous release working during the migration, and allows going back to it',
  async () => {
    const scene = await createScene()
    const previous = await scene.startPrevious()
    let current = previous
    const payer = await createCrashPayer(scene.database, () => current.url)
    const oldTask = await payer.submit()
    expect(oldTask).toMatchObject({ status: 202 })
    const held = holdCalls(scene.upstream)
    const underWay = payer.answer()
    await held.arrived

    expect(await scene.hasNewSchema()).toBe(false)
    scene.upstream.handler = answerWell
    const busy = await createCrashPayer(scene.database, () => previous.url)
    await creditWallet(scene.database, {
      accountId: busy.accountId,
      units: MUCH,
      reason: 'test',
      reference: 'much',
    })
    const lanes = keepBusy(busy)
    const next = await scene.startThis()
    expect(await scene.hasNewSchema()).toBe(true)
    held.release()
    expect(await underWay).toMatchObject({ status: 200 })
    expect(await payer.answer()).toMatchObject({ status: 200 })
    const paid = await lanes.stop()
    expect((await busy.settledLedger()).balanceUnits).toBe(
      FULL + MUCH - BigInt(paid) * ANSWER_UNITS,
    )
    current = next
    expect(await payer.answer()).toMatchObject({ status: 200 })
    const newTask = await payer.submit()
    expect(await payer.retrieve(oldTask?.body.task_id)).toMatchObject({
      body: { status: 'completed', result: goodResearch },
    })
    await stop(previous, next)

    const back = await scene.startPrevious()
    current = back
    expect(await payer.answer()).toMatchObject({ status: 200 })
    expect(await payer.retrieve(newTask?.body.task_id)).toMatchObject({
      body: { status: 'completed', result: goodResearch },
    })
    expect(await get(`${back.url}/api/v1/wallet`, payer.key)).toMatchObject({
      body: { balance_units: Number(FULL - 4n * ANSWER_UNITS - 2n * TASK_UNITS) },
    })
    const { body: usage } = await get(`${back.url}/api/v1/usage`, payer.key)
    expect(usage.calls.map(({ state }: { state: string }) => state)).toEqual(
      Array(6).fill('captured'),
    )
    expect(await scene.previousAudit()).toMatchObject({ code: 0 })
    const abandoned = holdCalls(scene.upstream)
    const lost = payer.answer()
    await abandoned.arrived
    await back.kill()
    abandoned.release()
    expect(await lost).toBeUndefined()

    scene.upstream.handler = answerWell
    current = await scene.startPrevious()
    expect(await payer.answer()).toMatchObject({ status: 200 })
    await stop(current)
    current = await scene.startThis()
    expect(await payer.answer()).toMatchObject({ status: 200 })
    const books = await payer.settledLedger()
    expect(books.balanceUnits).toBe(FULL - 6n * ANSWER_UNITS - 2n * TASK_UNITS)
    expect(books.charges.filter(({ state }) => state === 'captured')).toHaveLength(8)
    expect(books.charges.filter(({ state }) => state === 'refunded')).toMatchObject([
      { ...refunded, cause: 'process_died' },
    ])
    expect(books.charges[0]).toMatchObject(captured)
    expect(await auditDatabase(scene.connection)).toEqual([])
  },
)
