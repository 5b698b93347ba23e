import { createHash } from 'node:crypto'

/** How the vectors are sent, or what is wrong with them. */
export type FakeEmbeddings =
  | 'numbers'
  | 'base64'
  | 'shuffled'
  | 'one too few'
  | 'same index'
  | 'different lengths'
  | 'not a number'
  | 'zero'

const DIMENSIONS = 64

/** Texts that share words have vectors that are close. */
export function embedTexts(texts: readonly string[], how: FakeEmbeddings = 'numbers'): unknown {
  const data = texts.map((text, index) => ({ index, embedding: spoil(vectorOf(text), how, index) }))
  if (how === 'shuffled') data.reverse()
  if (how === 'one too few') data.pop()
  if (how === 'same index') for (const entry of data) entry.index = 0
  return { object: 'list', data }
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const place = createHash('sha256').update(word).digest()[0] ?? 0
    vector[place % DIMENSIONS] = (vector[place % DIMENSIONS] ?? 0) + 1
  }
  return vector
}

function spoil(vector: number[], how: FakeEmbeddings, index: number): unknown {
  if (how === 'base64') return Buffer.from(Float32Array.from(vector).buffer).toString('base64')
  if (how === 'different lengths' && index % 2 === 1) return vector.slice(1)
  // JSON has no other way to say it.
  if (how === 'not a number') return vector.map((value, place) => (place === 3 ? null : value))
  return how === 'zero' ? vector.map(() => 0) : vector
}
