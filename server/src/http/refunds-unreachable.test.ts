import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefunded } from '../testing/scenes/expect-refunded.ts'
import type { PaidTool } from '../testing/scenes/start-validation.ts'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { startStubUpstream } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

type Call = readonly [tool: PaidTool, body: object, units: number]

const CALLS: Call[] = [
  ['answer', { query: 'q' }, 200_000],
  ['research', { input: 'i', research_effort: 'lite' }, 400_000],
  ['research', { input: 'i' }, 1_500_000],
  ['finance_research', { input: 'i' }, 3_500_000],
]

async function expectCallRefunded(test: TestService, [tool, body, units]: Call): Promise<void> {
  const payer = await test.createPayer()
  const reply = await post(`${test.service.url}/api/v1/${tool}`, payer.key, body)
  await expectRefunded(test, payer, { tool, reply, units })
  expect(await auditDatabase(test.connection)).toEqual([])
}

describe('an upstream that takes too long', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService({
      FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '0.2',
      FOOTNOTE_LITE_TIMEOUT_SECONDS: '0.2',
      FOOTNOTE_STANDARD_TIMEOUT_SECONDS: '0.2',
      FOOTNOTE_FINANCE_TIMEOUT_SECONDS: '0.2',
    })
  })
  afterAll(() => test.close())

  it.each(CALLS)('to start its reply refunds %s %j', async (...call) => {
    test.upstream.handler = () => new Promise(() => {})
    await expectCallRefunded(test, call)
  })

  it.each(CALLS)('to finish its reply refunds %s %j', async (...call) => {
    test.upstream.handler = () => ({ write: response => response.write('{"answer":') })
    await expectCallRefunded(test, call)
  })
})

describe('an upstream that cannot be reached', () => {
  let test: TestService
  beforeAll(async () => {
    const gone = await startStubUpstream()
    await gone.close()
    test = await startTestService({ FOOTNOTE_UPSTREAM_URL: gone.url })
  })
  afterAll(() => test.close())

  it.each(CALLS)('refunds %s %j', async (...call) => {
    await expectCallRefunded(test, call)
  })
})
