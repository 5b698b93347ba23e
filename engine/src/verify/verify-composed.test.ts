import { describe, expect, test } from 'vitest'
import { verifyComposed } from './prove-statement.ts'

const QUOTE = 'The *Lena* carried 1,200 passengers\nin 1931, more than any other ship of the line.'

function verdictOf(
  text: string,
  quotes: readonly string[],
  { isVerbatim = false, computed = [] as readonly number[] } = {},
): 'kept' | 'removed' | 'open' {
  return verifyComposed({ text, quotes, isVerbatim, computed }).verdict
}

describe('a sentence that claims to be a quote', () => {
  test('is kept if it is one, whatever its markers, emphasis and line breaks', () => {
    const text = 'The Lena carried **1,200 passengers** in 1931 [[1]]'
    expect(verdictOf(text, [QUOTE], { isVerbatim: true })).toBe('kept')
    expect(verdictOf(QUOTE, [QUOTE], { isVerbatim: true })).toBe('kept')
  })

  test('is removed if one word differs', () => {
    const text = 'The Lena carried 1,200 people in 1931'
    expect(verdictOf(text, [QUOTE], { isVerbatim: true })).toBe('removed')
    expect(verdictOf(' [[1]] ', [QUOTE], { isVerbatim: true })).toBe('removed')
  })
})

describe('a composed sentence', () => {
  const quotes = ['Passengers: 1,200 (1931)', 'Lena', 'Passengers: 900 (1931)', 'Vera']

  test('from several quotes is kept with its calculated figures', () => {
    const text = 'Lena has the more passengers, 1,200 (1931) against 900 (1931) for Vera: 33% more.'
    expect(verdictOf(text, quotes, { computed: [33.33] })).toBe('kept')
    expect(verdictOf(text, quotes)).toBe('removed')
  })

  test('with a wrong figure is removed, and the figure is named', () => {
    const text = 'Passengers of Vera: 950 (1931).'
    expect(verifyComposed({ text, quotes, computed: [], isVerbatim: false })).toEqual({
      verdict: 'removed',
      problems: [{ kind: 'number', text: '950' }],
    })
  })

  test('about something else is removed', () => {
    expect(verdictOf('The crew enjoyed excellent food and music every evening.', quotes)).toBe(
      'removed',
    )
  })
})
