import type pg from 'pg'

export type Violation = {
  readonly rule: string
  /** Which account, charge or task breaks it, and how. */
  readonly subject: string
  readonly detail: string
}

/** One statement finds no more: books that are broken everywhere still fit into memory. */
const MOST = 1_000

/** A row of a rule's query. */
export async function findViolations(
  client: pg.ClientBase,
  [rule, query]: readonly [rule: string, query: string],
  values: readonly unknown[] = [],
): Promise<Violation[]> {
  const { rows } = await client.query<Omit<Violation, 'rule'>>(
    `select subject, detail from (${query}) as found limit ${MOST}`,
    [...values],
  )
  return rows.map(({ subject, detail }) => ({ rule, subject, detail }))
}
