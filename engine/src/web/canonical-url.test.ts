import { expect, it } from 'vitest'
import { canonicalUrl } from './search-service.ts'

it.each([
  ['http://site.example/a', 'https://site.example/a'],
  ['https://www.site.example/a', 'https://site.example/a'],
  ['https://site.example/a/', 'https://site.example/a'],
  ['https://site.example/', 'https://site.example'],
  ['https://site.example:443/a', 'https://site.example/a'],
  ['https://site.example/a#part', 'https://site.example/a'],
  ['https://site.example/a?utm_source=x&utm_medium=y', 'https://site.example/a'],
  ['https://site.example/a?fbclid=x&id=7', 'https://site.example/a?id=7'],
  ['https://SITE.example./a', 'https://site.example/a'],
  ['https://en.m.wikipedia.org/wiki/Lake', 'https://en.wikipedia.org/wiki/Lake'],
  ['https://en.wikipedia.org/wiki/Lake_%28a%29', 'https://en.wikipedia.org/wiki/Lake_(a)'],
])('%s is the same page as %s', (one, other) => {
  expect(canonicalUrl(one)).toBe(canonicalUrl(other))
})

it.each([
  ['https://site.example/a', 'https://site.example/b'],
  ['https://site.example/a', 'https://site.example/A'],
  ['https://site.example/a?id=7', 'https://site.example/a?id=8'],
  ['https://site.example/a', 'https://site.example:8080/a'],
  ['https://m.site.example/a', 'https://site.example/a'],
  ['https://de.wikipedia.org/wiki/A', 'https://en.wikipedia.org/wiki/A'],
])('%s is another page than %s', (one, other) => {
  expect(canonicalUrl(one)).not.toBe(canonicalUrl(other))
})

it('what is no address stays what it is', () => {
  expect(canonicalUrl('no address')).toBe('no address')
  expect(canonicalUrl('https://site.example/%E0%A4%A')).toBe('site.example/%E0%A4%A')
})
