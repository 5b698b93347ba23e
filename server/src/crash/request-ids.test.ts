import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ANSWER_UNITS, type CrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import { goodAnswer } from '../testing/stubs/stub-upstream.ts'

const at = useCrashScene()
let payer: CrashPayer
let named: { 'footnote-request-id': string }
beforeEach(async () => {
  payer = await at.scene.createPayer()
  named = { 'footnote-request-id': randomUUID() }
})

const usedId = { status: 400, body: { code: 'INVALID_REQUEST' } }

describe('a call with a chosen id, sent again after', () => {
  it('the debit’s reply was lost: it goes on under its id, and is paid once', async () => {
    const debit = at.scene.proxy.withholdReply('debit_charges')
    const first = payer.answer(named)
    const { lose } = await debit
    lose()
    expect(await first).toMatchObject({ status: 200, body: goodAnswer })
    expect(await payer.answer(named)).toMatchObject(usedId)
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - ANSWER_UNITS,
      charges: [captured],
    })
  })

  it('the service was killed with the debit committed: it is refunded, and its id is used', async () => {
    const debited = at.scene.proxy.withholdReply('debit_charges')
    const first = payer.answer(named)
    await debited
    await at.scene.restart()
    expect(await first).toBeUndefined()
    expect(await payer.answer(named)).toMatchObject(usedId)
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
  })

  it('the service was killed before the debit: its id is free, and it is paid once', async () => {
    const lock = await holdLock(
      at.scene.connection,
      `select from wallet where account_id = '${payer.accountId}' for update`,
    )
    const first = payer.answer(named)
    await lock.somebodyWaits()
    // The statement ends with its connection while it still waits for the wallet.
    await at.scene.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and query like '%debit_charges%' and datname = current_database()`,
    )
    await at.scene.service.kill()
    await lock.nobodyWaits()
    await lock.release()
    await at.scene.restart()
    expect(await first).toBeUndefined()
    expect(await payer.answer(named)).toMatchObject({ status: 200 })
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL - ANSWER_UNITS,
      charges: [captured],
    })
  })

  it('the service was killed with the upstream at work: it is refunded, and its id is used', async () => {
    const held = holdCalls(at.scene.upstream)
    const first = payer.answer(named)
    await held.arrived
    await at.scene.restart()
    held.release()
    expect(await first).toBeUndefined()
    expect(await payer.answer(named)).toMatchObject(usedId)
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
  })
})
