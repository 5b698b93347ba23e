import { expect, test } from 'vitest'
import { sealMarkers } from './seal-markers.ts'

test('a sealed text holds no bracket of a marker, and gives everything back', () => {
  const text = 'a [[1]] ⸨0⸩ `[[1]](https://x.example)` [[9]]'
  const sealed = sealMarkers(text, 2)
  expect(sealed.text).not.toContain('[[1]]')
  expect(sealed.restore(sealed.text)).toBe(text)
})

test('whoever writes the seal gets no citation for it', () => {
  const sealed = sealMarkers('[[1]]', 1)
  const another = sealMarkers('[[1]]', 1)
  for (const forged of ['⸨0⸩', '⸨:0⸩', another.text])
    expect(sealed.split(forged)).toEqual([{ kind: 'text', text: forged }])
  expect(sealed.split(sealed.text)).toMatchObject([{ kind: 'citation', numbers: [1] }])
})

test('a marker behind an address is not part of it', () => {
  const sealed = sealMarkers('https://x.example/a[[1]]', 1)
  expect(sealed.restoreUrl(encodeURI(sealed.text))).toBe('https://x.example/a')
  const within = sealMarkers('https://x.example/?q=[[1]]&r=2', 1)
  expect(within.restoreUrl(encodeURI(within.text))).toBe('https://x.example/?q=%5B%5B1%5D%5D&r=2')
})
