import type pg from 'pg'
import type { AccountSlice } from './account-slices.ts'
import { SUMS_RULE } from './prove-month.ts'
import { SUM_COLUMNS } from './sums.ts'
import { findViolations, type Violation } from './violation.ts'

/** Proves that an account's sums are those of its months. */
export async function proveAccountSums(
  client: pg.ClientBase,
  slice: AccountSlice,
): Promise<Violation[]> {
  const columns = SUM_COLUMNS.join(', ')
  const totals = SUM_COLUMNS.map(column => `sum(${column})::bigint as ${column}`).join(', ')
  return findViolations(client, [
    SUMS_RULE,
    `with known as (
       select account_id, ${columns} from account_sum where ${slice.of('account_id')}
     ), months as (
       select account_id, ${totals} from account_month where ${slice.of('account_id')}
       group by account_id
     )
     select account_id as subject,
       'known ' || coalesce(known::text, 'nothing') || ', in months ' || coalesce(months::text, 'nothing')
         as detail
     from known full join months using (account_id)
     where known is distinct from months`,
  ])
}
