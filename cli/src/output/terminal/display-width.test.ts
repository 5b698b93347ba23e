import { expect, test } from 'vitest'
import { cutToWidth, displayWidth } from './display-width.ts'

test.each([
  ['abc', 3],
  ['Zoë', 3],
  ['e\u0301', 1],
  ['東京', 4],
  ['한국', 4],
  ['Ａ！', 4],
  ['👍', 2],
  ['👍🏽', 2],
  ['❤\uFE0F', 2],
  ['🇧🇴', 2],
  ['—…“”', 4],
  ['☑ ─│•', 5],
])('%s takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width)
})

test('what is cut says so and fits, whole signs only', () => {
  expect(cutToWidth('short', 5)).toBe('short')
  expect(cutToWidth('longer words', 8)).toBe('longer…')
  expect(cutToWidth('東京都庁', 6)).toBe('東京…')
})
