import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { expect, it, onTestFinished } from 'vitest'
import { type SpawnedService, spawnService } from '../testing/processes/spawn-service.ts'
import { createCrashPayer, FULL, TASK_UNITS } from '../testing/scenes/crash-payer.ts'
import { fillLibrary } from '../testing/scenes/fill-library.ts'
import { captured } from '../testing/scenes/read-ledger.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from '../wallet/audit.ts'

it('an engine completes the runs of another engine on the same database', async () => {
  const test = await createTestDatabase()
  const folder = await makeTemporaryFolder()
  const spawned: SpawnedService[] = []
  onTestFinished(async () => {
    await Promise.all(spawned.map(service => service.kill()))
    await test.database.query(`drop database ${test.connection.database}_engine with (force)`)
    await test.drop()
    await folder.remove()
  })
  const spawn = async (name: string) => {
    await fillLibrary(`${folder.path}/${name}`)
    const service = await spawnService({
      DATABASE_URL: test.url,
      FOOTNOTE_DATA_DIR: `${folder.path}/${name}`,
      FOOTNOTE_ENGINE_KEYS_DIR: `${folder.path}/keys`,
      FOOTNOTE_ENGINE_LEASE_SECONDS: '1',
    })
    spawned.push(service)
    return service
  }
  const first = await spawn('first')
  const second = await spawn('second')
  let current = first
  const payer = await createCrashPayer(test.database, () => current.url)

  const task = await payer.submit()
  expect(task).toMatchObject({ status: 202 })
  await first.kill()
  current = second
  const { result } = await waitFor('the task to be completed', async () => {
    const reply = await payer.retrieve(task?.body.task_id)
    expect(reply?.body.status).not.toBe('failed')
    return reply?.body.status === 'completed' && reply.body
  })
  expect(result.output.sources).not.toEqual([])
  expect(await payer.settledLedger()).toMatchObject({
    balanceUnits: FULL - TASK_UNITS,
    charges: [{ ...captured, task: 'completed' }],
  })
  expect(await auditDatabase(test.connection)).toEqual([])
})
