import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import { COST_UNITS } from '../payers.ts'

/** The history that a database starts a measurement with. */
export interface History {
  readonly charges: number
  readonly wallets: number
}

const MONTHS = 12
const CREDIT_UNITS = 10_000_000_000n

/** Accounts with money and a key each, numbered as in `payerIds`. */
const ACCOUNTS = `
  with payer as (
    select number, lpad(to_hex(number), 12, '0') as digits
    from generate_series(1, %wallets%) as number
  ),
  account as (
    insert into account (id, email)
    select ('00000000-0000-4000-8000-' || digits)::uuid, number || '@example.com' from payer
  ),
  wallet as (
    insert into wallet (account_id, balance_units)
    select ('00000000-0000-4000-8000-' || digits)::uuid, %credit% from payer
  ),
  api_key as (
    insert into api_key (id, account_id, name, hash)
    select ('00000000-0000-4000-9000-' || digits)::uuid,
      ('00000000-0000-4000-8000-' || digits)::uuid, 'bench', sha256(digits::bytea)
    from payer
  )
  insert into movement
    (account_id, source, target, units, balance_units, reason, reference, created_at)
  select ('00000000-0000-4000-8000-' || digits)::uuid, 'outside', 'wallet', %credit%, %credit%,
    'bench', 'bench ' || number, clock_timestamp() - interval '2 years'
  from payer`

/** Captured answers of one past month, filled before it is attached, so that indexes are built once. */
const MONTH = `
  do $$
  declare
    since timestamptz := date_add(date_trunc('month', now(), 'UTC'), -%back% * interval '1 month', 'UTC');
    until_then timestamptz := date_add(since, interval '1 month', 'UTC');
    name text := to_char(since at time zone 'UTC', '"_"YYYY"_"MM');
  begin
    execute format('create table charge%s (like charge including defaults including constraints)
      with (fillfactor = 50)', name);
    execute format('create table movement%s (like movement including defaults including constraints)', name);
    execute format($sql$
      insert into charge%s (id, account_id, key_id, tool, cost_units, state, created_at, deadline_at,
        settled_at)
      select uuidv7(moment - clock_timestamp()), ('00000000-0000-4000-8000-' || digits)::uuid,
        ('00000000-0000-4000-9000-' || digits)::uuid, 'answer', %cost%, 'captured', moment,
        moment + interval '90 seconds', moment + interval '2 seconds'
      from (
        select lpad(to_hex(1 + floor(random() * %wallets%)::integer), 12, '0') as digits,
          $1 + place * (($2 - $1) / (%charges% + 1)) as moment
        from generate_series(1, %charges%) as place
      ) as call
    $sql$, name) using since, until_then;
    execute format($sql$
      insert into movement%s (id, account_id, source, target, units, balance_units, charge_id, created_at)
      select nextval(pg_get_serial_sequence('movement', 'id')), charge.account_id, step.source,
        step.target, charge.cost_units, step.balance_units, charge.id, charge.created_at
      from charge%s as charge
      cross join (
        values ('wallet'::pot, 'held'::pot, 0), ('held', 'captured', null)
      ) as step (source, target, balance_units)
    $sql$, name, name);
    execute format('alter table charge attach partition charge%s for values from (%L) to (%L)',
      name, first_id_at(since), first_id_at(until_then));
    execute format('alter table movement attach partition movement%s for values from (%L) to (%L)',
      name, first_id_at(since), first_id_at(until_then));
  end
  $$`

const BALANCES = `
  update wallet set balance_units = balance_units - spent.units
  from (
    select account_id, sum(units)::bigint as units from movement
    where source = 'wallet' group by account_id
  ) as spent
  where wallet.account_id = spent.account_id`

/** Fills a migrated database with paid calls of the past months, by SQL alone. */
export async function seedHistory(connection: Connection, history: History): Promise<void> {
  const client = await connectAlone(connection)
  const values = {
    ...{ wallets: history.wallets, credit: CREDIT_UNITS, cost: COST_UNITS },
    charges: Math.ceil(history.charges / MONTHS),
  }
  const run = (sql: string, more: Record<string, unknown> = {}) =>
    client.query(fill(sql, { ...values, ...more }))
  try {
    await run('set synchronous_commit = off')
    await run(ACCOUNTS)
    if (history.charges > 0) {
      // Of what was before months there is nothing here, and it would be in the way of past months.
      await run('drop table charge_before, movement_before')
      for (let back = MONTHS; back > 0; back -= 1) await run(MONTH, { back })
      await run(BALANCES)
    }
    await run('vacuum analyze')
    await run('checkpoint')
  } finally {
    await client.end()
  }
}

function fill(sql: string, values: Record<string, unknown>): string {
  return sql.replaceAll(/%(\w+)%/g, (whole, name: string) => String(values[name] ?? whole))
}
