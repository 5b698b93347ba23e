import { expect, it } from 'vitest'
import { proveText } from './prove-leaf.ts'
import { proofOf } from './testing/ledger-entries.ts'

const QUOTE =
  'President Ana Verro opened the Ostrava Bay bridge, which cost $1.2 billion, in March 2019.'
const proves = (text: string, quote = QUOTE, about: Parameters<typeof proofOf>[1] = {}) =>
  proveText(text, [proofOf(quote, about)], 'en')

it.each([
  ['a name', 'Ana Verro'],
  ['a name in other letters', 'ANA VERRO'],
  ['a figure as written', '$1.2 billion'],
  ['a sentence in its own words', 'The Ostrava Bay bridge was opened by President Ana Verro.'],
  ['a sign in words', 'USD'],
])('%s is proven', (_, text) => {
  expect(proves(text)).toBe(true)
})

it.each([
  ['another name', 'Ana Verri'],
  ['half of a name that is another', 'Ana Kovac'],
  ['a part of a word', 'dent Ana'],
  ['another figure', '$1.3 billion'],
  ['a part of a figure', '2 billion'],
  ['another year in its own words', 'President Ana Verro opened the Ostrava Bay bridge in 2018.'],
  ['another subject', 'The bridge collapsed because of corruption in the ministry of transport.'],
  ['the opposite', 'President Ana Verro did not open the Ostrava Bay bridge in March 2019.'],
  ['what people write who know nothing', 'Unknown'],
  ['signs', '—'],
  ['an id', 'E1'],
])('%s is not proven', (_, text) => {
  expect(proves(text)).toBe(false)
})

it('every sentence of a longer text must be proven', () => {
  const first = 'President Ana Verro opened the Ostrava Bay bridge.'
  expect(proves(`${first} It cost $1.2 billion.`)).toBe(true)
  expect(proves(`${first} It cost $4 billion.`)).toBe(false)
})

it('titles and headings name what a quote speaks of', () => {
  expect(proves('Arden', 'Population: 4,120,300', { title: 'Arden' })).toBe(true)
  const about = { title: 'Corvia', headings: ['Economy of Arden'] }
  expect(proves('Arden', 'GDP: 5', about)).toBe(true)
})

it('of a translation figures and names are held against the quotes, and nothing else can be', () => {
  const proof = proofOf(QUOTE, { language: 'en' })
  const says = (text: string, language: string) => proveText(text, [proof], language)
  expect(says('Präsidentin Ana Verro eröffnete 2019 die Brücke.', 'de')).toBe(true)
  expect(says('Die Brücke kostete 1,2 Milliarden Dollar.', 'de')).toBe(true)
  expect(says('Die Brücke kostete 1,3 Milliarden Dollar.', 'de')).toBe(false)
  expect(says('La présidente Ana Verro a inauguré le pont.', 'fr')).toBe(true)
  expect(says('Le président Ivan Kovac a inauguré le pont.', 'fr')).toBe(false)
  expect(says('Präsidentin Ana Verro eröffnete 2019 die Brücke.', 'en')).toBe(false)
  expect(says('Something that nobody has said about anything at all.', 'en')).toBe(false)
})
