import { expect, it } from 'vitest'
import { fitParts } from './fit-parts.ts'

const compared = (attribute: string, names: readonly string[]) =>
  names.map(name => ({
    question: `${attribute} of ${name}`,
    attribute,
    subject: { name, documentIds: [1] },
  }))

it('keeps all subjects of an attribute or none, and names what it leaves out', () => {
  const names = ['Aland', 'Beland', 'Celand']
  const fitted = fitParts([...compared('area', names), ...compared('income', names)], 4)
  expect(fitted.map(({ isSkipped = false }) => isSkipped)).toEqual([
    ...[false, false, false],
    ...[true, true, true],
  ])
})

it('leaves out nothing of the first comparison, even where it is larger than the budget', () => {
  const fitted = fitParts(compared('area', ['Aland', 'Beland', 'Celand']), 2)
  expect(fitted.some(({ isSkipped }) => isSkipped)).toBe(false)
})

it('asks the same question once', () => {
  expect(fitParts([{ question: 'Why?' }, { question: 'why?' }], 4)).toEqual([{ question: 'Why?' }])
})

it('is bounded, whatever was asked', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ question: `Question ${at}?` }))
  expect(fitParts(many, 16).length).toBeLessThan(200)
})
