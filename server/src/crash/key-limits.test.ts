import { beforeEach, expect, it } from 'vitest'
import { NO_LIMITS, setKeyLimits } from '../keys/key-limits.ts'
import { listKeys } from '../keys/keys.ts'
import { ANSWER_UNITS, type CrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'

const at = useCrashScene()
let payer: CrashPayer
beforeEach(async () => {
  payer = await at.scene.createPayer()
  const [key] = await listKeys(at.scene.database, payer.accountId)
  await setKeyLimits(at.scene.database, {
    accountId: payer.accountId,
    keyId: key?.id ?? '',
    limits: { ...NO_LIMITS, dayCapUnits: 4n * ANSWER_UNITS },
  })
})

const failing = () => ({ status: 500, body: {} })
const holdRow = (table: 'wallet' | 'charge') =>
  holdLock(
    at.scene.connection,
    `select from ${table} where account_id = '${payer.accountId}' for update`,
  )
const spentUnits = async () =>
  (await listKeys(at.scene.database, payer.accountId))[0]?.spent?.dayUnits

it('returns the cap of a debit that was committed but not replied to', async () => {
  const debited = at.scene.proxy.withholdReply('debit_charges')
  const reply = payer.answer()
  await debited
  expect(await spentUnits()).toBe(ANSWER_UNITS)
  await at.scene.restart()
  expect(await reply).toBeUndefined()
  expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL })
  expect(await spentUnits()).toBe(0n)
})

it('returns the cap of a call whose process died upstream, and keeps that of a paid one', async () => {
  expect((await payer.answer())?.status).toBe(200)
  const held = holdCalls(at.scene.upstream)
  const reply = payer.answer()
  await held.arrived
  await at.scene.restart()
  held.release()
  expect(await reply).toBeUndefined()
  await payer.settledLedger()
  expect(await spentUnits()).toBe(ANSWER_UNITS)
})

it('spends the cap once if PostgreSQL dies before the debit is committed', async () => {
  const lock = await holdRow('wallet')
  const reply = payer.answer()
  await lock.somebodyWaits()
  await at.scene.endConnections()
  await lock.release()
  expect(await reply).toMatchObject({ status: 200 })
  expect(await payer.ledger()).toMatchObject({ charges: [captured] })
  expect(await spentUnits()).toBe(ANSWER_UNITS)
})

it('returns the cap once if PostgreSQL dies before the refund is committed', async () => {
  const held = holdCalls(at.scene.upstream, failing)
  const reply = payer.answer()
  await held.arrived
  const lock = await holdRow('charge')
  held.release()
  await lock.somebodyWaits()
  await at.scene.endConnections()
  await lock.release()
  expect(await reply).toMatchObject({ status: 502 })
  expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
  expect(await spentUnits()).toBe(0n)
})

it('returns the cap once if the refund is sent again because its reply was lost', async () => {
  at.scene.upstream.handler = failing
  const settled = at.scene.proxy.withholdReply('settle_charges')
  const reply = payer.answer()
  ;(await settled).lose()
  expect(await reply).toMatchObject({ status: 502 })
  expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
  expect(await spentUnits()).toBe(0n)
})

it('returns the cap once if the service is killed before it gets the reply to the refund', async () => {
  at.scene.upstream.handler = failing
  const refunded = at.scene.proxy.withholdReply('settle_charges')
  const reply = payer.answer()
  await refunded
  await at.scene.restart()
  await reply
  expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL })
  expect(await spentUnits()).toBe(0n)
})
