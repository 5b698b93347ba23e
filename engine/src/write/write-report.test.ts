import { expect, it } from 'vitest'
import { budgets } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import { createLedger } from '../evidence/ledger.ts'
import { writeReport } from './write-report.ts'

const text = 'Capital: Onhava'
const passage = {
  documentId: 1,
  url: 'https://almanac.example/zembla',
  title: 'Zembla — Almanac',
  start: 0,
  text,
  headings: [],
  score: 1,
}
const subject = { name: 'Zembla', documentIds: [1] }
const found = { passage, span: { start: 0, end: text.length }, text, label: 'Capital' }

it('tells what was not found from what was not looked for', () => {
  const findings: Finding[] = [
    {
      part: { question: 'capital', subject, attribute: 'capital' },
      sentences: [{ ...found, score: 1, overlap: 1, coverage: 1 }],
      related: [],
    },
    { part: { question: 'lakes', subject, attribute: 'lakes' }, sentences: [], related: [] },
    {
      part: { question: 'birds', subject, attribute: 'birds' },
      sentences: [],
      related: [],
      isSkipped: true,
    },
  ]
  const options = { ledger: createLedger(), effort: 'standard', limits: budgets.standard } as const
  const { sections } = writeReport(findings, options)
  const notesUnder = (heading: string) => sections.find(one => one.heading === heading)?.notes
  expect(notesUnder('Not found')).toEqual(['- Zembla: lakes'])
  expect(notesUnder('Left out at this effort')).toEqual(['- Zembla: birds'])
})
