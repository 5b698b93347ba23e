import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPieceCutter } from './word-pieces.ts'

const file = join(import.meta.dirname, '../../models/reader/tokenizer.json')
const cut = createPieceCutter(JSON.parse(readFileSync(file, 'utf8')).model.vocab)

it('cuts as the model was trained: small letters, no accents, signs and ideographs apart', () => {
  // The tokenizer of the model's base returns these IDs for the same text.
  expect(cut('Zoë’s café, unaffable 日本 $5').map(({ id }) => id)).toEqual([
    11199, 1521, 1055, 7668, 1010, 14477, 20961, 3468, 1864, 1876, 1002, 1019,
  ])
})

it('says where each piece is in the text as it was written', () => {
  const text = 'Café: unaffable'
  expect(cut(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    ...['Café', ':', 'una', 'ffa', 'ble'],
  ])
})

it('takes a word of any length that it cannot cut for one unknown piece', () => {
  expect(cut(`${'a'.repeat(1_000_000)} b`)).toEqual([
    { id: 100, start: 0, end: 1_000_000 },
    { id: 1038, start: 1_000_001, end: 1_000_002 },
  ])
})

it('gives pieces in order and within any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
      let last = 0
      for (const { start, end } of cut(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThanOrEqual(text.length)
        last = start
      }
    }),
  )
})
