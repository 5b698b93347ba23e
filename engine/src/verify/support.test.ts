import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeSupport } from './support.ts'

const QUOTE =
  'The lighthouse at Cape Moran was built of grey granite in 1872. It stands 41 metres tall and ' +
  'was automated after the last keeper retired. Boats still use its light at night.'

describe('a supported claim', () => {
  test('in the words of the quote is supported', () => {
    const { supported, score } = judgeSupport(
      'The lighthouse at Cape Moran was built of grey granite in 1872 [[1]].',
      [QUOTE],
    )
    expect(supported).toBe(true)
    expect(score).toBeGreaterThan(0.8)
  })

  test('in nearly its words, over two of its sentences, is supported', () => {
    const claim = 'Built of grey granite, the lighthouse at Cape Moran stands 41 metres tall.'
    expect(judgeSupport(claim, ['Something else.', QUOTE]).supported).toBe(true)
  })
})

describe('a claim without support', () => {
  test('about other things is not supported', () => {
    const claim = 'Several museums in the region offer guided tours to school classes.'
    const { supported, score } = judgeSupport(claim, [QUOTE])
    expect(supported).toBe(false)
    expect(score).toBeLessThan(0.2)
  })

  test('about the same subject that says more than the quote is not supported', () => {
    const claim =
      'The lighthouse at Cape Moran attracts many visitors, and its restaurant serves local fish.'
    expect(judgeSupport(claim, [QUOTE]).supported).toBe(false)
  })

  test('without quotes is not supported', () => {
    expect(judgeSupport('The lighthouse was built in 1872.', []).supported).toBe(false)
  })
})

test('any text gives a score between 0 and 1, the same each time', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 4 }), (claim, quotes) => {
      const judged = judgeSupport(claim, quotes)
      expect(judged.score).toBeGreaterThanOrEqual(0)
      expect(judged.score).toBeLessThanOrEqual(1)
      expect(judgeSupport(claim, quotes)).toEqual(judged)
    }),
  )
})

test('very long texts are judged by a part of them', () => {
  const claim = `${'The mill ground 5 sacks, and '.repeat(50_000)}stopped.`
  const quote = '(1 May 2,000 a. '.repeat(50_000)
  expect(judgeSupport(claim, [quote, quote]).supported).toBe(false)
})
