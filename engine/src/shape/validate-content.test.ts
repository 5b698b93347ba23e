import { expect, it } from 'vitest'
import { NoResult } from '../research.ts'
import { listOf, number, objectOf, text } from './testing/schemas.ts'
import { validateContent } from './validate.ts'

it.each([
  ['minItems', objectOf({ a: { ...listOf(text), minItems: 2 } }), { a: ['x'] }],
  ['maximum', objectOf({ a: objectOf({ b: { ...number, maximum: 1 } }) }), { a: { b: 2 } }],
  ['uniqueItems', objectOf({ a: { ...listOf(text), uniqueItems: true } }), { a: ['x', 'x'] }],
  ['format', objectOf({ a: { ...text, format: 'date' } }), { a: '2019-02-30' }],
  ['format', objectOf({ a: { ...text, format: 'email' } }), { a: 'nobody' }],
  ['format', objectOf({ a: { ...text, format: 'date-time' } }), { a: '2019-02-03' }],
  [
    'dependentRequired',
    { ...objectOf({}), additionalProperties: true, dependentRequired: { a: ['b'] } },
    { a: 1 },
  ],
])('refuses content that breaks %s without saying where or how', (_, schema, content) => {
  expect(() => validateContent(schema, content)).toThrow(new NoResult('schema_not_met'))
})

it('unknown formats and keywords, and the drafts that a schema names, are no obstacle', () => {
  const schema = {
    ...objectOf({ a: { ...text, format: 'regex', example: 1 }, b: { ...text, format: 'uri' } }),
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'http://json-schema.org/draft-07/schema#',
  }
  expect(() => validateContent(schema, { a: '(', b: 'https://library.test/1' })).not.toThrow()
})

it('a schema that is none is refused, not thrown as a fault', () => {
  const schema = objectOf({ a: { type: 'strnig', minLength: 'x' } })
  expect(() => validateContent(schema, { a: 'x' })).toThrow(/valid JSON Schema/)
})
