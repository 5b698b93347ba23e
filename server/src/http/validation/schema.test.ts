import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startValidation, type Validation } from '../../testing/scenes/start-validation.ts'

let check: Validation
beforeAll(async () => {
  check = await startValidation()
})
afterAll(() => check.test.close())

const AT = '/output_schema'
const OPEN = { type: 'object' }
const CLOSED = { type: 'object', additionalProperties: false }

/** A closed object with these properties, all of them required. */
const objectOf = (properties: Record<string, unknown>) => ({
  ...CLOSED,
  properties,
  required: Object.keys(properties),
})

const expectGood = (output_schema: unknown) =>
  check.expectTaken('research', { input: 'i', output_schema })

const expectBad = (output_schema: unknown, ...paths: string[]) =>
  check.expectInvalid(
    'research',
    { input: 'i', output_schema },
    paths.map(path => AT + path),
  )

/** JSON text, for values that an object literal cannot express. */
const expectBadText = (schema: string, ...paths: string[]) =>
  check.expectInvalid(
    'research',
    `{"input":"i","output_schema":${schema}}`,
    paths.map(path => AT + path),
  )

describe('the root', () => {
  it.each([
    ['no type', { additionalProperties: false }],
    ['type array', { type: 'array', additionalProperties: false }],
    ['a list of types', { type: ['object', 'null'], additionalProperties: false }],
    ['an anyOf', { anyOf: [CLOSED], additionalProperties: false }],
  ])('must be of type object: not %s', (_, schema) => expectBad(schema, '/type'))

  it('may be an object without properties', () => expectGood(CLOSED))
})

describe('with lite, which cannot follow a schema,', () => {
  it.each([
    ['a good schema is refused', CLOSED, ['']],
    ['a bad schema is refused for both', { additionalProperties: false }, ['', '/type']],
  ])('%s', (_, output_schema, paths) =>
    check.expectInvalid(
      'research',
      { input: 'i', research_effort: 'lite', output_schema },
      paths.map(path => AT + path),
    ),
  )
})

describe('an object, at any depth,', () => {
  const places = [
    ['a property', objectOf({ a: OPEN }), '/properties/a'],
    ['items', objectOf({ a: { type: 'array', items: OPEN } }), '/properties/a/items'],
    ['a list of items', objectOf({ a: { items: [OPEN] } }), '/properties/a/items/0'],
    ['prefixItems', objectOf({ a: { prefixItems: [OPEN] } }), '/properties/a/prefixItems/0'],
    ['anyOf', objectOf({ a: { anyOf: [CLOSED, OPEN] } }), '/properties/a/anyOf/1'],
    ['oneOf', objectOf({ a: { oneOf: [OPEN] } }), '/properties/a/oneOf/0'],
    ['allOf', objectOf({ a: { allOf: [OPEN] } }), '/properties/a/allOf/0'],
    ['not', objectOf({ a: { not: OPEN } }), '/properties/a/not'],
    ['else', objectOf({ a: { else: OPEN } }), '/properties/a/else'],
    ['$defs', { ...CLOSED, $defs: { d: OPEN } }, '/$defs/d'],
    ['definitions', { ...CLOSED, definitions: { d: OPEN } }, '/definitions/d'],
    ['dependentSchemas', { ...CLOSED, dependentSchemas: { a: OPEN } }, '/dependentSchemas/a'],
    [
      'unevaluatedItems',
      objectOf({ a: { unevaluatedItems: OPEN } }),
      '/properties/a/unevaluatedItems',
    ],
    ['a property called properties', objectOf({ properties: OPEN }), '/properties/properties'],
    ['a property called enum', objectOf({ enum: OPEN }), '/properties/enum'],
    ['a nullable property', objectOf({ a: { type: ['object', 'null'] } }), '/properties/a'],
    ['what has properties and no type', objectOf({ a: { properties: {} } }), '/properties/a'],
  ] as const
  it.each(places)('sets additionalProperties to false: %s', (_, schema, path) =>
    expectBad(schema, `${path}/additionalProperties`),
  )

  it.each([true, null, 'false', 0, {}])('refuses additionalProperties %j', additionalProperties =>
    expectBad({ type: 'object', additionalProperties }, '/additionalProperties'),
  )

  it.each([
    ['none', undefined],
    ['an empty list', []],
    ['another name', ['b']],
    ['no list', 'a'],
    ['the number of a name', [0]],
  ])('requires every property: not with %s', (_, required) =>
    expectBad({ ...CLOSED, properties: { a: { type: 'string' } }, required }, '/required'),
  )

  it('names each property that is not required', () => {
    const properties = { a: {}, b: {}, c: {} }
    return expectBad({ ...CLOSED, properties, required: ['b'] }, '/required', '/required')
  })

  it('has properties that are an object', () =>
    expectBad({ ...CLOSED, properties: [] }, '/properties'))
})

describe('data in a schema is not a schema', () => {
  it.each(['enum', 'const', 'default', 'examples'])('%s may hold any object', keyword =>
    expectGood(objectOf({ a: { [keyword]: [{ type: 'object', properties: { x: 1 } }] } })),
  )
})

describe('bounds', () => {
  const nest = (levels: number): object =>
    levels === 1 ? CLOSED : objectOf({ a: nest(levels - 1) })
  const nestArrays = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'array', items: nestArrays(levels - 1) }
  const wide = (count: number) =>
    objectOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, {}])))

  it('32 levels of objects and not one more', async () => {
    await expectGood(nest(32))
    await expectBad(nest(33), '/properties/a'.repeat(32))
  })

  it('arrays count as levels too', async () => {
    await expectGood(objectOf({ a: nestArrays(31) }))
    await expectBad(objectOf({ a: nestArrays(32) }), `/properties/a${'/items'.repeat(31)}`)
  })

  it('1,000 properties and not one more', async () => {
    await expectGood(wide(1_000))
    await expectBad(wide(1_001), '')
  })

  it('properties count over the whole schema', async () => {
    await expectGood(objectOf({ a: wide(499), b: wide(499) }))
    await expectBad(objectOf({ a: wide(499), b: wide(500) }), '')
  })
})

describe('bounds that no value can meet', () => {
  const population = { type: 'integer', minimum: 17_508_260, maximum: 17_508_259 }

  it.each([
    ['a property', objectOf({ population }), '/properties/population'],
    ['items', objectOf({ a: { type: 'array', items: population } }), '/properties/a/items'],
    ['anyOf', objectOf({ a: { anyOf: [{ type: 'null' }, population] } }), '/properties/a/anyOf/1'],
    ['$defs', { ...CLOSED, $defs: { population } }, '/$defs/population'],
  ])('are refused before anything is charged: %s', (_, schema, path) =>
    expectBad(schema, `${path}/minimum`),
  )

  it('are ignored in data', () => expectGood(objectOf({ a: { const: population } })))
})

describe('hostile schemas cost nothing', () => {
  const deepData = `${'['.repeat(80_000)}${']'.repeat(80_000)}`
  const deepSchema = `${'{"items":'.repeat(15_000)}1${'}'.repeat(15_000)}`

  it('data nested 80,000 levels deep', async () => {
    const schema = `{"type":"object","additionalProperties":false,"default":${deepData}}`
    await expectBadText(schema, `/default${'/0'.repeat(200)}`)
  })

  it('schemas nested 15,000 levels deep', async () => {
    const schema = `{"type":"object","additionalProperties":false,"$defs":{"d":${deepSchema}}}`
    await expectBadText(schema, `/$defs/d${'/items'.repeat(31)}`)
  })

  it('thousands of bad objects side by side, of which 20 are listed', () => {
    const last = 7_999
    const paths = Array.from(
      { length: 20 },
      (_, index) => `/anyOf/${last - index}/additionalProperties`,
    )
    return expectBad({ ...CLOSED, anyOf: Array(last + 1).fill(OPEN) }, ...paths)
  })

  it('a list of 80,000 values is refused, one of 15,000 is left to the upstream', async () => {
    await expectBad({ ...CLOSED, examples: Array(80_000).fill(1) }, '')
    await expectGood({ ...CLOSED, examples: Array(15_000).fill(1) })
  })

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
    'a property named %s is like any other',
    async name => {
      const closed = '"type":"object","additionalProperties":false'
      const property = (schema: string) => `"properties":{${JSON.stringify(name)}:${schema}}`
      const good = `{${closed},${property('{}')},"required":[${JSON.stringify(name)}]}`
      await check.expectTaken('research', `{"input":"i","output_schema":${good}}`)
      expect(JSON.stringify(check.test.upstream.requests.at(-1)?.body)).toContain(good)
      await expectBadText(`{${closed},${property('{}')}}`, '/required')
      const open = `{${closed},${property('{"type":"object"}')},"required":[${JSON.stringify(name)}]}`
      await expectBadText(open, `/properties/${name}/additionalProperties`)
    },
  )

  it('__proto__ beside the keywords does not replace them', () =>
    expectBadText('{"__proto__":{"type":"object","additionalProperties":false}}', '/type'))

  it.each([
    ['a value', { ...CLOSED, title: 'a\ud800' }, '/title'],
    ['a value deep in data', { ...CLOSED, enum: [{ x: ['\udc00'] }] }, '/enum/0/x/0'],
    ['a name', { ...CLOSED, $defs: { '\ud800': {} } }, '/$defs'],
    ['a name in data', { ...CLOSED, default: { 'a\ud800': 1 } }, '/default'],
  ])('a lone surrogate in %s', (_, schema, path) => expectBad(schema, path))
})
