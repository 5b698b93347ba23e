import { expect, it } from 'vitest'
import { createCitations } from '../write/render-report.ts'
import { fieldSources } from './prove-values.ts'
import { entriesOf } from './testing/ledger-entries.ts'

const entries = entriesOf(
  { title: 'Arden', text: 'Population: 4,120,300\nCapital: Ostrava Bay' },
  { title: 'Belmar', text: 'Capital: Tolm' },
)

it('names the sources of each value by the numbers of their citations', () => {
  const [population, capital, other] = entries
  if (!population || !capital || !other) throw new Error('there are three')
  const evidence = [
    { pointer: '/capitals/0', evidence: [other] },
    { pointer: '/capitals/1', evidence: [capital] },
    { pointer: '/both', evidence: [population, other, population] },
  ]
  const citations = createCitations()
  citations.markers(evidence.flatMap(field => field.evidence))
  expect(fieldSources(evidence, citations.sources())).toEqual([
    { pointer: '/capitals/0', sources: [1], quotes: ['Capital: Tolm'] },
    { pointer: '/capitals/1', sources: [2], quotes: ['Capital: Ostrava Bay'] },
    { pointer: '/both', sources: [1, 2], quotes: ['Population: 4,120,300', 'Capital: Tolm'] },
  ])
})

it('is silent about evidence that is not among the sources', () => {
  const evidence = [{ pointer: '/a', evidence: entries }]
  expect(fieldSources(evidence, [])).toEqual([])
})
