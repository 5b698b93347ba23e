import { expect, it } from 'vitest'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { SourceControls } from '../research.ts'
import type { Document } from './document.ts'
import type { Library } from './open-library.ts'
import { temporaryLibrary } from './testing/temporary-library.ts'

const now = new Date('2026-11-15T12:00:00Z')

function urls(
  library: Library,
  query: string,
  controls: SourceControls = {},
  limit = 10,
): string[] {
  const policy = compilePolicy(controls, { now })
  return library.search({ query, policy, limit }).map(passage => passage.url)
}

const about = (url: string, more: Partial<Document> = {}): Document => ({
  url,
  title: 'Lakes',
  text: 'The lake is deep.',
  ...more,
})

it('the title and headings count more than the text', () => {
  const library = temporaryLibrary()
  library.add([
    about('https://a.example/1', { title: 'Hills', text: 'A pond. A hill is no lake.' }),
    about('https://a.example/2', { title: 'Hills', text: '# Lake\nA pond.' }),
    about('https://a.example/3', { title: 'Lake', text: 'A pond.' }),
  ])
  expect(urls(library, 'lakes').at(-1)).toBe('https://a.example/1')
})

it('words are found whatever their case, diacritics and ending', () => {
  const library = temporaryLibrary()
  library.add([
    about('https://a.example/1', { text: 'Exportações of São Tomé: bordering cocoas.' }),
  ])
  expect(urls(library, 'SAO TOME')).toHaveLength(1)
  expect(urls(library, 'borders')).toHaveLength(1)
})

it('whatever is typed is taken as words', () => {
  const library = temporaryLibrary()
  library.add([about('https://a.example/1')])
  for (const query of [
    '"',
    'lake"',
    'lake OR',
    'NOT lake',
    'body:lake*',
    '(lake',
    'lake -deep',
    '^lake',
  ]) {
    expect(() => urls(library, query)).not.toThrow()
  }
  expect(urls(library, 'lake OR (NEAR "')).toHaveLength(1)
  expect(urls(library, '')).toEqual([])
  expect(urls(library, '???')).toEqual([])
})

it('the longest input is cut to what tells most', () => {
  const library = temporaryLibrary()
  const common = Array.from({ length: 60 }, (_, index) => about(`https://a.example/${index}`))
  library.add([...common, about('https://a.example/rare', { text: 'The quokka is rare.' })])
  const filler = Array.from({ length: 300 }, (_, index) => `filler${index}`).join(' ')
  expect(urls(library, `deep lake ${filler} quokka ${'lake deep '.repeat(3_500)}`)[0]).toBe(
    'https://a.example/rare',
  )
})

it('a search can be kept to some documents', () => {
  const library = temporaryLibrary()
  library.add(['1', '2', '3'].map(name => about(`https://a.example/${name}`)))
  const policy = compilePolicy({}, { now })
  const found = library.search({ query: 'lake', policy, limit: 10, documentIds: [3, 1] })
  expect(found.map(({ documentId }) => documentId).sort()).toEqual([1, 3])
  expect(library.search({ query: 'lake', policy, limit: 10, documentIds: [] })).toEqual([])
})

it('each control binds in results', () => {
  const library = temporaryLibrary()
  library.add([
    about('https://lakes.gov/1', { publishedOn: '2026-11-14', language: 'en' }),
    about('https://www.lakes.example/2', { publishedOn: '2020-01-01', language: 'de' }),
    about('https://lagos.cl/3', { rating: 'mature' }),
    about('https://notlakes.example/4', { rating: 'adult', language: 'zh-hant' }),
  ])
  const names = (controls: SourceControls) =>
    urls(library, 'lake', controls)
      .map(url => url.slice(-1))
      .sort()
      .join('')
  expect(names({})).toBe('123')
  expect(names({ safesearch: 'off' })).toBe('1234')
  expect(names({ safesearch: 'strict' })).toBe('12')
  expect(names({ include_domains: ['gov'] })).toBe('1')
  expect(names({ include_domains: ['lakes.example'] })).toBe('2')
  expect(names({ include_domains: ['nowhere.example'] })).toBe('')
  expect(names({ exclude_domains: ['example'] })).toBe('13')
  expect(names({ freshness: 'week' })).toBe('1')
  expect(names({ freshness: '2019-01-01to2020-12-31' })).toBe('2')
  expect(names({ country: 'US' })).toBe('12')
  expect(names({ language: 'EN-GB' })).toBe('13')
})

it('a boosted domain comes first, and excludes nobody', () => {
  const library = temporaryLibrary()
  library.add([
    ...Array.from({ length: 30 }, (_, index) => about(`https://a.example/${index}`)),
    about('https://b.example/1', { text: `The lake is deep. ${'The hill is steep. '.repeat(3)}` }),
  ])
  expect(urls(library, 'deep lake', {}, 5)).not.toContain('https://b.example/1')
  const boosted = urls(library, 'deep lake', { boost_domains: ['b.example'] }, 5)
  expect(boosted[0]).toBe('https://b.example/1')
  expect(boosted).toHaveLength(5)
})

it('what the policy leaves out does not use up the limit', () => {
  const library = temporaryLibrary()
  library.add([
    ...Array.from({ length: 300 }, (_, index) =>
      about(`https://a.example/${index}`, { title: 'Lake lake lake', language: 'en' }),
    ),
    about('https://b.example/1', { text: `A lake. ${'A hill. '.repeat(60)}`, language: 'de' }),
  ])
  expect(urls(library, 'lake', { language: 'de' }, 3)).toEqual(['https://b.example/1'])
})

it('the words of an identifier find it', () => {
  const library = temporaryLibrary()
  library.add([
    about('https://a.example/1', { title: 'Server', text: '## bodyLimit\n\nDefault: 1 MiB' }),
    about('https://a.example/2', { title: 'Server', text: '## keepAlive\n\nDefault: 72 s' }),
  ])
  expect(urls(library, 'the limit of a body')[0]).toBe('https://a.example/1')
})

it('finds words of languages that write no spaces between them', () => {
  const library = temporaryLibrary()
  library.add([
    { url: 'https://notes.example/zh', title: '洞庭湖', text: '这个湖泊的面积是两千平方公里。' },
    { url: 'https://notes.example/ja', title: '琵琶湖', text: '琵琶湖は日本で最も大きな湖です。' },
    { url: 'https://notes.example/th', title: 'ทะเลสาบ', text: 'ทะเลสาบนี้ลึกมาก' },
  ])
  const found = (query: string) => urls(library, query).map(url => url.slice(-2))
  expect(found('洞庭湖的面积')).toContain('zh')
  expect(found('日本の湖')[0]).toBe('ja')
  expect(found('ลึกมาก')).toEqual(['th'])
})
