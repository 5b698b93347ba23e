import type { Statement } from './statement.ts'

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

export interface ComparisonTable {
  /** What the rows are compared by; the first column is the attribute. */
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly (Statement | undefined)[]
  }[]
}
