import { expect, test } from 'vitest'
import { bytesText } from './health-page.tsx'

test.each([
  [0, '0 B'],
  [812, '812 B'],
  [7_400_000, '7.4 MB'],
  [120_000_000_000, '120 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
