import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scriptedModel } from '../../llm/client/testing/scripted-model.ts'
import { NoResult } from '../../research.ts'
import { resolveReference } from '../../shape/schema.ts'
import { entriesOf } from '../../shape/testing/ledger-entries.ts'
import { objectOf } from '../../shape/testing/schemas.ts'
import { formats } from '../../shape/validate.ts'
import { ModelFault } from '../client/model.ts'
import { fillWithModel } from './fill.ts'

const entries = entriesOf(
  {
    title: 'Arden',
    text: 'Capital: Ostrava Bay\nPopulation: 4,120,300 in 2018\nLandlocked: yes\nArea: 52 sq km',
  },
  { title: 'Belmar', text: 'Capital: Tolm\nPopulation: 9,000,100\nSee https://belmar.test/a' },
)
/** Values that no quote supports, for places where no list allows them. */
const INVENTED = [
  'Atlantis',
  '',
  'E1',
  'E99',
  'Tolm 7',
  '2018-01-01',
  'https://belmar.test/b',
  7,
  0.5,
  -52,
]
const names = fc.constantFrom(
  ...Array.from({ length: 4 }, () => ['capital', 'population', 'area_km2']).flat(),
  ...['capital', 'population', 'landlocked', 'area_km2', 'url', 'name', 'rank', 'constructor'],
  ...['toString', '', '$ref', 'a/b~c', 'items'],
)
const strings = fc.constantFrom(
  'Tolm',
  'Ostrava Bay',
  'https://belmar.test/a',
  ...INVENTED.filter(one => typeof one === 'string'),
)
const numbers = fc.constantFrom(4_120_300, 9_000_100, 2018, 52, 7, 0.5, -52, 4_120, 1, 2)
const any = fc.oneof(
  strings,
  numbers,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
)
const leaf = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      'string',
      'number',
      'integer',
      'boolean',
      'null',
      ['string', 'null'],
      ['integer', 'null'],
    ),
  }),
  fc.record({
    enum: fc.array(fc.constantFrom('Tolm', 'Utopia', 52, 3, null, true), { minLength: 1 }),
  }),
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom('date', 'uri'),
    maxLength: fc.nat(30),
  }),
  fc.record({ type: fc.constant('number'), minimum: fc.constantFrom(0, 5_000_000) }),
  fc.constantFrom<Record<string, unknown>>({ $ref: '#/$defs/shared' }, {}, { const: 'x' }),
)
const { schema } = fc.letrec<{ schema: Record<string, unknown>; object: Record<string, unknown> }>(
  tie => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(1) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      tie('object'),
    ),
    object: fc.dictionary(names, tie('schema'), { maxKeys: 3 }).map(objectOf),
  }),
)

/** A reply that a model might write for a schema: mostly valid, with invented values. */
function written(
  root: Record<string, unknown>,
  part: unknown,
  draw: (from: fc.Arbitrary<unknown>) => unknown,
): unknown {
  if (draw(fc.nat(12)) === 0) return draw(any)
  const own = part as Record<string, unknown>
  if (typeof own['$ref'] === 'string')
    return written(root, resolveReference(root, own['$ref']), draw)
  if (Array.isArray(own['anyOf']))
    return written(root, draw(fc.constantFrom(...own['anyOf'])), draw)
  if (Array.isArray(own['enum'])) return draw(fc.constantFrom(...own['enum']))
  const type = draw(fc.constantFrom(...[own['type']].flat()))
  if (type === 'object') {
    const entries = Object.entries(own['properties'] as object)
    return Object.fromEntries(entries.map(([name, one]) => [name, written(root, one, draw)]))
  }
  if (type === 'array') {
    const length = Number(draw(fc.nat(3)))
    return Array.from({ length }, () => written(root, own['items'], draw))
  }
  if (type === 'number' || type === 'integer') return draw(numbers)
  if (type === 'boolean') return draw(fc.boolean())
  return type === 'null' ? null : draw(strings)
}

/** The single values of an object by their pointers. */
function* leavesOf(value: unknown, at = ''): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) return yield [at, value]
  for (const [name, one] of Object.entries(value)) {
    yield* leavesOf(one, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

it('returns valid JSON whose numbers are in their evidence, whatever a model writes', async () => {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(names, schema, { minKeys: 1, maxKeys: 3 }),
      fc.gen(),
      async (properties, gen) => {
        const draw = (from: fc.Arbitrary<unknown>) => gen(() => from)
        const root = { ...objectOf(properties), $defs: { shared: { type: ['integer', 'null'] } } }
        const model = scriptedModel({
          fill: () => written(root, root, draw),
        })
        const result = await fillWithModel(model, {
          schema: root,
          input: 'Compare Arden and Belmar',
          entries,
          today: '2026-11-15',
          timeoutMs: 1_000,
          mayGoOn: () => true,
        }).catch((error: unknown) => error)
        expect(model.prompts.filter(({ task }) => task === 'fill').length).toBeLessThanOrEqual(3)
        if (result instanceof NoResult || result instanceof ModelFault) return
        if (result instanceof Error) throw result
        filled += 1
        const { content, fields: evidence } = result as Awaited<ReturnType<typeof fillWithModel>>
        const validate = new Ajv2020({ strict: false, formats, logger: false }).compile(root)
        expect(validate(content), JSON.stringify([root, content])).toBe(true)
        const byPlace = new Map(evidence.map(field => [field.pointer, field.evidence]))
        const leaves = new Map(leavesOf(content))
        for (const pointer of byPlace.keys()) expect([...leaves.keys()]).toContain(pointer)
        for (const [pointer, value] of leaves) {
          const quotes = byPlace.get(pointer)?.map(({ quote }) => quote) ?? []
          expect(INVENTED).not.toContain(value)
          if (typeof value !== 'number' || isDictated(root, value)) continue
          if (/(?:^|\/)rank$/.test(pointer)) continue
          const digits = [String(Math.abs(value)), Math.abs(value).toLocaleString('en-US')]
          expect(quotes.some(quote => digits.some(one => quote.includes(one)))).toBe(true)
        }
      },
    ),
    // Shrinking a model's reply takes too long; the seed is enough.
    { numRuns: 200, endOnFailure: true },
  )
  expect(filled).toBeGreaterThan(3)
})

/** Whether some enum of the schema allows nothing else, so that there is nothing to prove. */
function isDictated(root: unknown, value: unknown): boolean {
  return JSON.stringify(root).includes(`"enum":[${JSON.stringify(value)}]`)
}
