import type pg from 'pg'

export type Violation = {
  readonly rule: string
  /** Which account, charge or task breaks it, and how. */
  readonly subject: string
  readonly detail: string
}

/** What a rule's query finds. */
export async function findViolations(
  client: pg.ClientBase,
  [rule, query]: readonly [rule: string, query: string],
  values: readonly unknown[] = [],
): Promise<Violation[]> {
  const { rows } = await client.query<Omit<Violation, 'rule'>>(query, [...values])
  return rows.map(({ subject, detail }) => ({ rule, subject, detail }))
}
