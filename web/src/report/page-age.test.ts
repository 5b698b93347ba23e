import { expect, test } from 'vitest'
import { ageText } from './page-age.tsx'

const NOW = new Date('2026-11-15T12:00:00Z')

test.each([
  ['2026-11-15T03:00:00', 'today'],
  ['2026-11-14', '1 day ago'],
  ['2026-11-02', '13 days ago'],
  ['2026-10-30', '2 weeks ago'],
  ['2025-12-10T11:41:00', '11 months ago'],
  ['2025-11-15T00:00:00Z', '1 year ago'],
  ['2016-01-27 08:00', '10 years ago'],
])('describes %s as %s', (pageAge, text) => {
  const age = ageText(pageAge, NOW)
  expect(age.text).toBe(text)
  expect(age.dateTime).toBe(pageAge.slice(0, 10))
})

test('shows a future day as a date', () => {
  const { text } = ageText('2027-02-03', NOW)
  expect(text).toContain('2027')
  expect(text).not.toContain('ago')
})

test.each(['171 days ago', 'yesterday', '2025', '2025-13-45', '2025-06-25x'])(
  'keeps text that is not a date: %s',
  pageAge => {
    expect(ageText(pageAge, NOW)).toEqual({ text: pageAge })
  },
)
