import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [-5_000, '0 ms'],
  [0, '0 ms'],
  [4, '4 ms'],
  [637, '640 ms'],
  [996, '1 s'],
  [3_249, '3.2 s'],
  [9_960, '10 s'],
  [47_600, '48 s'],
  [59_700, '1 min'],
  [320_400, '5 min 20 s'],
  [3 * 3_600_000, '3 h'],
  [3 * 3_600_000 + 20 * 60_000 + 59_000, '3 h 20 min'],
  [2 * 86_400_000 + 4 * 3_600_000, '2 d 4 h'],
])('formats %d ms as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
