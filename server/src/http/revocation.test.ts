import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../keys/keys.ts'
import type { Service } from '../service.ts'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract, expectError } from '../testing/scenes/expect-contract.ts'
import { expectFree } from '../testing/scenes/expect-free.ts'
import { revokeKey } from '../testing/scenes/revoke-key.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  get,
  post,
  type Reply,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'

let test: TestService
/** Another instance of the service on the same database. */
let second: Service
beforeAll(async () => {
  test = await startTestService()
  second = await startAnotherService(test)
})
afterAll(async () => {
  await second.stop()
  await test.close()
})

const CALLS = [
  ['answer', { query: 'q' }],
  ['research', { input: 'i' }],
  ['research', { input: 'i', research_effort: 'deep' }],
  ['finance_research', { input: 'i' }],
] as const

const wallet = ({ url }: Service, key: string) => get(`${url}/api/v1/wallet`, key)

describe('a revoked key', () => {
  const revoke = ({ accountId }: Payer) => revokeKey(test.database, { accountId, name: 'test' })

  it.each(CALLS)('is refused at once by %s %j, however recently it worked', async (tool, body) => {
    const payer = await test.createPayer()
    expect((await wallet(test.service, payer.key)).status).toBe(200)
    await revoke(payer)
    const reply = await expectFree(test, payer, () =>
      post(`${test.service.url}/api/v1/${tool}`, payer.key, body),
    )
    expectContract(tool, reply)
    expect(reply.body.code).toBe('INVALID_API_KEY')
  })

  it('is refused soon after by every instance', async () => {
    const payer = await test.createPayer()
    const { key } = payer
    const body = { input: 'i', research_effort: 'deep' }
    const task = (await post(`${test.service.url}/api/v1/research`, key, body)).body
    const instances = [test.service, second]
    for (const instance of instances) expect((await wallet(instance, key)).status).toBe(200)
    await revoke(payer)
    for (const instance of instances) {
      const paths = [
        'wallet',
        'usage',
        `research/${task.task_id}`,
        `research/${task.task_id}/events`,
      ]
      for (const path of paths) {
        const reply = await waitFor<Reply>(`${path} to be refused`, async () => {
          const latest = await get(`${instance.url}/api/v1/${path}`, key)
          return latest.status === 401 && latest
        })
        expectError('INVALID_API_KEY', reply)
      }
    }
  })

  it('leaves the account’s other keys working', async () => {
    const payer = await test.createPayer()
    const other = await createKey(test.database, { accountId: payer.accountId, name: 'other' })
    await revoke(payer)
    expect((await wallet(test.service, other?.key ?? '')).status).toBe(200)
  })
})

describe.each(['frozen', 'closed'] as const)('a %s account', state => {
  it.each(CALLS)('cannot spend on %s %j', async (tool, body) => {
    const payer = await test.createPayer()
    await test.database.query('update account set state = $1 where id = $2', [
      state,
      payer.accountId,
    ])
    const reply = await expectFree(test, payer, () =>
      post(`${test.service.url}/api/v1/${tool}`, payer.key, body),
    )
    expectContract(tool, reply)
    expect(reply.body).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: expect.stringContaining(`account is ${state}`),
      balance_usd: 10,
    })
  })
})
