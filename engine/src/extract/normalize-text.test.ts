import { expect, it } from 'vitest'
import { blocks } from '../text/blocks.ts'
import { normalizeText, proseLine } from './normalize-text.ts'

it('text is composed, visible, and has single spaces and blank lines', () => {
  expect(
    normalizeText(
      '\n\n e\u0301 \u0007\u200b x\u00a0\u00a0y\t\r\n\r\n\r\n\r\nsoft\u00adhyphen\u202e \ud800',
    ),
  ).toBe('é x y\n\nsofthyphen \ufffd')
})

it('prose that begins like a heading stays prose', () => {
  const text = normalizeText(`${proseLine('# 5 is a number')}\n\n  # Heading no more\n\n# Heading`)
  expect(text).toBe(' # 5 is a number\n\n # Heading no more\n\n# Heading')
  expect(blocks(text).map(({ kind }) => kind)).toEqual(['prose', 'prose', 'heading'])
})
