import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { Document } from './document.ts'
import { openLibrary } from './open-library.ts'
import { temporaryLibrary, temporaryLibraryPath } from './testing/temporary-library.ts'

const policy = compilePolicy({}, { now: new Date() })
const note = (name: string, text: string): Document => ({
  url: `https://notes.example/${name}`,
  title: name,
  text,
})

it('removes many documents, and leaves all else', () => {
  const library = temporaryLibrary()
  const names = Array.from({ length: 4_500 }, (_, index) => `pond/${index}`)
  library.add([...names, 'lake'].map(name => note(name, 'Deep water.')))
  expect(library.remove('https://notes.example/pond')).toBe(4_500)
  expect(library.search({ query: 'water', policy, limit: 9 })).toMatchObject([{ title: 'lake' }])
})

it('documents are found by title, the first part of it, or an alias', () => {
  const library = temporaryLibrary()
  library.add([
    { ...note('Bolivia — The World Factbook', 'High.'), aliases: ['Bolivian'] },
    { ...note('Peru, a country', 'High.'), rating: 'adult' },
  ])
  const found = library.findTitles(['BOLIVIA', 'bolivian', 'Peru', 'Chile'], policy)
  expect(found).toMatchObject([
    { name: 'BOLIVIA', documentId: 1 },
    { name: 'bolivian', documentId: 1 },
  ])
  const open = compilePolicy({ safesearch: 'off' }, { now: new Date() })
  expect(library.findTitles(['peru'], open)).toMatchObject([{ title: 'Peru, a country' }])
})

it('marks are kept in the file', () => {
  const path = temporaryLibraryPath()
  temporaryLibrary(path).writeMark('colour', 'blue')
  const again = temporaryLibrary(path)
  again.writeMark('colour', 'green')
  expect(again.readMark('colour')).toBe('green')
  expect(again.readMark('size')).toBeUndefined()
})

it('a library is searched while it is written through another connection', () => {
  const path = temporaryLibraryPath()
  const writer = temporaryLibrary(path)
  writer.add([note('lake', 'The lake is deep.')])
  const reader = openLibrary(path, { readOnly: true })
  const seen: number[] = []
  function* documents() {
    for (let index = 0; index < 4_001; index++) {
      if (index % 2_000 === 0) seen.push(reader.search({ query: 'water', policy, limit: 1 }).length)
      yield note(`pond ${index}`, 'Water.')
    }
  }
  writer.add(documents())
  expect(seen).toEqual([0, 1, 1])
  reader.close()
})

it('a file that is no library is refused with advice', () => {
  const text = temporaryLibraryPath()
  writeFileSync(text, 'Dear diary, '.repeat(1_000))
  expect(() => openLibrary(text)).toThrow(/not a library: choose another path/)
  const foreign = temporaryLibraryPath()
  new DatabaseSync(foreign).exec('CREATE TABLE other (x)')
  expect(() => openLibrary(foreign)).toThrow(/database of something else/)
  const newer = temporaryLibraryPath()
  openLibrary(newer).close()
  new DatabaseSync(newer).exec('PRAGMA user_version = 99')
  expect(() => openLibrary(newer)).toThrow(/format 99/)
})

it('a library of an earlier layout is refused with advice, whoever opens it', () => {
  const path = temporaryLibraryPath()
  openLibrary(path).close()
  const older = new DatabaseSync(path)
  older.exec('DROP TABLE kind; PRAGMA user_version = 1')
  older.close()
  for (const readOnly of [false, true]) {
    expect(() => openLibrary(path, { readOnly })).toThrow(/format 1, .* add the documents again/)
  }
})

it('the format has a new number when the layout has changed', () => {
  const path = temporaryLibraryPath()
  openLibrary(path).close()
  const file = new DatabaseSync(path)
  // SQLite creates tables of its own for the index.
  const layout = file
    .prepare("SELECT sql FROM sqlite_schema WHERE name NOT GLOB 'passage_index_*' ORDER BY name")
    .all()
  const format = file.prepare('PRAGMA user_version').get()?.['user_version']
  file.close()
  const digest = hash('sha256', JSON.stringify(layout), 'hex').slice(0, 12)
  expect({ format, digest }).toEqual({ format: 2, digest: 'a7111688776d' })
})

it('explains a library that is missing or cannot be created', () => {
  const path = temporaryLibraryPath()
  expect(() => openLibrary(path, { readOnly: true })).toThrow(/add documents to make one/)
  expect(() => openLibrary(`${path}/below/it.db`)).toThrow(/folder must exist/)
})

it('reports damage', () => {
  const path = temporaryLibraryPath()
  const library = openLibrary(path)
  library.add(
    Array.from({ length: 500 }, (_, index) => note(`${index}`, `Lake ${index} deep. `.repeat(40))),
  )
  library.close()
  const bytes = new DatabaseSync(path).prepare('PRAGMA page_count').get()
  writeFileSync(path, Buffer.alloc(4_096 * (Number(bytes?.['page_count']) - 1), 7), { flag: 'r+' })
  expect(() => {
    const damaged = openLibrary(path)
    damaged.search({ query: 'lake', policy, limit: 5 })
  }).toThrow(/not a library|damaged/)
})
