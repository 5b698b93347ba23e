import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExtractorPool, openExtractorPool } from './open-extractor-pool.ts'

let pool: ExtractorPool
beforeAll(() => {
  pool = openExtractorPool({ threads: 1, timeoutMs: 60_000 })
})
afterAll(() => pool.close())

const read = (text: string, signal?: AbortSignal) =>
  pool.extract(Buffer.from(text), { url: 'https://site.example/a.txt' }, signal)

it('pages wait for each other and are all read', async () => {
  const read5 = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(text => read(text)))
  expect(read5.flat().map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four', 'five'])
})

it('a page that cannot be read keeps no other from being read', async () => {
  const [bad, good] = await Promise.allSettled([read(''), read('good')])
  expect(bad.status).toBe('rejected')
  expect(good).toMatchObject({ value: [{ text: 'good' }] })
})

it('a page that nobody waits for any more is passed over', async () => {
  const stop = new AbortController()
  const first = read('first')
  const second = read('second', stop.signal)
  const third = read('third')
  stop.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  expect(await first).toMatchObject([{ text: 'first' }])
  expect(await third).toMatchObject([{ text: 'third' }])
})

it('closing ends what waits, and lets the page that is being read end', async () => {
  const [first, second] = [read('first'), read('second')]
  const refused = expect(second).rejects.toThrow('stopping')
  await pool.close()
  await refused
  expect(await first).toMatchObject([{ text: 'first' }])
  await expect(read('third')).rejects.toThrow('stopping')
})
