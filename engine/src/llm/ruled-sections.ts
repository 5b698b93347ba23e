import type { Effort } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import { isWritten } from '../evidence/written-statement.ts'
import { compareFindings } from '../write/compare-findings.ts'
import type { Section } from '../write/draft.ts'
import { reportWords } from '../write/report-words.ts'
import { comparisonTables, conflictsOf, figureTables } from '../write/table-sections.ts'
import { gapSections, missingNote } from '../write/write-report.ts'

interface RuledOptions {
  readonly findings: readonly Finding[]
  readonly ledger: Ledger
  readonly effort: Effort
  readonly language: string
}

/** What code adds to a model's report: tables that it made, differences left out, and gaps. */
export function ruledSections(
  written: readonly Section[],
  { findings, ledger, effort, language }: RuledOptions,
): Section[] {
  const words = reportWords(language)
  if (effort === 'lite') {
    const note = missingNote(findings, words)
    return note === undefined ? [] : [{ paragraphs: [], notes: [note] }]
  }
  const statements = written.flatMap(({ paragraphs, bullets = [] }) => [
    ...paragraphs.flat(),
    ...bullets,
  ])
  const used = new Set(
    statements.filter(isWritten).flatMap(({ facts }) => facts.map(({ text }) => text)),
  )
  const conflicts = conflictsOf(findings, { ledger, effort }).filter(({ text }) => !used.has(text))
  return [
    ...comparisonTables(compareFindings(findings, ledger), words),
    ...figureTables(findings, words),
    ...(conflicts.length > 0
      ? [{ heading: words.differ, paragraphs: [], bullets: conflicts }]
      : []),
    ...gapSections(findings, words),
  ]
}
