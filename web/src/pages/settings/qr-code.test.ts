import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath } from './qr-code.tsx'

test('joins neighbouring dark squares into one bar and skips light ones', () => {
  const rows = [
    [true, true, false, true],
    [false, false, false, false],
    [false, true, true, false],
  ]
  expect(qrPath(rows)).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h2v1h-2z')
})

test('covers every dark square of a real code exactly once, and no light one', () => {
  const { data } = encode('otpauth://totp/Footnote:ada@example.com?secret=JBSWY3DPEHPK3PXP')
  const painted = data.map(row => row.map(() => 0))
  for (const [, x, y, width] of qrPath(data).matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let step = 0; step < Number(width); step++) {
      const row = painted[Number(y)]
      const column = Number(x) + step
      if (row) row[column] = (row[column] ?? 0) + 1
    }
  expect(painted).toEqual(data.map(row => row.map(Number)))
})
