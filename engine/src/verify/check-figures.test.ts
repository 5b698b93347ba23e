import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFigures } from './check-figures.ts'

const QUOTE =
  'The harbour of Port Ellery opened on 12 March 1987 and handled 10,800,000 tonnes in 2014, ' +
  '4.5% more than in 2013. Its chairwoman, Ines Duarte, said that fees of $1,250 would not change.'

const problemsOf = (sentence: string, quotes: readonly string[] = [QUOTE]) =>
  checkFigures(sentence, quotes).map(({ kind, text }) => `${kind}: ${text}`)

describe('numbers', () => {
  test('a scale word and its digits are one number', () => {
    expect(problemsOf('Port Ellery handled 10.8 million tonnes in 2014.')).toEqual([])
    expect(problemsOf('Port Ellery handled 10.8 billion tonnes in 2014.')).toEqual([
      'number: 10.8 billion',
    ])
  })

  test('a number in another unit is another number', () => {
    expect(problemsOf('The harbour handled 4.5 tonnes more in 2014.')).toEqual(['number: 4.5'])
    expect(problemsOf('The rise was 2014%.', ['In 2014 it rose by 3.'])).toEqual(['number: 2014'])
  })

  test('the head of a table gives the unit of its cells', () => {
    const table = ['| In millions | 2014 |\n| Fees | 12.5 |']
    expect(problemsOf('Fees: 12.5 million.', table)).toEqual([])
    expect(problemsOf('Fees: 12.5 billion.', table)).toEqual(['number: 12.5 billion'])
  })

  test('a loss in parentheses may be written with a minus or as an amount, a gain not as a loss', () => {
    expect(problemsOf('Result: -5.2.', ['| Result | (5.2) |'])).toEqual([])
    expect(problemsOf('The loss was 5.2.', ['| Result | (5.2) |'])).toEqual([])
    expect(problemsOf('Result: -5.2.', ['| Result | 5.2 |'])).toEqual(['number: -5.2'])
  })

  test('the result of a calculation needs no quote, and may be rounded', () => {
    const quotes = ['| Fees | 112.5 | 99.0 |']
    const sentence = 'Fees rose by 13.6% (112.5 against 99.0).'
    expect(checkFigures(sentence, quotes)).toEqual([{ kind: 'number', text: '13.6' }])
    expect(checkFigures(sentence, quotes, { computed: [13.636] })).toEqual([])
    expect(checkFigures(sentence, quotes, { computed: [14.2] })).not.toEqual([])
  })

  test('spelled-out numbers equal digits', () => {
    expect(problemsOf('The harbour has 3 piers.', ['The harbour has three piers.'])).toEqual([])
    expect(problemsOf('The harbour has four piers.', ['The harbour has three piers.'])).toEqual([
      'number: four',
    ])
  })

  test('numbers of two quotes are never joined', () => {
    expect(problemsOf('It cost 5 million.', ['It cost 5', 'million people came'])).not.toEqual([])
  })
})

describe('dates', () => {
  test('a date may be written in another form, or with fewer parts', () => {
    for (const date of ['March 12, 1987', '1987-03-12', '12th of March, 1987', 'March 1987']) {
      expect(problemsOf(`The harbour of Port Ellery opened: ${date}.`)).toEqual([])
    }
  })

  test('another day, month or year is a problem', () => {
    for (const date of ['13 March 1987', '12 May 1987', '12 March 1988', 'March 2014']) {
      expect(problemsOf(`The harbour of Port Ellery opened: ${date}.`)).toEqual([`date: ${date}`])
    }
    expect(problemsOf('The harbour opened in 1988.')).toEqual(['number: 1988'])
  })
})

describe('names', () => {
  test('a name that no quote has is a problem, even at the beginning', () => {
    expect(problemsOf('The fees would not change, said Ines Moreira.')).toEqual(['name: Moreira'])
    expect(problemsOf('Clara Duarte said that fees would not change.')).toEqual(['name: Clara'])
  })

  test('a family form and an acronym stand for the name', () => {
    const quotes = ['Chile and the World Trade Organization signed in Santiago.']
    expect(problemsOf('A Chilean paper of the WTO was signed in Santiago.', quotes)).toEqual([])
    expect(problemsOf('It was signed in Nigeria.', ['It was signed in Niger.'])).toEqual([
      'name: Nigeria',
    ])
  })
})

test('markers, emphasis and list signs are not part of a sentence', () => {
  expect(problemsOf('- **Port Ellery** handled 10,800,000 tonnes in 2014 [[7]][[8, 9]].')).toEqual(
    [],
  )
})

const text = fc.string({ unit: 'binary', maxLength: 200 })

test('a slice of a quote never has a problem', () => {
  fc.assert(
    fc.property(text, text, text, (before, middle, after) => {
      expect(checkFigures(middle, ['other', `${before}${middle}${after}`])).toEqual([])
    }),
  )
})

test('a changed digit is always a problem', () => {
  const number = fc.integer({ min: 2, max: 99_999_999 })
  fc.assert(
    fc.property(number, fc.nat({ max: 7 }), fc.integer({ min: 1, max: 9 }), (value, at, by) => {
      const digits = String(value).split('')
      const place = at % digits.length
      digits[place] = String((Number(digits[place]) + by) % 10)
      const changed = Number(digits.join(''))
      fc.pre(changed !== 0 && String(changed).length === digits.length)
      const sentence = (figure: number) =>
        `The harbour handled ${figure.toLocaleString('en-US')} tons.`
      expect(checkFigures(sentence(value), [`It said: ${sentence(value)}`])).toEqual([])
      expect(checkFigures(sentence(changed), [sentence(value)])).toHaveLength(1)
    }),
  )
})
