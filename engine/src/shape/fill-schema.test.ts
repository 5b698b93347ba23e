import { describe, expect, it } from 'vitest'
import { NoResult } from '../research.ts'
import { fillFrom } from './testing/fill-from.ts'
import { listOf, number, objectOf, text, whole } from './testing/schemas.ts'

const ARDEN = [
  'Capital — name: Ostrava Bay (seat of the assembly)',
  'Population: 4,120,300 (July 2018 est.); 4,080,000 (2017 est.)',
  'Area — total: 52,400 sq km',
  'Area — land: 51,000 sq km',
  'GDP (official exchange rate): $39.5 billion (2018 est.)',
  'GDP - per capita: $9,600 (2018 est.)',
  'Unemployment rate: 5.4% (2018 est.)',
  'Land boundaries — border countries: Belmar 238 km, Corvia 1,555 km, Dunmark 475 km',
  'Languages: Ardenese (official) 60.7%, Belmarish 21.2%, other 18.1% (2011 census)',
  'Independence: 6 August 1825 (from Corvia)',
  'Government type: federal republic',
  'Landlocked: yes, since 1825',
  'Executive branch — chief of state: President Ana Verro (since 2016)',
  'Literacy — definition: age 15 and over can read and write',
  'Literacy — total population: 95.7%',
].join('\n')
const BELMAR = [
  'Population: 9,000,100 (2018 est.)',
  'GDP - per capita: $12,400 (2018 est.)',
  'Exports - partners: Arden 20%, Corvia 11%',
].join('\n')
const documents = { Arden: ARDEN, Belmar: BELMAR }
const nullable = (type: string) => ({ type: [type, 'null'] })

describe('values of one subject', () => {
  const fill = async (properties: Record<string, unknown>, input = 'Tell me about Arden') =>
    (await fillFrom(objectOf(properties), { input, documents })).content

  it.each([
    ['text from a field', { capital: text }, 'Ostrava Bay (seat of the assembly)'],
    ['a whole number without its year', { population: whole }, 4_120_300],
    ['money with its scale', { gdp_usd: number }, 39_500_000_000],
    ['money in the scale that the name asks for', { gdpUsdBillions: number }, 39.5],
    [
      'a scale that the description asks for',
      { population: { ...number, description: 'Population in millions' } },
      4.1203,
    ],
    ['a percentage', { 'unemployment-rate': number }, 5.4],
    ['the field of the whole, not of a part or a definition', { literacy_rate: number }, 95.7],
    ['a year', { independence_year: whole }, 1825],
    ['a full date', { independence_date: { ...text, format: 'date' } }, '1825-08-06'],
    ['yes as true', { landlocked: { type: 'boolean' } }, true],
    [
      'one of the values allowed',
      { government_type: { enum: ['republic', 'federal_republic', 'monarchy'] } },
      'federal_republic',
    ],
    ['a list of names', { border_countries: listOf(text) }, ['Belmar', 'Corvia', 'Dunmark']],
    ['a list of figures', { border_countries_km: listOf(number) }, [238, 1555, 475]],
    ['a list without the rest', { languages: listOf(text) }, ['Ardenese', 'Belmarish']],
    ['what reference works call it', { president: text }, 'President Ana Verro (since 2016)'],
    ['no more items than wanted', { languages: { ...listOf(text), maxItems: 1 } }, ['Ardenese']],
    [
      'what the description says, where the name does not',
      { x1: { ...number, description: 'GDP by the official exchange rate' } },
      39_500_000_000,
    ],
    [
      'what a definition describes',
      { capital: { $ref: '#/$defs/t' } },
      'Ostrava Bay (seat of the assembly)',
    ],
  ])('%s', async (_, properties, expected) => {
    const schema = { ...objectOf(properties), $defs: { t: text } }
    const { content } = await fillFrom(schema, { input: 'Tell me about Arden', documents })
    expect(Object.values(content)).toEqual([expected])
  })

  it('a list of objects, each with its name and figure', async () => {
    const neighbour = objectOf({ country: text, border_km: number })
    const content = await fill({ border_countries: listOf(neighbour) })
    expect(content['border_countries']).toContainEqual({ country: 'Corvia', border_km: 1555 })
  })

  it('in objects inside objects, by the names around them', async () => {
    const content = await fill({
      country: text,
      geography: objectOf({ area: objectOf({ total: number, land: number }) }),
    })
    expect(content).toEqual({
      country: 'Arden',
      geography: { area: { total: 52_400, land: 51_000 } },
    })
  })

  it('the first alternative that can be filled, null last', async () => {
    const properties = {
      capital: { anyOf: [{ type: 'null' }, number, text] },
      motto: { oneOf: [{ type: 'null' }, text] },
      population: nullable('integer'),
    }
    expect(await fill(properties)).toEqual({
      capital: 'Ostrava Bay (seat of the assembly)',
      motto: null,
      population: 4_120_300,
    })
  })

  it('the answer to the question where a name says nothing', async () => {
    expect(await fill({ value: number }, 'What is the population of Arden?')).toEqual({
      value: 4_120_300,
    })
    expect(
      await fill({ countries: listOf(text) }, 'What are the border countries of Arden?'),
    ).toEqual({
      countries: ['Belmar', 'Corvia', 'Dunmark'],
    })
  })
})

describe('several subjects', () => {
  const input = 'Compare the GDP per capita of Arden and Belmar'
  const fill = async (properties: Record<string, unknown>) =>
    (await fillFrom(objectOf(properties), { input, documents })).content

  it('are an item each of a list', async () => {
    const content = await fill({
      countries: listOf(objectOf({ name: text, gdp_per_capita: number })),
    })
    expect(content).toEqual({
      countries: [
        { name: 'Arden', gdp_per_capita: 9_600 },
        { name: 'Belmar', gdp_per_capita: 12_400 },
      ],
    })
  })

  it('are told apart by properties, whichever is inside the other, and by parts of names', async () => {
    const content = await fill({
      arden: objectOf({ population: whole }),
      gdp_per_capita: objectOf({ arden: number, belmar: number }),
      belmarPopulation: whole,
    })
    expect(content).toEqual({
      arden: { population: 4_120_300 },
      gdp_per_capita: { arden: 9_600, belmar: 12_400 },
      belmarPopulation: 9_000_100,
    })
  })

  it('are not guessed between', async () => {
    await expect(fill({ gdp_per_capita: number })).rejects.toMatchObject({
      reason: 'schema_not_met',
    })
  })
})

describe('what the sources do not support', () => {
  const NOT_MET = new NoResult('schema_not_met')

  it.each([
    ['something that they do not speak of', { motto: text }],
    ['half of what the name says', { population_growth: number }],
    ['another year', { population_2030: whole }],
    ['another unit', { area_sq_mi: number }],
    ['a fraction as a whole number', { unemployment_rate: whole }],
    ['a number in a field that begins with words', { government_type: number }],
    ['none of the values allowed', { government_type: { enum: ['monarchy', 'theocracy'] } }],
    ['a truth that nobody states', { population: { type: 'boolean' } }],
    ['what another document says of its own subject', { exports_partners: listOf(text) }],
    ['what only qualifies something else', { exchange_rate: number }],
    ['another country', { belmar: objectOf({ unemployment_rate: number }) }],
    [
      'things of a subject as the subject',
      { cities: listOf(objectOf({ name: text, population: whole })) },
    ],
    ['an item that lacks a value', { countries: listOf(objectOf({ name: text, motto: text })) }],
    ['more items than there are', { languages: { ...listOf(text), minItems: 3 } }],
    ['a page address', { website: { ...text, format: 'uri' } }],
  ])('fails with the same message in every case: %s', async (_, properties) => {
    const filling = fillFrom(objectOf(properties), { input: 'Tell me about Arden', documents })
    await expect(filling).rejects.toEqual(NOT_MET)
  })

  it('fails when only nulls, constants and names could be filled', async () => {
    const schema = objectOf({ motto: nullable('string'), kind: { const: 'country' }, name: text })
    await expect(fillFrom(schema, { input: 'Tell me about Arden', documents })).rejects.toEqual(
      NOT_MET,
    )
  })

  it('fails when the budget ends before a value was looked up', async () => {
    const scene = { input: 'Tell me about Arden', documents, mayGoOn: () => false }
    await expect(fillFrom(objectOf({ population: whole }), scene)).rejects.toEqual(NOT_MET)
  })

  it('tells nothing of the question or the sources', async () => {
    const scene = { input: 'Tell me about Arden and its zanzibarium', documents }
    const error: unknown = await fillFrom(objectOf({ motto: text }), scene).catch(reason => reason)
    expect(String(error)).not.toMatch(/zanzibarium|Ostrava|Arden/)
  })
})

describe('prose', () => {
  const history = {
    'The Velt bridge':
      'The Velt bridge was designed by Ilse Brandt. Construction of the bridge cost 450,000 crowns. It joins Ruhm, Selden and Tarn.',
  }
  const fill = async (properties: Record<string, unknown>) =>
    (
      await fillFrom(objectOf(properties), {
        input: 'Facts on The Velt bridge',
        documents: history,
      })
    ).content

  it('gives a sentence or its answer, a number that stands alone, a list of names', async () => {
    const content = await fill({ construction_cost: number, joins: listOf(text), designed: text })
    expect(content['construction_cost']).toBe(450_000)
    expect(content['joins']).toEqual(['Ruhm', 'Selden', 'Tarn'])
    expect(content['designed']).toMatch(/Ilse Brandt/)
  })
})

describe('evidence', () => {
  it('is what the values rest on, to the letter, and nothing that was only looked at', async () => {
    const schema = objectOf({ capital: { anyOf: [number, text] }, population: whole })
    const { evidence } = await fillFrom(schema, { input: 'Tell me about Arden', documents })
    expect(evidence.map(({ quote }) => quote)).toEqual([
      'Capital — name: Ostrava Bay (seat of the assembly)',
      'Population: 4,120,300 (July 2018 est.)',
    ])
    for (const { quote, start, end } of evidence) expect(ARDEN.slice(start, end)).toBe(quote)
  })

  it('fills sources with the pages that were used, beside what they were used for', async () => {
    const item = objectOf({
      country: text,
      population: whole,
      source_url: { ...text, format: 'uri' },
    })
    const schema = objectOf({
      sources: listOf(text),
      references: listOf(objectOf({ url: text, title: text })),
      countries: listOf(item),
    })
    const { content } = await fillFrom(schema, { input: 'Arden and Belmar', documents })
    expect(content['sources']).toEqual(['https://library.test/1', 'https://library.test/2'])
    expect(content['references']).toContainEqual({ url: 'https://library.test/2', title: 'Belmar' })
    expect(content['countries']).toMatchObject([
      { source_url: 'https://library.test/1' },
      { source_url: 'https://library.test/2' },
    ])
  })

  it('carries the summary, cut between sentences where there is little room', async () => {
    const schema = objectOf({
      summary: text,
      answer: { ...text, maxLength: 20 },
      key_points: listOf(text),
    })
    const scene = {
      input: 'Tell me about Arden',
      documents,
      summary: 'It is a country. It has a capital.',
    }
    const { content, evidence } = await fillFrom(schema, scene)
    expect(content).toEqual({
      summary: 'It is a country. It has a capital.',
      answer: 'It is a country.',
      key_points: ['It is a country.', 'It has a capital.'],
    })
    expect(evidence).toHaveLength(1)
  })

  it('of a calculation is the cells that it used', async () => {
    const table = {
      Orvel: '| Item | 2019 | 2018 |\n| --- | --- | --- |\n| Revenue | 44.1 | 40.0 |',
    }
    const schema = objectOf({ revenue_change_millions: number, revenue_change: number })
    const { content, evidence } = await fillFrom(schema, {
      input: 'Change in revenue of Orvel',
      documents: table,
      summary: '',
      tableAnswer: ([passage]) => {
        if (!passage) return undefined
        const cells = ['44.1', '40.0'].map(cell => {
          const start = passage.text.indexOf(cell)
          return { passage, text: cell, start, end: start + cell.length }
        })
        return {
          kind: 'calculation',
          values: [],
          inputs: cells,
          number: 4.1,
          scale: 'million',
          decimals: 1,
          confidence: 1,
        }
      },
    })
    expect(content).toEqual({ revenue_change_millions: 4.1, revenue_change: 4_100_000 })
    expect(evidence.map(({ quote }) => quote)).toEqual(['| Revenue | 44.1 | 40.0 |'])
  })
})
