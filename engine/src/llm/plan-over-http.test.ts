import { expect, it } from 'vitest'
import { budgets } from '../budgets.ts'
import { openBudget } from '../open-budget.ts'
import { withinRun } from './author.ts'
import type { FakeFault } from './client/testing/fake-replies.ts'
import { modelScene } from './client/testing/model-scene.ts'
import { planWithModel, reflectWithModel } from './plan.ts'

const PLANNING = {
  input: 'How deep are Lake Aral and Lake Berg?',
  kind: 'answer',
  most: 3,
  queriesEach: 2,
  today: '2026-11-15',
  timeoutMs: 20_000,
} as const
const REFLECTING = {
  input: PLANNING.input,
  found: [{ question: 'How deep is Lake Aral?', quotes: ['Lake Aral is 12 m deep.'] }],
  most: 3,
  queriesEach: 2,
  timeoutMs: 20_000,
}
const ASKED = [{ question: 'How deep is Lake Berg?', queries: ['Lake Berg depth'] }]

it('reads a plan from a reply with thinking and other text around it', async () => {
  const plan = { language: 'en', isFinance: false, questions: ASKED }
  const { model } = await modelScene({
    plan: `<think>Two lakes.</think>\n${JSON.stringify({ ...plan, sure: true })}`,
  })
  expect(await planWithModel(model, PLANNING)).toEqual(plan)
})

it('asks once more if the first reply is not a plan', async () => {
  const { model, endpoint } = await modelScene({
    plan: [
      { json: { questions: 'all' } },
      { json: { language: 'en', isFinance: false, questions: ASKED } },
    ],
  })
  expect((await planWithModel(model, PLANNING)).questions).toEqual(ASKED)
  expect(endpoint.requests).toHaveLength(2)
})

it('a request of 40,000 characters goes to a model of 4,096 tokens', async () => {
  const { model } = await modelScene(
    { plan: { json: { language: 'en', isFinance: false, questions: ASKED } } },
    { contextTokens: 4_096 },
  )
  const input = '深さはどれほどですか。'.repeat(3_636)
  expect((await planWithModel(model, { ...PLANNING, input })).questions).toEqual(ASKED)
})

it('reads the missing questions from a reply', async () => {
  const { model } = await modelScene({ reflect: { json: { missing: ASKED } } })
  expect(await reflectWithModel(model, REFLECTING)).toEqual(ASKED)
})

it.each<FakeFault>([
  'broken JSON',
  'refusal',
  'unauthorized',
  'garbage',
  'empty',
  'context Ollama',
])('%s: is a fault that the caller can do without', async fault => {
  const { model } = await modelScene({ plan: { fault }, reflect: { fault } })
  const isFault = { name: 'ModelFault' }
  await expect(planWithModel(model, PLANNING)).rejects.toMatchObject(isFault)
  await expect(reflectWithModel(model, REFLECTING)).rejects.toMatchObject(isFault)
})

it('stops waiting for an endpoint that hangs when the run is aborted', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const { model } = await modelScene({
    plan: () => {
      controller.abort(reason)
      return { fault: 'hang' }
    },
  })
  const run = { budget: openBudget(budgets.standard), signal: controller.signal }
  await expect(planWithModel(withinRun(model, run), PLANNING)).rejects.toBe(reason)
})
