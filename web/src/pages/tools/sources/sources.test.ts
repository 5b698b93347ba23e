import { expect, test } from 'vitest'
import { readDomains } from './domain-list-field.tsx'
import { countryNames, languageNames } from './source-controls.tsx'

test('reads one or many domains in the contract’s spelling', () => {
  expect(
    readDomains('Example.COM, https://www.who.int/news?x=1 bücher.example gov', ['a.com']),
  ).toEqual({
    domains: ['a.com', 'example.com', 'www.who.int', 'xn--bcher-kva.example', 'gov'],
    rest: '',
  })
  expect(readDomains('good.com bad_one 10.0.0.1', [])).toMatchObject({
    domains: ['good.com'],
    rest: 'bad_one 10.0.0.1',
  })
  const many = Array.from({ length: 501 }, (_, index) => `s${index}.com`).join(' ')
  expect(readDomains(many, ['a.com'])).toMatchObject({ domains: ['a.com'], rest: many })
})

test('gives every code its own name', () => {
  expect(countryNames).toContainEqual({ value: 'CH', name: 'Switzerland' })
  for (const names of [countryNames, languageNames]) {
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length)
    expect(names.every(({ value, name }) => name !== value)).toBe(true)
  }
})
