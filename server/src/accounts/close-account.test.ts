import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { parseUsd, toWireUnits } from '@footnote/contract/units'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../keys/authenticator.ts'
import { createKey } from '../keys/keys.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { expectSite, expectSiteError } from '../testing/scenes/expect-site.ts'
import { PASSWORD, type SignInScene, startSignInScene } from '../testing/scenes/sign-in-scene.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { creditWallet } from '../wallet/credit-wallet.ts'
import { createDebit } from '../wallet/debit.ts'
import { createSettle } from '../wallet/settle.ts'
import { closeAccount } from './accounts.ts'

let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene()
})
afterAll(() => scene.close())

const UNITS = parseUsd('12.5') as bigint

/** A member with money and a key. */
async function joinWithMoney() {
  const email = `${randomUUID()}@example.com`
  const browser = await scene.join(email)
  const { body } = await browser.call('session')
  const accountId: string = body.account.account_id
  await creditWallet(scene.database, {
    accountId,
    units: UNITS,
    reason: 'test',
    reference: accountId,
  })
  const created = await createKey(scene.database, { accountId, name: 'test' })
  if (!created) throw new Error('the key name is taken')
  const { key } = created
  const close = (shownUnits = UNITS, password = PASSWORD) =>
    browser.call('close_account', { password, balance_units: toWireUnits(shownUnits) })
  return { email, browser, accountId, key, close }
}

async function readAccount(accountId: string) {
  const { rows } = await scene.database.query(
    `select account.state, account.email, account.user_id, wallet.balance_units
     from account join wallet on wallet.account_id = account.id where account.id = $1`,
    [accountId],
  )
  return rows[0]
}

function debit({ accountId, chargeId = randomUUIDv7() }: { accountId: string; chargeId?: string }) {
  return createDebit(scene.database)({
    chargeId,
    accountId,
    keyId: null,
    tool: 'answer',
    effort: null,
    costUnits: 1_000n,
    holdMs: 60_000,
    instanceId: randomUUIDv7(),
  })
}

describe('closing an account', () => {
  it('forfeits the balance, revokes the keys, frees the address and ends every session', async () => {
    const { email, browser, accountId, key, close } = await joinWithMoney()
    const other = scene.openBrowser()
    await other.call('sign_in', { email, password: PASSWORD })
    expectSite('close_account', await close())
    expect(await readAccount(accountId)).toEqual({
      state: 'closed',
      email: `closed-${accountId}`,
      user_id: null,
      balance_units: 0n,
    })
    expect([...browser.cookies.keys()]).toEqual(['footnote.device'])
    expectSiteError('SIGNED_OUT', await other.call('sessions'))
    expect(await createAuthenticator(scene.database).authenticate(key)).toBeUndefined()
    const { rows } = await scene.database.query(
      `select source, target, units, balance_units, reason from movement
       where account_id = $1 order by id desc limit 1`,
      [accountId],
    )
    expect(rows).toEqual([
      {
        source: 'wallet',
        target: 'outside',
        units: UNITS,
        balance_units: 0n,
        reason: 'account closed',
      },
    ])
    expect(scene.messages.at(-1)).toMatchObject({
      to: email,
      text: expect.stringContaining('$12.50'),
    })
    expect(await auditDatabase(scene.connection)).toEqual([])
  })

  it('keeps no personal data of the owner except payments', async () => {
    const { email, accountId, close } = await joinWithMoney()
    await close()
    const { rows } = await scene.database.query(
      `select email from auth_user where email = $1 union all
       select email from account where email = $1 union all
       select email from email_code where email = $1`,
      [email],
    )
    expect(rows).toEqual([])
    const logins = await scene.database.query(
      `select from auth_login where not exists (select from auth_user where id = user_id)`,
    )
    expect(logins.rowCount).toBe(0)
    expect((await readAccount(accountId)).state).toBe('closed')
  })

  it('lets the same address sign up again for a new account', async () => {
    const { email, accountId, close } = await joinWithMoney()
    await close()
    const browser = await scene.join(email)
    const { body } = await browser.call('session')
    expect(body.account.account_id).not.toBe(accountId)
    expect((await readAccount(body.account.account_id)).balance_units).toBe(0n)
  })

  it('is refused if the balance differs from the one shown', async () => {
    const { accountId, close } = await joinWithMoney()
    for (const shown of [UNITS - 1n, UNITS + 1n, 0n]) {
      expectSiteError('BALANCE_CHANGED', await close(shown))
    }
    expect(await readAccount(accountId)).toMatchObject({ state: 'active', balance_units: UNITS })
  })

  it('is refused with a wrong password', async () => {
    const { accountId, close } = await joinWithMoney()
    expectSiteError('WRONG_PASSWORD', await close(UNITS, 'not the one'))
    expect((await readAccount(accountId)).state).toBe('active')
  })

  it('is refused while a call is running, and possible once it has ended', async () => {
    const { accountId, close } = await joinWithMoney()
    const chargeId = randomUUIDv7()
    expect(await debit({ accountId, chargeId })).toMatchObject({ outcome: 'admitted' })
    expectSiteError('CALLS_RUNNING', await close(UNITS - 1_000n))
    await createSettle(scene.database)({ chargeId, accountId, outcome: 'captured' })
    expectSite('close_account', await close(UNITS - 1_000n))
    expect(await auditDatabase(scene.connection)).toEqual([])
  })

  it('is refused while a result waits to be fetched, and says until when', async () => {
    const { accountId, close } = await joinWithMoney()
    const chargeId = randomUUIDv7()
    await debit({ accountId, chargeId })
    await scene.database.query(
      `update open_charge set captured_at = '2026-11-16T09:30:00Z' where charge_id = $1`,
      [chargeId],
    )
    const refused = await close(UNITS - 1_000n)
    expectSiteError('CALLS_RUNNING', refused)
    expect(refused.body.message).toContain('close the account after 09:45 UTC')
    await createSettle(scene.database)({ chargeId, accountId, outcome: 'captured' })
  })

  it('is refused while the account is frozen', async () => {
    const { accountId, close } = await joinWithMoney()
    const setState = (state: string) =>
      scene.database.query('update account set state = $2 where id = $1', [accountId, state])
    await setState('frozen')
    expectSiteError('ACCOUNT_FROZEN', await close())
    await setState('active')
    expectSite('close_account', await close())
  })

  it('ends open payments, after the password check and only if nothing else prevents the closure', async () => {
    const { accountId, close } = await joinWithMoney()
    const states = async () => {
      const { rows } = await scene.database.query(
        'select state from payment where account_id = $1 order by is_test',
        [accountId],
      )
      return rows.map(({ state }) => state)
    }
    const begin = (isTest: boolean) =>
      scene.database.query(
        `insert into payment (id, account_id, provider, is_test, asked_units, session_ref)
         values (gen_random_uuid(), $1, 'stripe', $2, 1, gen_random_uuid())`,
        [accountId, isTest],
      )
    await begin(true)
    expectSiteError('WRONG_PASSWORD', await close(UNITS, 'not the one'))
    expectSiteError('BALANCE_CHANGED', await close(0n))
    expect(await states()).toEqual(['open'])
    // Real money may come in, and there is no provider to ask.
    await begin(false)
    expectSiteError('PAYMENTS_RUNNING', await close())
    expect((await readAccount(accountId)).state).toBe('active')
    await scene.database.query(
      `update payment set state = 'failed' where account_id = $1 and not is_test`,
      [accountId],
    )
    expectSite('close_account', await close())
    expect(await states()).toEqual(['failed', 'expired'])
    expect(await auditDatabase(scene.connection)).toEqual([])
  })

  it('happens once when requested many times at once', async () => {
    const { accountId } = await joinWithMoney()
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        closeAccount(scene.database, { accountId, shownUnits: UNITS }),
      ),
    )
    expect(outcomes).toEqual(Array(5).fill('closed'))
    const { rows } = await scene.database.query(
      `select from movement where account_id = $1 and target = 'outside'`,
      [accountId],
    )
    expect(rows).toHaveLength(1)
    expect(await auditDatabase(scene.connection)).toEqual([])
  })

  it('excludes a debit at the same moment', async () => {
    const rounds = Array.from({ length: 8 }, async () => {
      const { accountId } = await createPayer(scene.database, '12.5')
      const [closure, debited] = await Promise.all([
        closeAccount(scene.database, { accountId, shownUnits: UNITS }),
        debit({ accountId }),
      ])
      const isAdmitted = debited.outcome === 'admitted'
      expect(closure === 'closed').toBe(!isAdmitted)
    })
    await Promise.all(rounds)
    expect(await auditDatabase(scene.connection)).toEqual([])
  })

  it('rolls back completely when it is interrupted', async () => {
    const { browser, accountId, key } = await joinWithMoney()
    const client = await scene.database.connect()
    await client.query('begin')
    await client.query('select close_account($1, $2)', [accountId, UNITS])
    // Simulates a process that dies before the database has committed.
    client.release(true)
    expect(await readAccount(accountId)).toMatchObject({ state: 'active', balance_units: UNITS })
    expectSite('sessions', await browser.call('sessions'))
    expect(await createAuthenticator(scene.database).authenticate(key)).toBeDefined()
    expect(await auditDatabase(scene.connection)).toEqual([])
  })
})

it('reports no fault', () => {
  expect(scene.faults).toEqual([])
})
