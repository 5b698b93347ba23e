import { expect, it } from 'vitest'
import { measureWish } from './measure-wish.ts'
import { readNumber } from './read-number.ts'

const passage = (text: string) => ({
  documentId: 1,
  url: 'https://library.test/1',
  title: 'Arden',
  start: 0,
  text,
  headings: [],
  score: 1,
})
const fieldNumber = (value: string, name = 'x', description = '') => {
  const span = { start: 0, end: value.length }
  const found = { kind: 'field', passage: passage(value), span, value: span } as const
  return readNumber(found, measureWish(name, description))?.number
}

it.each([
  ['10,800,882 (July 2015 est.)', 10_800_882],
  ['$69.96 billion (2014 est.); $66.38 billion (2013 est.)', 69_960_000_000],
  ['5.4%', 5.4],
  ['-2.9% (2014 est.)', -2.9],
  ['about 35 sq km', 35],
  ['none', undefined],
  ['10-15%', undefined],
  ['less than 3%', undefined],
  ['6 August 1825', undefined],
  ['age 15 and over can read', undefined],
])('%s is %s', (value, expected) => expect(fieldNumber(value)).toBe(expected))

it.each([
  ['$69.96 billion', 'gdp usd billions', '', 69.96],
  ['$69.96 billion', 'gdp', 'GDP in millions of US dollars', 69_960],
  ['12 (2014 est.)', 'deaths', 'Deaths per million', 12],
  ['52,400 sq km', 'area sq mi', '', undefined],
  ['52,400 sq km', 'area km2', '', 52_400],
  ['$9,600', 'share percent', '', undefined],
  ['3.1%', 'cost eur', '', undefined],
  ['6 August 1825 (from Corvia)', 'independence year', '', 1825],
  ['1912 or 1913', 'founded', '', undefined],
  ['81.2 years', 'life expectancy years', '', 81.2],
  ['74 metres', 'year dammed', '', undefined],
  ['1500 metres', 'year dammed', '', undefined],
  ['in the 1930s', 'year dammed', '', undefined],
  ['dammed in 1931', 'year dammed', '', 1931],
  ['dammed in 1931', 'dammed', 'In which year it was dammed', 1931],
  ['74', 'founded', '', undefined],
  ['74 metres', 'depth', '', 74],
  ['74 metres', 'area', '', undefined],
  ['74 sq km', 'depth of the lake', '', undefined],
  ['$74', 'population', '', undefined],
  ['74%', 'height', '', undefined],
  ['2.5% of GDP', 'revenue', '', 2.5],
])('%s as %s (%s) is %s', (value, name, description, expected) =>
  expect(fieldNumber(value, name, description)).toBe(expected),
)
