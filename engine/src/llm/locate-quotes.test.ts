import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locateQuote, plainText } from './quotes.ts'

const PAGE = [
  '# Skerry Lighthouse',
  'The keeper’s log — kept since 1838 — says: “no boat could land”.',
  'Its light was first lit in\u00a01844, and seen from 1,204 boats.',
  'The foun\u00addation stone\nlies under the tower.',
  '| Keeper \\| mate | 3.5 |',
].join('\n')

/** The text of the page where the quote was found. */
function found(quote: string, page = PAGE): string | undefined {
  const span = locateQuote(plainText(page), quote)
  return span && page.slice(span.start, span.end)
}

describe('locateQuote', () => {
  it.each([
    [
      'as it stands',
      'Its light was first lit in\u00a01844',
      'Its light was first lit in\u00a01844',
    ],
    ['white space', 'light  was\nfirst lit in 1844', 'light was first lit in\u00a01844'],
    ['line breaks', 'foundation stone lies under', 'foun\u00addation stone\nlies under'],
    ['quotation marks', `The keeper's log`, 'The keeper’s log'],
    ['dashes', 'log - kept since 1838 - says', 'log — kept since 1838 — says'],
    ['marks around it', '"Its light was first lit"', 'Its light was first lit'],
    ['a stop of its own', 'Its light was first lit.', 'Its light was first lit'],
    ['Markdown’s backslashes', '| Keeper | mate | 3.5 |', '| Keeper \\| mate | 3.5 |'],
    ['an open end', 'Its light was first lit in…', 'Its light was first lit in'],
    ['an open beginning', '…light was first lit in 1844', 'light was first lit in\u00a01844'],
    ['more backslashes', 'says: “no boat could land”\\.', 'says: “no boat could land'],
  ])(
    'finds a quote with another spelling of %s, and returns the text of the page',
    (_, quote, written) => {
      expect(found(quote)).toBe(written)
    },
  )

  it.each([
    ['another word', 'Its light was last lit in 1844'],
    ['another number', 'Its light was first lit in 1845'],
    ['other letters', 'ITS LIGHT WAS FIRST LIT'],
    ['half a number at its end', 'was first lit in 18'],
    ['half a number at its beginning', '204 boats'],
    ['half a number at its stop', 'Keeper | mate | 3'],
    ['half a word', 'ight was first lit in 1844'],
    ['nothing', ''],
    ['white space', ' \n '],
    ['signs alone', '…'],
    ['marks alone', '""'],
    ['pieces on both sides of a gap', 'Its light was … seen from 1,204 boats'],
  ])('does not find %s', (_, quote) => {
    expect(found(quote)).toBeUndefined()
  })

  it('treats an ellipsis of the page as text', () => {
    expect(found('It went on... and on', 'It went on... and on.')).toBe('It went on... and on')
  })

  it('accepts a few words only if they occur once', () => {
    expect(found('1844')).toBe('1844')
    expect(found('the', 'the mill and the weir')).toBeUndefined()
  })

  it('rejects hostile repetition', () => {
    expect(found(`${'.'.repeat(8_000)}x`, 'x. '.repeat(1_000))).toBeUndefined()
    expect(found('a', 'a'.repeat(4_000))).toBeUndefined()
    expect(found(' ['.repeat(4_000), ' ['.repeat(2_000))).toBeUndefined()
  })

  it('finds quotes in scripts without spaces', () => {
    expect(found('灯台は千八百四十四年に', '最初の灯台は千八百四十四年に点灯した。')).toBe(
      '灯台は千八百四十四年に',
    )
  })

  it('finds words of any page in another spelling at their own place', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const page = fc.array(word, { minLength: 4, maxLength: 30 })
    fc.assert(
      fc.property(page, fc.nat({ max: 20 }), fc.nat({ max: 20 }), (all, from, count) => {
        const words = all.slice(from, from + count)
        const quote = words.join('  ').replace(/(?<=[a-z])(?=[a-z])/, '\u00ad')
        const place = locateQuote(plainText(all.join('\n')), quote)
        if (place) expect(all.join('\n').slice(place.start, place.end)).toBe(words.join('\n'))
        else expect(words.join(' ').length).toBeLessThan(16)
      }),
    )
  })
})
