import { expect, test } from 'vitest'
import { readKeyName } from './create-key-form.tsx'

test('trims a name', () => {
  expect(readKeyName('  CI server ')).toEqual({ name: 'CI server' })
})

test.each(['', '   ', 'two\nlines', 'a\u0000b'])('rejects %j with the contract’s message', text => {
  expect(readKeyName(text)).toEqual({
    error: 'This must be a name without line breaks or spaces around it.',
  })
})

test('counts characters as the server does, not UTF-16 units', () => {
  expect(readKeyName('🔑'.repeat(100))).toEqual({ name: '🔑'.repeat(100) })
  expect(readKeyName('🔑'.repeat(101))).toEqual({
    error: 'This must have at most 100 characters.',
  })
})
