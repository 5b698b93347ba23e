import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ExtractError } from './extraction.ts'
import { openExtractor } from './open-extractor.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const options = { url: 'library://local/a.txt', fileName: 'a.txt' }

/** A thread that does as its file tells. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ bytes }) => {
      const order = new TextDecoder().decode(bytes)
      if (order === 'hang') for (;;);
      if (order === 'exit') process.exit(1)
      if (order === 'throw') throw new Error('broken')
      if (order === 'fill') { const all = []; for (;;) all.push(new Array(1e6).fill(order)) }
      if (order === 'unpack') {
        const all = []
        for (let count = 0; count < 32; count += 1) all.push(new Uint8Array(16e6).fill(1))
        for (;;);
      }
      parentPort.postMessage({ documents: [{ url: 'u', title: order, text: order }] })
    })`)}`,
)

describe('a file on a thread of its own', () => {
  const extractor = openExtractor()
  afterAll(() => extractor.close())

  it('is read as elsewhere, and files that wait are read in their order', async () => {
    const [one, two] = await Promise.all([
      extractor.extract(bytes('One'), options),
      extractor.extract(bytes('Two'), options),
    ])
    expect([one, two].map(documents => documents[0]?.text)).toEqual(['One', 'Two'])
  })

  it('that is refused tells why', async () => {
    const refused = extractor.extract(bytes('PK\x03\x04'), options)
    await expect(refused).rejects.toThrow(ExtractError)
    await expect(refused).rejects.toThrow(/Office file/)
  })
})

describe('a file that', () => {
  it.each([
    ['never ends', 'hang', /takes longer than/],
    ['ends the thread', 'exit', /cannot be read/],
    ['breaks the thread', 'throw', /cannot be read/],
    ['fills the memory', 'fill', /too much memory/],
    ['fills the memory with what it unpacks', 'unpack', /too much memory/],
  ])('%s costs nothing but itself', async (_, order, reason) => {
    const timeoutMs = 30_000
    const extractor = openExtractor({ timeoutMs, memoryMb: 64 }, program)
    onTestFinished(() => extractor.close())
    // Fake timers end the time limit on demand, and never for the next file.
    if (order === 'hang') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const bad = extractor.extract(bytes(order), options)
    const next = extractor.extract(bytes('fine'), options)
    const refused = expect(bad).rejects.toThrow(reason)
    // The timer is set once the first file has its turn.
    if (order === 'hang') await vi.advanceTimersByTimeAsync(timeoutMs)
    await refused
    expect((await next)[0]?.text).toBe('fine')
  })
})
