import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Library, openLibrary } from '../library/open-library.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { createLibrarySource } from './library-source.ts'
import { openShelf, type Shelf, withShelf } from './open-shelf.ts'
import type { Source } from './source.ts'

const policy = compilePolicy({}, { now: new Date('2026-11-15') })
const lake = {
  url: 'https://lakes.example/one',
  title: 'Lake One',
  text: 'The lake is 12 km long.',
}
const other = { url: 'https://web.example/two', title: 'Lake Two', text: 'That lake is 9 km long.' }

let library: Library
let shelf: Shelf
let source: Source
beforeEach(() => {
  library = openLibrary(':memory:')
  library.add([lake])
  shelf = openShelf()
  source = withShelf(createLibrarySource(library), shelf)
})
afterEach(() => {
  shelf.close()
  library.close()
})

const search = (documentIds?: readonly number[]) =>
  source.search({ text: 'lake long', policy, limit: 10, ...(documentIds && { documentIds }) })

it('finds documents of the library and of the run index, and tells them apart', async () => {
  shelf.put([other])
  const found = await search()
  expect(found.map(({ url }) => url).sort()).toEqual([lake.url, other.url])
  expect(new Set(found.map(({ documentId }) => documentId)).size).toBe(2)
  for (const { documentId, url } of found) {
    const [whole] = await source.read(documentId)
    expect(whole).toMatchObject({ documentId, url })
    expect((await search([documentId])).map(passage => passage.url)).toEqual([url])
  }
})

it('makes the best of both comparable, however large the one index and small the other is', async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({
    url: `https://hills.example/${at}`,
    title: `Hill ${at}`,
    text: `Hill ${at} is high.`,
  }))
  library.add(many)
  shelf.put([other])
  const best = (await search()).filter(({ score }) => score === 1)
  expect(best.map(({ url }) => url).sort()).toEqual([lake.url, other.url])
})

it('finds names in both', async () => {
  shelf.put([other])
  const named = await source.findNamed(['Lake One', 'Lake Two'], policy)
  expect(named.map(({ title }) => title)).toEqual(['Lake One', 'Lake Two'])
})

it('knows the documents of the run index by their address', () => {
  shelf.put([other])
  expect([shelf.has(other.url), shelf.has(lake.url)]).toEqual([true, false])
})
