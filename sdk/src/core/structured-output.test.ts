import Type from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import * as mini from 'zod/mini'
import {
  type StubUpstream,
  startStubUpstream,
} from '../../../server/src/testing/stubs/stub-upstream.ts'
import { openClient } from '../testing/open-client.ts'
import type { Client } from './client.ts'
import { OutputMismatchError } from './client-errors.ts'
import type { AnswerResponse, ResearchResponse, SubmissionResponse, TaskResponse } from './wire.ts'

const content = { name: 'Chile', cities: [{ city: 'Arica', size: null }], kind: 'state' }
const output = { content, content_type: 'object', sources: [] }
const task = { task_id: 't', status: 'completed', expires_at: '', result: { output } }

const City = z.object({ city: z.string(), size: z.number().nullable() })
const Country = z.object({
  name: z.string().transform(name => name.length),
  cities: z.array(City),
  kind: z.enum(['state', 'other']),
})
const closed = { additionalProperties: false } as const

let server: StubUpstream
let client: Client
beforeAll(async () => {
  server = await startStubUpstream(({ method }) => ({
    body: method === 'GET' ? task : { output, billing: { request_id: 'r' } },
  }))
  client = openClient(server.url).client
})
beforeEach(() => server.requests.splice(0))
afterAll(() => server.close())

function sentSchema(): object | undefined {
  const body = server.requests[0]?.body as { output_schema: object } | undefined
  return body?.output_schema
}

describe('a zod schema', () => {
  it('is sent as the JSON Schema of its input, with closed objects', async () => {
    await client.research({ input: 'i', output_schema: Country })
    expect(sentSchema()).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        cities: {
          type: 'array',
          items: {
            type: 'object',
            properties: { city: { type: 'string' }, size: { type: ['number', 'null'] } },
            required: ['city', 'size'],
            ...closed,
          },
        },
        kind: { type: 'string', enum: ['state', 'other'] },
      },
      required: ['name', 'cities', 'kind'],
      ...closed,
    })
  })

  it('parses and types the content of reports and tasks', async () => {
    const report = await client.research({ input: 'i', output_schema: Country })
    const completed = await client.tasks.wait('t', { output_schema: Country })
    const retrieved = await client.tasks.retrieve('t', { output_schema: Country })
    for (const { content } of [report.output, completed.result.output]) {
      expectTypeOf(content).toEqualTypeOf<z.output<typeof Country>>()
      expect(content).toMatchObject({ name: 5, kind: 'state' })
    }
    expect(retrieved.result?.output.content.name).toBe(5)
  })

  it('throws if the report does not match, with the report in the error', async () => {
    const output_schema = z.object({ name: z.number() })
    const mismatch = { code: 'OUTPUT_MISMATCH', money: 'charged', output }
    const report = client.research({ input: 'i', output_schema })
    await expect(report).rejects.toBeInstanceOf(OutputMismatchError)
    await expect(report).rejects.toMatchObject({ ...mismatch, requestId: 'r' })
    await expect(report).rejects.toThrow(/name: /)
    const wait = client.tasks.wait('t', { output_schema })
    await expect(wait).rejects.toMatchObject({ ...mismatch, requestId: 't' })
  })

  it('throws with the report if the schema itself throws', async () => {
    const fault = new Error('no such country')
    const toCode = () => {
      throw fault
    }
    const output_schema = z.object({ name: z.string().transform(toCode) })
    const report = client.research({ input: 'i', output_schema })
    await expect(report).rejects.toMatchObject({ money: 'charged', output, cause: fault })
    await expect(report).rejects.toThrow(/was charged.*no such country/)
  })

  it.each([
    ['without JSON Schema', mini.object({ a: mini.string() })],
    ['that JSON Schema cannot say', z.object({ a: z.date() })],
  ])('rejects %s before sending anything', async (_which, output_schema) => {
    const research = client.research({ input: 'i', output_schema })
    await expect(research).rejects.toThrow(TypeError)
    await expect(research).rejects.toThrow(/zod.*JSON Schema/)
    expect(server.requests).toEqual([])
  })
})

it('sends a JSON Schema with closed objects, and infers the type of the content', async () => {
  const output_schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      cities: { type: 'array', items: { type: 'object', properties: {}, ...closed } },
      size: { type: ['integer', 'null'] },
      kind: { enum: ['state', 'other'] },
      version: { const: 1 },
      either: { anyOf: [{ type: 'boolean' }, { type: 'number', nullable: true }] },
      pattern: { $ref: '#' },
    },
    required: ['name'],
  } as const
  const { output } = await client.research({ input: 'i', output_schema })
  expect(sentSchema()).toEqual({ ...output_schema, ...closed })
  expectTypeOf(output.content).toEqualTypeOf<{
    name: string
    // biome-ignore lint/complexity/noBannedTypes: an object without properties
    cities: {}[]
    size: number | null
    kind: 'state' | 'other'
    version: 1
    either: boolean | number | null
    pattern: unknown
  }>()
  const inPlace = await client.research({
    input: 'i',
    output_schema: { type: 'object', properties: { kind: { enum: ['a', 'b'] } } },
  })
  expectTypeOf(inPlace.output.content).toEqualTypeOf<{ kind: 'a' | 'b' }>()
})

it('sends a TypeBox schema with closed objects, and infers the type of the content', async () => {
  const City = Type.Object({ city: Type.String() })
  const output_schema = Type.Object({
    name: Type.String(),
    cities: Type.Array(City),
    kind: Type.Enum(['state', 'other']),
    size: Type.Union([Type.Number(), Type.Null()]),
  })
  const { output } = await client.research({ input: 'i', output_schema })
  const { properties, ...rest } = JSON.parse(JSON.stringify(output_schema))
  const cities = { ...properties.cities, items: { ...City, ...closed } }
  expect(sentSchema()).toEqual({ ...rest, properties: { ...properties, cities }, ...closed })
  expectTypeOf(output.content).toEqualTypeOf<Type.Static<typeof output_schema>>()
})

it('infers the type of a reply from the request', () => {
  const calls = () => [
    expectTypeOf(client.answer({ query: 'q' })).resolves.toEqualTypeOf<AnswerResponse>(),
    expectTypeOf(client.research({ input: 'i' })).resolves.toEqualTypeOf<ResearchResponse>(),
    expectTypeOf(
      client.research({ input: 'i', research_effort: 'lite' }),
    ).resolves.toEqualTypeOf<ResearchResponse>(),
    expectTypeOf(
      client.research({ input: 'i', research_effort: 'deep' }),
    ).resolves.toEqualTypeOf<SubmissionResponse>(),
    expectTypeOf(
      client.research({ input: 'i', background: true, output_schema: Country }),
    ).resolves.toEqualTypeOf<SubmissionResponse>(),
    expectTypeOf(
      client.research({ input: 'i', research_effort: 'lite' as 'lite' | 'deep' }),
    ).resolves.toEqualTypeOf<ResearchResponse | SubmissionResponse>(),
    expectTypeOf(
      client.research({ input: 'i', background: true as boolean }),
    ).resolves.toEqualTypeOf<ResearchResponse | SubmissionResponse>(),
    expectTypeOf(
      client.research({ input: 'i', output_schema: {} as Record<string, unknown> }),
    ).resolves.toEqualTypeOf<ResearchResponse<unknown>>(),
    expectTypeOf(client.tasks.retrieve('t')).resolves.toEqualTypeOf<TaskResponse>(),
    // @ts-expect-error a member that the service does not know
    client.answer({ query: 'q', querry: 'q' }),
    // @ts-expect-error an effort that finance does not have
    client.financeResearch({ input: 'i', research_effort: 'lite' }),
  ]
  expectTypeOf(calls).toBeFunction()
})
