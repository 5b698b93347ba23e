import { expect, it } from 'vitest'
import { listOf, number, objectOf, text } from './testing/schemas.ts'
import { validateContent } from './validate-content.ts'

it.each([
  ['minItems', objectOf({ a: { ...listOf(text), minItems: 2 } }), { a: ['x'] }, '/a'],
  ['maximum', objectOf({ a: objectOf({ b: { ...number, maximum: 1 } }) }), { a: { b: 2 } }, '/a/b'],
  ['uniqueItems', objectOf({ a: { ...listOf(text), uniqueItems: true } }), { a: ['x', 'x'] }, '/a'],
  ['format', objectOf({ a: { ...text, format: 'date' } }), { a: '2019-02-30' }, '/a'],
  ['format', objectOf({ a: { ...text, format: 'email' } }), { a: 'nobody' }, '/a'],
  ['format', objectOf({ a: { ...text, format: 'date-time' } }), { a: '2019-02-03' }, '/a'],
  [
    'dependentRequired',
    { ...objectOf({}), additionalProperties: true, dependentRequired: { a: ['b'] } },
    { a: 1 },
    '/',
  ],
])('content that breaks %s is refused by its place', (keyword, schema, content, place) => {
  const message = `for ${place} does not meet the schema's ${keyword}`
  expect(() => validateContent(schema, content)).toThrow(message)
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
