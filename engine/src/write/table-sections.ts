import type { Effort } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import type { ComparedFindings } from './compare-findings.ts'
import type { Section } from './draft.ts'
import { findConflicts } from './find-conflicts.ts'
import type { ReportWords } from './report-words.ts'

/** One table for each set of subjects, with a row for each thing that they are compared by. */
export function comparisonTables(
  comparisons: readonly ComparedFindings[],
  words: ReportWords,
): Section[] {
  const bySubjects = Map.groupBy(comparisons, ({ subjects }) => subjects.join('\n'))
  return [...bySubjects.values()].map(group => {
    const table: ComparisonTable = {
      columns: ['', ...(group[0]?.subjects ?? [])],
      rows: group.map(({ row }) => row),
    }
    return { heading: words.comparison, paragraphs: [], table }
  })
}

/** What companies reported, side by side. */
export function figureTables(findings: readonly Finding[], words: ReportWords): Section[] {
  return findings.flatMap(({ figures }) =>
    figures?.table ? [{ heading: words.figures, paragraphs: [], table: figures.table }] : [],
  )
}

/** Filings that differ are always told; among other sources a short report does not look for it. */
export function conflictsOf(
  findings: readonly Finding[],
  { ledger, effort }: { readonly ledger: Ledger; readonly effort: Effort },
): Statement[] {
  const reported = findings.flatMap(({ figures }) => figures?.conflicts ?? [])
  return effort === 'standard' ? reported : [...reported, ...findConflicts(findings, ledger)]
}
