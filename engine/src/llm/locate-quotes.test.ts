import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locateQuote, plainText, readQuote } from './quotes.ts'

const PAGE = [
  '# Skerry Lighthouse',
  'The keeper’s log — kept since 1838 — says: “no boat could land”.',
  'Its light was first lit in\u00a01844, and seen from 1,204 boats.',
  'The foun\u00addation stone\nlies under the tower.',
  '| Keeper \\| mate | 3.5 |',
].join('\n')

/** The text of the page where the quote was found. */
function found(quote: string, page = PAGE): readonly string[] | undefined {
  return locateQuote(plainText(page), readQuote(quote))?.map(({ start, end }) =>
    page.slice(start, end),
  )
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
      expect(found(quote)).toEqual([written])
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
    ['a piece that stands nowhere', 'Its light was … built of granite'],
    ['pieces in another order', 'lies under the tower … The keeper’s log'],
    ['pieces too short to tell', 'Its light was … it'],
    ['gaps beyond counting', 'Its light was … '.repeat(20)],
  ])('does not find %s', (_, quote) => {
    expect(found(quote)).toBeUndefined()
  })

  it.each(['…', '...', ' [...] ', ' (…) '])(
    'finds the pieces around a gap written "%s" one by one',
    gap => {
      expect(found(`The keeper's log${gap}no boat could land`)).toEqual([
        'The keeper’s log',
        'no boat could land',
      ])
    },
  )

  it('treats an ellipsis of the page as text', () => {
    expect(found('It went on... and on', 'It went on... and on.')).toEqual(['It went on... and on'])
  })

  it('accepts a few words only if they occur once', () => {
    expect(found('1844')).toEqual(['1844'])
    expect(found('the', 'the mill and the weir')).toBeUndefined()
  })

  it('rejects hostile repetition', () => {
    expect(found(`${'.'.repeat(8_000)}x`, 'x. '.repeat(1_000))).toBeUndefined()
    expect(found('a', 'a'.repeat(4_000))).toBeUndefined()
    expect(found(' ['.repeat(4_000), ' ['.repeat(2_000))).toBeUndefined()
  })

  it('finds quotes in scripts without spaces', () => {
    expect(found('灯台は千八百四十四年に', '最初の灯台は千八百四十四年に点灯した。')).toEqual([
      '灯台は千八百四十四年に',
    ])
  })

  it('finds words of any page in another spelling at their own place', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const page = fc.array(word, { minLength: 4, maxLength: 30 })
    fc.assert(
      fc.property(page, fc.nat({ max: 20 }), fc.nat({ max: 20 }), (all, from, count) => {
        const words = all.slice(from, from + count)
        const quote = words.join('  ').replace(/(?<=[a-z])(?=[a-z])/, '\u00ad')
        const place = locateQuote(plainText(all.join('\n')), readQuote(quote))
        if (place)
          expect(all.join('\n').slice(place[0]?.start, place[0]?.end)).toBe(words.join('\n'))
        else expect(words.join(' ').length).toBeLessThan(16)
      }),
    )
  })
})
