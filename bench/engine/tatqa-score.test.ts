import { describe, expect, it } from 'vitest'
import { normalize, scoreAnswer } from './tatqa-score.ts'

const gold = (answer: number | string | string[], answer_type: string, scale = '') => ({
  answer,
  answer_type,
  scale,
})

describe('the score of an answer', () => {
  it.each([
    ['a number by value', gold(['$1,500'], 'span', 'million'), ['1,500'], 'million'],
    ['a number by scale', gold(1.5, 'arithmetic', 'million'), ['1500'], 'thousand'],
    ['a percentage as a fraction', gold(23.42, 'arithmetic', 'percent'), ['0.2342'], ''],
    ['a percentage by its sign', gold(['36%'], 'span'), ['36'], 'percent'],
    ['a count', gold('2', 'count'), ['2'], ''],
    [
      'words without case, articles and stops',
      gold(['The Board of Directors.'], 'span'),
      ['board of directors'],
      '',
    ],
    ['spans in any order', gold(['2019', '2018'], 'multi-span'), ['2018', '2019'], ''],
    ['two decimals', gold(33.33, 'arithmetic', 'percent'), ['33.3333'], 'percent'],
  ])('is full for %s', (_, wanted, answer, scale) => {
    expect(scoreAnswer(wanted, { answer, scale })).toEqual({ exactMatch: 1, f1: 1 })
  })

  it.each([
    ['the wrong scale', gold(1.5, 'arithmetic', 'million'), ['1.5'], 'thousand'],
    ['the wrong sign', gold(-12.6, 'arithmetic', 'million'), ['12.6'], 'million'],
    ['a number that shares its digits', gold(1234, 'arithmetic'), ['1235'], ''],
    ['no answer', gold(['x'], 'span'), [], ''],
  ])('is nothing for %s', (_, wanted, answer, scale) => {
    expect(scoreAnswer(wanted, { answer, scale })).toEqual({ exactMatch: 0, f1: 0 })
  })

  it('is nothing for nothing', () => {
    expect(scoreAnswer(gold(['x'], 'span'), undefined)).toEqual({ exactMatch: 0, f1: 0 })
  })

  it('is the share of words for a part of a span', () => {
    const given = { answer: ['new oven'], scale: '' }
    expect(scoreAnswer(gold(['due to the new oven'], 'span'), given)).toEqual({
      exactMatch: 0,
      f1: 0.67,
    })
  })
})

describe('normal form', () => {
  it('keeps numbers apart from words', () => {
    expect(normalize('The 1,000 Loaves, a day!')).toBe('1000 loaves day')
  })
})
