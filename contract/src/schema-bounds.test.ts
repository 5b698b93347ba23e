import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBoundProblems } from './schema-bounds.ts'

const whole = { type: 'integer' }
const number = { type: 'number' }
const text = { type: 'string' }
const paths = (schema: object) => findBoundProblems({ ...schema }, '').map(({ path }) => path)

describe('reports bounds that no value can meet', () => {
  it.each<[object, string]>([
    [{ ...whole, minimum: 17_508_260, maximum: 17_508_259 }, '/minimum'],
    [{ ...number, exclusiveMinimum: 3, maximum: 3 }, '/exclusiveMinimum'],
    [{ ...number, minimum: 3, exclusiveMaximum: 3 }, '/minimum'],
    [{ ...number, minimum: 0, exclusiveMinimum: 10, maximum: 5 }, '/exclusiveMinimum'],
    [{ ...number, minimum: 10, exclusiveMinimum: 0, maximum: 5 }, '/minimum'],
    [{ minimum: 1, maximum: 0 }, '/minimum'],
    [{ type: ['integer', 'null'], minimum: 1, maximum: 0 }, '/minimum'],
    [{ ...whole, minimum: 0.1, maximum: 0.9 }, '/minimum'],
    [{ ...whole, exclusiveMinimum: 7, exclusiveMaximum: 8 }, '/exclusiveMinimum'],
    [{ ...number, multipleOf: 10, minimum: 11, maximum: 19 }, '/multipleOf'],
    [{ ...number, multipleOf: 10, exclusiveMinimum: 10, exclusiveMaximum: 20 }, '/multipleOf'],
    [{ ...text, minLength: 3, maxLength: 2 }, '/minLength'],
    [{ type: 'array', minItems: 1, maxItems: 0 }, '/minItems'],
    [{ type: 'object', minProperties: 2, maxProperties: 1 }, '/minProperties'],
    [{ additionalProperties: false, properties: { a: {} }, minProperties: 2 }, '/minProperties'],
    [{ additionalProperties: false, properties: { a: {} }, maxProperties: 0 }, '/maxProperties'],
    [{ enum: [] }, '/enum'],
    [{ ...whole, enum: ['1', 1.5, null] }, '/enum'],
    [{ ...whole, enum: [1, 2], minimum: 3 }, '/enum'],
    [{ ...text, enum: ['ab', 'abc'], maxLength: 1 }, '/enum'],
    [{ ...text, const: 1 }, '/const'],
    [{ ...number, const: 3, exclusiveMaximum: 3 }, '/const'],
    [{ type: 'array', const: [1], minItems: 2 }, '/const'],
  ])('%j', (schema, path) => {
    expect(paths(schema)).toEqual([path])
  })
})

describe('the message names the keyword that conflicts', () => {
  it.each<[object, string]>([
    [{ ...number, minimum: 5, maximum: 4 }, 'must not be greater than maximum'],
    [{ ...number, exclusiveMinimum: 3, maximum: 3 }, 'must be less than maximum'],
    [{ ...number, minimum: 3, exclusiveMaximum: 3 }, 'must be less than exclusiveMaximum'],
    [
      { ...number, minimum: 5, maximum: 9, exclusiveMaximum: 4 },
      'must be less than exclusiveMaximum',
    ],
    [{ ...whole, minimum: 0.1, maximum: 0.9 }, 'must allow at least one integer up to maximum'],
    [
      { ...whole, exclusiveMinimum: 7, exclusiveMaximum: 8 },
      'must allow at least one integer below exclusiveMaximum',
    ],
  ])('%j', (schema, message) => {
    expect(findBoundProblems({ ...schema }, '').map(problem => problem.message)).toEqual([message])
  })
})

describe('accepts bounds that some value can meet', () => {
  it.each<object>([
    {},
    { ...whole, minimum: 3, maximum: 3 },
    { ...whole, minimum: 0.1, maximum: 1 },
    { ...number, exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { ...number, minimum: 0.3, maximum: 0.3, multipleOf: 0.1 },
    { ...number, minimum: 1e-7, multipleOf: 1e-7 },
    { ...whole, exclusiveMinimum: 2 ** 53, maximum: 2 ** 53 + 2 },
    { ...number, minimum: 1e308, multipleOf: 0.1 },
    // Keyword values of the wrong type are checked elsewhere.
    { ...number, minimum: '9', maximum: 1, multipleOf: -1, exclusiveMinimum: true },
    { ...text, minLength: 2, maxLength: 2, enum: ['a', '😀😀'] },
    { type: ['string', 'null'], enum: [null] },
    { type: 'string', nullable: true, enum: [null] },
    { type: 'strnig', const: 1 },
    { const: { minimum: 2, maximum: 1 } },
    { additionalProperties: false, properties: { a: {} }, minProperties: 1, maxProperties: 1 },
  ])('%j', schema => {
    expect(paths(schema)).toEqual([])
  })

  it('in every generated schema for which Ajv accepts a value', () => {
    const ajv = new Ajv2020({ strict: false })
    const few = fc.integer({ min: -6, max: 6 }).map(half => half / 2)
    const size = fc.integer({ min: 0, max: 3 })
    const word = fc.string({ maxLength: 3 })
    const list = fc.array(fc.constant(0), { maxLength: 3 })
    const value = fc.oneof(few, word, list)
    const choices = {
      enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      const: value,
    }
    const numbers = { minimum: few, maximum: few, exclusiveMinimum: few, exclusiveMaximum: few }
    const numeric = fc.record(
      {
        type: fc.constantFrom('integer', 'number', ['integer', 'null']),
        ...{ ...numbers, ...choices, multipleOf: few.filter(step => step > 0) },
      },
      { requiredKeys: ['type'] },
    )
    const sized = fc.oneof(
      fc.record(
        { type: fc.constant('string'), minLength: size, maxLength: size, ...choices },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { type: fc.constant('array'), minItems: size, maxItems: size, ...choices },
        { requiredKeys: ['type'] },
      ),
    )
    const schemas = fc.oneof(numeric, sized)
    fc.assert(
      fc.property(schemas, value, (schema, candidate) => {
        const validate = ajv.compile(schema)
        if (validate(candidate)) expect(paths(schema)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
