import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NoResult } from '../research.ts'
import { formats } from './formats.ts'
import { fillFrom } from './testing/fill-from.ts'
import { objectOf } from './testing/schemas.ts'

const documents = {
  Arden:
    'Capital — name: Ostrava Bay\nPopulation: 4,120,300 (2018 est.)\nLanguages: Ardenese 60%, Belmarish 21%',
  Belmar:
    'Capital — name: Tolm\nPopulation: 9,000,100 (2018 est.)\nThe population of Belmar grew in 2017.',
}
const names = fc.constantFrom(
  ...[
    'capital',
    'population',
    'languages',
    'name',
    'country',
    'arden',
    'belmar_population',
    'value',
  ],
  ...[
    'summary',
    'sources',
    'source_url',
    'key_points',
    'motto',
    'constructor',
    'toString',
    '',
    '_',
    '$ref',
  ],
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
      ['integer', 'string'],
    ),
  }),
  fc.record({
    enum: fc.array(fc.constantFrom('Tolm', 'Ostrava Bay', 3, null, true, {}), { minLength: 1 }),
  }),
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom('date', 'uri', 'email', 'other'),
  }),
  fc.record({ type: fc.constant('string'), maxLength: fc.nat(20) }),
  fc.record({ type: fc.constant('number'), minimum: fc.constantFrom(0, 5_000_000) }),
  fc.constantFrom<Record<string, unknown>>({ $ref: '#/$defs/shared' }, {}, { const: 'x' }),
)
const { schema } = fc.letrec<{ schema: Record<string, unknown>; object: Record<string, unknown> }>(
  tie => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record({
        type: fc.constant('array'),
        items: tie('schema'),
        minItems: fc.nat(2),
        maxItems: fc.nat(3),
      }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      tie('object'),
    ),
    object: fc.dictionary(names, tie('schema'), { maxKeys: 2 }).map(objectOf),
  }),
)
const inputs = fc.constantFrom(
  'Compare Arden and Belmar',
  'What is the population of Arden?',
  'Which languages?',
)

it('whatever comes out is valid by the schema and quoted to the letter; else there is a reason', async () => {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(names, schema, { minKeys: 1, maxKeys: 2 }),
      inputs,
      async (properties, input) => {
        const root = { ...objectOf(properties), $defs: { shared: { type: ['integer', 'null'] } } }
        const result = await fillFrom(root, { input, documents }).catch((error: unknown) => error)
        if (result instanceof NoResult) return
        if (result instanceof Error) throw result
        filled += 1
        const { content, evidence } = result as Awaited<ReturnType<typeof fillFrom>>
        const validate = new Ajv2020({
          strict: false,
          formats,
          logger: false,
        }).compile(root)
        expect(validate(content), JSON.stringify([root, content])).toBe(true)
        expect(evidence.length).toBeGreaterThan(0)
        for (const { quote, start, end, passage } of evidence) {
          expect(passage.text.slice(start, end)).toBe(quote)
        }
      },
    ),
    { numRuns: 400 },
  )
  expect(filled).toBeGreaterThan(0)
})
