import type { ComparisonTable, Statement } from '../evidence/statement.ts'

/** A report before it is rendered: everything that claims something is a statement. */
export interface Draft {
  readonly sections: readonly Section[]
}

export interface Section {
  readonly heading?: string
  readonly paragraphs: readonly (readonly Statement[])[]
  readonly bullets?: readonly Statement[]
  readonly table?: ComparisonTable
  /** About the search itself, such as what was not found; claims nothing about the world. */
  readonly notes?: readonly string[]
}
