import type { Finding } from '../evidence/finding.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import type { Section } from './draft.ts'
import type { ReportWords } from './report-words.ts'

/** What companies reported, side by side. */
export function figureTables(findings: readonly Finding[], words: ReportWords): Section[] {
  return findings.flatMap(({ figures }) =>
    figures?.table ? [{ heading: words.figures, paragraphs: [], table: figures.table }] : [],
  )
}

/** Statements about filings that give different values. */
export function conflictsOf(findings: readonly Finding[]): readonly Statement[] {
  return findings.flatMap(({ figures }) => figures?.conflicts ?? [])
}

/** Sections on what lies behind the figures, without what an earlier one says. */
export function figureBackground(findings: readonly Finding[]): Section[] {
  const used = new Set<string>()
  const said = new Set<string>()
  const isNew = (text: string) => {
    if (said.has(text)) return false
    said.add(text)
    return true
  }
  return findings.flatMap(({ figures }) =>
    (figures?.background ?? []).flatMap(({ heading, about, statements, isProse, table, notes }) => {
      const own = statements.filter(({ text }) => isNew(text))
      const shown = table && isNew(textOf(table)) ? table : undefined
      const remarks = (notes ?? []).filter(isNew)
      if (own.length === 0 && !shown && remarks.length === 0) return []
      const isTaken = used.has(heading)
      used.add(heading)
      return {
        heading: isTaken && about ? `${about}: ${heading}` : heading,
        paragraphs: isProse ? [own] : [],
        ...(!isProse && { bullets: own }),
        ...(shown && { table: shown }),
        notes: remarks,
      }
    }),
  )
}

function textOf({ columns, rows }: ComparisonTable): string {
  const lines = rows.map(({ label, cells }) => [label, ...cells.map(cell => cell?.text)].join('|'))
  return [columns.join('|'), ...lines].join('\n')
}
