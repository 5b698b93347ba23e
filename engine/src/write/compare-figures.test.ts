import { expect, it } from 'vitest'
import { leadingValue } from '../read/leading-value.ts'
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

it('answers a claim first, whichever way it goes', () => {
  const figures = [figure('Aland', '12 sq km'), figure('Beland', '13 sq km')]
  const judge = (first: string, direction: 'more' | 'less') =>
    compareFigures('Area', figures, { kind: 'claim', first, direction })?.text
  expect(judge('Aland', 'more')).toBe(
    'No: Area — Beland 13 sq km, Aland 12 sq km; Beland is larger by 1 sq km (1.08 times as much).',
  )
  expect(judge('Aland', 'less')).toMatch(/^Yes: /)
  expect(judge('Beland', 'more')).toMatch(/^Yes: /)
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
