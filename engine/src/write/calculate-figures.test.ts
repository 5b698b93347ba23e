import { expect, it } from 'vitest'
import { leadingValue } from '../text/leading-value.ts'
import { calculateChange, calculateFigures, listYears, yearlyValues } from './calculate-figures.ts'

const figure = (subject: string, text: string) => ({
  subject,
  value: leadingValue(text, { start: 0, end: text.length }),
})
const years = (text: string) => yearlyValues(text, { start: 0, end: text.length })

it('adds up, and shows what', () => {
  const sum = calculateFigures('People', [figure('A', '1,200'), figure('B', '3,400')], 'sum')
  expect(sum).toEqual({ text: 'People: A 1,200, B 3,400; the sum is 4,600.', computed: [4_600] })
})

it('gives a mean one digit more than its figures', () => {
  const mean = calculateFigures(
    'Age',
    [figure('A', '81.5 years'), figure('B', '79.2 years')],
    'mean',
  )
  expect(mean?.text).toMatch(/the mean, each counted once, is 80\.35 years\.$/)
})

it('writes large results as the figures are written', () => {
  const figures = [figure('A', '$3.72 trillion'), figure('B', '$950.5 billion')]
  expect(calculateFigures('Output', figures, 'sum')?.text).toContain('the sum is $4.67 trillion')
})

it('adds up neither rates nor figures in different things', () => {
  expect(calculateFigures('Share', [figure('A', '1%'), figure('B', '2%')], 'sum')).toBeUndefined()
  const rates = [figure('A', '1.1'), figure('B', '2.2')]
  expect(calculateFigures('Birth rate', rates, 'sum')).toBeUndefined()
  const mixed = [figure('A', '1 km'), figure('B', '2 sq km')]
  expect(calculateFigures('Size', mixed, 'sum')).toBeUndefined()
})

it('gives the change between two years of one field', () => {
  const values = years(
    '$345.2 billion (2014 est.); $337.6 billion (2013 est.); $335.1 billion (2012 est.)',
  )
  const change = calculateChange('Output of A', values, { from: 2012, to: 2014 })
  expect(change?.text).toBe(
    'Output of A: $335.1 billion (2012 est.), then $345.2 billion (2014 est.); a rise of $10.1 billion, 3.01% of the earlier figure.',
  )
  expect(change?.computed).toEqual([10_100_000_000, 3.01])
})

it('gives a fall of rates in points', () => {
  const change = calculateChange('Rate', years('4.5% (2014); 5.7% (2013)'), {
    from: 2013,
    to: 2014,
  })
  expect(change?.text).toContain('a fall of 1.2 percentage points.')
})

it('reports no change only if the whole values are the same', () => {
  const change = (text: string) =>
    calculateChange('Coast', years(text), { from: 2013, to: 2014 })?.text
  expect(change('12 km, without islands (2014 est.); 12 km, without islands (2013)')).toMatch(
    /; no change\.$/,
  )
  expect(change('12 km, with islands (2014); 12 km, without islands (2013)')).toBe(
    'Coast: 12 km, without islands (2013), then 12 km, with islands (2014).',
  )
})

it('lists the years that were asked for, the earliest first, or none', () => {
  const values = years('7.4% (2014 est.); 7.8% (2013 est.); 7.7% (2012 est.)')
  const listed = listYears('Growth of A', values, [2014, 2012])
  expect(listed?.text).toBe('Growth of A: 7.7% (2012 est.), 7.4% (2014 est.).')
  expect(listed?.values.map(({ year }) => year)).toEqual([2012, 2014])
  expect(listYears('Growth of A', values, [2014, 2009])).toBeUndefined()
})

it('calculates no change to a year that the field has not', () => {
  const values = years('5 (2014); 4 (2013)')
  expect(calculateChange('Rate', values, { from: 2011, to: 2014 })).toBeUndefined()
})
