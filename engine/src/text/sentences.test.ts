import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences } from './sentences.ts'

const split = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end))

describe('sentences', () => {
  it.each([
    ['The U.S. state has 1.5 million people. It is large.', 2],
    ['Dr. Smith arrived at 3 p.m. on Monday. He left.', 2],
    ['“Why?” she asked. Nobody knew.', 2],
    ['It cost $3.5 bn in Jan. 2014. Then it fell.', 2],
    ['See the St. Johns River, approx. 40 km away.', 1],
    ['A line without an end\nanother line', 2],
    ['Der See wurde am 3. Mai 1931 gestaut. Er ist tief.', 2],
    ['Im 19. Jahrhundert, vom 1. Januar bis zum 24. Dezember. Danach nicht.', 2],
    ['Sitzung: 3. März 1931. Ende.', 2],
    ['The team scored 3. Monday was worse.', 2],
    ['It opened in 1931. May was wet.', 2],
  ])('ends a sentence where a reader would: %s', (text, count) => {
    expect(split(text)).toHaveLength(count)
  })

  it('loses nothing but white space, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(split(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })

  it('reads a long line of nothing but abbreviations', () => {
    expect(split('cf. Dr. A. '.repeat(20_000))).toHaveLength(1)
  })
})
