import { hash, randomUUID } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { get, post } from '../../testing/scenes/test-service.ts'
import { creditWallet } from '../../wallet/credit-wallet.ts'

let site: TestWebsite
let member: TestMember
beforeAll(async () => {
  site = await startWebsite()
  member = await joinWebsite(site)
})
afterAll(() => site.close())

const create = (name: unknown, by = member) => by.call('create_key', { body: { name } })
const revoke = (key_id: string, by = member) => by.call('revoke_key', { params: { key_id } })
const list = async (by = member) => {
  const reply = await by.call('keys')
  expectSite('keys', reply)
  return reply.body.keys as { key_id: string; name: string; [more: string]: unknown }[]
}
const walletStatus = async (key: string) => (await get(`${site.url}/api/v1/wallet`, key)).status

describe('limits of a key', () => {
  const limits = {
    day_cap_cents: 4,
    month_cap_cents: 100,
    tools: ['answer'],
    calls_per_minute: 60,
    expires_on: '2999-12-31',
  }

  it('are set with the key or later, listed with what was spent, and removed', async () => {
    const { accountId } = member
    const reference = randomUUID()
    await creditWallet(site.database, { accountId, units: 10_000_000n, reason: 'test', reference })
    const made = await member.call('create_key', { body: { name: 'Limited', limits } })
    expectSite('create_key', made)
    const { key, key_id } = made.body
    const answer = () => post(`${site.url}/api/v1/answer`, key, { query: 'q' })
    expect((await answer()).status).toBe(200)
    const listed = async () => (await list()).find(one => one.key_id === key_id)
    expect(await listed()).toMatchObject({
      limits: {
        day_cap_units: 400_000,
        month_cap_units: 10_000_000,
        tools: ['answer'],
        calls_per_minute: 60,
        expires_at: '3000-01-01T00:00:00.000Z',
      },
      spent: { day_units: 200_000, month_units: 200_000 },
    })
    const set = (body: object) => member.call('set_key_limits', { params: { key_id }, body })
    expectSite('set_key_limits', await set({ ...limits, day_cap_cents: 2 }))
    expect((await answer()).body.code).toBe('INSUFFICIENT_BALANCE')
    const none = Object.fromEntries(Object.keys(limits).map(name => [name, null]))
    expectSite('set_key_limits', await set(none))
    expect((await answer()).status).toBe(200)
    expect(await listed()).toMatchObject({ spent: null })
  })

  it.each([
    ['/day_cap_cents', { day_cap_cents: 0 }],
    ['/tools', { tools: [] }],
    ['/calls_per_minute', { calls_per_minute: 1.5 }],
    ['/expires_on', { expires_on: '2027-02-31' }],
    ['/expires_on', { expires_on: 'tomorrow' }],
  ])('are refused at %s', async (path, wrong) => {
    const { key_id } = (await create(`wrong ${randomUUID()}`)).body
    const body = { ...limits, ...wrong }
    const reply = await member.call('set_key_limits', { params: { key_id }, body })
    expectSiteError('INVALID_REQUEST', reply)
    expect(reply.body.errors[0].path).toBe(path)
  })

  it('cannot be set for another account’s key', async () => {
    const { key_id } = (await create('Private')).body
    const other = await joinWebsite(site)
    const reply = await other.call('set_key_limits', { params: { key_id }, body: limits })
    expectSiteError('NOT_FOUND', reply)
  })
})

describe('a key that is created', () => {
  it('works at once, and is shown in that response and in no other', async () => {
    const reply = await create('Laptop')
    expectSite('create_key', reply)
    const { key, key_id } = reply.body
    const listed = await list()
    expect(listed[0]).toEqual({
      key_id,
      name: 'Laptop',
      kind: 'key',
      fingerprint: hash('sha256', key).slice(0, 8),
      limits: {
        day_cap_units: null,
        month_cap_units: null,
        tools: null,
        calls_per_minute: null,
        expires_at: null,
      },
      spent: null,
      created_at: expect.any(String),
      last_used_at: null,
      revoked_at: null,
    })
    expect(JSON.stringify(listed)).not.toContain(key.slice(3, 20))
    const { rows } = await site.database.query('select * from api_key where id = $1', [key_id])
    expect(JSON.stringify(rows)).not.toContain(key.slice(3, 20))
    expect(await walletStatus(key)).toBe(200)
  })

  it('shows when it was last used', async () => {
    const { key, key_id } = (await create('Watched')).body
    expect(await walletStatus(key)).toBe(200)
    await waitFor('the use to be written down', async () =>
      (await list()).some(listed => listed.key_id === key_id && listed['last_used_at'] !== null),
    )
  })

  it.each([
    ['is empty', ''],
    ['is blank', ' '],
    ['has space before it', ' a'],
    ['has space after it', 'a '],
    ['has a line break', 'a\nb'],
    ['has a control character', 'a\u0000b'],
    ['is too long', 'a'.repeat(siteLimits.keyNameCharacters + 1)],
    ['is no text', 1],
  ])('is refused a name that %s', async (_, name) => {
    const reply = await create(name)
    expectSiteError('INVALID_REQUEST', reply)
    expect(reply.body.errors[0].path).toBe('/name')
  })

  it.each(['a'.repeat(siteLimits.keyNameCharacters), 'Zoë’s “prod” <key> 🔑', '0'])(
    'may be named %s',
    async name => expectSite('create_key', await create(name)),
  )

  it('needs a name that no other active key of the account has', async () => {
    const first = (await create('Twin')).body
    expectSiteError('NAME_TAKEN', await create('Twin'))
    const other = await joinWebsite(site)
    expectSite('create_key', await create('Twin', other))
    await revoke(first.key_id)
    expectSite('create_key', await create('Twin'))
  })

  it('counts toward the limit on active keys', async () => {
    const owner = await joinWebsite(site)
    await site.database.query(
      `insert into api_key (id, account_id, name, hash)
       select gen_random_uuid(), $1, n, sha256(gen_random_uuid()::text::bytea)
       from generate_series(1, $2::integer) as n`,
      [owner.accountId, siteLimits.activeKeys - 1],
    )
    const last = await create('last', owner)
    expectSite('create_key', last)
    const refused = await create('one too many', owner)
    expectSiteError('INVALID_REQUEST', refused)
    expect(refused.body.message).toContain('revoke one first')
    await revoke(last.body.key_id, owner)
    expectSite('create_key', await create('again', owner))
    expect(await list(owner)).toHaveLength(siteLimits.activeKeys + 1)
  })
})

describe('a key that is revoked', () => {
  it('never spends again, and soon is refused everywhere', async () => {
    const { accountId } = member
    const credit = { accountId, units: 10_000_000n, reason: 'test', reference: randomUUID() }
    await creditWallet(site.database, credit)
    const { key, key_id } = (await create('Leaked')).body
    const answer = () => post(`${site.url}/api/v1/answer`, key, { query: 'q' })
    expect((await answer()).status).toBe(200)
    const balance = async () => (await member.call('wallet')).body.balance_units
    const before = await balance()

    const reply = await revoke(key_id)
    expectSite('revoke_key', reply)
    expect((await answer()).status).toBe(401)
    expect(await balance()).toBe(before)
    await waitFor('the key to be refused everywhere', async () => (await walletStatus(key)) === 401)
  })

  it('keeps its first time of revocation, and stays in the list', async () => {
    const { key_id } = (await create('Old')).body
    const revokedAt = async () =>
      (await list()).find(listed => listed.key_id === key_id)?.['revoked_at']
    await revoke(key_id)
    const first = await revokedAt()
    expect(first).toEqual(expect.any(String))
    expectSite('revoke_key', await revoke(key_id))
    expect(await revokedAt()).toBe(first)
  })
})
