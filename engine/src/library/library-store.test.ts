import { migrate } from '@footnote/platform/database/migrate'
import {
  createEmptyTestDatabase,
  type TestDatabase,
} from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { Document } from './document.ts'
import { createFileStore, type LibraryStore } from './library-store.ts'
import { openLibrary, readDocuments } from './open-library.ts'
import { openSharedLibrary } from './open-shared-library.ts'
import { temporaryLibraryPath } from './testing/temporary-library.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const policy = compilePolicy({}, { now: new Date() })
const note = (name: string, text: string): Document => ({
  url: `https://notes.example/${name}`,
  title: name,
  text,
})

let test: TestDatabase
beforeAll(async () => {
  test = await createEmptyTestDatabase()
  await migrate(test.connection, { folder: MIGRATIONS })
})
afterAll(() => test.drop())
beforeEach(async () => {
  await test.database.query('truncate library_document, library_change, library_mark')
})

function open(path = temporaryLibraryPath()): LibraryStore {
  const store = openSharedLibrary(test.url, path)
  onTestFinished(() => store.close())
  return store
}

async function find(store: LibraryStore, query: string): Promise<string[]> {
  await store.catchUp()
  return store.index.search({ query, policy, limit: 99 }).map(({ title }) => title)
}

const stores: Readonly<Record<string, () => LibraryStore>> = {
  'a library file': () => {
    const library = openLibrary(temporaryLibraryPath())
    onTestFinished(() => library.close())
    return createFileStore(library)
  },
  'a library in PostgreSQL': () => open(),
}

describe.each(Object.entries(stores))('%s', (_, openStore) => {
  it('counts what is new, changed and unchanged', async () => {
    const store = openStore()
    const [lake, hill] = [note('lake', 'The lake is deep.'), note('hill', 'The hill is steep.')]
    expect(await store.add([lake, hill])).toEqual({ added: 2, updated: 0, unchanged: 0 })
    const changed = [lake, { ...hill, publishedOn: '2026-01-02' }]
    expect(await store.add(changed)).toEqual({ added: 0, updated: 1, unchanged: 1 })
    await store.catchUp()
    expect(store.index.list({ limit: 10 })).toMatchObject([
      { title: 'lake', documentId: 1, passages: 1 },
      { title: 'hill', documentId: 2, publishedOn: '2026-01-02' },
    ])
    expect(store.index.list({ limit: 10, after: 1 })).toMatchObject([{ documentId: 2 }])
    expect(store.index.counts()).toEqual({ documents: 2, passages: 2 })
  })

  it('finds a replaced document by its new text alone', async () => {
    const store = openStore()
    await store.add([note('lake', 'The lake is deep.')])
    await store.add([note('lake', 'The lake is shallow.')])
    expect([await find(store, 'deep'), await find(store, 'shallow')]).toEqual([[], ['lake']])
  })

  it('removes a document and all below it, and adds it again', async () => {
    const store = openStore()
    const names = ['a', 'a/b', 'a/b/c', 'a/B', 'a?d', 'a#e', 'ab']
    await store.add(names.map(name => note(name, 'Deep water.')))
    expect(await store.remove('https://notes.example/a/b')).toBe(2)
    expect(await store.remove('https://notes.example/a/b')).toBe(0)
    expect((await find(store, 'water')).sort()).toEqual(['a', 'a#e', 'a/B', 'a?d', 'ab'])
    expect(await store.remove('https://notes.example/a/')).toBe(4)
    expect(await store.add([note('a', 'Deep water.')])).toMatchObject({ added: 1 })
    expect((await find(store, 'water')).sort()).toEqual(['a', 'ab'])
    expect(await store.remove('https://notes.example/')).toBe(2)
    await store.catchUp()
    expect(store.index.counts()).toEqual({ documents: 0, passages: 0 })
    expect(store.index.findTitles(['ab'], policy)).toEqual([])
  })

  it('keeps every character of a document', async () => {
    const store = openStore()
    const text = `# Lake\u0000\n\nDeep \ud800 water: 😀.\r\n${'Long. '.repeat(400)}\n| a | b |\n`
    await store.add([note('lake', text)])
    await store.catchUp()
    const passages = store.index.passagesOf(1)
    expect(passages.map(passage => passage.text).join('')).toBe(text.toWellFormed())
    expect(passages.length).toBeGreaterThan(2)
    expect(passages[1]?.headings).toEqual(['Lake\u0000'])
  })

  it('keeps marks', async () => {
    const store = openStore()
    expect(await store.readMark('starter')).toBeUndefined()
    await store.writeMark('starter', '1')
    await store.writeMark('starter', '2')
    expect(await store.readMark('starter')).toBe('2')
  })
})

describe('two engines with one library', () => {
  it('finds through one what was added through the other, ranked as in a file', async () => {
    const [one, other, file] = [open(), open(), openLibrary(':memory:')]
    const documents = Array.from({ length: 250 }, (_, index) =>
      note(`pond ${index}`, `The pond is ${index % 7} metres deep. ${'Water. '.repeat(index % 5)}`),
    )
    await one.add(documents)
    file.add(documents)
    const query = { query: 'deep water 3', policy, limit: 99 }
    await other.catchUp()
    expect(other.index.search(query)).toEqual(file.search(query))
    await other.remove('https://notes.example/pond 3')
    expect(await find(one, '3')).not.toContain('pond 3')
    file.close()
  })

  it('applies changes once when many searches wait for them', async () => {
    const [one, other] = [open(), open()]
    await one.add([note('lake', 'Deep water.')])
    const found = await Promise.all(Array.from({ length: 8 }, () => find(other, 'water')))
    expect(found).toEqual(Array.from({ length: 8 }, () => ['lake']))
    expect(other.index.counts()).toEqual({ documents: 1, passages: 1 })
  })

  it('forgets the address of a removed document, and every index drops it', async () => {
    const [one, other] = [open(), open()]
    await one.add([note('lake', 'Deep water.'), note('sea', 'Salt water.')])
    expect(await find(other, 'water')).toHaveLength(2)
    await one.add([note('lake', 'Deep blue water.')])
    await one.remove('https://notes.example/lake')
    const kept = await test.database.query(
      'select to_jsonb(library_document) as row from library_document',
    )
    expect(JSON.stringify(kept.rows)).not.toContain('lake')
    for (const store of [one, other, open()]) expect(await find(store, 'water')).toEqual(['sea'])
  })

  it('takes an address of any length', async () => {
    const store = open()
    const long = note('deep/'.repeat(4_000), 'Deep water.')
    await store.add([long])
    expect(await store.add([long])).toMatchObject({ unchanged: 1 })
    expect(await find(store, 'water')).toEqual([long.title])
    expect(await store.remove(long.url)).toBe(1)
    expect(await find(store, 'water')).toEqual([])
  })

  it('gets the documents of a library file as they are', async () => {
    const file = openLibrary(temporaryLibraryPath())
    onTestFinished(() => file.close())
    const lake: Document = {
      ...note('Lake Elvas', `# Lake\n\n${'Deep water. '.repeat(400)}\n| a | b |\n`),
      ...{ publishedOn: '2026-01-02', language: 'en', countries: ['PT'], rating: 'mature' },
      aliases: ['Blue Lake'],
    }
    file.add([lake, ...Array.from({ length: 120 }, (_, index) => note(`pond ${index}`, 'Water.'))])
    const store = open()
    expect(await store.add(readDocuments(file))).toMatchObject({ added: 121 })
    expect(await store.add(readDocuments(file))).toMatchObject({ unchanged: 121 })
    await store.catchUp()
    const strict = compilePolicy({ safesearch: 'off' }, { now: new Date() })
    for (const query of ['deep', 'blue lake', 'pond 7']) {
      const asked = { query, policy: strict, limit: 5 }
      expect(store.index.search(asked)).toEqual(file.search(asked))
    }
    expect(store.index.findTitles(['Blue Lake'], strict)).toEqual(
      file.findTitles(['Blue Lake'], strict),
    )
  })

  it('lets two processes share an index', async () => {
    const path = temporaryLibraryPath()
    const [one, other] = [open(path), open(path)]
    await one.add([note('lake', 'Deep water.'), note('sea', 'Salt water.')])
    await Promise.all([one.catchUp(), other.catchUp()])
    await other.remove('https://notes.example/sea')
    expect([await find(one, 'water'), await find(other, 'water')]).toEqual([['lake'], ['lake']])
  })

  it('keeps both of two documents that were added at once', async () => {
    const [one, other] = [open(), open()]
    await Promise.all([
      one.add([note('lake', 'Deep water.')]),
      other.add([note('sea', 'Salt water.')]),
    ])
    expect((await find(one, 'water')).sort()).toEqual(['lake', 'sea'])
    expect((await find(other, 'water')).sort()).toEqual(['lake', 'sea'])
  })

  it('builds the index again when the database was restored from an older backup', async () => {
    const store = open()
    await store.add([note('lake', 'Deep water.')])
    await store.add([note('sea', 'Salt water.')])
    await find(store, 'water')
    // The second change is lost with the restore, and another one has its version.
    await test.database.query('delete from library_document where version = 2')
    await test.database.query('delete from library_change where version = 2')
    expect(await find(store, 'water')).toEqual(['lake'])
    await store.add([note('river', 'Fresh water.')])
    expect((await find(store, 'water')).sort()).toEqual(['lake', 'river'])
  })

  it('fails clearly without its database, and goes on once it is back', async () => {
    const store = open()
    await store.add([note('lake', 'Deep water.')])
    await find(store, 'water')
    await test.database.query('alter table library_document rename to gone')
    await expect(store.catchUp()).rejects.toThrow(/^the shared library’s database refused/)
    await test.database.query('alter table gone rename to library_document')
    expect(await find(store, 'water')).toEqual(['lake'])
    const lost = openSharedLibrary('postgres://u:sesame@127.0.0.1:1/db', temporaryLibraryPath())
    onTestFinished(() => lost.close())
    await expect(lost.catchUp()).rejects.toThrow(/^the shared library cannot be used: check that/)
  })
})
