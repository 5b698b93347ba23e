import { expect, it, onTestFinished } from 'vitest'
import type { LibraryStore } from '../library/library-store.ts'
import { openSharedLibrary } from '../library/open-shared-library.ts'
import { temporaryLibraryPath } from '../library/testing/temporary-library.ts'
import { sharedReader } from '../reader/testing/shared-reader.ts'
import type { Research } from '../research.ts'
import { startAnotherEngine, startTestEngine } from '../runs/testing/test-engine.ts'
import { catchUpOrRefuse, createLibrarySource } from '../search/library-source.ts'
import { createAuthor } from '../with-fallback.ts'
import { createResearch } from './create-research.ts'

const dam = {
  url: 'https://dams.example/elvas',
  title: 'Dam of Elvas',
  text: 'The dam of Elvas is 74 metres high.',
}
const question = { query: 'How high is the dam of Elvas?' }

it('answers through one engine from a document that was added through another, or not at all', async () => {
  const author = createAuthor({ reader: await sharedReader() })
  const faults: unknown[] = []
  const researchOver = (store: LibraryStore): Research => {
    const catchUp = catchUpOrRefuse(store, error => faults.push(error))
    const source = createLibrarySource(store.index, catchUp)
    return createResearch({ source, author, now: () => new Date() })
  }
  const open = (url: string) => {
    const store = openSharedLibrary(url, temporaryLibraryPath())
    onTestFinished(() => store.close())
    return store
  }
  const stores: LibraryStore[] = []
  const first = await startTestEngine((request, options) => {
    const [store] = stores
    if (!store) throw new Error('the library is not open')
    return researchOver(store)(request, options)
  })
  const { databaseUrl = '' } = first.config
  stores.push(open(databaseUrl), open(databaseUrl))
  const [one, other] = stores as [LibraryStore, LibraryStore]
  const second = await startAnotherEngine(first.config, researchOver(other))

  expect(await first.post('/v1/answer', question)).toMatchObject({ status: 422 })
  await other.add([dam])
  for (const engine of [first, second]) {
    const { status, body } = await engine.post('/v1/answer', question)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('74 metres')])
  }
  await one.remove(dam.url)
  expect(await second.post('/v1/answer', question)).toMatchObject({ status: 422 })

  await other.add([dam])
  await first.database.query('alter table library_document rename to gone')
  expect(faults).toEqual([])
  expect(await second.post('/v1/answer', question)).toMatchObject({
    status: 424,
    body: { reason: 'source_unreachable' },
  })
  expect(faults).not.toEqual([])
})
