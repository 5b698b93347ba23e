import { describe, expect, it } from 'vitest'
import { propertyOf } from './property.ts'
import { type Leaf, proveLeaf } from './prove-leaf.ts'
import { proofsOf } from './prove-values.ts'
import { entriesOf } from './testing/ledger-entries.ts'

const proofs = proofsOf(
  entriesOf({
    title: 'Arden',
    text: [
      'Population: 4,120,300 (2018 est.)',
      'Landlocked: yes, since 1825',
      'Government type: federal republic',
      'Trade office: https://trade.arden.test/en/ and mail@arden.test',
      'The port of Tolm handles 12 ships a day.',
    ].join('\n'),
  }),
)
const leaf = (value: Leaf['value'], name: string, more: Partial<Leaf> = {}): Leaf => ({
  value,
  property: propertyOf([name], ''),
  format: '',
  ...more,
})
const evidenceOf = (one: Leaf, ids?: readonly string[]) => {
  const own = ids ? proofs.filter(({ id }) => ids.includes(id)) : proofs
  const proven = proveLeaf(one, { proofs: own, language: 'en' })
  return 'evidence' in proven ? proven.evidence.map(({ id }) => `E${id}`) : proven.reason
}

describe('a value rests on', () => {
  it('the one quote that says it', () => {
    expect(evidenceOf(leaf(4_120_300, 'population'))).toEqual(['E1'])
  })

  it('several quotes together', () => {
    const text =
      'Arden is a federal republic, landlocked since 1825, with a population of 4,120,300.'
    expect(evidenceOf(leaf(text, 'summary'), ['E1', 'E2', 'E3'])).toEqual(['E1', 'E2', 'E3'])
  })
})

describe('addresses', () => {
  it('are whole in a quote, or belong to a source', () => {
    expect(evidenceOf(leaf('https://trade.arden.test/en/', 'website'), ['E4'])).toEqual(['E4'])
    expect(evidenceOf(leaf('mail@arden.test', 'contact', { format: 'email' }), ['E4'])).toEqual([
      'E4',
    ])
    expect(evidenceOf(leaf('https://library.test/1', 'url'), ['E2'])).toEqual(['E2'])
  })

  it.each([
    'https://trade.arden.test/en/prices',
    'https://trade.arden.test',
    'https://trade.arden.test/e',
    'https://library.test/12',
    'ail@arden.test',
    'www.arden.test',
  ])('%s is invented', address => {
    expect(evidenceOf(leaf(address, 'website'), ['E4'])).toMatch(/address/)
  })
})

describe('choices', () => {
  const allowed = ['republic', 'federal_republic', 'monarchy']
  it('rest on a quote that names them', () => {
    const one = leaf('federal_republic', 'government type', { allowed })
    expect(evidenceOf(one)).toEqual(['E3'])
  })

  it('are refused where the quote names another one', () => {
    const one = leaf('monarchy', 'government type', { allowed })
    expect(evidenceOf(one, ['E3'])).toMatch(/speaks/)
  })

  it('need a quote that speaks of the matter, where none names them', () => {
    const levels = ['small', 'large']
    const one = leaf('small', 'population size', { allowed: levels })
    expect(evidenceOf(one)).toEqual(['E1'])
    expect(evidenceOf(one, ['E2'])).toMatch(/speaks/)
  })

  it('that are truths are refused where a quote says otherwise', () => {
    expect(evidenceOf(leaf(true, 'landlocked'))).toEqual(['E2'])
    expect(evidenceOf(leaf(false, 'landlocked'), ['E2'])).toMatch(/speaks/)
    expect(evidenceOf(leaf(true, 'has port'), ['E5'])).toEqual(['E5'])
    expect(evidenceOf(leaf(true, 'nuclear power'))).toMatch(/speaks/)
  })
})

it('text that is empty, endless or half a character is none', () => {
  for (const value of ['', ' \n', 'a'.repeat(30_000), 'Arden \ud800']) {
    expect(evidenceOf(leaf(value, 'name'), ['E1'])).toMatch(/empty/)
  }
})
