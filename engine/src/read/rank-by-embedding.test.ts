import { describe, expect, it } from 'vitest'
import type { Passage } from '../library/passage.ts'
import type { Embedder } from '../model/embedder.ts'
import { rankByEmbedding } from './rank-by-embedding.ts'

describe('rankByEmbedding', () => {
  it('moves up what means nearly the same as the question', async () => {
    const passages = ['weir', 'mill', 'geese', 'light'].map(passage)
    const ranked = await rank(passages, text => (text.includes('light') ? 1 : 0.1))
    expect(ranked.map(({ text }) => text)).toEqual(['weir', 'light', 'mill', 'geese'])
  })

  it('keeps the order where meaning tells nothing', async () => {
    const passages = ['weir', 'mill', 'geese'].map(passage)
    expect(await rank(passages, () => 0.5)).toEqual(passages)
  })

  it('deals the scores out anew, the highest first', async () => {
    const passages = ['weir', 'mill', 'light'].map(passage)
    const ranked = await rank(passages, text => (text.includes('light') ? 1 : 0.1))
    expect(ranked.map(({ score }) => score)).toEqual(passages.map(({ score }) => score))
  })

  it('makes scores of its own where those given are none', async () => {
    const passages = ['weir', 'mill', 'light'].map(text => ({ ...passage(text, 0), score: -1 }))
    const [first, second, third] = (await rank(passages, () => 0.5)).map(({ score }) => score)
    expect(first).toBeGreaterThan(second ?? 0)
    expect(second).toBeGreaterThan(third ?? 0)
    expect(third).toBeGreaterThan(0)
  })

  it('embeds the question and 96 passages, cut, and leaves the others behind', async () => {
    let sent: readonly string[] = []
    const embedder: Embedder = {
      async embed(texts) {
        sent = texts
        return texts.map((_, at) => vector(at === 0 ? 1 : at / 200))
      },
    }
    const passages = Array.from({ length: 300 }, (_, at) => passage('x'.repeat(4_000), at))
    const ranked = await rankByEmbedding(embedder, { ...OPTIONS, passages })
    expect(sent).toHaveLength(97)
    expect(Math.max(...sent.map(text => text.length))).toBeLessThan(2_300)
    expect(ranked).toHaveLength(300)
    expect(ranked.slice(96).map(({ documentId }) => documentId)).toEqual(
      passages.slice(96).map(({ documentId }) => documentId),
    )
    expect(new Set(ranked.map(({ documentId }) => documentId)).size).toBe(300)
  })

  it.each([
    ['too few', [vector(1), vector(1)]],
    ['too many', [vector(1), vector(1), vector(1), vector(1)]],
    ['of different lengths', [vector(1), vector(1), new Float32Array([1])]],
    ['empty', [new Float32Array(), new Float32Array(), new Float32Array()]],
    ['no numbers', [vector(1), vector(Number.NaN), vector(1)]],
    ['none', []],
  ])('rejects vectors that are %s', async (_, vectors) => {
    const embedder: Embedder = { embed: async () => vectors }
    const passages = [passage('weir', 0), passage('mill', 1)]
    await expect(rankByEmbedding(embedder, { ...OPTIONS, passages })).rejects.toMatchObject({
      name: 'ModelFault',
      kind: 'garbled',
    })
  })

  it('hands on the failure, the time and the signal', async () => {
    const reason = new Error('down')
    const { signal } = new AbortController()
    const embedder: Embedder = {
      async embed(_, options) {
        expect(options).toEqual({ timeoutMs: 1_000, signal })
        throw reason
      },
    }
    const passages = [passage('weir', 0), passage('mill', 1)]
    await expect(rankByEmbedding(embedder, { ...OPTIONS, passages, signal })).rejects.toBe(reason)
  })

  it('asks nothing about one passage', async () => {
    const embedder: Embedder = { embed: () => Promise.reject(new Error('asked')) }
    const passages = [passage('weir', 0)]
    expect(await rankByEmbedding(embedder, { ...OPTIONS, passages })).toEqual(passages)
  })
})

const OPTIONS = { question: 'When was it lit?', timeoutMs: 1_000 }

function rank(passages: readonly Passage[], closeness: (text: string) => number) {
  const embedder: Embedder = {
    embed: async ([, ...texts]) => [vector(1), ...texts.map(text => vector(closeness(text)))],
  }
  return rankByEmbedding(embedder, { ...OPTIONS, passages })
}

/** So close to that of 1. */
function vector(closeness: number): Float32Array {
  return new Float32Array([closeness, Math.sqrt(Math.max(0, 1 - closeness ** 2))])
}

function passage(text: string, at: number): Passage {
  return {
    documentId: at + 1,
    title: 'Page',
    url: `https://library.example/${at}`,
    start: 0,
    text,
    headings: [],
    score: 400 - at,
  }
}
