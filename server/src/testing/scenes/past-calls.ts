import type { Database } from '@footnote/platform/database/connect'

/**
 * Creates the partitions of a past month (YYYY-MM) and of all months since. The partition for
 * earlier rows must be empty, and ends where that month begins.
 */
export async function makePastMonths(database: Database, first: string): Promise<void> {
  await database.query(`
    do $$
    declare
      since timestamptz := '${first}-01 00:00Z';
      parent text;
    begin
      foreach parent in array array['charge', 'movement'] loop
        execute format('alter table %I detach partition %I', parent, parent || '_before');
        execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
          parent, parent || '_before', first_id_at(since));
      end loop;
      while since < date_trunc('month', now(), 'UTC') loop
        foreach parent in array array['charge', 'movement'] loop
          execute format('create table %I partition of %I for values from (%L) to (%L)',
            parent || to_char(since at time zone 'UTC', '"_"YYYY"_"MM'), parent,
            first_id_at(since), first_id_at(date_add(since, interval '1 month', 'UTC')));
        end loop;
        since := date_add(since, interval '1 month', 'UTC');
      end loop;
    end
    $$`)
}

/**
 * Inserts captured calls of new accounts, a second apart from that time on; every tenth was a task.
 */
export async function insertPastCalls(
  database: Database,
  { at, accounts, callsEach }: { at: string; accounts: number; callsEach: number },
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with owner as (
       insert into account (id, email)
       select id, id || '@past.example.com' from (
         select uuidv7() as id from generate_series(1, $1)
       ) as one
       returning id
     ), bag as (
       insert into wallet (account_id, balance_units) select id, 1000000 - 7 * $2::bigint from owner
     ), money as (
       insert into movement (account_id, source, target, units, balance_units, reason, reference,
         created_at)
       select id, 'outside', 'wallet', 1000000, 1000000, 'test', id, $3::timestamptz from owner
     )
     select id from owner`,
    [accounts, callsEach, at],
  )
  const ids = rows.map(({ id }) => id)
  await database.query(
    `with call as (
       select owner.id as account_id, made.number,
         (left(first_id_at($3::timestamptz + made.place * interval '1 second')::text, 14)
           || '7000-8000-' || right(owner.id::text, 12))::uuid as id,
         $3::timestamptz + made.place * interval '1 second' as created_at
       from unnest($1::uuid[]) with ordinality as owner (id, place)
       cross join lateral (
         select number, (owner.place - 1) * $2 + number as place
         from generate_series(1, $2::integer) as number
       ) as made
     ), made as (
       insert into charge (id, account_id, tool, cost_units, state, created_at, deadline_at, settled_at)
       select id, account_id, 'answer', 7, 'captured', created_at, created_at, created_at from call
     ), run as (
       insert into task (id, account_id, state, remote_id, structured, expires_at, result_seen)
       select id, account_id, 'completed', 'x', false, created_at, true from call where number % 10 = 0
     )
     insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
     select account_id, step.source, step.target, 7, case when step.source = 'wallet'
       then 1000000 - 7 * number end, id, created_at
     from call cross join (
       values (1, 'wallet'::pot, 'held'::pot), (2, 'held', 'captured')
     ) as step (place, source, target)
     order by account_id, number, step.place`,
    [ids, callsEach, at],
  )
  return ids
}
