import { expect, it } from 'vitest'
import { createCitations } from '../write/citations.ts'
import { fieldSources } from './field-sources.ts'
import { fillFrom } from './testing/fill-from.ts'
import { entriesOf } from './testing/model-scene.ts'
import { listOf, number, objectOf, text, whole } from './testing/schemas.ts'

const entries = entriesOf(
  { title: 'Arden', text: 'Population: 4,120,300\nCapital: Ostrava Bay' },
  { title: 'Belmar', text: 'Capital: Tolm' },
)

it('names the sources of each value by the numbers of their citations', () => {
  const [population, capital, other] = entries
  if (!population || !capital || !other) throw new Error('there are three')
  const evidence = [
    { pointer: '/capitals/0', evidence: [other] },
    { pointer: '/capitals/1', evidence: [capital] },
    { pointer: '/both', evidence: [population, other, population] },
  ]
  const citations = createCitations()
  citations.markers(evidence.flatMap(field => field.evidence))
  expect(fieldSources(evidence, citations.sources())).toEqual([
    { pointer: '/capitals/0', sources: [1], quotes: ['Capital: Tolm'] },
    { pointer: '/capitals/1', sources: [2], quotes: ['Capital: Ostrava Bay'] },
    { pointer: '/both', sources: [1, 2], quotes: ['Population: 4,120,300', 'Capital: Tolm'] },
  ])
})

it('is silent about evidence that is not among the sources', () => {
  const evidence = [{ pointer: '/a', evidence: entries }]
  expect(fieldSources(evidence, [])).toEqual([])
})

const documents = {
  Arden:
    'Population: 4,120,300\nCapital: Ostrava Bay\nBorder countries: Belmar 238 km, Corvia 90 km',
  Belmar: 'Population: 9,000,100\nCapital: Tolm',
}

it('what is filled by rules has its evidence by value too', async () => {
  const border = objectOf({ country: text, km: number })
  const schema = objectOf({
    arden: objectOf({ population: whole, border_countries: listOf(border) }),
    belmar: objectOf({ capital: text, motto: { type: ['string', 'null'] } }),
  })
  const input = 'Compare Arden and Belmar'
  const { content, fields } = await fillFrom(schema, { input, documents })
  expect(content).toMatchObject({ belmar: { motto: null } })
  const quotes = fields.map(({ pointer, evidence }) => [
    pointer,
    evidence.map(({ quote }) => quote),
  ])
  const borders = 'Border countries: Belmar 238 km, Corvia 90 km'
  expect(Object.fromEntries(quotes)).toEqual({
    '/arden/population': ['Population: 4,120,300'],
    '/arden/border_countries/0/country': [borders],
    '/arden/border_countries/0/km': [borders],
    '/arden/border_countries/1/country': [borders],
    '/arden/border_countries/1/km': [borders],
    '/belmar/capital': ['Capital: Tolm'],
  })
})

it('rows of a table have the row that each came from', async () => {
  const table = '| Ship | Tons |\n| --- | --- |\n| Aurora | 120 |\n| Borea | 340 |'
  const schema = objectOf({ ships: listOf(objectOf({ ship: text, tons: number })) })
  const { content, fields } = await fillFrom(schema, {
    input: 'List the ships of the harbour',
    documents: { 'Ships of the harbour': table },
  })
  expect(content['ships']).toHaveLength(2)
  const second = fields.filter(({ pointer }) => pointer.startsWith('/ships/1/'))
  expect(second.map(({ evidence }) => evidence.map(({ quote }) => quote))).toEqual([
    ['| Borea | 340 |'],
    ['| Borea | 340 |'],
  ])
})
