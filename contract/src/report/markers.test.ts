import { expect, test } from 'vitest'
import { citedNumbers, closeUp, type Piece, splitMarkers } from './markers.ts'

const show = (pieces: readonly Piece[]) =>
  pieces.map(piece =>
    piece.kind === 'text' ? piece.text : `<${piece.numbers.join('+')}>${piece.rest}`,
  )

test.each([
  ['Sucre [[1]].', ['Sucre ', '<1>', '.']],
  ['[[1]][[2]]', ['<1>', '<2>']],
  ['a[[1, 2]]b', ['a', '<1+2>', 'b']],
  ['a[[2,1,2]]', ['a', '<2+1>']],
  ['\\[\\[1\\]\\]', ['<1>']],
  ['[[1]](https://evil.example/a(b)) x', ['<1>', ' x']],
  ['[[1]](javascript:alert(1))', ['<1>']],
  ['[[1]](see below)', ['<1>', '(see below)']],
  ['[[3, 9]]', ['<3>[[9]]']],
  ['[[9]], [[0]], [[]], [1], [[a]], [[1-2]]', ['[[9]], [[0]], [[]], [1], [[a]], [[1-2]]']],
])('%s', (text, pieces) => {
  expect(show(splitMarkers(text, 3))).toEqual(pieces)
})

test('no text is lost: pieces put together are what was written', () => {
  const text = 'a [[1]] **b [[2, 7]]** [[8]] [[1]](https://x.example) `[[1]]`'
  const pieces = splitMarkers(text, 3)
  expect(pieces.map(p => (p.kind === 'text' ? p.text : p.original)).join('')).toBe(text)
})

test('a citation closes up to its word, and to nothing else', () => {
  expect(show(closeUp(splitMarkers('a [[1]] b [[2]]', 2)))).toEqual(['a', '<1>', ' b', '<2>'])
  expect(show(closeUp(splitMarkers(' [[1]] ', 2)))).toEqual([' ', '<1>', ' '])
})

test('of more markers than anybody needs none is shown, and none counts', () => {
  expect(citedNumbers('[[1]] '.repeat(3_000), 1)).toEqual(new Set())
})

test('cited numbers are found at any depth', () => {
  let deep: unknown = 'x [[2]]'
  for (let level = 0; level < 20_000; level += 1) deep = [deep]
  expect(citedNumbers({ a: 'y [[1]]', deep, n: 3, nothing: null }, 3)).toEqual(new Set([1, 2]))
})
