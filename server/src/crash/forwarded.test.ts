import { randomUUID } from 'node:crypto'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { SpawnedService } from '../testing/processes/spawn-service.ts'
import { ANSWER_UNITS, type CrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { captured, reversed } from '../testing/scenes/read-ledger.ts'
import { get, post } from '../testing/scenes/test-service.ts'
import { relayInstance } from '../testing/stubs/relay-instance.ts'
import { goodAnswer } from '../testing/stubs/stub-upstream.ts'

const at = useCrashScene({
  FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '5',
  FOOTNOTE_SETTLE_GRACE_SECONDS: '1',
  FOOTNOTE_LEASE_SECONDS: '1',
})
let payer: CrashPayer
let id: string
beforeEach(async () => {
  payer = await at.scene.createPayer()
  id = randomUUID()
})

const paid = { balanceUnits: FULL - ANSWER_UNITS, charges: [captured] }
const completed = { status: 200, body: { status: 'completed', result: goodAnswer } }
const isConfirmed = async () => {
  const { rowCount } = await at.scene.database.query(
    'select from open_charge where account_id = $1',
    [payer.accountId],
  )
  return rowCount === 0
}

/** A second process that holds the result of a call, and what stands between it and the first. */
async function holdElsewhere(options: Parameters<typeof relayInstance>[1] = {}) {
  const folder = await makeTemporaryFolder()
  let holder: SpawnedService | undefined
  const between = await relayInstance(() => holder?.url ?? '', options)
  holder = await at.scene.spawn({
    FOOTNOTE_DATA_DIR: folder.path,
    FOOTNOTE_INSTANCE_URL: between.url,
  })
  const { url, kill } = holder
  onTestFinished(async () => {
    await kill()
    await between.close()
    await folder.remove()
  })
  const headers = { prefer: 'respond-async', 'footnote-request-id': id }
  await post(`${url}/api/v1/answer`, payer.key, { query: 'q' }, headers)
  await waitFor('the capture', async () => (await payer.ledger()).charges[0]?.state === 'captured')
  return { between, kill, retrieve: () => get(`${url}/api/v1/calls/${id}`, payer.key) }
}

describe('a result that another instance passes on', () => {
  it('can be fetched again if the instance in between is killed, and is paid once', async () => {
    const passed = Promise.withResolvers<void>()
    const { between } = await holdElsewhere({ until: passed.promise })
    const cut = payer.call(id)
    await between.replied
    await at.scene.restart()
    expect(await cut).toBeUndefined()
    expect(await isConfirmed()).toBe(false)
    passed.resolve()
    expect(await payer.call(id)).toMatchObject(completed)
    await waitFor('the confirmation', isConfirmed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('is refunded if the instance that holds it is killed before it passes it on', async () => {
    const { kill } = await holdElsewhere()
    await kill()
    await waitFor('the refund', async () => (await payer.ledger()).balanceUnits === FULL)
    expect(await payer.ledger()).toMatchObject({ charges: [reversed] })
    expect(await payer.call(id)).toMatchObject({ status: 200, body: { status: 'failed' } })
  })

  it('is refunded, and not handed out again, if nobody could tell its instance of the delivery', async () => {
    const { kill } = await holdElsewhere({ drops: Number.POSITIVE_INFINITY })
    expect(await payer.call(id)).toMatchObject(completed)
    await kill()
    await waitFor('the refund', async () => (await payer.ledger()).balanceUnits === FULL)
    expect(await payer.ledger()).toMatchObject({ charges: [reversed] })
    expect((await payer.call(id))?.body).not.toHaveProperty('result')
  })

  it('is delivered after the database was away', async () => {
    await holdElsewhere()
    at.scene.proxy.cut()
    expect(await payer.call(id)).toMatchObject({ status: 503 })
    at.scene.proxy.mend()
    await waitFor('the result', async () => (await payer.call(id))?.status === 200)
    await waitFor('the confirmation', isConfirmed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('is delivered to two who ask both instances at once, and is paid once', async () => {
    const { retrieve } = await holdElsewhere()
    const replies = await Promise.all([payer.call(id), retrieve()])
    for (const reply of replies) expect(reply).toMatchObject(completed)
    await waitFor('the confirmation', isConfirmed)
    expect(await payer.ledger()).toMatchObject(paid)
  })
})
