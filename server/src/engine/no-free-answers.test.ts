import { refundCauses } from '@footnote/contract/refund-causes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CrashPayer } from '../testing/scenes/crash-payer.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { get, post } from '../testing/scenes/test-service.ts'

// Repeats an attack that once revealed the population of Chile for free: schemas that always fail,
// and so cost nothing, ask whether the population is above some number.
const INPUT = 'What is the population of Chile?'
const BELOW = 19_000_000
const ABOVE = 20_000_000

const objectOf = (properties: Record<string, unknown>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
})
const whole = (rules: object) => ({ type: 'integer', description: 'Population of Chile', ...rules })
const never = { type: 'string', description: 'Capital of Chile', minLength: 999 }
interface Attack {
  readonly name: string
  readonly input?: string
  /** A number below the value in question, and one above it. */
  readonly guesses?: readonly [number, number]
  properties(least: number): object
}
const attacks: readonly Attack[] = [
  {
    name: 'contradictory bounds',
    properties: least => ({
      population: whole({ allOf: [{ minimum: least }, { maximum: least - 1 }] }),
    }),
  },
  {
    name: 'a bound beside a property that never fits',
    properties: least => ({ population: whole({ minimum: least }), capital: never }),
  },
  {
    name: 'a bound beside a property that no source supports',
    properties: least => ({
      population: whole({ minimum: least }),
      owner_of_the_moon: { type: 'string' },
    }),
  },
  {
    name: 'a bound on a value of a subject that no source names',
    input: 'zorblax’s volcano eruption',
    guesses: [1900, 2010],
    properties: least => ({ eruption_year: { type: 'integer', minimum: least } }),
  },
]

let scene: EmbeddedScene
let payer: CrashPayer
beforeAll(async () => {
  scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '' })
  payer = await scene.createPayer()
})
afterAll(() => scene.close())

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const ask = (properties: object, more: object = {}) =>
  post(`${scene.service.url}/api/v1/research`, payer.key, {
    ...{ input: INPUT, output_schema: objectOf({ ...properties }), ...more },
  })

/** The whole reply, except parts that differ between any two calls. */
function sayings(body: unknown, headers: Headers): string {
  const lasting = [...headers].filter(([name]) => name !== 'date')
  return JSON.stringify([body, lasting]).replace(UUID, 'an id').replace(TIME, 'a time')
}

describe.each(attacks)('$name', ({ input = INPUT, guesses = [BELOW, ABOVE], properties }) => {
  it('gets the same bytes whatever the sources say, as a synchronous call', async () => {
    const heard = async (least: number) => {
      const { status, headers, body } = await ask(properties(least), { input })
      expect({ status, message: body.message }).toEqual({
        status: 502,
        message: refundCauses.schema_not_met.message,
      })
      return sayings(body, headers)
    }
    const [below, above] = guesses
    expect(await heard(below)).toBe(await heard(above))
  })

  it('gets the same bytes whatever the sources say, as a task with its events', async () => {
    const heard = async (least: number) => {
      const { body } = await ask(properties(least), { input, background: true })
      const path = `${scene.service.url}/api/v1/research/${body.task_id}`
      const headers = { authorization: `Bearer ${payer.key}` }
      // The stream ends with the task.
      await (await fetch(`${path}/events`, { headers })).text()
      const retrieved = await get(path, payer.key)
      expect(retrieved.body).toMatchObject({
        status: 'failed',
        code: 'QUERY_FAILED_REFUNDED',
        message: refundCauses.schema_not_met.message,
      })
      const resumed = await fetch(`${path}/events`, {
        headers: { ...headers, 'last-event-id': '0' },
      })
      const events = await resumed.text()
      expect(events).toContain('"stage":"shaping"')
      return sayings([retrieved.body, events], retrieved.headers)
    }
    const [below, above] = guesses
    expect(await heard(below)).toBe(await heard(above))
  })
})

it('a task about a subject that no source names reveals nothing about its other words', async () => {
  const url = `${scene.service.url}/api/v1/research`
  const heard = async (population: string) => {
    const question = { input: `Zorblax wants ${population}`, research_effort: 'lite' }
    const { body } = await post(url, payer.key, { ...question, background: true })
    const headers = { authorization: `Bearer ${payer.key}` }
    const events = await fetch(`${url}/${body.task_id}/events`, { headers })
    const stages = (await events.text()).match(/"stage":.*/g)
    const retrieved = await get(`${url}/${body.task_id}`, payer.key)
    expect(retrieved.body).toMatchObject({ status: 'failed' })
    return sayings([retrieved.body, stages], retrieved.headers)
  }
  expect(await heard('19,091,343')).toBe(await heard('19,091,344'))
})

it('a task that no source answers fails with the same message as a call, without mentioning the library', async () => {
  const question = { input: 'Who owns the Quillon bridge?', research_effort: 'lite' }
  const url = `${scene.service.url}/api/v1/research`
  const call = await post(url, payer.key, question)
  const { body } = await post(url, payer.key, { ...question, background: true })
  const retrieve = async () => (await get(`${url}/${body.task_id}`, payer.key)).body
  await expect
    .poll(retrieve, { timeout: 30_000 })
    .toMatchObject({ status: 'failed', message: call.body.message })
  expect(call.body.message).toBe(refundCauses.no_source.message)
  expect(call.body.message).not.toMatch(/library|document/)
  const page = await fetch(`${scene.service.url}/docs/sources.md`)
  expect(await page.text()).toContain('The World Factbook')
})

it('refuses bounds that no value can meet before the debit', async () => {
  const properties = { population: whole({ minimum: BELOW, maximum: BELOW - 1 }) }
  expect(await ask(properties)).toMatchObject({
    status: 400,
    body: { errors: [{ path: '/output_schema/properties/population/minimum' }] },
  })
})

it('charges for a value that fits', async () => {
  const { status, body } = await ask({ population: whole({ minimum: BELOW, maximum: ABOVE }) })
  expect({ status, content: body.output.content }).toEqual({
    status: 200,
    content: { population: 19_091_343 },
  })
  const { charges } = await payer.settledLedger()
  expect(charges.filter(({ state }) => state === 'captured')).toHaveLength(1)
})
