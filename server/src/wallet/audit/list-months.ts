import type pg from 'pg'

export interface Month {
  /** The end of its partitions' names, such as 2026_11; before and default are months, too. */
  readonly month: string
  readonly movementBytes: number
}

/** The months that are not archived, those that were proven longest ago first. */
export async function listMonths(client: pg.ClientBase): Promise<Month[]> {
  const { rows } = await client.query<{ month: string; bytes: string }>(
    `select part.month, pg_relation_size(part.inhrelid) as bytes
     from (
       select inhrelid, substr(inhrelid::regclass::text, 10) as month
       from pg_inherits where inhparent = 'movement'::regclass
     ) as part
     left join book_month on book_month.month = part.month
     order by book_month.proven_at nulls first, part.month`,
  )
  return rows.map(({ month, bytes }) => ({ month, movementBytes: Number(bytes) }))
}
