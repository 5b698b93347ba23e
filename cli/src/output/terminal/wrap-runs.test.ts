import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayWidth } from './display-width.ts'
import { LINE_BREAK, type Line, run } from './styled-text.ts'
import { widthOf, wrapRuns } from './wrap-runs.ts'

const show = (lines: readonly Line[]) => lines.map(line => line.map(({ text }) => text).join(''))

test('words are wrapped, and one that is too long stays whole', () => {
  const text = 'one two three https://x.example/long four'
  expect(show(wrapRuns([run(text)], 9))).toEqual([
    'one two',
    'three',
    'https://x.example/long',
    'four',
  ])
})

test('a word of several looks stays together, and so does its citation', () => {
  const runs = [
    run('aaa '),
    run('bold', { bold: true }),
    run(', then 漢字'),
    run('[1]', {}, { isBound: true }),
  ]
  expect(show(wrapRuns(runs, 8))).toEqual(['aaa', 'bold,', 'then 漢', '字[1]'])
})

test('text without spaces breaks anywhere but before what closes', () => {
  expect(show(wrapRuns([run('東京は、日本の「首都」です。')], 6))).toEqual([
    '東京',
    'は、日',
    '本の',
    '「首',
    '都」で',
    'す。',
  ])
})

test('a break is a break, a newline only a space, and a space that must not break does not', () => {
  expect(show(wrapRuns([run('a\nb'), LINE_BREAK, run('10\u00A0km on')], 6))).toEqual([
    'a b',
    '10\u00A0km',
    'on',
  ])
})

test('no line is wider than the width unless it is one word', () => {
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
      expect(displayWidth(shown)).toBe(displayWidth(words.join('')))
    }),
  )
})

test('a word without end is wrapped like any other', () => {
  const lines = wrapRuns([run('。'.repeat(300_000))], 80)
  expect(lines.reduce((width, line) => width + widthOf(line), 0)).toBe(600_000)
})
