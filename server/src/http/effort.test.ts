import { operations } from '@footnote/contract/operations'
import { priceOf } from '@footnote/contract/prices'
import { effortsOf, TOOLS, tools } from '@footnote/contract/tools'
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

const withEfforts = TOOLS.filter(tool => effortsOf(tool).length > 0)
const cases = withEfforts.flatMap(tool =>
  [undefined, ...effortsOf(tool)].map(effort => [tool, effort] as const),
)

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
  it.each(withEfforts)('fills in the effort of %s', tool => {
    const validate = createValidateBody(operations[tool].request)
    const { defaultEffort } = tools[tool]
    expect(validate({ input: 'i' })).toEqual({ input: 'i', research_effort: defaultEffort })
    const named = { input: 'i', research_effort: effortsOf(tool).at(-1) }
    expect(validate(named)).toEqual(named)
  })
})
