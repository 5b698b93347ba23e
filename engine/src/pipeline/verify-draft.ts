import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { verifySentences } from '../verify/verify-report.ts'
import type { Draft, Section } from '../write/draft.ts'

/**
 * The draft with only those statements that their quotes bear out, from sources that the policy
 * allows. The writer should have seen to both; here it is proven.
 */
export function verifyDraft(draft: Draft, policy: SourcePolicy): Draft {
  return mapStatements(draft, statement => (isBorneOut(statement, policy) ? statement : undefined))
}

export function countStatements(draft: Draft): number {
  return statementsOf(draft).length
}

export function statementsOf({ sections }: Draft): Statement[] {
  return sections.flatMap(({ paragraphs, bullets = [], table }) => [
    ...paragraphs.flat(),
    ...bullets,
    ...(table?.rows ?? []).flatMap(({ cells }) => cells.filter(cell => cell !== undefined)),
  ])
}

/** The draft with another statement in the place of each, or none. */
export function mapStatements(
  { sections, ...rest }: Draft,
  change: (statement: Statement) => Statement | undefined,
): Draft {
  const all = (statements: readonly Statement[]) => statements.flatMap(one => change(one) ?? [])
  return {
    ...rest,
    sections: sections.map(section => ({
      ...section,
      paragraphs: section.paragraphs.map(all),
      ...(section.bullets && { bullets: all(section.bullets) }),
      ...(section.table && { table: changeCells(section.table, change) }),
    })),
  }
}

/** Whether what a statement names as evidence stands in its document and may be used. */
export function isAllowed({ evidence }: Statement, policy: SourcePolicy): boolean {
  return (
    evidence.length > 0 && evidence.every(entry => isExact(entry) && policy.admits(entry.passage))
  )
}

/** Whether a statement that rules put together, or that claims to be a quote, is borne out. */
export function isBorneOut(statement: Statement, policy: SourcePolicy): boolean {
  if (!isAllowed(statement, policy)) return false
  const { text, evidence, isVerbatim, computed = [] } = statement
  // A field's quote does not name what its document is about: the title does.
  const quotes = evidence.flatMap(({ quote, passage }) => [quote, passage.title])
  const [verdict] = verifySentences([{ text, quotes, computed, isVerbatim }])
  return verdict?.verdict === 'kept'
}

function isExact({ quote, start, end, passage }: Evidence): boolean {
  return passage.text.slice(start - passage.start, end - passage.start) === quote
}

function changeCells(
  table: NonNullable<Section['table']>,
  change: (statement: Statement) => Statement | undefined,
): NonNullable<Section['table']> {
  const rows = table.rows.map(row => ({
    ...row,
    cells: row.cells.map(cell => cell && change(cell)),
  }))
  return { ...table, rows: rows.filter(({ cells }) => cells.some(cell => cell !== undefined)) }
}
