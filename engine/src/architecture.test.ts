import { folderOf, importsOf, readSources } from '@footnote/platform/testing/source-files'
import { describe, expect, it } from 'vitest'

/** Which folders of the engine each folder may import from; what lies at the top is open to all. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  text: [],
  // The reading model knows texts and questions, and nothing of where they come from.
  reader: ['text'],
  // A policy speaks of documents, and a search obeys a policy.
  library: ['policy', 'text'],
  policy: ['library'],
  extract: ['library', 'text'],
  search: ['library', 'plan', 'policy', 'text'],
  // Connections to services that the operator chose, and to pages that nobody vouches for.
  outside: ['fetch'],
  fetch: [],
  web: ['extract', 'fetch', 'library', 'outside', 'policy', 'search', 'text'],
  finance: [
    'evidence',
    'extract',
    'facts',
    'fetch',
    'library',
    'outside',
    'policy',
    'search',
    'tables',
    'text',
  ],
  tables: ['library', 'text'],
  facts: ['evidence', 'extractive', 'library', 'plan', 'policy', 'search', 'text'],
  plan: ['facts', 'text'],
  evidence: ['facts', 'library', 'plan', 'tables', 'text'],
  verify: ['evidence', 'llm', 'policy', 'text'],
  write: ['evidence', 'library', 'plan', 'tables', 'text'],
  // Schemas and proofs of values, for both authors.
  shape: ['evidence', 'text', 'verify'],
  // Questions in plain words, as the question model understood them.
  questions: ['facts', 'finance', 'library', 'plan', 'reader', 'text'],
  // The two authors; nobody but `with-fallback.ts` knows both.
  extractive: [
    ...['evidence', 'facts', 'finance', 'library', 'plan', 'questions', 'reader', 'search'],
    ...['shape', 'tables', 'text', 'verify', 'write'],
  ],
  llm: ['evidence', 'extract', 'library', 'outside', 'plan', 'shape', 'text', 'verify', 'write'],
  // The pipeline knows authors by their interface alone.
  pipeline: [
    ...['evidence', 'extract', 'facts', 'finance', 'library', 'plan', 'policy', 'search', 'shape'],
    ...['text', 'verify', 'write'],
  ],
  // Runs and the wire know the pipeline by its type alone.
  runs: [],
  http: ['runs', 'shape'],
}

const files = readSources(import.meta.dirname)

describe.each(Object.entries(ALLOWED))('%s', (folder, allowed) => {
  it(`imports from ${['itself', ...allowed].join(', ')} and nowhere else`, () => {
    const strays = files
      .filter(({ path }) => folderOf(path) === folder)
      .flatMap(file => importsOf(file).map(target => ({ file: file.path, target })))
      .filter(({ target }) => target.endsWith('.ts'))
      .filter(({ target }) => ![undefined, folder, ...allowed].includes(folderOf(target)))
    expect(strays).toEqual([])
  })
})

it('the engine knows nothing of the service', () => {
  const strays = files.filter(({ text }) => text.includes('@footnote/server'))
  expect(strays.map(({ path }) => path)).toEqual([])
})

it('the environment is read by the commands alone, and handed on', () => {
  const readers = files.filter(({ text }) => text.includes('process.env'))
  for (const { path } of readers) expect(path).toMatch(/^commands\//)
})

it('nothing is written to the log or the terminal but by those whose business it is', () => {
  const writers = files.filter(({ text }) => /console\.|process\.std(out|err)\b/.test(text))
  for (const { path } of writers) expect(path).toMatch(/^commands\//)
})
