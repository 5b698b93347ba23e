import { randomUUID } from 'node:crypto'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAudits } from '../admin/audit-runs.ts'
import { listActions } from '../admin/list-actions.ts'
import { runFootnote } from '../testing/processes/run-footnote.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { expectSite, expectSiteError } from '../testing/scenes/expect-site.ts'
import { type SignInScene, startSignInScene } from '../testing/scenes/sign-in-scene.ts'

let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene()
})
afterAll(() => scene.close())

const run = (...args: string[]) =>
  runFootnote(args, { settings: { DATABASE_URL: connectionUrl(scene.connection) } })

async function runJson(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

const actionsOf = async (accountId: string) =>
  (await listActions(scene.database, { accountId, most: 10 })).actions

it('operator grant opens the admin area, withdraw closes it, and list prints who has it', async () => {
  const email = `${randomUUID()}@example.com`
  const browser = await scene.join(email)
  const empty = await run('operator', 'list')
  expect(empty.stdout).toContain('No operators yet')
  const granted = await runJson('operator', 'grant', email.toUpperCase(), '--reason', 'founder')
  const { account_id } = granted
  expect(granted).toEqual({ account_id, email, operator: true })
  expectSite('operator_accounts', await browser.call('operator_accounts', { search: '' }))
  expect(await runJson('operator', 'list')).toEqual({
    operators: [{ account_id, email, state: 'active' }],
  })
  const twice = await run('operator', 'grant', email, '--reason', 'x')
  expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('already an operator') })

  const { stdout } = await run('operator', 'withdraw', email, '--reason', 'left')
  expect(stdout).toMatch(/^operator +false$/m)
  expectSiteError('NOT_FOUND', await browser.call('operator_accounts'))
  const again = await run('operator', 'withdraw', email, '--reason', 'x')
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not an operator') })
  expect(await actionsOf(account_id)).toMatchObject([
    { kind: 'withdraw_operator', operator: 'command line', reason: 'left' },
    { kind: 'grant_operator', operator: 'command line', reason: 'founder' },
  ])
})

it('requires an owner who has signed up, and a reason', async () => {
  const unclaimed = await createPayer(scene.database, '1')
  for (const [args, words] of [
    [[unclaimed.email, '--reason', 'x'], 'Ask them to sign up first'],
    [[`${randomUUID()}@example.com`, '--reason', 'x'], 'no account'],
    [[unclaimed.email], "required option '--reason"],
    [[unclaimed.email, '--reason', ' '], 'must have 1 to'],
    [[unclaimed.email, '--reason', 'a\nb'], 'must be one line'],
  ] as const) {
    const refused = await run('operator', 'grant', ...args)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
  }
  expect(await actionsOf(unclaimed.accountId)).toEqual([])
})

it('stores credits and revocations of the command line as actions, and its audits too', async () => {
  const { accountId, email } = await createPayer(scene.database, '1')
  const credit = ['wallet', 'credit', email, '2', '--reason', 'gift', '--reference', randomUUID()]
  await runJson(...credit)
  expect(await runJson(...credit)).toMatchObject({ balance_usd: 3 })
  await runJson('key', 'revoke', email, '--name', 'test')
  expect(await actionsOf(accountId)).toMatchObject([
    { kind: 'revoke_key', operator: 'command line', reason: 'revoked on the command line' },
    { kind: 'credit', operator: 'command line', reason: 'gift', units: 20_000_000 },
  ])
  await runJson('audit')
  expect(await listAudits(scene.database, { most: 5 })).toMatchObject([
    { cause: 'command line', violation_count: 0 },
  ])
})
