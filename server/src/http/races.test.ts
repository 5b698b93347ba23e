import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { readLedger } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  post,
  type Reply,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
let second: Service
beforeAll(async () => {
  test = await startTestService()
  second = await startAnotherService(test)
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(async () => {
  await second.stop()
  await test.close()
})

const CALLS = 50
/** Number of answers that the balance pays for. */
const PAID = 7
const BALANCE = '0.1412345'
const LEFT_UNITS = 12_345n

/** Sends them at once, to each instance in turn. */
function answerAtOnce(key: string, services: readonly Service[]): Promise<Reply[]> {
  return Promise.all(
    Array.from({ length: CALLS }, (_, index) => {
      const service = services[index % services.length] as Service
      return post(`${service.url}/api/v1/answer`, key, { query: `q${index}` })
    }),
  )
}

const withStatus = (replies: readonly Reply[], status: number) =>
  replies.filter(reply => reply.status === status)

it.each([
  ['one instance', () => [test.service]],
  ['two instances', () => [test.service, second]],
])('a balance for 7 pays exactly 7 of 50 concurrent calls on %s', async (_, services) => {
  const { key, accountId } = await test.createPayer(BALANCE)
  const before = test.upstream.requests.length
  const replies = await answerAtOnce(key, services())
  for (const reply of replies) expectContract('answer', reply)
  expect(withStatus(replies, 200)).toHaveLength(PAID)
  expect(withStatus(replies, 402)).toHaveLength(CALLS - PAID)
  expect(test.upstream.requests.length - before).toBe(PAID)
  const ledger = await readLedger(test.database, accountId)
  expect(ledger.balanceUnits).toBe(LEFT_UNITS)
  expect(ledger.charges).toHaveLength(PAID)
  const balances = withStatus(replies, 200).map(reply => reply.body.billing.balance_usd)
  expect(balances.toSorted((a, b) => a - b)).toEqual([
    0.0012345, 0.0212345, 0.0412345, 0.0612345, 0.0812345, 0.1012345, 0.1212345,
  ])
  expect(await auditDatabase(test.connection)).toEqual([])
})

it('refunds every unit when concurrent calls fail', async () => {
  test.upstream.handler = () => ({ status: 422, body: { error: 'no' } })
  const { key, accountId } = await test.createPayer(BALANCE)
  const replies = await answerAtOnce(key, [test.service, second])
  const failed = withStatus(replies, 502)
  expect(failed.length).toBeGreaterThanOrEqual(PAID)
  expect(failed.length + withStatus(replies, 402).length).toBe(CALLS)
  const ledger = await readLedger(test.database, accountId)
  expect(ledger.balanceUnits).toBe(LEFT_UNITS + BigInt(PAID) * 200_000n)
  expect(ledger.charges.every(charge => charge.state === 'refunded')).toBe(true)
  expect(await auditDatabase(test.connection)).toEqual([])
})
