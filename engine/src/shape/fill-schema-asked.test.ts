import { describe, expect, it } from 'vitest'
import { NoResult } from '../research.ts'
import { fillFrom } from './testing/fill-from.ts'
import { listOf, number, objectOf, text, whole } from './testing/schemas.ts'

const ARDEN = [
  'Capital — name: Ostrava Bay',
  'Population: 4,120,300 (July 2018 est.)',
  'Unemployment rate: 5.4% (2018 est.); 6.1% (2017 est.)',
  'Inflation rate: 2.5% (2018 est.); 1.9% (2017 est.)',
  'Hospital bed density: 4.7 beds/1,000 population (2015)',
  'Independence: 6 August 1825 (from Corvia)',
  'Executive branch — chief of state: President Ana Verro (since 2016)',
].join('\n')
const BELMAR = 'Executive branch — chief of state: King Oskar II (since 2001)'
const documents = { Arden: ARDEN, Belmar: BELMAR }
const orNull = { type: ['number', 'string', 'null'] }

async function fill(input: string, properties: Record<string, unknown>) {
  return fillFrom(objectOf(properties), { input, documents })
}

describe('a value is of the year', () => {
  it.each([
    ['that the input asks for', 'Unemployment rate of Arden in 2017', { unemployment_rate: 6.1 }],
    ['that stands before it', '2017 unemployment rate of Arden', { unemployment_rate: 6.1 }],
    [
      'that its own name says, whatever the input says',
      'Inflation rate of Arden in 2018',
      { inflation_2017: 1.9, inflation_2018: 2.5 },
    ],
    [
      'that its own clause asks for',
      'What was the unemployment rate of Arden in 2017? What is the inflation rate of Arden?',
      { unemployment_rate: 6.1, inflation_rate: 2.5 },
    ],
    [
      'given beside it',
      'Unemployment rate of Arden in 2017',
      { unemployment_rate: 6.1, year: 2017 },
    ],
  ])('%s', async (_, input, expected) => {
    const names = Object.keys(expected)
    const { content } = await fill(input, Object.fromEntries(names.map(name => [name, number])))
    expect(content).toEqual(expected)
  })

  it('and its quote holds that year', async () => {
    const { evidence } = await fill('Unemployment rate of Arden in 2017', {
      unemployment_rate: text,
    })
    expect(evidence.map(({ quote }) => quote)).toEqual([
      'Unemployment rate: 5.4% (2018 est.); 6.1% (2017 est.)',
    ])
  })

  it.each([
    ['Population of Arden in 1950', 'population'],
    ['Unemployment rate of Arden in 2008', 'unemployment_rate'],
    ['Inflation rate of Arden', 'inflation_1990'],
  ])('or there is none: %s', async (input, name) => {
    await expect(fill(input, { [name]: number })).rejects.toThrow(NoResult)
    const { content } = await fill(input, { [name]: orNull, capital: text })
    expect(content).toEqual({ [name]: null, capital: 'Ostrava Bay' })
  })

  it.each([
    ['that names a thing', 'Population of Arden, host of the 1950 Velt Cup'],
    ['that only begins a time', 'Population of Arden after 1950'],
    ['in no question', 'Population of Arden'],
  ])('unless it is a year %s', async (_, input) => {
    expect((await fill(input, { population: whole })).content).toEqual({ population: 4_120_300 })
  })

  it('but the year of an event is its own', async () => {
    const properties = { population: whole, independence_year: whole }
    const { content } = await fill('Population and independence of Arden in 2018', properties)
    expect(content).toEqual({ population: 4_120_300, independence_year: 1825 })
  })

  it('in prose, by the sentence that gives it', async () => {
    const prose = { Selden: 'In 1950 a bridge was built. The population was 900 in 2015.' }
    const scene = { input: 'Population of Selden in 1950', documents: prose }
    await expect(fillFrom(objectOf({ population: whole }), scene)).rejects.toThrow(NoResult)
  })
})

it('a title is given only to who bears it', async () => {
  const { content } = await fill('Population of Arden and its king', {
    population: whole,
    king: orNull,
    president: text,
  })
  expect(content).toMatchObject({ king: null, president: 'President Ana Verro (since 2016)' })
  const belmar = await fill('King of Belmar', { king: text, monarch: text, president: orNull })
  const king = 'King Oskar II (since 2001)'
  expect(belmar.content).toEqual({ king, monarch: king, president: null })
})

it('a field is of what its label says, not of what its value mentions', async () => {
  const filling = fill('Population density of Arden', { population_density: number })
  await expect(filling).rejects.toThrow(NoResult)
  const { content } = await fill('Hospitals of Arden', { hospital_bed_density: number })
  expect(content).toEqual({ hospital_bed_density: 4.7 })
})

it('a list of names holds no words of quantity', async () => {
  const languages = { Corvia: 'Languages: Corvian (official) 90%, Ardenese less than 1%' }
  const scene = { input: 'Languages of Corvia', documents: languages }
  const { content } = await fillFrom(objectOf({ languages: listOf(text) }), scene)
  expect(content).toEqual({ languages: ['Corvian', 'Ardenese'] })
})
