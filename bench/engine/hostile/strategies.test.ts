import { random } from '@footnote/platform/testing/random'
import { expect, it } from 'vitest'
import { figureStrategies } from './figure-strategies.ts'
import { quotationStrategies } from './quotation-strategies.ts'
import type { Strategy } from './strategy.ts'
import { inventionStrategies, twistStrategies } from './word-strategies.ts'

const quote = {
  id: 'E1',
  title: 'Lake Orrin',
  text: 'In May 1931, some 1,250 workers and the engineer Ines Duarte of Velmark had dammed the lake, which covers 412.6 square kilometres, rose by 20 percent, is 74 feet deep, has 3 small islands and cost $5 million, although it was not planned within six years.',
}
const other = {
  id: 'E2',
  title: 'Hill Tarn',
  text: 'Hill Tarn is a town of 8,300 people in the far north of Skarvik that many travellers like to see.',
}
const hostile: readonly Strategy[] = [
  ...figureStrategies,
  ...quotationStrategies,
  ...inventionStrategies,
  ...twistStrategies,
]

/** Some draw what cannot be changed, and are drawn again. */
function attemptsOf({ make }: Strategy, seed = 1) {
  return Array.from({ length: 50 }, (_, at) =>
    make(quote, { others: [other], draw: random(seed * 100 + at) }),
  ).filter(attempt => attempt !== undefined)
}

it.each(hostile.filter(({ name }) => !/heading|denied|^what another/.test(name)))(
  '$name: says something else than the quote, and the same for the same seed',
  strategy => {
    const attempts = attemptsOf(strategy)
    expect(attempts.length).toBeGreaterThan(0)
    for (const { text } of attempts) expect(text).not.toBe(quote.text)
    expect(attemptsOf(strategy)).toEqual(attempts)
  },
)

it.each(figureStrategies.slice(0, 3))(
  '$name: writes a number that the quote does not have',
  strategy => {
    for (const { text } of attemptsOf(strategy)) {
      const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? []
      expect(numbers.filter(number => !quote.text.includes(number))).toHaveLength(1)
    }
  },
)
