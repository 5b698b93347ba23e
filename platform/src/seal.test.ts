import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { SEAL_KEY_BYTES, sealText } from './seal.ts'

it('a sealed text keeps no more memory than its own', () => {
  const sealed = sealText('x', { key: randomBytes(SEAL_KEY_BYTES), place: 'here' })
  expect(sealed.buffer.byteLength).toBe(sealed.length)
})
