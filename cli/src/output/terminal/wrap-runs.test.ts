import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { LINE_BREAK, type Line, run } from './styled-text.ts'
import { cutToWidth, widthOf, wrapRuns } from './wrap-runs.ts'

const show = (lines: readonly Line[]) => lines.map(line => line.map(({ text }) => text).join(''))

test('wraps at words and keeps a long word whole', () => {
  const text = 'one two three https://x.example/long four'
  expect(show(wrapRuns([run(text)], 9))).toEqual([
    'one two',
    'three',
    'https://x.example/long',
    'four',
  ])
})

test('keeps a word of several styles and its citation together', () => {
  const runs = [
    run('aaa '),
    run('bold', { bold: true }),
    run(', then 漢字'),
    run('[1]', {}, { isBound: true }),
  ]
  expect(show(wrapRuns(runs, 8))).toEqual(['aaa', 'bold,', 'then 漢', '字[1]'])
})

test('breaks Chinese and Japanese anywhere except before closing and after opening punctuation', () => {
  expect(show(wrapRuns([run('東京は、日本の「首都」です。')], 6))).toEqual([
    '東京',
    'は、日',
    '本の',
    '「首',
    '都」で',
    'す。',
  ])
})

test('breaks at LINE_BREAK, treats a newline as a space, and keeps non-breaking spaces', () => {
  expect(show(wrapRuns([run('a\nb'), LINE_BREAK, run('10\u00A0km on')], 6))).toEqual([
    'a b',
    '10\u00A0km',
    'on',
  ])
})

test('never exceeds the width except for a single word', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'é', '漢', '👍', ',', '[', ']', '。'),
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 2, max: 30 }), (words, width) => {
      const lines = wrapRuns(
        words.map(each => run(`${each} `)),
        width,
      )
      for (const line of lines)
        if (widthOf(line) > width) expect(line.some(({ text }) => text === ' ')).toBe(false)
      const shown = show(lines).join('').replaceAll(' ', '')
      expect(stringWidth(shown)).toBe(stringWidth(words.join('')))
    }),
  )
})

test('wraps a word of 150,000 characters', () => {
  const word = '。'.repeat(150_000)
  const lines = wrapRuns([run(word)], 80)
  expect(lines.flatMap(line => line.map(({ text }) => text)).join('') === word).toBe(true)
})

test.each([
  ['abc', 3],
  ['e\u0301', 1],
  ['東京', 4],
  ['한국', 4],
  ['Ａ！', 4],
  ['👍🏽', 2],
  ['❤\uFE0F', 2],
  ['🇧🇴', 2],
  ['—…“”', 4],
  ['☑ ─│•', 5],
])('measures %s as %i columns', (text, width) => {
  expect(widthOf([run(text)])).toBe(width)
})

test('cuts between whole characters, and shows that it did', () => {
  expect(cutToWidth('short', 5)).toBe('short')
  expect(cutToWidth('longer words', 8)).toBe('longer…')
  expect(cutToWidth('東京都庁', 6)).toBe('東京…')
})
