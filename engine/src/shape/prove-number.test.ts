import { describe, expect, it } from 'vitest'
import { propertyOf } from './property.ts'
import { proveNumber } from './prove-values.ts'
import { proofOf } from './testing/ledger-entries.ts'

const proves = (
  value: number,
  name: string,
  quote: string,
  about: Parameters<typeof proofOf>[1] & { computed?: readonly number[] } = {},
) => {
  const { computed = [], ...passage } = about
  return proveNumber(value, propertyOf([name], '').unit, { ...proofOf(quote, passage), computed })
}

describe('a number is proven', () => {
  it.each([
    ['as written', 4_120_300, 'population', 'Population: 4,120,300 (2018 est.)'],
    ['with the scale of a word', 39_500_000_000, 'gdp usd', 'GDP: $39.5 billion (2018 est.)'],
    ['in the scale that the name asks for', 39.5, 'gdp usd billions', 'GDP: $39.5 billion'],
    ['in per cent', 5.4, 'unemployment rate', 'Unemployment rate: 5.4%'],
    ['as a part of one', 0.054, 'unemployment rate', 'Unemployment rate: 5.4%'],
    ['spelled out', 3, 'members', 'It has three members.'],
    ['as a year joined to letters', 2016, 'fiscal year', 'Results for FY2016'],
    ['as a year in parentheses', 2016, 'year', 'The census (2016)'],
    ['less than zero', -5_000_000, 'net income', 'a net loss of $5 million'],
    ['less than zero as accountants write it', -1200, 'net income', '| Net income | (1,200) |'],
    ['without a sign where the name says loss', 1200, 'net loss', '| Net income | (1,200) |'],
    ['after a dash', 12, 'members', 'Members – 12'],
    ['in thin spaces', 4_120_300, 'population', 'La population est de 4 120 300 habitants', 'fr'],
    ['with points in threes', 4_120_300, 'population', 'Einwohner: 4.120.300', 'de'],
    ['with a foreign scale', 4_100_000, 'population', 'rund 4,1 Millionen Einwohner', 'de'],
    ['zero', 0, 'coastline km', 'Coastline: 0 km (landlocked)'],
  ])('%s', (_, value, name, quote, language = 'en') => {
    expect(proves(value, name, quote, { language })).toBe(true)
  })

  it('in the scale that the head of its table names', () => {
    const about = { tableHeader: '| (in millions) | 2024 |' }
    expect(proves(391_035_000_000, 'revenue', '| Net sales | 391,035 |', about)).toBe(true)
    expect(proves(391_035_000_000, 'revenue', '| Net sales | 391,035 |')).toBe(false)
  })

  it('when it was calculated, rounded or not', () => {
    expect(proves(8.2, 'growth percent', 'Revenue: $5', { computed: [8.2371] })).toBe(true)
    expect(proves(8.3, 'growth percent', 'Revenue: $5', { computed: [8.2371] })).toBe(false)
    expect(proves(1.5, 'total billions', 'Revenue: $5', { computed: [1.5e9] })).toBe(true)
    expect(proves(0, 'change', 'Revenue: $5', { computed: [0.2] })).toBe(false)
  })
})

describe('a number is not proven', () => {
  it.each([
    ['that is invented', 4_120_301, 'population', 'Population: 4,120,300'],
    ['without its scale', 39.5, 'gdp usd', 'GDP: $39.5 billion'],
    ['in another scale', 4_120_300, 'population millions', 'Population: 4,120,300'],
    ['in another unit', 20_231, 'area km2', 'Area: 20,231 sq mi'],
    ['that is part of another', 120, 'population', 'Population: 4,120,300'],
    ['that is part of a name', 1, 'count', 'The virus H1N1'],
    ['with the sign turned', 1200, 'net income', '| Net income | (1,200) |'],
    ['less than zero for no reason', -5, 'change', 'It rose by 5'],
    ['that is none', Number.NaN, 'a', 'NaN'],
  ])('%s', (_, value, name, quote) => {
    expect(proves(value, name, quote)).toBe(false)
  })
})
