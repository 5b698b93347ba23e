import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openResearchScene, type ResearchScene } from '../../pipeline/testing/research-scene.ts'
import { NoResult, type ResearchResult } from '../../research.ts'
import { objectOf } from '../../shape/testing/schemas.ts'
import { formats } from '../../shape/validate.ts'

const documents = Object.entries({
  Arden:
    'Capital — name: Ostrava Bay\nPopulation: 4,120,300 (2018 est.)\nLanguages: Ardenese 60%, Belmarish 21%',
  Belmar:
    'Capital — name: Tolm\nPopulation: 9,000,100 (2018 est.)\nThe population of Belmar grew in 2017.',
}).map(([title, text]) => ({ url: `https://library.test/${title}`, title, text }))

let scene: ResearchScene
beforeAll(async () => {
  scene = await openResearchScene(documents)
})
afterAll(() => scene.end())

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

it('returns only JSON that is valid by the schema and quoted to the letter, or refuses with a reason', async () => {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(names, schema, { minKeys: 1, maxKeys: 2 }),
      inputs,
      async (properties, input) => {
        const root = { ...objectOf(properties), $defs: { shared: { type: ['integer', 'null'] } } }
        const asked = { kind: 'research', effort: 'standard', sources: {} } as const
        const result = await scene
          .research({ ...asked, input, outputSchema: root }, {})
          .catch((error: unknown) => error)
        if (result instanceof NoResult) return
        if (result instanceof Error) throw result
        filled += 1
        const { content, fields = [] } = result as ResearchResult
        const validate = new Ajv2020({ strict: false, formats, logger: false }).compile(root)
        expect(validate(content), JSON.stringify([root, content])).toBe(true)
        expect(fields.length).toBeGreaterThan(0)
        for (const quote of fields.flatMap(({ quotes }) => quotes)) {
          expect(documents.some(({ text }) => text.includes(quote))).toBe(true)
        }
      },
    ),
    // The example can be filled, so that the property never holds only because everything was refused.
    {
      numRuns: 20,
      examples: [[{ population: { type: 'integer' } }, 'What is the population of Arden?']],
    },
  )
  expect(filled).toBeGreaterThan(0)
}, 180_000)
