import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { verifySentences } from '../verify/verify-report.ts'
import type { Draft, Section } from '../write/draft.ts'

/**
 * The draft with only those statements that their quotes bear out, from sources that the policy
 * allows. The writer should have seen to both; here it is proven.
 */
export function verifyDraft({ sections }: Draft, policy: SourcePolicy): Draft {
  const keep = (statement: Statement) => isBorneOut(statement, policy)
  return {
    sections: sections.map(section => ({
      ...section,
      paragraphs: section.paragraphs.map(statements => statements.filter(keep)),
      ...(section.bullets && { bullets: section.bullets.filter(keep) }),
      ...(section.table && { table: keepCells(section.table, keep) }),
    })),
  }
}

export function countStatements({ sections }: Draft): number {
  return sections.flatMap(({ paragraphs, bullets = [], table }) => [
    ...paragraphs.flat(),
    ...bullets,
    ...(table?.rows ?? []).flatMap(({ cells }) => cells.filter(cell => cell !== undefined)),
  ]).length
}

function isBorneOut(
  { text, evidence, isVerbatim, computed = [] }: Statement,
  policy: SourcePolicy,
): boolean {
  if (
    evidence.length === 0 ||
    !evidence.every(entry => isExact(entry) && policy.admits(entry.passage))
  ) {
    return false
  }
  // A field's quote does not name what its document is about: the title does.
  const quotes = evidence.flatMap(({ quote, passage }) => [quote, passage.title])
  const [verdict] = verifySentences([{ text, quotes, computed, isVerbatim }])
  return verdict?.verdict === 'kept'
}

function isExact({ quote, start, end, passage }: Evidence): boolean {
  return passage.text.slice(start - passage.start, end - passage.start) === quote
}

function keepCells(
  table: NonNullable<Section['table']>,
  keep: (statement: Statement) => boolean,
): NonNullable<Section['table']> {
  const rows = table.rows.map(row => ({
    ...row,
    cells: row.cells.map(cell => (cell && keep(cell) ? cell : undefined)),
  }))
  return { ...table, rows: rows.filter(({ cells }) => cells.some(cell => cell !== undefined)) }
}
