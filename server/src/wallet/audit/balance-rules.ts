import type pg from 'pg'
import { accountSlices } from './account-slices.ts'
import { proveAccountSums } from './prove-account-sums.ts'
import { TO_WALLET } from './sums.ts'
import { findViolations, type Violation } from './violation.ts'

export const BALANCE_RULE = 'a balance equals the sum of its movements'
export const NOTE_RULE = 'a movement knows the balance that it left'
export const EQUATION_RULE = 'what came in, and what is owed, is in balances, held or captured'

/** Proves balances from all movements; of archived months the sums are all that there is. */
export async function proveBalances(
  client: pg.ClientBase,
  { movementBytes }: { movementBytes: number },
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const slice of accountSlices(movementBytes)) {
    violations.push(...(await proveAccountSums(client, slice)))
    const archived = `
      archived as (
        select account_id, sum(wallet_units) as wallet_units, max(last_id) as last_id
        from account_month join book_month using (month)
        where archived_at is not null and ${slice.of('account_id')}
        group by account_id
      )`
    violations.push(
      ...(await findViolations(client, [
        BALANCE_RULE,
        `with ${archived}, moved as (
           select account_id, sum(${TO_WALLET}) as wallet_units from movement
           where ${slice.of('account_id')} group by account_id
         )
         select wallet.account_id as subject,
           'balance ' || wallet.balance_units || ', movements '
             || coalesce(moved.wallet_units, 0) + coalesce(archived.wallet_units, 0) as detail
         from wallet
         left join moved on moved.account_id = wallet.account_id
         left join archived on archived.account_id = wallet.account_id
         where ${slice.of('wallet.account_id')}
           and wallet.balance_units <> coalesce(moved.wallet_units, 0) + coalesce(archived.wallet_units, 0)`,
      ])),
      ...(await findViolations(client, [
        NOTE_RULE,
        // Movements from between those that were archived were proven when these were there.
        `with ${archived}
         select id::text as subject, 'noted ' || balance_units || ', summed ' || summed as detail
         from (
           select id, balance_units, archived.last_id,
             coalesce(archived.wallet_units, 0)
               + sum(${TO_WALLET}) over (partition by movement.account_id order by id) as summed
           from movement left join archived on archived.account_id = movement.account_id
           where (source = 'wallet' or target = 'wallet') and ${slice.of('movement.account_id')}
         ) as running
         where balance_units <> summed and id > coalesce(last_id, 0)`,
      ])),
    )
  }
  return [...violations, ...(await findViolations(client, EQUATION))]
}

const EQUATION = [
  EQUATION_RULE,
  `select 'everything' as subject, 'came in ' || came_in || ', is there ' || is_there as detail
   from (
     select
       (select coalesce(sum(case when source = 'outside' then units else -units end), 0)
        from movement where source = 'outside' or target = 'outside') as came_in,
       (select coalesce(sum(balance_units) - sum(debt_units), 0) from wallet)
         + (select coalesce(sum(cost_units), 0) from charge where state in ('held', 'captured'))
         + (select coalesce(sum(held_units) + sum(captured_units), 0)
            from account_month join book_month using (month) where archived_at is not null)
         as is_there
   ) as totals
   where came_in <> is_there`,
] as const
