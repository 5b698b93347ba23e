import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FakeScript } from '../llm/client/testing/fake-model.ts'
import { expectServed } from './testing/expect-honest.ts'
import { ask, type OutsideScene, openOutsideScene, sceneModel } from './testing/outside-scene.ts'
import { sensibleModel } from './testing/sensible-model.ts'

const INPUT = 'What are the depth and the area of Lake Orrin?'
const outputSchema = {
  type: 'object',
  properties: {
    depth: { type: 'number' },
    area: { type: 'number' },
  },
  required: ['depth', 'area'],
  additionalProperties: false,
}
const ANSWER = { depth: 74, area: 412 }

let scene: OutsideScene

beforeAll(async () => {
  scene = await openOutsideScene({
    pages: {
      '/lake': {
        title: 'Lake Orrin',
        text: 'Lake Orrin lies in Velmark. The depth of Lake Orrin is 74 metres. Trout and pike live in Lake Orrin. The area of Lake Orrin is 412 square kilometres.',
        date: '2025-03-01',
      },
    },
  })
})
afterAll(() => scene.end())

async function fillWith(script: FakeScript) {
  const { fake, model } = await sceneModel({ ...sensibleModel, ...script })
  const result = await ask(scene, { input: INPUT, outputSchema }, { model })
  expectServed(result.sources, scene)
  return { result, fills: fake.requests.filter(({ task }) => task === 'fill').length }
}

it('a model fills the schema, and each value has its quotes and sources beside it', async () => {
  const { result, fills } = await fillWith({})
  expect(result.content).toEqual(ANSWER)
  expect(fills).toBe(1)
  expect(result.fields?.map(({ pointer }) => pointer).toSorted()).toEqual(['/area', '/depth'])
  for (const { pointer, sources, quotes } of result.fields ?? []) {
    const value = String(Object.entries(ANSWER).find(([name]) => pointer === `/${name}`)?.[1])
    expect(quotes.join(' ')).toContain(value)
    const excerpts = sources.flatMap(number => result.sources[number - 1]?.excerpts ?? [])
    for (const quote of quotes) expect(excerpts).toContain(quote)
  }
})

describe('a model that', () => {
  it.each<[string, FakeScript]>([
    ['invents a number', { fill: { json: { ...ANSWER, depth: 900 } } }],
    ['invents another', { fill: { json: { ...ANSWER, area: 1066 } } }],
    ['breaks the schema', { fill: { json: { depth: 'deep', more: [1] } } }],
    ['sends broken JSON', { fill: { fault: 'broken JSON' } }],
    ['refuses', { fill: { fault: 'refusal' } }],
    ['thinks and says nothing', { fill: '<think>Let me see.</think>' }],
  ])('%s is repaired twice at most, then rules fill what they can prove', async (_, script) => {
    const { result, fills } = await fillWith(script)
    expect(result.content).toEqual(ANSWER)
    expect(JSON.stringify(result)).not.toMatch(/900|1066|think/)
    expect(fills).toBeLessThanOrEqual(6)
  })

  it('gets it right the second time is believed', async () => {
    const { result, fills } = await fillWith({
      fill: request =>
        request.user.includes('An earlier reply')
          ? (sensibleModel.fill as (request: object) => { json: unknown })(request)
          : { json: { ...ANSWER, depth: 900 } },
    })
    expect(result.content).toEqual(ANSWER)
    expect(result.fields).toHaveLength(2)
    expect(fills).toBe(2)
  })
})

it('without a model the rules fill it', async () => {
  const { content, sources } = await ask(scene, { input: INPUT, outputSchema })
  expect(content).toEqual(ANSWER)
  expectServed(sources, scene)
})

it('refuses a value that nothing supports, with a model too', async () => {
  const schema = {
    type: 'object',
    properties: { owner_of_the_moon: { type: 'string' } },
    required: ['owner_of_the_moon'],
  }
  const models = ['The Moon Company', 'Velmark'].map(owner =>
    sceneModel({
      ...sensibleModel,
      fill: { json: { owner_of_the_moon: owner } },
    }),
  )
  for (const own of [undefined, ...(await Promise.all(models))]) {
    const asked = ask(scene, { input: INPUT, outputSchema: schema }, { model: own?.model })
    await expect(asked).rejects.toMatchObject({ reason: 'schema_not_met' })
  }
})

it('a year is no depth, with rules and with a model that says so', async () => {
  const schema = {
    type: 'object',
    properties: { year_dammed: { type: 'integer' } },
    required: ['year_dammed'],
  }
  const own = await openOutsideScene({
    pages: {
      '/lake': {
        title: 'Lake Orrin',
        text: 'Lake Orrin was dammed. Its depth is 74 metres at the dam.',
      },
    },
  })
  const { model } = await sceneModel({
    ...sensibleModel,
    fill: { json: { year_dammed: 74 } },
    judge: { json: { judgements: [{ claim: 1, verdict: 'supported' }] } },
  })
  const input = 'In which year was Lake Orrin dammed?'
  for (const one of [undefined, model]) {
    const asked = ask(own, { input, outputSchema: schema }, { model: one })
    await expect(asked).rejects.toMatchObject({ reason: 'schema_not_met' })
  }
  await own.end()
})
