import type pg from 'pg'

export interface StoredMonth {
  /** The end of its partitions' names, such as 2026_11; before for what is older than months. */
  readonly month: string
  /** Its charges' ids: from the first, up to and without the end. */
  readonly firstId: string
  readonly endId: string
  /** Whether it ended a month ago or longer. */
  readonly isOver: boolean
}

interface Row {
  month: string
  first_id: string
  end_id: string
  is_over: boolean
}

/** The months in the database, oldest first; those that end by the given one (YYYY-MM) if there is one. */
export async function findMonths(
  client: pg.ClientBase,
  { before }: { before?: string | undefined } = {},
): Promise<StoredMonth[]> {
  const { rows } = await client.query<Row>(
    `select month, first_id, end_id, end_id <= first_id_at(now() - interval '1 month') as is_over
     from (
       select substr(pg_class.oid::regclass::text, 8) as month,
         coalesce(substring(bounds from 'FROM \\(''([0-9a-f-]+)''\\)'),
           '00000000-0000-0000-0000-000000000000')::uuid as first_id,
         substring(bounds from 'TO \\(''([0-9a-f-]+)''\\)')::uuid as end_id
       from pg_inherits
       join pg_class on pg_class.oid = pg_inherits.inhrelid
       cross join pg_get_expr(pg_class.relpartbound, pg_class.oid) as bounds
       where inhparent = 'charge'::regclass
     ) as stored
     where end_id is not null
       and ($1::text is null or end_id <= first_id_at(($1 || '-01 00:00Z')::timestamptz))
     order by end_id`,
    [before ?? null],
  )
  return rows.map(row => ({
    month: row.month,
    firstId: row.first_id,
    endId: row.end_id,
    isOver: row.is_over,
  }))
}
