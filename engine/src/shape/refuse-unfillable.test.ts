import { describe, expect, it } from 'vitest'
import { listOf, objectOf, text } from './testing/schemas.ts'
import { refuseUnfillable } from './validate.ts'

const refusal = (schema: Record<string, unknown>): string => {
  try {
    refuseUnfillable(schema)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('a schema is refused before anything is looked up when', () => {
  it('it holds a regular expression of the caller', () => {
    const bomb = { ...text, pattern: '^(a+)+$' }
    expect(refusal(objectOf({ a: bomb }))).toMatch(/pattern at \/properties\/a/)
    expect(refusal(objectOf({ a: listOf({ anyOf: [bomb] }) }))).toMatch(/pattern at/)
    expect(refusal({ ...objectOf({}), $defs: { d: bomb } })).toMatch(/pattern at \/\$defs\/d/)
    expect(refusal({ ...objectOf({}), propertyNames: bomb })).toMatch(/pattern at/)
    expect(refusal({ ...objectOf({}), patternProperties: { '(x*)*': text } })).toMatch(
      /patternProperties at \//,
    )
  })

  it('it refers to itself, directly or in a circle', () => {
    const loop = { ...objectOf({ a: { $ref: '#/$defs/a' } }), $defs: { a: { $ref: '#/$defs/a' } } }
    expect(refusal(loop)).toMatch(/refers to itself/)
    const circle = {
      ...objectOf({ a: { $ref: '#/$defs/a' } }),
      $defs: {
        a: objectOf({ next: { anyOf: [{ $ref: '#/$defs/b' }, { type: 'null' }] } }),
        b: objectOf({ back: { $ref: '#/$defs/a' } }),
      },
    }
    expect(refusal(circle)).toMatch(/refers to itself/)
    for (const $ref of ['#', '#/properties/a']) {
      expect(refusal(objectOf({ a: { $ref } }))).toMatch(/refers to itself at \/properties\/a/)
    }
  })

  it('its references double at every step', () => {
    const steps = Array.from({ length: 30 }, (_, at) => {
      const next = at === 29 ? text : { $ref: `#/$defs/d${at + 1}` }
      return [`d${at}`, { allOf: [next, next] }]
    })
    const schema = { ...objectOf({ a: { $ref: '#/$defs/d0' } }), $defs: Object.fromEntries(steps) }
    expect(refusal(schema)).toMatch(/too large/)
  })

  it('it is nested very deep or very wide', () => {
    let deep: Record<string, unknown> = text
    for (let level = 0; level < 1_000; level++) deep = listOf(deep)
    expect(refusal(objectOf({ deep }))).toMatch(/too large/)
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, text]))
    expect(refusal(objectOf(wide))).toMatch(/too large/)
  })

  it('it refers to what is not there, elsewhere, or to what every object has', () => {
    for (const $ref of [
      '#/$defs/none',
      '#/properties/b',
      'https://x.test/s',
      '#/$defs/toString',
      7,
    ]) {
      const schema = { ...objectOf({ a: { $ref } }), $defs: { d: text } }
      expect(refusal(schema)).toMatch(/\$ref at \/properties\/a/)
    }
  })

  it('it has a property called __proto__', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')
    expect(refusal(schema)).toMatch(/__proto__/)
  })
})

it('names and data that look like keywords are taken as they are', () => {
  const schema = objectOf({
    pattern: text,
    $ref: text,
    constructor: text,
    kind: { enum: [{ pattern: '(a+)+' }] },
    shared: { $ref: '#/$defs/a~1b' },
    again: { $ref: '#/$defs/a~1b' },
    other: { $ref: '#/properties/shared' },
  })
  expect(refusal({ ...schema, $defs: { 'a/b': text } })).toBe('')
})
