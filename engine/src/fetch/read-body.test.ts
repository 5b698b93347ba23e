import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readBody } from './request-page.ts'
import { bombs } from './testing/bombs.ts'

const TEXT = Buffer.from('Words and words. '.repeat(10_000))

it.each([
  ['', TEXT],
  ['identity', TEXT],
  ['gzip', gzipSync(TEXT)],
  ['X-GZIP', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
])('what is sent as %j is read whole', async (encoding, sent) => {
  const body = Readable.from(slices(sent, 1_000))
  expect(TEXT.equals(await readBody(body, { encoding, maxBytes: TEXT.length }))).toBe(true)
})

it('a bomb is given up at its beginning', async () => {
  const bomb = (await bombs['gzip']?.()) ?? Buffer.alloc(0)
  let taken = 0
  const body = Readable.from(
    (function* () {
      for (const slice of slices(bomb, Math.ceil(bomb.length / 1_000))) {
        taken += slice.length
        yield slice
      }
    })(),
    { highWaterMark: 1 },
  )
  const read = readBody(body, { encoding: 'gzip', maxBytes: 1024 * 1024 })
  await expect(read).rejects.toMatchObject({ reason: 'too-large' })
  expect(taken).toBeLessThan(bomb.length / 2)
  expect(body.destroyed).toBe(true)
})

it('the limit holds for what is sent, too, though nothing comes of it', async () => {
  const nothing = Buffer.concat(Array(1_000).fill(gzipSync('')))
  const body = Readable.from(slices(nothing, 1_000))
  const read = readBody(body, { encoding: 'gzip', maxBytes: nothing.length - 1 })
  await expect(read).rejects.toMatchObject({ reason: 'too-large' })
})

it('exactly as much as the limit is not too much, and what is to be cut is cut there', async () => {
  const options = { encoding: '', maxBytes: 5_000 }
  const read = (size: number, isCut: boolean) =>
    readBody(Readable.from(slices(TEXT.subarray(0, size), 999)), { ...options, isCut })
  expect(await read(5_000, false)).toHaveLength(5_000)
  await expect(read(5_001, false)).rejects.toMatchObject({ reason: 'too-large' })
  expect(TEXT.subarray(0, 5_000).equals(await read(9_000, true))).toBe(true)
})

function* slices(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
