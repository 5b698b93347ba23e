/**
 * Rules about accounts, wallets, open charges and money without a charge: small tables, which every
 * audit reads as a whole. Each query gives subject and detail of what breaks its rule.
 */
export const SMALL_RULES: readonly (readonly [rule: string, query: string])[] = [
  [
    'every account has a wallet',
    `select account.id as subject, 'no wallet' as detail
     from account left join wallet on wallet.account_id = account.id
     where wallet.account_id is null`,
  ],
  [
    'a balance is never negative',
    `select account_id as subject, 'balance ' || balance_units as detail
     from wallet where balance_units < 0`,
  ],
  [
    'a debt equals the sum of its movements',
    `select wallet.account_id as subject,
       'debt ' || wallet.debt_units || ', movements ' || coalesce(owed.units, 0) as detail
     from wallet
     left join (
       select account_id, sum(case when source = 'debt' then units else -units end) as units
       from movement_default where source = 'debt' or target = 'debt' group by account_id
     ) as owed on owed.account_id = wallet.account_id
     where wallet.debt_units <> coalesce(owed.units, 0)`,
  ],
  [
    'spending is frozen while there is a debt or an open dispute, and no longer',
    `select account.id as subject,
       account.state || ', debt ' || wallet.debt_units || ', open disputes '
         || coalesce(disputed.payments, 0) as detail
     from account
     join wallet on wallet.account_id = account.id
     left join (
       select account_id, count(*) as payments from payment where has_open_dispute
       group by account_id
     ) as disputed on disputed.account_id = account.id
     where (account.state = 'active' and (wallet.debt_units > 0 or disputed.payments > 0))
       or (account.state = 'frozen' and account.freeze_reason = 'payment'
         and wallet.debt_units = 0 and disputed.payments is null)`,
  ],
  [
    // Such as by a dispute that was won; it has to be paid back at the provider.
    'a closed account holds nothing',
    `select account.id as subject, 'balance ' || wallet.balance_units as detail
     from account join wallet on wallet.account_id = account.id
     where account.state = 'closed' and wallet.balance_units <> 0`,
  ],
  [
    'a payment has moved exactly what it says, and was credited once',
    `select payment.id as subject,
       'credited ' || credited_units || ', refunded ' || refunded_units || ', disputed '
         || disputed_units || ' after ' || coalesce(moved.path, 'nothing') as detail
     from payment
     left join (
       select payment_id,
         string_agg(reason || ' ' || units, ', ' order by id) as path,
         count(*) filter (where reason = 'recharge') as credits,
         coalesce(sum(units) filter (where reason = 'recharge' and source = 'outside'), 0)
           as credited,
         coalesce(sum(case when reason = 'payment_refunded' and target = 'outside' then units
           when reason = 'refund_returned' and source = 'outside' then -units end), 0) as refunded,
         coalesce(sum(case when reason = 'payment_disputed' and target = 'outside' then units
           when reason = 'dispute_won' and source = 'outside' then -units end), 0) as disputed
       from movement_default where payment_id is not null group by payment_id
     ) as moved on moved.payment_id = payment.id
     where coalesce(moved.credits, 0) <> (case when credited_units > 0 then 1 else 0 end)
       or coalesce(moved.credited, 0) <> credited_units
       or coalesce(moved.refunded, 0) <> refunded_units
       or coalesce(moved.disputed, 0) <> disputed_units`,
  ],
  [
    'automatic recharges of a month stay within the ceiling that they were begun under',
    `select id as subject, 'sum ' || units || ', ceiling ' || month_cap_units as detail
     from (
       select id, month_cap_units,
         sum(greatest(asked_units, credited_units)) over (
           partition by account_id, utc_month(created_at) order by created_at, id
         ) as units
       from payment where is_automatic and state not in ('failed', 'expired')
     ) as begun
     where units > month_cap_units`,
  ],
  [
    'money of a payment moves within its account',
    `select movement.id::text as subject, 'payment ' || movement.payment_id
       || ' is unknown or of another account' as detail
     from movement_default as movement left join payment on payment.id = movement.payment_id
     where movement.payment_id is not null
       and payment.account_id is distinct from movement.account_id`,
  ],
  [
    'an operator’s adjustment has moved exactly what it says, and once',
    `select coalesce(adjustment.id, moved.action_id) as subject,
       'adjustment of ' || coalesce(adjustment.units::text, 'nothing')
         || ' after ' || coalesce(moved.path, 'nothing') as detail
     from (select id, account_id, units from operator_action where units is not null) as adjustment
     full join (
       select action_id, account_id,
         string_agg(source || '>' || target || ' ' || units, ', ' order by id) as path
       from movement_default where action_id is not null group by action_id, account_id
     ) as moved on moved.action_id = adjustment.id and moved.account_id = adjustment.account_id
     where moved.path is distinct from
       case when adjustment.units > 0 then 'outside>wallet ' else 'wallet>outside ' end
         || abs(adjustment.units)`,
  ],
  [
    'charges and movements name what exists',
    `select movement.id::text as subject, 'movement of an unknown account' as detail
     from (
       select account_id, min(id) as id from movement_default where charge_id is null
       group by account_id
     ) as movement
     left join account on account.id = movement.account_id
     where account.id is null`,
  ],
  [
    'a held charge is settled by its deadline',
    `select charge_id as subject, 'overdue since ' || deadline_at as detail
     from open_charge
     where captured_at is null and deadline_at < clock_timestamp() - interval '1 minute'`,
  ],
  [
    // The sweeper refunds it after the deadline.
    'a charge captured by a process that died is confirmed or refunded',
    `select open_charge.charge_id as subject,
       'not confirmed, deadline ' || open_charge.deadline_at as detail
     from open_charge left join instance on instance.id = open_charge.instance_id
     where open_charge.captured_at is not null
       and open_charge.deadline_at < clock_timestamp() - interval '5 minutes'
       and (instance.id is null or instance.lease_until < clock_timestamp() - interval '5 minutes')`,
  ],
  [
    'what is open is held, or captured and not confirmed',
    `select open_charge.charge_id as subject,
       'open, but ' || coalesce(charge.state::text, 'unknown') as detail
     from open_charge left join charge on charge.id = open_charge.charge_id
     where charge.state is distinct from
       case when captured_at is null then 'held' else 'captured' end::charge_state`,
  ],
  [
    // While one is there, the partition of its month cannot be made.
    'a charge is in the partition of its month',
    `select id as subject, 'made ' || created_at || ', in the default partition' as detail
     from charge_default
     where id >= first_id_at(date_trunc('month', clock_timestamp(), 'UTC'))
       and id < first_id_at(date_trunc('month', clock_timestamp(), 'UTC') + interval '4 months')
       and uuid_extract_version(id) = 7`,
  ],
]
