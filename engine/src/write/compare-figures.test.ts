import { expect, it } from 'vitest'
import { leadingValue } from '../text/leading-value.ts'
import { compareFigures } from './compare-figures.ts'

const figure = (subject: string, text: string) => ({
  subject,
  value: leadingValue(text, { start: 0, end: text.length }),
})

it('says which is higher, by how much, and how many times', () => {
  const compared = compareFigures('Income', [
    figure('Aland', '$12,000 (2014 est.); $11,500 (2013 est.)'),
    figure('Beland', '$23,000 (2014 est.)'),
  ])
  expect(compared?.text).toBe(
    'Income: Beland $23,000 (2014 est.), Aland $12,000 (2014 est.); Beland is higher by $11,000 (1.92 times as much).',
  )
  expect(compared?.computed).toEqual([11_000, 1.92])
})

it('compares nothing that is counted in different things', () => {
  expect(compareFigures('Size', [figure('A', '12 km'), figure('B', '13 sq km')])).toBeUndefined()
  expect(compareFigures('Size', [figure('A', '12%'), figure('B', '13')])).toBeUndefined()
  expect(compareFigures('Form', [figure('A', 'republic'), figure('B', 'monarchy')])).toBeUndefined()
})

it('reports equal values only if the whole values are the same', () => {
  const compare = (...values: string[]) =>
    compareFigures(
      'Width',
      values.map((value, at) => figure(`Land ${at + 1}`, value)),
    )?.text
  expect(compare('12 km (2014)', '12 km (2014)')).toBe(
    'Width: the same for Land 1 and Land 2, 12 km (2014).',
  )
  expect(compare('62 00 N, 10 00 E', '62 00 N, 15 00 E')).toBeUndefined()
  expect(compare('12 km (2014)', '12 km (2009)')).toBeUndefined()
  expect(compare('12 km', '12 km, without islands')).toBeUndefined()
})

it('does not rank consecutive numbers, such as coordinates', () => {
  const places = [figure('A', '62 00 N, 10 00 E'), figure('B', '64 00 N, 26 00 E')]
  expect(compareFigures('Place', places)).toBeUndefined()
})

it('writes the unit of a difference in full', () => {
  const rates = [
    figure('A', '14.44 deaths/1,000 population (2015)'),
    figure('B', '12.42 deaths/1,000 population'),
  ]
  expect(compareFigures('Rate', rates)?.text).toContain('by 2.02 deaths/1,000 population (1.16')
  const ratios = [
    figure('A', '1.08 male(s)/female (2015 est.)'),
    figure('B', '1.06 male(s)/female'),
  ]
  expect(compareFigures('Ratio', ratios)?.text).toContain('by 0.02 male(s)/female (1.02')
  const lengths = [figure('A', '12 km, without islands'), figure('B', '10 km (2014)')]
  expect(compareFigures('Length', lengths)?.text).toContain('by 2 km (1.2')
})

it('writes a difference of trillions as such, as exact as its figures', () => {
  const figures = [figure('A', '$3.722 trillion'), figure('B', '$950 billion')]
  const compared = compareFigures('Output', figures)
  expect(compared?.text).toContain('A is higher by $2.772 trillion (3.92 times as much)')
  expect(compared?.computed[0]).toBe(2_772_000_000_000)
})

it('keeps the currency of losses', () => {
  const figures = [figure('A', '-$5.01 billion'), figure('B', '-$7 billion')]
  expect(compareFigures('Balance', figures)?.text).toContain('A is higher by $1.99 billion')
})
