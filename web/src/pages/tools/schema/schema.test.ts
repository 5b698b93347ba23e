import { limits } from '@footnote/contract/limits'
import { expect, test } from 'vitest'
import { completeSchema } from './complete-schema.ts'
import { readSchema } from './read-schema.ts'
import { findDifference } from './schema-editor.tsx'
import { SCHEMA_EXAMPLES } from './schema-examples.ts'

const at = (text: string) =>
  readSchema(text).problems.map(({ line, column, offset, length }) => ({
    place: `${line}:${column}`,
    marked: text.slice(offset, offset + length),
  }))

test.each(SCHEMA_EXAMPLES)('accepts “$name” as a schema', ({ text }) => {
  expect(readSchema(text)).toEqual({ isJson: true, problems: [], schema: JSON.parse(text) })
})

test('reports invalid JSON with line and column', () => {
  expect(at('{\n  "type": "object",\n  type: 1\n}')[0]).toEqual({ place: '3:3', marked: 'type' })
  expect(readSchema('{"a": 1,}').problems[0]?.message).toContain('name in double quotes')
  expect(readSchema('{} // why').problems[0]?.message).toContain('JSON doesn’t allow comments')
  expect(readSchema('').problems).toHaveLength(1)
  expect(readSchema('[1]').problems[0]?.message).toBe('The schema must be a JSON object.')
})

test('reports a broken rule at its place, or at the object that lacks a property', () => {
  const text = `{
  "type": "object",
  "properties": {
    "a/b": { "type": "object", "properties": { "x": {} }, "additionalProperties": true,
      "required": [] }
  },
  "required": ["a/b"]
}`
  expect(at(text)).toEqual([
    { place: '1:1', marked: '{' },
    { place: '4:83', marked: 'true' },
    { place: '5:19', marked: '[]' },
  ])
  expect(readSchema(text).schema).toBeUndefined()
  expect(readSchema(text).problems[1]?.message).toBe(
    'additionalProperties of a/b must be false on every object.',
  )
})

test('reports endless nesting instead of crashing', () => {
  expect(readSchema('['.repeat(200_000)).problems).not.toEqual([])
})

test('fixes any number of omissions and keeps everything else', () => {
  const many = Object.fromEntries(
    Array.from({ length: 3 * limits.reportedProblems }, (_, index) => [
      `p${index}`,
      { anyOf: [{ properties: { required: { type: 'string', enum: ['a'] } } }, { type: 'null' }] },
    ]),
  )
  const text = completeSchema(JSON.stringify({ title: 'kept', properties: many }))
  expect(readSchema(text).problems).toEqual([])
  const mended = JSON.parse(text)
  expect(mended).toMatchObject({ title: 'kept', type: 'object', required: Object.keys(many) })
  expect(mended).toMatchObject({
    properties: { p0: { anyOf: [{ required: ['required'], additionalProperties: false }, {}] } },
  })
})

test.each([
  '{"type":"object","properties":"none","additionalProperties":false}',
  '{"type":"array","items":{"type":"string"}}',
  '{"type":"object","additionalProperties":{"type":"string"}}',
  '{"type":"object","additionalProperties":false,"properties":{"a":{}},"required":true}',
  '[1]',
])('leaves a schema that contradicts the rules unchanged: %s', text => {
  expect(completeSchema(text)).toBe(text)
  expect(readSchema(text).problems).not.toEqual([])
})

test('adds to the text without changing the rest', () => {
  const text = `{
  "type": "object",
  "properties": { "__proto__": { "const": 12345678901234567890 }, "b": {} },
  "required": ["gone"],
  "additionalProperties": true
}`
  expect(completeSchema(text)).toBe(
    text
      .replace('["gone"]', '[\n    "gone",\n    "__proto__",\n    "b"\n  ]')
      .replace('true', 'false'),
  )
})

test('replaces only the part in which two texts differ', () => {
  expect(findDifference('abcxyz', 'ab--yz')).toEqual({ start: 2, end: 2 })
  expect(findDifference('aa', 'aaa')).toEqual({ start: 2, end: 0 })
  expect(findDifference('aaa', 'aa')).toEqual({ start: 2, end: 0 })
  expect(findDifference('', 'a')).toEqual({ start: 0, end: 0 })
})
