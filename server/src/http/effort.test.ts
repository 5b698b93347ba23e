import { operations } from '@footnote/contract/operations'
import { FINANCE_EFFORTS, priceOf, RESEARCH_EFFORTS } from '@footnote/contract/prices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { createValidateBody } from './validate-body.ts'

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService()
  payer = await test.createPayer('100')
})
afterAll(() => test.close())

const unnamed = [undefined]
const cases = [
  ...[...unnamed, ...RESEARCH_EFFORTS].map(effort => ['research', effort] as const),
  ...[...unnamed, ...FINANCE_EFFORTS].map(effort => ['finance_research', effort] as const),
]

it.each(cases)(
  'charges %s at effort %s and sends it upstream at the same effort',
  async (tool, effort) => {
    const reply = await post(`${test.service.url}${operations[tool].path}`, payer.key, {
      input: 'i',
      ...(effort && { research_effort: effort }),
    })
    const { rows } = await test.database.query<{
      effort: typeof effort & string
      cost_units: bigint
    }>('select effort, cost_units from charge where id = $1', [reply.body.billing.request_id])
    const sent = test.upstream.requests.at(-1)?.body as { research_effort: string }
    const [charge] = rows
    expect(charge?.effort).toBe(sent.research_effort)
    expect(charge?.cost_units).toBe(charge && priceOf(tool, charge.effort).costUnits)
    if (effort) expect(sent.research_effort).toBe(effort)
  },
)

describe('validation', () => {
  it.each(['research', 'finance_research'] as const)('fills in the effort of %s', tool => {
    const validate = createValidateBody(operations[tool].request)
    const { research_effort } = operations[tool].request.defaults
    expect(validate({ input: 'i' })).toEqual({ input: 'i', research_effort })
    const named = { input: 'i', research_effort: 'exhaustive' }
    expect(validate(named)).toEqual(named)
  })
})
