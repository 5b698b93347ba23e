import type pg from 'pg'
import { accountSlices } from './account-slices.ts'
import { CHARGE_RULES, OWNERS } from './charge-rules.ts'
import type { Month } from './list-months.ts'
import { SUM_COLUMNS, SUMS } from './sums.ts'
import { findViolations, type Violation } from './violation.ts'

/** So many charges are read by one statement. */
const CHARGES_AT_ONCE = 200_000

export const SUMS_RULE = 'the audit’s sums are those of the movements'

/**
 * Proves one month from scratch, in the transaction's snapshot: its charges, and the sums that the audit
 * keeps of it. Each statement has only a part of it in hand.
 */
export async function proveMonth(client: pg.ClientBase, month: Month): Promise<Violation[]> {
  return [...(await proveCharges(client, month)), ...(await proveSums(client, month))]
}

async function proveCharges(client: pg.ClientBase, { month }: Month): Promise<Violation[]> {
  const [owners, findOwners] = OWNERS
  const all = `with some_charge as (select account_id, key_id, id from charge_${month}) `
  const violations = await findViolations(client, [owners, all + findOwners])
  let after: string | null = null
  do {
    const last = await lastOfNext(client, { month, after })
    for (const [rule, query] of CHARGE_RULES) {
      const some = `
        with some_charge as not materialized (
          select * from charge_${month}
          where ($1::uuid is null or id > $1) and ($2::uuid is null or id <= $2)
        ), some_movement as not materialized (
          select * from movement_${month}
          where charge_id is not null
            and ($1::uuid is null or charge_id > $1) and ($2::uuid is null or charge_id <= $2)
        ) `
      violations.push(...(await findViolations(client, [rule, some + query], [after, last])))
    }
    after = last
  } while (after !== null)
  return violations
}

/** The last of the charges to read next; null where there are no more after them. */
async function lastOfNext(
  client: pg.ClientBase,
  { month, after }: { month: string; after: string | null },
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from charge_${month} where $1::uuid is null or id > $1
     order by id offset $2 limit 1`,
    [after, CHARGES_AT_ONCE],
  )
  return rows[0]?.id ?? null
}

async function proveSums(
  client: pg.ClientBase,
  { month, movementBytes }: Month,
): Promise<Violation[]> {
  const violations: Violation[] = []
  const columns = [...SUM_COLUMNS, 'noted_units'].join(', ')
  for (const slice of accountSlices(movementBytes)) {
    const query = `
      with moved as (
        select account_id, ${SUMS}, coalesce(sum(balance_units), 0) as noted_units
        from movement_${month}
        where id <= (select until_id from audit_mark) and ${slice.of('account_id')}
        group by account_id
      ), known as (
        select account_id, ${columns} from account_month
        where month = '${month}' and ${slice.of('account_id')}
      )
      select account_id as subject,
        'month ${month}: known ' || coalesce(known::text, 'nothing')
          || ', moved ' || coalesce(moved::text, 'nothing') as detail
      from moved full join known using (account_id)
      where moved is distinct from known`
    violations.push(...(await findViolations(client, [SUMS_RULE, query])))
  }
  return violations
}
