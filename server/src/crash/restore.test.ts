import { readdir, rm } from 'node:fs/promises'
import { keysFolderOf } from '@footnote/platform/keys-folder'
import { filesWith } from '@footnote/platform/testing/files-with'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FULL, TASK_UNITS } from '../testing/scenes/crash-payer.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import { auditDatabase } from '../wallet/audit.ts'

/** The embedded engine without scheduled polls, so that only the test polls. */
let scene: EmbeddedScene
beforeAll(async () => {
  scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '', FOOTNOTE_SWEEP_SECONDS: '3600' })
})
afterAll(() => scene.close())

it('keeps seal keys out of the data folder, and refunds open tasks if only that folder is restored', async () => {
  const payer = await scene.createPayer()
  const fetched = (await payer.submit())?.body.task_id
  await waitFor('the first result', async () => {
    const reply = await payer.retrieve(fetched)
    return reply?.body.status === 'completed'
  })
  const open = (await payer.submit())?.body.task_id
  expect(await readdir(scene.dataDir)).not.toContain('keys')
  const keysDir = await keysFolderOf(scene.dataDir)
  expect(await filesWith(keysDir, 'Signature: 8a477f597d28d172789f0')).toEqual(['CACHEDIR.TAG'])

  // Simulates a restore of the data folder, which leaves out the folder beside it.
  await scene.service.kill()
  await rm(keysDir, { recursive: true })
  await scene.restart()

  expect(await payer.retrieve(open)).toMatchObject({
    status: 200,
    body: { status: 'failed', code: 'QUERY_FAILED_REFUNDED' },
  })
  expect(await payer.retrieve(fetched)).toMatchObject({
    status: 503,
    body: { code: 'JOB_POLL_FAILED' },
  })
  expect(await payer.settledLedger()).toMatchObject({
    balanceUnits: FULL - TASK_UNITS,
    charges: [
      { ...captured, task: 'completed' },
      { ...refunded, task: 'failed' },
    ],
  })
  expect(await auditDatabase(scene.connection)).toEqual([])
})
