import { expect, test } from 'vitest'
import { readKeyName } from './read-key-name.ts'

test('a name is taken without the spaces around it', () => {
  expect(readKeyName('  CI server ')).toEqual({ name: 'CI server' })
})

test.each(['', '   ', 'two\nlines', 'a\u0000b'])(
  '%j is no name, and the contract says why',
  text => {
    expect(readKeyName(text)).toEqual({
      error: 'This must be a name without line breaks or spaces around it.',
    })
  },
)

test('the length counts characters as the server does, not halves of them', () => {
  expect(readKeyName('🔑'.repeat(100))).toEqual({ name: '🔑'.repeat(100) })
  expect(readKeyName('🔑'.repeat(101))).toEqual({
    error: 'This must have at most 100 characters.',
  })
})
