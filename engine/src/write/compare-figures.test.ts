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
