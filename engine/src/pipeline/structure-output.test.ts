import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../library/document.ts'
import { NoResult, type ResearchRequest } from '../research.ts'
import { listOf, number, objectOf, text, whole } from '../shape/testing/schemas.ts'
import { tableRow } from '../text/blocks.ts'
import { openResearchScene, type ResearchScene } from './testing/research-scene.ts'

const country = (name: string, lines: readonly string[]): Document => ({
  url: `https://almanac.example/${name.toLowerCase()}`,
  title: `${name} — Almanac`,
  text: [`Country name: ${name}`, ...lines, ''].join('\n'),
})
const documents: Document[] = [
  country('Arden', [
    'Capital: Ostrava Bay',
    'Area: 52,400 sq km',
    'Population: 4,120,300 (2018 est.); 4,080,000 (2017 est.)',
    'Exchange rates: ardos (ARD) per euro - 7.45 (2018 est.); 7.41 (2017 est.)',
    'Coastline: 0 km (landlocked)',
    'Independence: 6 August 1825 (from Corvia)',
  ]),
  country('Belmar', [
    'Capital: Tolm',
    'Area: 91,000 sq km',
    'Population: 9,000,100 (2018 est.)',
    'Coastline: 340 km',
  ]),
  country('Corvia', ['Capital: Quist', 'Area: 7,020 sq km', 'Population: 800,400 (2018 est.)']),
  country('Dunmark', ['Capital: Dorn', 'Area: 30,500 sq km', 'Population: 5,000,000 (2018 est.)']),
  {
    url: 'library://local/plans.md',
    title: 'Plans',
    text: 'The Bluebird project starts on 3 March 2027 with a budget of 1.2 million euros, led by Marta Kovel. It ends on 5 May 2029.\n',
  },
  {
    url: 'library://local/machines.json',
    title: 'Machines',
    text: [
      tableRow(['host', 'cores', 'in_service']),
      tableRow(['alpha', '8', 'yes']),
      tableRow(['beta', '16', 'no']),
      '',
    ].join('\n'),
  },
]

let scene: ResearchScene

beforeAll(async () => {
  scene = await openResearchScene(documents)
})

afterAll(async () => {
  await scene.end()
})

function fill(input: string, properties: Record<string, unknown>) {
  const outputSchema = objectOf(properties)
  return scene.research(
    { kind: 'research', input, effort: 'standard', sources: {}, outputSchema },
    {},
  )
}

describe('what nobody knows', () => {
  const nullable = (type: string) => ({ type: [type, 'null'] })
  const schemas = [
    { capital: nullable('string'), population: nullable('integer') },
    { name: nullable('string'), summary: nullable('string'), landlocked: nullable('boolean') },
    { area: nullable('number'), start_date: nullable('string'), value: nullable('string') },
    { key_points: { ...listOf(text), type: ['array', 'null'] }, currency: nullable('string') },
  ]
  const names = fc
    .tuple(fc.constantFrom('Wak', 'Zub', 'Qor', 'Elb'), fc.constantFrom('anda', 'rowka', 'ovia'))
    .map(parts => parts.join(''))
  const forms: readonly ((name: string) => string)[] = [
    name => `Capital of ${name}`,
    name => `capital and population of ${name.toLowerCase()}`,
    name => `Tell me about ${name}`,
    name => name,
    name => `What is the area of the Republic of ${name}?`,
    name => `Who leads the ${name} project and when does it start?`,
  ]

  it('is refused, however it is asked for and whatever the schema wants', async () => {
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.constantFrom(...forms),
        fc.constantFrom(...schemas),
        async (name, form, properties) => {
          await expect(fill(form(name), properties)).rejects.toBeInstanceOf(NoResult)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('is not guessed from documents when the question names none of them', async () => {
    await expect(fill('What is the capital?', { capital: text })).rejects.toMatchObject({
      reason: 'schema_not_met',
    })
  })
})

/** Each asks whether Arden has more than N people and can never succeed, so asking is free. */
const QUESTIONS: readonly [string, (least: number) => Record<string, unknown>][] = [
  ['contradictory bounds', N => ({ population: { ...whole, minimum: N, maximum: N - 1 } })],
  [
    'contradictory bounds in allOf',
    N => ({ population: { ...whole, allOf: [{ minimum: N }, { maximum: N - 1 }] } }),
  ],
  [
    'an impossible property first',
    N => ({ capital: { ...text, minLength: 999 }, population: { ...whole, minimum: N } }),
  ],
  [
    'an impossible property last',
    N => ({ population: { ...whole, minimum: N }, capital: { ...text, minLength: 999 } }),
  ],
  [
    'a property that no source supports',
    N => ({ population: { ...whole, minimum: N }, motto: text }),
  ],
  [
    'alternatives, one of them impossible',
    N => ({
      population: {
        anyOf: [
          { ...whole, minimum: N },
          { ...text, minLength: 999 },
        ],
      },
      motto: text,
    }),
  ],
  [
    'a list with too few items',
    N => ({ population: { ...listOf({ ...whole, minimum: N }), minItems: 50 } }),
  ],
  ['not', N => ({ population: { ...whole, not: { minimum: N } }, motto: text })],
  [
    'if and else',
    N => ({
      population: {
        ...whole,
        multipleOf: 7e9,
        if: { minimum: N },
        else: { multipleOf: 9e9 },
      },
    }),
  ],
  [
    'a keyword whose validator cannot be compiled',
    // Valid for one N and not for the other.
    N => ({ population: { ...whole, enum: [Math.max(N, 4_120_300), 1], dependentRequired: 7 } }),
  ],
]

describe('a failed call reveals nothing about the value', () => {
  it.each(QUESTIONS)('through %s', async (_, propertiesFor) => {
    const outcome = async (least: number) => {
      const stages: unknown[] = []
      const asked = scene.research(
        {
          ...{ kind: 'research', input: 'What is the population of Arden?', effort: 'standard' },
          sources: {},
          outputSchema: objectOf(propertiesFor(least)),
        } as ResearchRequest,
        { onProgress: progress => stages.push(progress) },
      )
      const error: unknown = await asked.catch(reason => reason)
      expect(error).toBeInstanceOf(NoResult)
      const { reason, message } = error as NoResult
      return { reason, message, stages }
    }
    // Arden has 4,120,300 people.
    expect(await outcome(4_000_000)).toEqual(await outcome(5_000_000))
  })
})

it('reports each stage once and without counts if there is a schema, whatever is found', async () => {
  const stagesOf = async (input: string) => {
    const stages: unknown[] = []
    const asked = scene.research(
      {
        kind: 'research',
        input,
        effort: 'deep',
        sources: {},
        outputSchema: objectOf({ motto: text }),
      },
      {
        onProgress: progress => stages.push(progress),
        onSource: source => stages.push(source),
        onQuery: query => stages.push(query),
      },
    )
    await expect(asked).rejects.toBeInstanceOf(NoResult)
    return stages
  }
  const known = await stagesOf('Compare the population of Arden, Belmar and Corvia: 4,120,300?')
  expect(known).toEqual(
    ['planning', 'searching', 'reading', 'shaping'].map(stage => ({ stage, counts: {} })),
  )
  expect(await stagesOf('What is the motto of Wakanda: 4,120,301?')).toEqual(known)
})

describe('values', () => {
  it.each([
    [
      'are phrases of a sentence',
      'Facts about the Bluebird project',
      { start_date: text, budget: text, led_by: text },
      { start_date: '3 March 2027', budget: '1.2 million euros', led_by: 'Marta Kovel' },
    ],
    [
      'are read as what the schema wants',
      'Facts about the Bluebird project',
      {
        start_date: { ...text, format: 'date' },
        end_date: { ...text, format: 'date' },
        budget_eur: number,
      },
      { start_date: '2027-03-03', end_date: '2029-05-05', budget_eur: 1_200_000 },
    ],
    [
      'are the newest of a series',
      'Facts about Arden',
      { exchange_rates: text },
      { exchange_rates: 'ardos (ARD) per euro - 7.45 (2018 est.)' },
    ],
    [
      'are beside the name of the one subject',
      'Facts about Belmar',
      { name: text, area: number },
      { name: 'Belmar', area: 91_000 },
    ],
    [
      'are true where a field says so',
      'Facts about Arden',
      { is_landlocked: { type: 'boolean' } },
      { is_landlocked: true },
    ],
    [
      'are null if no source gives them',
      'When did Arden become independent and who is its king?',
      { independence_date: { ...text, format: 'date' }, king: { type: ['string', 'null'] } },
      { independence_date: '1825-08-06', king: null },
    ],
    [
      'are the rows of the table that has their columns',
      'List the machines',
      { machines: listOf(objectOf({ host: text, cores: whole, inService: { type: 'boolean' } })) },
      {
        machines: [
          { host: 'alpha', cores: 8, inService: true },
          { host: 'beta', cores: 16, inService: false },
        ],
      },
    ],
    [
      'are a column of a table',
      'List the machines',
      { hosts: listOf(text) },
      { hosts: ['alpha', 'beta'] },
    ],
  ])('%s', async (_, input, properties, expected) => {
    const { content } = await fill(input, properties)
    expect(content).toEqual(expected)
  })

  it.each([
    ['a truth that nobody states', 'Facts about Belmar', { landlocked: { type: 'boolean' } }],
    [
      'a person where only a project is named',
      'Facts about the Bluebird project',
      { author: text },
    ],
    [
      'all rows where only some are wanted',
      'List the machines with more than 8 cores',
      { machines: listOf(objectOf({ host: text, cores: whole })) },
    ],
  ])('are not %s', async (_, input, properties) => {
    await expect(fill(input, properties)).rejects.toBeInstanceOf(NoResult)
  })
})

it('cites what the values rest on and nothing else', async () => {
  const { sources } = await fill('Compare the area and population of Arden and Belmar', {
    arden_population: whole,
    countries: { ...listOf(objectOf({ name: text, capital: text })), maxItems: 1 },
  })
  expect(sources).toEqual([
    expect.objectContaining({
      url: 'https://almanac.example/arden',
      excerpts: ['Population: 4,120,300 (2018 est.)', 'Capital: Ostrava Bay'],
    }),
  ])
})
