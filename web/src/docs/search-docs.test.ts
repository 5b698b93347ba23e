import { expect, it } from 'vitest'
import { createSearch, splitAtWords } from './search-docs.ts'

const section = (href: string, title: string, heading: string, text: string) => ({
  href,
  title,
  heading,
  text,
})
const search = createSearch([
  section('/docs', 'Quick start', '', 'Make a call. Failed calls are refunded.'),
  section('/docs/billing', 'Billing', '', 'What a call costs.'),
  section('/docs/billing#refunds', 'Billing', 'Refunds', 'A failed call costs nothing.'),
  section('/docs/errors', 'Errors', '', 'Codes such as INSUFFICIENT_BALANCE, and refunds.'),
])
const hrefs = (query: string) => search(query).map(found => found.section.href)

it('ranks a heading above the title of its page, and that above the text', () => {
  expect(hrefs('refunds')).toEqual(['/docs/billing#refunds', '/docs/errors'])
  expect(hrefs('billing')).toEqual(['/docs/billing', '/docs/billing#refunds'])
})

it('finds words by their beginning, whole words and plurals first', () => {
  expect(hrefs('refund')).toEqual(['/docs/billing#refunds', '/docs/errors', '/docs'])
  expect(hrefs('insufficient_bal')).toEqual(['/docs/errors'])
  expect(hrefs('funds')).toEqual([])
})

it('wants every word of the query, in any field', () => {
  expect(hrefs('billing refunds')).toEqual(['/docs/billing#refunds'])
  expect(hrefs('billing insufficient')).toEqual([])
})

it('finds nothing for a query without words, and survives signs that a pattern would read', () => {
  expect(hrefs(' ')).toEqual([])
  expect(hrefs('.*(')).toEqual([])
  expect(hrefs('refunds (')).toEqual(hrefs('refunds'))
})

it('shows the text around the first word found, cut between words', () => {
  const text = `${'before '.repeat(30)}the needle ${'after '.repeat(60)}`.trim()
  const [found] = createSearch([section('/a', 'A', '', text)])('need')
  expect(found?.excerpt).toMatch(/^…(?:before )+the needle (?:after )+after…$/)
  expect(found?.excerpt.length).toBeLessThan(130)
})

it('marks the words found at their beginning', () => {
  expect(splitAtWords('Refunds and prefunds', 'refund')).toEqual(['', 'Refund', 's and prefunds'])
})
