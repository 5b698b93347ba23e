import type { JsonObject } from '@footnote/contract/json-object'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../library/document.ts'
import { openResearchScene, type ResearchScene } from '../../pipeline/testing/research-scene.ts'
import { NoResult } from '../../research.ts'
import { listOf, number, objectOf, text, whole } from '../../shape/testing/schemas.ts'

const fields = (name: string, lines: readonly string[]): Document => ({
  url: `https://almanac.example/${name.toLowerCase()}`,
  title: name,
  text: `${lines.join('\n')}\n`,
})
const documents: readonly Document[] = [
  fields('Arden', [
    'Capital — name: Ostrava Bay (seat of the assembly)',
    'Population: 4,120,300 (July 2018 est.); 4,080,000 (2017 est.)',
    'Area — total: 52,400 sq km',
    'Area — land: 51,000 sq km',
    'GDP (official exchange rate): $39.5 billion (2018 est.)',
    'GDP - per capita: $9,600 (2018 est.)',
    'Unemployment rate: 5.4% (2018 est.); 6.1% (2017 est.)',
    'Inflation rate: 2.5% (2018 est.); 1.9% (2017 est.)',
    'Hospital bed density: 4.7 beds/1,000 population (2015)',
    'Land boundaries — border countries: Belmar 238 km, Corvia 1,555 km, Dunmark 475 km',
    'Languages: Ardenese (official) 60.7%, Belmarish less than 21%, other 18.1% (2011 census)',
    'Independence: 6 August 1825 (from Corvia)',
    'Government type: federal republic',
    'Landlocked: yes, since 1825',
    'Executive branch — chief of state: President Ana Verro (since 2016)',
    'Literacy — definition: age 15 and over can read and write',
    'Literacy — total population: 95.7%',
  ]),
  fields('Belmar', [
    'Population: 9,000,100 (2018 est.)',
    'GDP - per capita: $12,400 (2018 est.)',
    'Exports - partners: Arden 20%, Corvia 11%',
    'Executive branch — chief of state: King Oskar II (since 2001)',
  ]),
  {
    url: 'https://bridges.example/velt',
    title: 'The Velt bridge',
    text: 'The Velt bridge was designed by Ilse Brandt. Construction of the bridge cost 450,000 crowns. It joins the towns of Ruhm, Selden and Tarn. It has 12 arches and four towers.\n',
  },
]

let scene: ResearchScene
beforeAll(async () => {
  scene = await openResearchScene(documents)
})
afterAll(() => scene.end())

const research = (input: string, outputSchema: JsonObject) =>
  scene.research({ kind: 'research', input, effort: 'standard', sources: {}, outputSchema }, {})
const fill = async (input: string, properties: Record<string, unknown>) =>
  (await research(input, objectOf(properties))).content as JsonObject
const nullable = (type: string) => ({ type: [type, 'null'] })
const ABOUT = 'Tell me about Arden'

describe('a property of one subject is filled with', () => {
  it.each([
    ['the text of a field', { capital: text }, 'Ostrava Bay (seat of the assembly)'],
    ['a whole number without its year', { population: whole }, 4_120_300],
    ['money with its scale', { gdp_usd: number }, 39_500_000_000],
    ['money in the scale of the name', { gdpUsdBillions: number }, 39.5],
    [
      'a number in the scale of the description',
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
    ['names without words of quantity', { languages: listOf(text) }, ['Ardenese', 'Belmarish']],
    ['no more items than wanted', { languages: { ...listOf(text), maxItems: 1 } }, ['Ardenese']],
    [
      'the value that its description asks for',
      { x1: { ...number, description: 'GDP by the official exchange rate' } },
      39_500_000_000,
    ],
    [
      'the value of a definition',
      { capital: { $ref: '#/$defs/t' } },
      'Ostrava Bay (seat of the assembly)',
    ],
  ])('%s', async (_, properties, expected) => {
    const { content } = await research(ABOUT, { ...objectOf(properties), $defs: { t: text } })
    expect(Object.values(content)).toEqual([expected])
  })

  it('objects, each with its name and figure', async () => {
    const neighbour = objectOf({ country: text, border_km: number })
    const content = await fill(ABOUT, { border_countries: listOf(neighbour) })
    expect(content['border_countries']).toContainEqual({ country: 'Corvia', border_km: 1555 })
  })

  it('objects inside objects, by the names around them', async () => {
    const geography = objectOf({ area: objectOf({ total: number, land: number }) })
    expect(await fill(ABOUT, { country: text, geography })).toEqual({
      country: 'Arden',
      geography: { area: { total: 52_400, land: 51_000 } },
    })
  })

  it('the first alternative that fits, null last', async () => {
    const properties = {
      capital: { anyOf: [{ type: 'null' }, number, text] },
      motto: { oneOf: [{ type: 'null' }, text] },
      population: nullable('integer'),
    }
    expect(await fill(ABOUT, properties)).toEqual({
      capital: 'Ostrava Bay (seat of the assembly)',
      motto: null,
      population: 4_120_300,
    })
  })

  it('the answer to the question if its name says nothing', async () => {
    const value = await fill('What is the population of Arden?', { value: number })
    expect(value).toEqual({ value: 4_120_300 })
  })
})

describe('several subjects', () => {
  const input = 'Compare the GDP per capita of Arden and Belmar'

  it('are one item each of a list', async () => {
    const item = objectOf({ name: text, gdp_per_capita: number })
    expect(await fill(input, { countries: listOf(item) })).toEqual({
      countries: [
        { name: 'Arden', gdp_per_capita: 9_600 },
        { name: 'Belmar', gdp_per_capita: 12_400 },
      ],
    })
  })

  it('are distinguished by the names of properties', async () => {
    const content = await fill(input, {
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
    const asked = fill(input, { gdp_per_capita: number })
    await expect(asked).rejects.toMatchObject({ reason: 'schema_not_met' })
  })
})

describe('a value is of the year', () => {
  it.each([
    ['that the input asks for', 'Unemployment rate of Arden in 2017', { unemployment_rate: 6.1 }],
    [
      'that its own name says, whatever the input says',
      'Inflation rate of Arden in 2018',
      { inflation_rate_2017: 1.9, inflation_rate_2018: 2.5 },
    ],
    [
      'given beside it',
      'Unemployment rate of Arden in 2017',
      { unemployment_rate: 6.1, year: 2017 },
    ],
    [
      'of its own event',
      'Population and independence of Arden in 2018',
      { population: 4_120_300, independence_year: 1825 },
    ],
  ])('%s', async (_, input, expected) => {
    const names = Object.keys(expected)
    expect(await fill(input, Object.fromEntries(names.map(name => [name, number])))).toEqual(
      expected,
    )
  })

  it.each([
    ['Population of Arden in 1950', 'population'],
    ['Unemployment rate of Arden in 2008', 'unemployment_rate'],
    ['Inflation rate of Arden', 'inflation_1990'],
  ])('or there is none: %s', async (input, name) => {
    await expect(fill(input, { [name]: number })).rejects.toThrow(NoResult)
  })
})

describe('a schema is refused, with the same message in every case, if it asks for', () => {
  it.each([
    ['a property that no source mentions', { motto: text }],
    ['half of what a name says', { population_growth: number }],
    ['another year', { population_2030: whole }],
    ['another unit', { area_sq_mi: number }],
    ['a fraction as a whole number', { unemployment_rate: whole }],
    ['a number in a field that begins with words', { government_type: number }],
    ['none of the values allowed', { government_type: { enum: ['monarchy', 'theocracy'] } }],
    ['a truth that nobody states', { population: { type: 'boolean' } }],
    ['a field of another document', { exports_partners: listOf(text) }],
    ['a word that only qualifies a label', { exchange_rate: number }],
    ['a field whose value, not label, has the words', { population_density: number }],
    ['a title that nobody bears', { king: text }],
    ['another subject', { belmar: objectOf({ unemployment_rate: number }) }],
    ['parts of a subject', { cities: listOf(objectOf({ name: text, population: whole })) }],
    ['an item that lacks a value', { countries: listOf(objectOf({ name: text, motto: text })) }],
    ['more items than there are', { languages: { ...listOf(text), minItems: 3 } }],
    ['an address', { website: { ...text, format: 'uri' } }],
    [
      'nulls, constants and names alone',
      { motto: nullable('string'), kind: { const: 'country' }, name: text },
    ],
  ])('%s', async (_, properties) => {
    await expect(fill(ABOUT, properties)).rejects.toEqual(new NoResult('schema_not_met'))
  })
})

it('prose gives phrases, numbers and lists of names', async () => {
  const properties = {
    construction_cost: number,
    towns: listOf(text),
    designed_by: text,
    arches: whole,
    towers: whole,
  }
  expect(await fill('Facts on The Velt bridge', properties)).toEqual({
    construction_cost: 450_000,
    towns: ['Ruhm', 'Selden', 'Tarn'],
    designed_by: 'Ilse Brandt',
    arches: 12,
    towers: 4,
  })
})

it('each value has the exact quote that it rests on, and its source', async () => {
  const schema = objectOf({ capital: text, population: whole, languages: listOf(text) })
  const { fields: cited, sources } = await research(ABOUT, schema)
  expect(cited?.map(({ pointer, quotes }) => [pointer, quotes])).toEqual([
    ['/capital', ['Capital — name: Ostrava Bay (seat of the assembly)']],
    ['/population', ['Population: 4,120,300 (July 2018 est.)']],
    ...['/languages/0', '/languages/1'].map(pointer => [
      pointer,
      [documents[0]?.text.split('\n')[10]],
    ]),
  ])
  expect(sources.map(({ url }) => url)).toEqual(['https://almanac.example/arden'])
})

it('a property for sources gets the pages that were used', async () => {
  const item = objectOf({
    country: text,
    population: whole,
    source_url: { ...text, format: 'uri' },
  })
  const schema = {
    countries: listOf(item),
    sources: listOf(text),
    references: listOf(objectOf({ url: text, title: text })),
  }
  const urls = ['https://almanac.example/arden', 'https://almanac.example/belmar']
  expect(await fill('Population of Arden and Belmar', schema)).toMatchObject({
    countries: urls.map(source_url => ({ source_url })),
    sources: urls,
    references: [{ url: urls[0], title: 'Arden' }, { url: urls[1] }],
  })
})
