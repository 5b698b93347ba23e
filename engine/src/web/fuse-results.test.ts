import { expect, it } from 'vitest'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { SourceControls } from '../research.ts'
import { fuseResults } from './results.ts'
import type { WebResult } from './search-service.ts'

const now = new Date('2026-11-15T12:00:00Z')

function fuse(lists: readonly (readonly (string | WebResult)[])[], controls: SourceControls = {}) {
  const results = lists.map(list =>
    list.map(item => (typeof item === 'string' ? { url: item, title: item } : item)),
  )
  return fuseResults(results, { policy: compilePolicy(controls, { now }) })
}

const urls = (results: readonly WebResult[]) => results.map(({ url }) => url)
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(name => `https://${name}.example/`) as [
  string,
  string,
  string,
  string,
]

it('what several list goes before what one has first', () => {
  expect(urls(fuse([[a, b], [c, b], [d]]))).toEqual([b, a, c, d])
})

it('a list that repeats a page says no more for it than another', () => {
  expect(urls(fuse([[a, a, a, a, a], [b, c], [b]]))).toEqual([b, a, c])
})

it('the same page under several addresses is one, with all that is known of it', () => {
  const fused = fuse([
    [{ url: 'http://www.a.example/x/', title: 'One' }],
    [{ url: 'https://a.example/x?utm_id=1', title: 'Other', publishedOn: '2026-01-01' }],
  ])
  expect(fused).toEqual([
    { url: 'https://a.example/x?utm_id=1', title: 'One', publishedOn: '2026-01-01' },
  ])
})

it('what the policy rules out is left out', () => {
  expect(urls(fuse([[a, b]], { exclude_domains: ['a.example'] }))).toEqual([b])
  expect(urls(fuse([[a, b]], { include_domains: ['a.example'] }))).toEqual([a])
  expect(urls(fuse([[a, 'https://a.de/']], { country: 'FR' }))).toEqual([a])
})

it('a date outside the window rules a page out; none does not, as the page may tell', () => {
  const dated = [
    { url: a, title: 'Old', publishedOn: '2020-01-01' },
    { url: b, title: 'New', publishedOn: '2026-11-14' },
    { url: c, title: 'Unknown' },
  ]
  expect(urls(fuse([dated], { freshness: 'week' }))).toEqual([b, c])
  expect(urls(fuse([dated]))).toEqual([a, b, c])
})

it('what the policy prefers moves up', () => {
  expect(urls(fuse([[a, b, c]], { boost_domains: ['c.example'] }))).toEqual([c, a, b])
})

it('a few of one host, then others, then the rest of it', () => {
  const many = [1, 2, 3, 4, 5].map(page => `https://a.example/${page}`)
  expect(urls(fuse([[...many, b]]))).toEqual([...many.slice(0, 3), b, ...many.slice(3)])
})
