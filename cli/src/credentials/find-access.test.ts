import { expect, it } from 'vitest'
import { toAddress } from './find-access.ts'

it.each([
  ['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
  [' HTTPS://Footnote.Example/below// ', 'https://footnote.example/below'],
  ['https://footnote.example/api/v1', 'https://footnote.example'],
  ['localhost:8797', 'http://localhost:8797'],
  ['footnote.example', 'https://footnote.example'],
])('accepts an address in any common spelling: %s', (text, address) => {
  expect(toAddress(text, 'it')).toBe(address)
})

it.each(['', 'ftp://footnote.example', 'https://a:b@footnote.example', 'a b'])(
  'rejects anything else without quoting it: %j',
  text => {
    expect(() => toAddress(text, 'it')).toThrow(/^it must be an http or https URL/)
  },
)
