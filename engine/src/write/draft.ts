import type { ComparisonTable, Statement } from '../evidence/statement.ts'

/** A report before it is rendered: everything that claims something is a statement. */
export interface Draft {
  readonly sections: readonly Section[]
  /** The language that it is written in; absent for what rules wrote in the words of the sources. */
  readonly language?: string
  /** How it came about, for the note at the end of the report. */
  readonly author?: 'rules' | 'model'
  /** How many sentences a model wrote that named nothing which they could rest on. */
  readonly unsupported?: number
}

export interface Section {
  readonly heading?: string
  readonly paragraphs: readonly (readonly Statement[])[]
  readonly bullets?: readonly Statement[]
  readonly table?: ComparisonTable
  /** About the search itself, such as what was not found; claims nothing about the world. */
  readonly notes?: readonly string[]
}

/** What verification made of a draft, for the note at the end of the report. */
export interface VerificationNotes {
  /** Sentences that nothing supports. */
  readonly removed: number
  /** Sentences that code has proven and a model judged, and those that it should have judged. */
  readonly judged: number
  readonly unjudged: number
}

/** Lists all statements of a draft, those in tables included. */
export function statementsOf({ sections }: Pick<Draft, 'sections'>): Statement[] {
  return sections.flatMap(({ paragraphs, bullets = [], table }) => [
    ...paragraphs.flat(),
    ...bullets,
    ...(table?.rows ?? []).flatMap(({ cells }) => cells.filter(cell => cell !== undefined)),
  ])
}

/** Replaces each statement of a draft, or removes it. */
export function mapStatements(
  { sections, ...rest }: Draft,
  change: (statement: Statement) => Statement | undefined,
): Draft {
  const all = (statements: readonly Statement[]) => statements.flatMap(one => change(one) ?? [])
  const rowsOf = ({ rows }: ComparisonTable) =>
    rows
      .map(row => ({ ...row, cells: row.cells.map(cell => cell && change(cell)) }))
      .filter(({ cells }) => cells.some(cell => cell !== undefined))
  return {
    ...rest,
    sections: sections.map(section => ({
      ...section,
      paragraphs: section.paragraphs.map(all),
      ...(section.bullets && { bullets: all(section.bullets) }),
      ...(section.table && { table: { ...section.table, rows: rowsOf(section.table) } }),
    })),
  }
}
