import { beforeEach, expect, it } from 'vitest'
import { NO_LIMITS, setKeyLimits } from '../keys/key-limits.ts'
import { listKeys } from '../keys/keys.ts'
import { ANSWER_UNITS, type CrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'

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

it('returns the cap once if the reply to the refund is lost', async () => {
  at.scene.upstream.handler = () => ({ status: 500, body: {} })
  const refunded = at.scene.proxy.withholdReply('settle_charges')
  const reply = payer.answer()
  await refunded
  await at.scene.restart()
  await reply
  expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL })
  expect(await spentUnits()).toBe(0n)
})
