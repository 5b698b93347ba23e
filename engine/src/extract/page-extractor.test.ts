import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Extractor, openPageExtractor } from './open-extractor.ts'

const open = () => openPageExtractor({ threads: 1, timeoutMs: 60_000 })

let pool: Extractor
beforeAll(() => {
  pool = open()
})
afterAll(() => pool.close())

const read = (text: string, signal?: AbortSignal, from = pool) =>
  from.extract(Buffer.from(text), { url: 'https://site.example/a.txt' }, signal)

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

it('who gives up need not wait for the page that is being read', async () => {
  const stop = new AbortController()
  const order: string[] = []
  const first = read('first').then(() => order.push('first'))
  const second = read('second', stop.signal).catch(() => order.push('second'))
  stop.abort(new Error('enough'))
  await Promise.all([first, second])
  expect(order).toEqual(['second', 'first'])
})

it('no more pages wait than memory should hold', async () => {
  const page = new Uint8Array(100 * 1024 * 1024)
  const stop = new AbortController()
  const wait = () =>
    pool.extract(page, { url: 'https://site.example/a.txt' }, stop.signal).catch(String)
  const first = read('first')
  const [one, two, three] = [wait(), wait(), wait()]
  expect(await three).toMatch(/Too many/)
  stop.abort(new Error('enough'))
  expect(await Promise.all([one, two])).toEqual(['Error: enough', 'Error: enough'])
  await first
})

it('closing ends what waits, and lets the page that is being read end', async () => {
  const closed = open()
  const readThere = (text: string) => read(text, undefined, closed)
  const [first, second] = [readThere('first'), readThere('second')]
  const refused = expect(second).rejects.toThrow('stopping')
  await closed.close()
  await refused
  expect(await first).toMatchObject([{ text: 'first' }])
  await expect(readThere('third')).rejects.toThrow('stopping')
})
