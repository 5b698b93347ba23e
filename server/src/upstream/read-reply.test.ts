import { AnswerResult, Output } from '@footnote/contract/responses'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer, readHandle, readResearch, readTask } from './read-reply.ts'

const ajv = new Ajv({ strict: false })
const isAnswer = ajv.compile(closed(AnswerResult))
const isOutput = ajv.compile(closed(Output))

/** Any JSON at all, with the wire's own names among its keys. */
const anyJson = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, '', ' ', 'text', 'object', 'completed', 'failed', 'https://a.example/x'),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        ...['answer', 'citations', 'source', 'excerpts', 'results', 'web', 'url', 'title'],
        ...['snippets', 'page_age', 'output', 'content', 'content_type', 'sources', 'error'],
        ...['task_id', 'id', 'status', 'result', 'detail', 'hasOwnProperty', '__proto__'],
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value

/** A good value with any one field replaced by anything. */
const nearly = (good: object) =>
  fc
    .tuple(fc.constantFrom(...pathsOf(good)), anyJson)
    .map(([path, value]) => replaceAt(good, path, value))

const citation = { source: 'https://a.example', excerpts: ['x'] }
const webResult = {
  url: 'https://a.example',
  title: 'A',
  snippets: ['s'],
  page_age: '171 days ago',
}
const goodAnswer = { answer: 'A [[1]]', citations: [citation], results: { web: [webResult] } }
const goodSource = { url: 'https://a.example/x', title: 'A' }
const goodText = { output: { content: 'A [[1]]', content_type: 'text', sources: [goodSource] } }
const goodObject = { output: { content: { a: 1 }, content_type: 'object', sources: [goodSource] } }
const goodTask = { task_id: 'remote-1', status: 'completed', result: goodText, error: null }

describe('for any JSON from the upstream', () => {
  const assert = (value: fc.Arbitrary<unknown>, check: (value: unknown) => void) =>
    fc.assert(fc.property(value, check), { numRuns: 500 })

  it('an answer fits the contract, or there is none', () => {
    assert(fc.oneof(anyJson, nearly(goodAnswer)), body => {
      const answer = readAnswer(body)
      if (answer) expectFit(isAnswer, answer)
      if (answer) expect(answer.answer.trim()).not.toBe('')
    })
  })

  it.each([
    [true, goodObject],
    [false, goodText],
  ])('a report fits the contract, or there is none (structured: %s)', (structured, good) => {
    assert(fc.oneof(anyJson, nearly(good)), body => {
      const output = readResearch(body, { structured })
      if (!output) return
      expectFit(isOutput, output)
      expect(output.content_type).toBe(structured ? 'object' : 'text')
      expect(typeof output.content).toBe(structured ? 'object' : 'string')
    })
  })

  it('an id is a plain word, or there is none', () => {
    assert(fc.oneof(anyJson, nearly({ task_id: 'remote-1', status: 'queued' })), body => {
      expect(readHandle(body) ?? 'none').toMatch(/^[\w.:~-]{1,200}$/)
    })
  })

  it('a poll is one of five, and its output fits the contract', () => {
    const status = fc.constantFrom(200, 204, 301, 401, 404, 429, 500)
    const reply = fc.record({ status, body: fc.oneof(anyJson, nearly(goodTask)) })
    fc.assert(
      fc.property(reply, fc.boolean(), (given, structured) => {
        const look = readTask(given, { remoteId: 'remote-1', structured })
        expect(['unfinished', 'completed', 'failed', 'missing', 'unavailable']).toContain(look.kind)
        if (look.kind === 'completed') expectFit(isOutput, look.output)
        if (given.status !== 200 && given.status !== 204) {
          expect(['missing', 'unavailable']).toContain(look.kind)
        }
      }),
      { numRuns: 500 },
    )
  })
})

it.each([
  ['2026-11-15T20:00:00Z', '2026-11-15T20:00:00.000Z'],
  ['2026-11-15T20:00:00.123456+00:00', '2026-11-15T20:00:00.123Z'],
  ['2026-11-15T20:00:00-05:30', '2026-11-16T01:30:00.000Z'],
  ['2026-11-15T20:00:00', undefined],
  ['2026-11-15', undefined],
  ['2026-13-15T20:00:00Z', undefined],
  ['Sun, 15 Nov 2026 20:00:00 GMT', undefined],
  [1_794_772_800_000, undefined],
  [null, undefined],
])('a task that completed at %j ended at %j', (completed_at, expected) => {
  const reply = { status: 200, body: { ...goodTask, completed_at } }
  const look = readTask(reply, { remoteId: 'remote-1', structured: false })
  expect(look).toMatchObject({ kind: 'completed', endedAt: expected && new Date(expected) })
})

describe('an answer', () => {
  it('pairs each quote with the source that has it, and leaves out what is malformed', () => {
    const sources = [
      { url: 'https://a.example', title: 'A', snippets: ['Sucre is the capital.'] },
      { url: 'https://b.example', title: 'B', snippets: ['It has 360,000 inhabitants.'] },
    ]
    const fields = [
      { pointer: '/capital', sources: [1, 2], quotes: ['Sucre is the capital.'] },
      { pointer: '/people', sources: [1, 2], quotes: ['360,000', 'elsewhere'] },
      { pointer: '/lost', sources: [3, 'x', 0], quotes: ['nobody has it'] },
      { pointer: 7, sources: [1], quotes: ['Sucre'] },
      null,
    ]
    const body = { output: { content: { capital: 'Sucre' }, sources, fields } }
    expect(readResearch(body, { structured: true })?.evidence).toEqual([
      { pointer: '/capital', source: 1, quote: 'Sucre is the capital.' },
      { pointer: '/people', source: 2, quote: '360,000' },
      { pointer: '/people', source: 1, quote: 'elsewhere' },
    ])
    expect(
      readResearch({ output: { content: { a: 1 }, fields: 'x' } }, { structured: true }),
    ).toEqual({
      content: { a: 1 },
      content_type: 'object',
      sources: [],
    })
  })

  it('keeps the fields of the contract and drops the rest', () => {
    const more = {
      ...goodAnswer,
      citations: [{ ...citation, score: 1 }],
      results: { web: [{ ...webResult, favicon: 'x' }], news: [] },
      error: null,
      metadata: { query: 'x' },
    }
    expect(readAnswer(more)).toEqual(goodAnswer)
  })

  it.each([
    ['no lists', { answer: 'A' }, { citations: [], results: { web: [] } }],
    ['null for lists', { answer: 'A', citations: null, results: null }, { citations: [] }],
    [
      'excerpts that are none',
      { answer: 'A', citations: [{ source: 'x', excerpts: ['a', 1, null] }] },
      { citations: [{ source: 'x', excerpts: ['a'] }] },
    ],
    [
      'a result without title, snippets and age',
      { answer: 'A', results: { web: [{ url: 'https://a.example/x', title: ' ', page_age: '' }] } },
      { results: { web: [{ url: 'https://a.example/x', title: 'a.example', snippets: [] }] } },
    ],
  ])('is valid with %s', (_case, body, expected) => {
    expect(readAnswer(body)).toMatchObject(expected)
  })

  it.each([
    ['an error', { ...goodAnswer, error: 'no' }],
    ['a blank text', { ...goodAnswer, answer: '\u00a0 ' }],
    ['a citation without source', { ...goodAnswer, citations: [citation, { excerpts: [] }] }],
    ['lists that are none', { ...goodAnswer, citations: {} }],
  ])('is refused with %s', (_case, body) => {
    expect(readAnswer(body)).toBeUndefined()
  })
})

it.each([
  ['a title', { url: 'https://a.example/x', title: 'T' }, 'T'],
  ['no title', { url: 'https://a.example/x' }, 'a.example'],
  ['a blank title', { url: 'https://a.example/x', title: '' }, 'a.example'],
  ['a title that is no text', { url: 'https://a.example/x', title: 7 }, 'a.example'],
  ['a URL that is none', { url: 'somewhere' }, 'somewhere'],
])('a source with %s gets a title nevertheless', (_case, source, title) => {
  const body = { output: { content: 'A', sources: [{ ...source, snippets: ['s'] }] } }
  expect(readResearch(body, { structured: false })?.sources).toEqual([{ url: source.url, title }])
})

it.each([
  [{ task_id: 'a', status: 'queued' }, 'a'],
  [{ id: 'b' }, 'b'],
  [{ task_id: 'a', id: 'b' }, 'a'],
  [{ task_id: 'a', status: 'cancelled' }, undefined],
  [{ task_id: 'a/../b' }, undefined],
  [{ task_id: 'a'.repeat(201) }, undefined],
  [{ task_id: '' }, undefined],
])('the id in %j is %j', (body, expected) => {
  expect(readHandle(body)).toBe(expected)
})

function expectFit(validate: ReturnType<typeof ajv.compile>, value: unknown): void {
  // As it goes over the wire.
  validate(JSON.parse(JSON.stringify(value)))
  expect(validate.errors ?? []).toEqual([])
}

/** The contract is open to new fields; today's replies are exact. */
function closed(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.properties && Object.keys(value.properties).length > 0
      ? { ...value, additionalProperties: false }
      : value,
  )
}

type Path = readonly string[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key])),
  ]
}

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Reflect.set(copy, key, replaceAt(Reflect.get(copy, key), rest, replacement))
  return copy
}
