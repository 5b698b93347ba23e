import type pg from 'pg'
import { inSnapshot } from './audit-connection.ts'
import { BALANCE_RULE, EQUATION_RULE, NOTE_RULE } from './balance-rules.ts'
import { CHARGE_RULES, OWNERS } from './charge-rules.ts'
import { SMALL_RULES } from './small-rules.ts'
import { SUM_COLUMNS, SUMS, TO_WALLET } from './sums.ts'
import { findViolations, type Violation } from './violation.ts'

/** So many movements are read by one transaction, unless they are the last. */
const MOVEMENTS_AT_ONCE = 200_000

interface Step {
  readonly untilId: bigint
  /** Up to here every movement is certainly visible, and is added to the sums. */
  readonly horizonId: bigint
  /** The last step, which reads on to the latest movement and proves what holds between all. */
  readonly isLast: boolean
}

/** Proves what is new since the last audit, and adds it to the sums that the next one starts from. */
export async function auditNew(client: pg.ClientBase): Promise<Violation[]> {
  const violations: Violation[] = []
  for (let isLast = false; !isLast; ) {
    const step = await inSnapshot(client, { lock: 'share update exclusive' }, () =>
      takeStep(client),
    )
    violations.push(...step.violations)
    isLast = step.isLast
  }
  return violations
}

async function takeStep(client: pg.ClientBase) {
  const step = await readStep(client)
  await collect(client, step)
  const violations: Violation[] = []
  for (const [rule, query] of [...CHARGE_RULES, OWNERS]) {
    const some = `with some_charge as (select * from new_charge),
      some_movement as (select * from movement_of_new) `
    violations.push(...(await findViolations(client, [rule, some + query])))
  }
  violations.push(...(await findViolations(client, NEW_NOTES)))
  await addToSums(client, step)
  if (step.isLast) {
    for (const rule of [...SMALL_RULES, BALANCES, EQUATION]) {
      violations.push(...(await findViolations(client, rule)))
    }
  }
  await moveMark(client, step)
  return { violations, isLast: step.isLast }
}

async function readStep(client: pg.ClientBase): Promise<Step> {
  const { rows } = await client.query<{ until_id: string; final_id: string }>(
    `select until_id,
       case when next_xid <= pg_snapshot_xmin(pg_current_snapshot()) then next_id else until_id end
         as final_id
     from audit_mark`,
  )
  const [row] = rows
  if (!row) throw new Error('the audit has no mark')
  const [untilId, finalId] = [BigInt(row.until_id), BigInt(row.final_id)]
  const most = untilId + BigInt(MOVEMENTS_AT_ONCE)
  return { untilId, horizonId: finalId < most ? finalId : most, isLast: finalId <= most }
}

/** The step's movements, the charges that they or the time name, and all movements of those. */
async function collect(client: pg.ClientBase, { untilId, horizonId, isLast }: Step): Promise<void> {
  await client.query(`
    set local enable_seqscan = off;
    create temporary table new_movement on commit drop as
    select id, account_id, source, target, units, balance_units, charge_id,
      substr(tableoid::regclass::text, 10) as month
    from movement where id > ${untilId} ${isLast ? '' : `and id <= ${horizonId}`};
    create temporary table new_charge on commit drop as
    select * from charge
    where id = any(array(select distinct charge_id from new_movement where charge_id is not null))
    ${isLast ? SINCE_THE_MARK : ''};
    create temporary table movement_of_new on commit drop as
    select * from movement
    where charge_id = any(array(
      select charge_id from new_movement where charge_id is not null union select id from new_charge
    ));
    set local enable_seqscan = on;
    analyze new_movement;
    analyze new_charge;
    analyze movement_of_new`)
}

/** Charges that were made or settled without a movement. Ids are of the services' clocks. */
const SINCE_THE_MARK = `
  union
  select * from charge
  where id >= (select first_id_at(until_at - interval '1 minute') from audit_mark)
  union
  select * from charge where settled_at >= (select until_at from audit_mark)`

const NEW_NOTES = [
  NOTE_RULE,
  `select id::text as subject, 'noted ' || balance_units || ', summed ' || summed as detail
   from (
     select id, account_id, balance_units, coalesce(account_sum.wallet_units, 0)
       + sum(${TO_WALLET}) over (partition by account_id order by id) as summed
     from new_movement left join account_sum using (account_id)
     where source = 'wallet' or target = 'wallet'
   ) as running
   where balance_units <> summed
     -- Not those from between movements that were archived, when sums were made anew.
     and not exists (
       select from account_month join book_month using (month)
       where archived_at is not null and account_month.account_id = running.account_id
         and account_month.last_id > running.id
     )`,
] as const

/** After the step's movements are in the sums: what is newer than the sums is added here. */
const NEWER = `
  newer as (
    select account_id, ${SUMS} from new_movement
    where id > (select until_id from audit_mark) group by account_id
  )`

const BALANCES = [
  BALANCE_RULE,
  `with ${NEWER}
   select wallet.account_id as subject,
     'balance ' || wallet.balance_units || ', movements '
       || coalesce(account_sum.wallet_units, 0) + coalesce(newer.wallet_units, 0) as detail
   from wallet
   left join account_sum on account_sum.account_id = wallet.account_id
   left join newer on newer.account_id = wallet.account_id
   where wallet.balance_units
     <> coalesce(account_sum.wallet_units, 0) + coalesce(newer.wallet_units, 0)`,
] as const

const EQUATION = [
  EQUATION_RULE,
  `with ${NEWER}
   select 'everything' as subject, 'came in ' || came_in || ', is there ' || is_there as detail
   from (
     select
       (select coalesce(sum(case when source = 'outside' then units else -units end), 0)
        from movement_default where source = 'outside' or target = 'outside') as came_in,
       (select coalesce(sum(balance_units) - sum(debt_units), 0) from wallet)
         + (select coalesce(sum(cost_units), 0) from open_charge where captured_at is null)
         + (select coalesce(sum(captured_units), 0) from account_sum)
         + (select coalesce(sum(captured_units), 0) from newer) as is_there
   ) as totals
   where came_in <> is_there`,
] as const

async function addToSums(client: pg.ClientBase, { horizonId }: Step): Promise<void> {
  const add = (table: string) =>
    SUM_COLUMNS.map(column => `${column} = ${table}.${column} + excluded.${column}`).join(', ')
  await client.query(`
    insert into account_sum
    select account_id, ${SUMS} from new_movement where id <= ${horizonId} group by account_id
    on conflict (account_id) do update set ${add('account_sum')};
    insert into account_month
    select account_id, month, ${SUMS}, coalesce(sum(balance_units), 0),
      coalesce(max(id) filter (where balance_units is not null), 0)
    from new_movement where id <= ${horizonId} group by account_id, month
    on conflict (month, account_id) do update set ${add('account_month')},
      noted_units = account_month.noted_units + excluded.noted_units,
      last_id = greatest(account_month.last_id, excluded.last_id);
    update audit_mark set until_id = ${horizonId}`)
}

/** The sums have come as far as they could: from here on what is there now counts as their next end. */
async function moveMark(client: pg.ClientBase, { isLast }: Step): Promise<void> {
  if (!isLast) return
  await client.query(
    `update audit_mark set
       until_at = next_at,
       next_id = greatest(until_id, (select max(id) from new_movement)),
       next_at = now(),
       next_xid = pg_current_xact_id()
     where until_id = next_id
       -- The books were restored on another server, which counts its transactions anew.
       or next_xid > pg_current_xact_id()`,
  )
}
