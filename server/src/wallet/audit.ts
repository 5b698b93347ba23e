import { type Connection, connectAlone } from '@footnote/platform/database/connect'

export type Violation = {
  readonly rule: string
  /** Which account, charge or task breaks it, and how. */
  readonly subject: string
  readonly detail: string
}

/** The money rules as queries that find what breaks them; each gives subject and detail. */
const RULES: Readonly<Record<string, string>> = {
  'every account has a wallet': `
    select account.id as subject, 'no wallet' as detail
    from account left join wallet on wallet.account_id = account.id
    where wallet.account_id is null`,

  'a balance is never negative': `
    select account_id as subject, 'balance ' || balance_units as detail
    from wallet where balance_units < 0`,

  'a balance equals the sum of its movements': `
    select wallet.account_id as subject,
      'balance ' || wallet.balance_units || ', movements ' || coalesce(moved.units, 0) as detail
    from wallet
    left join (
      select account_id,
        sum(case when target = 'wallet' then units when source = 'wallet' then -units else 0 end) as units
      from movement group by account_id
    ) as moved on moved.account_id = wallet.account_id
    where wallet.balance_units <> coalesce(moved.units, 0)`,

  'a debt equals the sum of its movements': `
    select wallet.account_id as subject,
      'debt ' || wallet.debt_units || ', movements ' || coalesce(owed.units, 0) as detail
    from wallet
    left join (
      select account_id, sum(case when source = 'debt' then units else -units end) as units
      from movement where source = 'debt' or target = 'debt' group by account_id
    ) as owed on owed.account_id = wallet.account_id
    where wallet.debt_units <> coalesce(owed.units, 0)`,

  'spending is frozen while there is a debt or an open dispute, and no longer': `
    select account.id as subject,
      account.state || ', debt ' || wallet.debt_units || ', open disputes ' || disputed.payments
        as detail
    from account
    join wallet on wallet.account_id = account.id
    cross join lateral (
      select count(*) as payments from payment
      where payment.account_id = account.id and payment.has_open_dispute
    ) as disputed
    where (account.state = 'active' and (wallet.debt_units > 0 or disputed.payments > 0))
      or (account.state = 'frozen' and account.freeze_reason = 'payment'
        and wallet.debt_units = 0 and disputed.payments = 0)`,

  // Such as by a dispute that was won; it has to be paid back at the provider.
  'a closed account holds nothing': `
    select account.id as subject, 'balance ' || wallet.balance_units as detail
    from account join wallet on wallet.account_id = account.id
    where account.state = 'closed' and wallet.balance_units <> 0`,

  'a payment has moved exactly what it says, and was credited once': `
    select payment.id as subject,
      'credited ' || credited_units || ', refunded ' || refunded_units || ', disputed '
        || disputed_units || ' after ' || coalesce(moved.path, 'nothing') as detail
    from payment
    left join (
      select payment_id,
        string_agg(reason || ' ' || units, ', ' order by id) as path,
        count(*) filter (where reason = 'recharge') as credits,
        coalesce(sum(units) filter (where reason = 'recharge' and source = 'outside'), 0) as credited,
        coalesce(sum(case when reason = 'payment_refunded' and target = 'outside' then units
          when reason = 'refund_returned' and source = 'outside' then -units end), 0) as refunded,
        coalesce(sum(case when reason = 'payment_disputed' and target = 'outside' then units
          when reason = 'dispute_won' and source = 'outside' then -units end), 0) as disputed
      from movement where payment_id is not null group by payment_id
    ) as moved on moved.payment_id = payment.id
    where coalesce(moved.credits, 0) <> (case when credited_units > 0 then 1 else 0 end)
      or coalesce(moved.credited, 0) <> credited_units
      or coalesce(moved.refunded, 0) <> refunded_units
      or coalesce(moved.disputed, 0) <> disputed_units`,

  'money of a payment moves within its account': `
    select movement.id::text as subject, 'payment ' || movement.payment_id
      || ' is unknown or of another account' as detail
    from movement left join payment on payment.id = movement.payment_id
    where movement.payment_id is not null
      and payment.account_id is distinct from movement.account_id`,

  'an operator’s adjustment has moved exactly what it says, and once': `
    select coalesce(adjustment.id, moved.action_id) as subject,
      'adjustment of ' || coalesce(adjustment.units::text, 'nothing')
        || ' after ' || coalesce(moved.path, 'nothing') as detail
    from (select id, account_id, units from operator_action where units is not null) as adjustment
    full join (
      select action_id, account_id,
        string_agg(source || '>' || target || ' ' || units, ', ' order by id) as path
      from movement where action_id is not null group by action_id, account_id
    ) as moved on moved.action_id = adjustment.id and moved.account_id = adjustment.account_id
    where moved.path is distinct from
      case when adjustment.units > 0 then 'outside>wallet ' else 'wallet>outside ' end
        || abs(adjustment.units)`,

  'a movement knows the balance that it left': `
    select id::text as subject, 'noted ' || balance_units || ', summed ' || summed as detail
    from (
      select id, balance_units,
        sum(case when target = 'wallet' then units else -units end)
          over (partition by account_id order by id) as summed
      from movement where source = 'wallet' or target = 'wallet'
    ) as running
    where balance_units <> summed`,

  'a charge has moved exactly what its state says': `
    select charge.id as subject,
      charge.state || ' of ' || charge.cost_units || ' after ' || coalesce(moved.path, 'nothing') as detail
    from charge
    left join (
      select charge_id,
        string_agg(source || '>' || target || ' ' || units, ', ' order by id) as path
      from movement where charge_id is not null group by charge_id
    ) as moved on moved.charge_id = charge.id
    where moved.path is null or moved.path not in (
      case when charge.state = 'held' then 'wallet>held ' || cost_units end,
      case when charge.state = 'captured'
        then 'wallet>held ' || cost_units || ', held>captured ' || cost_units end,
      case when charge.state = 'refunded'
        then 'wallet>held ' || cost_units || ', held>wallet ' || cost_units end,
      case when charge.state = 'refunded'
        then 'wallet>held ' || cost_units || ', held>captured ' || cost_units
          || ', captured>wallet ' || cost_units end
    )`,

  'money moves within the account of its charge': `
    select movement.id::text as subject, 'charge ' || charge.id || ' is of another account' as detail
    from movement join charge on charge.id = movement.charge_id
    where charge.account_id <> movement.account_id`,

  'charges and movements name what exists': `
    select charge.id::text as subject, 'charge of an unknown account or key' as detail
    from charge
    left join account on account.id = charge.account_id
    left join api_key on api_key.id = charge.key_id and api_key.account_id = charge.account_id
    where account.id is null or (charge.key_id is not null and api_key.id is null)
    union all
    select movement.id::text, 'movement of an unknown account or charge'
    from movement
    left join account on account.id = movement.account_id
    left join charge on charge.id = movement.charge_id
    where account.id is null or (movement.charge_id is not null and charge.id is null)`,

  'a held charge is settled by its deadline': `
    select charge_id as subject, 'overdue since ' || deadline_at as detail
    from open_charge
    where captured_at is null and deadline_at < clock_timestamp() - interval '1 minute'`,

  'what is open is held, or captured and not confirmed': `
    select charge.id as subject, 'held, but not open' as detail
    from charge
    where state = 'held' and not exists (select from open_charge where charge_id = charge.id)
    union all
    select open_charge.charge_id, 'open, but ' || coalesce(charge.state::text, 'unknown')
    from open_charge left join charge on charge.id = open_charge.charge_id
    where charge.state is distinct from
      case when captured_at is null then 'held' else 'captured' end::charge_state`,

  'a task ends with its charge': `
    select task.id as subject, 'task ' || task.state || ', charge ' || charge.state as detail
    from task join charge on charge.id = task.id
    where (task.state = 'failed' and charge.state <> 'refunded')
      or (task.state not in ('completed', 'failed') and charge.state <> 'held')`,

  'a queued task knows its upstream': `
    select id as subject, 'task ' || state || ' without the id of its upstream' as detail
    from task where state in ('queued', 'running', 'completed') and remote_id is null`,

  'what came in, and what is owed, is in balances, held or captured': `
    select 'everything' as subject,
      'came in ' || came_in || ', is there ' || is_there as detail
    from (
      select
        (select coalesce(sum(case when source = 'outside' then units else -units end), 0)
         from movement where source = 'outside' or target = 'outside') as came_in,
        (select coalesce(sum(balance_units), 0) from wallet)
          + (select coalesce(sum(cost_units), 0) from charge where state in ('held', 'captured'))
          - (select coalesce(sum(debt_units), 0) from wallet)
          as is_there
    ) as totals
    where came_in <> is_there`,
}

export const AUDIT_RULES = Object.keys(RULES)

/**
 * Proves the money rules on a live database, in one snapshot; what comes back breaks them. It has a
 * connection of its own: whole tables are read, for which the pool's time limits are too short. The
 * signal ends it early, with what was found so far.
 */
export async function auditDatabase(
  connection: Connection,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Violation[]> {
  const client = await connectAlone(connection)
  const violations: Violation[] = []
  const end = () => void client.end()
  signal?.addEventListener('abort', end)
  try {
    await client.query('begin isolation level repeatable read read only')
    for (const [rule, query] of Object.entries(RULES)) {
      signal?.throwIfAborted()
      const { rows } = await client.query<Omit<Violation, 'rule'>>(query)
      violations.push(...rows.map(row => ({ rule, ...row })))
    }
    return violations
  } catch (error) {
    if (signal?.aborted) return violations
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
    await client.end()
  }
}
