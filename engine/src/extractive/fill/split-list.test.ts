import { expect, it } from 'vitest'
import { splitList } from './read-value.ts'

const split = (value: string) => splitList(value, { start: 0, end: value.length })
const texts = (value: string) =>
  split(value)?.map(({ text: { start, end } }) => value.slice(start, end))

it.each([
  [
    'names with figures',
    'Burma 238 km, Cambodia 555 km, Viet Nam 2,161 km',
    ['Burma', 'Cambodia', 'Viet Nam'],
  ],
  [
    'what stands in parentheses',
    'Ardenese (official, spoken by most) 60.7%, Tolmish (2011 census)',
    ['Ardenese', 'Tolmish'],
  ],
  ['semicolons', 'Santa Rosa 2.1 million; Ostrava 900,000', ['Santa Rosa', 'Ostrava']],
  [
    'a count before the list',
    '3 districts (distritos); North, South, East Bay',
    ['North', 'South', 'East Bay'],
  ],
  ['the rest and notes', 'tin, zinc, other; note: ore is exported, mostly raw', ['tin', 'zinc']],
  ['the last two joined by and', 'Ruhm, Selden and Tarn', ['Ruhm', 'Selden', 'Tarn']],
  [
    'and within a member',
    'mining, food and drink, clothing',
    ['mining', 'food and drink', 'clothing'],
  ],
  [
    'names without what bounds or estimates their figures',
    'Ardenese 60%, Tolmish (official) less than 1%, Ruhmish about 3%, Over-Selden: at least 2%',
    ['Ardenese', 'Tolmish', 'Ruhmish', 'Over-Selden'],
  ],
])('reads %s', (_, value, expected) => expect(texts(value)).toEqual(expected))

it.each([
  ['a long text', `The country ${'has many things to see and do '.repeat(6)}`],
  ['figures alone', '4,120,300 (2018 est.); 4,080,000 (2017 est.)'],
  ['more members than anybody lists', 'a, '.repeat(5_000)],
])('is undefined for %s', (_, value) => expect(split(value)).toBeUndefined())
