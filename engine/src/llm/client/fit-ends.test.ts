import { expect, it } from 'vitest'
import { estimateTokens, fitEnds } from './prompt-text.ts'

it('keeps a text that fits unchanged', () => {
  expect(fitEnds('How deep is it?', 10)).toBe('How deep is it?')
})

it.each([
  ['words', 'Some words of it. '],
  ['one word', 'x'],
  ['characters without spaces', '灯台'],
  ['characters of two halves', '𝒳'],
])('keeps the beginning and the end of %s that are too long', (_, filling) => {
  const text = `First question? ${filling.repeat(20_000)} Last question?`
  const fitted = fitEnds(text, 500)
  expect(fitted).toMatch(/^First question\?/)
  expect(fitted).toMatch(/Last question\?$/)
  expect(estimateTokens(fitted)).toBeLessThanOrEqual(500)
  expect(estimateTokens(fitted)).toBeGreaterThan(300)
  expect(fitted.isWellFormed()).toBe(true)
})

it('copes with no room at all', () => {
  expect(fitEnds('word '.repeat(100), 0).length).toBeLessThan(10)
})
