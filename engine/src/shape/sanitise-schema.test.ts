import { describe, expect, it } from 'vitest'
import { ModelFault } from '../llm/client/model-fault.ts'
import { sanitiseSchema } from './sanitise-schema.ts'
import { listOf, number, objectOf, text } from './testing/schemas.ts'

const only = (property: unknown, root: Record<string, unknown> = {}) => {
  const { properties } = sanitiseSchema({ ...objectOf({ a: property }), ...root })
  return (properties as Record<string, unknown>)['a']
}

describe('a model sees', () => {
  it('every keyword outside the common few as words of a description, or not at all', () => {
    const shown = JSON.stringify(
      sanitiseSchema({
        ...objectOf({
          when: { ...text, format: 'date', default: '2020-01-01', examples: ['2020-01-01'] },
          share: { ...number, minimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
          names: {
            ...listOf({ ...text, minLength: 2 }),
            minItems: 1,
            maxItems: 3,
            uniqueItems: true,
          },
          other: { ...text, not: { const: 'x' }, if: { const: 'y' }, else: false, title: 'Other' },
        }),
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $comment: 'secret',
        dependentRequired: { when: ['share'] },
      }),
    )
    const keywords = [...shown.matchAll(/"([^"]+)":/g)].map(([, key]) => key)
    expect(new Set(keywords)).toEqual(
      new Set('description type properties required items when share names other'.split(' ')),
    )
    expect(shown).toContain('a day as YYYY-MM-DD')
    expect(shown).toContain('at least 0, less than 1, a multiple of 0.1')
    expect(shown).toContain('at least 1 items, at most 3 items, no item twice')
    expect(shown).not.toContain('secret')
  })

  it('references written out and allOf put together', () => {
    const $defs = { id: { ...objectOf({ n: text }) } }
    expect(only({ $ref: '#/$defs/id' }, { $defs })).toEqual({
      type: 'object',
      properties: { n: text },
      required: ['n'],
    })
    const both = { allOf: [objectOf({ x: text }), objectOf({ y: number })], required: ['x', 'y'] }
    expect(only(both)).toMatchObject({ properties: { x: text, y: number }, required: ['x', 'y'] })
  })

  it('alternatives as anyOf, plain types as a list of types, a constant as an enum', () => {
    expect(only({ oneOf: [text, listOf(number)] })).toEqual({
      anyOf: [text, { type: 'array', items: number }],
    })
    expect(only({ anyOf: [number, { type: 'null' }] })).toEqual({ type: ['number', 'null'] })
    expect(only({ const: 'x' })).toEqual({ type: 'string', enum: ['x'] })
    expect(only({ enum: ['a', null, 3] })).toEqual({
      type: ['string', 'null', 'number'],
      enum: ['a', null, 3],
    })
  })

  it('what may be left out as null', () => {
    expect(sanitiseSchema({ type: 'object', required: [], properties: { a: text } })).toEqual({
      type: 'object',
      properties: { a: { type: ['string', 'null'] } },
      required: ['a'],
    })
  })

  it('items by position as any of them', () => {
    expect(only({ type: 'array', prefixItems: [text, number] })).toEqual({
      type: 'array',
      items: { type: ['string', 'number'] },
    })
  })

  it('a bounded part of long descriptions and no long lists of values', () => {
    const long = only({ ...text, description: 'x'.repeat(5_000) }) as { description: string }
    expect(long.description.length).toBe(400)
    const values = Array.from({ length: 1_000 }, (_, at) => `v${at}`)
    expect(only({ enum: values })).toEqual(text)
  })
})

it('a schema that multiplies when written out is refused, in no time', () => {
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}`, text]))
  const branches = Array.from({ length: 60 }, () => ({}))
  const bomb = objectOf({ a: { ...objectOf(wide), anyOf: branches } })
  expect(() => sanitiseSchema(bomb)).toThrow(ModelFault)
})

it('names that objects have by themselves are names like others', () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', '', '$ref', 'type']
  const schema = sanitiseSchema(objectOf(Object.fromEntries(names.map(name => [name, text]))))
  expect(schema['required']).toEqual(names)
  expect(Object.keys(schema['properties'] as object)).toEqual(names)
})
