import type { JsonObject } from '@footnote/contract/json-object'
import { describe, expect, it } from 'vitest'
import { checkSchema } from './validate.ts'
import { toWireError } from './wire-error.ts'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const text = { type: 'string' }

function nested(levels: number): JsonObject {
  return levels === 1 ? object({ a: text }) : object({ a: nested(levels - 1) })
}

function problemOf(schema: JsonObject): string | undefined {
  try {
    checkSchema(schema)
    return undefined
  } catch (error) {
    const known = toWireError(error)
    if (!known || !('error' in known.body)) throw error
    return known.body.error
  }
}

describe('takes', () => {
  it.each([
    ['the usual', object({ name: text, year: { type: ['integer', 'null'], minimum: 0 } })],
    ['lists as levels', object({ a: { type: 'array', items: nested(3) } })],
    ['anyOf below the root', object({ a: { anyOf: [text, { type: 'null' }] } })],
    [
      'definitions used more than once',
      object({ a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } }, { $defs: { x: text } }),
    ],
    ['any draft', object({ a: text }, { $schema: 'https://json-schema.org/draft/2020-12/schema' })],
    ['properties with the names of keywords', object({ items: text, $ref: text, enum: text })],
  ])('%s', (_, schema) => {
    expect(problemOf(schema)).toBeUndefined()
  })
})

describe('refuses', () => {
  const recursive = { $ref: '#/$defs/x' }
  /** Each definition uses the next one ten times: a small text that means ten million places. */
  const laughs = Object.fromEntries(
    Array.from({ length: 7 }, (_, index) => [
      `d${index}`,
      { anyOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/d${index + 1}` })) },
    ]),
  )
  it.each([
    ['anyOf at the root', object({}, { anyOf: [object({})] }), /anyOf at the root/],
    [
      'recursion',
      object({ a: recursive }, { $defs: { x: { anyOf: [text, recursive] } } }),
      /refers to itself/,
    ],
    ['recursion to the root', object({ a: { $ref: '#' } }), /refers to itself/],
    [
      'recursion to the root by its path',
      object({ a: { $ref: '#/properties/a' } }),
      /refers to itself/,
    ],
    [
      'references to other texts',
      object({ a: { $ref: 'https://example.com/x' } }),
      /cannot be followed/,
    ],
    ['references to nowhere', object({ a: { $ref: '#/$defs/toString' } }), /cannot be followed/],
    [
      'references that multiply',
      object({ a: { $ref: '#/$defs/d0' } }, { $defs: { ...laughs, d7: text } }),
      /too large/,
    ],
    ['what is no schema', object({ a: { type: 'thing' } }), /valid JSON Schema/],
    ['an open object', { type: 'object', properties: {} }, /additionalProperties/],
    ['a root that is no object', { type: 'array', items: text }, /root/],
  ])('%s', (_, schema, problem) => {
    expect(problemOf(schema)).toMatch(problem)
  })

  it('a depth that the caller chose to overflow us', () => {
    let deep: JsonObject = text
    for (let level = 0; level < 50_000; level += 1) deep = { type: 'array', items: deep }
    expect(problemOf(object({ a: deep }))).toMatch(/levels deep/)
  })
})
