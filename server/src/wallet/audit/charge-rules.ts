const NAMES_RULE = 'charges and movements name what exists'

/**
 * The same of the accounts and keys that charges name. Many name the same, and one of them stands for
 * all, so that this is asked once of as many charges as there are.
 */
export const OWNERS = [
  NAMES_RULE,
  `select charge.id as subject, 'charge of an unknown account or key' as detail
   from (
     select account_id, key_id, any_value(id) as id from some_charge group by account_id, key_id
   ) as charge
   left join account on account.id = charge.account_id
   left join api_key on api_key.id = charge.key_id and api_key.account_id = charge.account_id
   where account.id is null or (charge.key_id is not null and api_key.id is null)`,
] as const

/**
 * Rules about single charges, given some of them (`some_charge`) and all of their movements
 * (`some_movement`). Each query gives subject and detail of what breaks its rule.
 */
export const CHARGE_RULES: readonly (readonly [rule: string, query: string])[] = [
  [
    'a charge has moved exactly what its state says',
    `select charge.id as subject,
       charge.state || ' of ' || charge.cost_units || ' after ' || coalesce(moved.path, 'nothing')
         as detail
     from some_charge as charge
     left join (
       select charge_id,
         string_agg(source || '>' || target || ' ' || units, ', ' order by id) as path
       from some_movement group by charge_id
     ) as moved on moved.charge_id = charge.id
     where (moved.path in (
       case when charge.state = 'held' then 'wallet>held ' || cost_units end,
       case when charge.state = 'captured'
         then 'wallet>held ' || cost_units || ', held>captured ' || cost_units end,
       case when charge.state = 'refunded'
         then 'wallet>held ' || cost_units || ', held>wallet ' || cost_units end,
       case when charge.state = 'refunded'
         then 'wallet>held ' || cost_units || ', held>captured ' || cost_units
           || ', captured>wallet ' || cost_units end
     )) is not true`,
  ],
  [
    'money moves within the account of its charge',
    `select movement.id::text as subject, 'charge ' || charge.id || ' is of another account' as detail
     from some_movement as movement join some_charge as charge on charge.id = movement.charge_id
     where charge.account_id <> movement.account_id`,
  ],
  [
    NAMES_RULE,
    `select movement.id::text as subject,
       case when charge.id is null then 'movement of an unknown charge'
         else 'movement of a charge that names a payment or an action' end as detail
     from some_movement as movement left join some_charge as charge on charge.id = movement.charge_id
     where charge.id is null or movement.payment_id is not null or movement.action_id is not null`,
  ],
  [
    'what is open is held, or captured and not confirmed',
    `select charge.id as subject, 'held, but not open' as detail
     from some_charge as charge
     where state = 'held' and not exists (select from open_charge where charge_id = charge.id)`,
  ],
  [
    'a task ends with its charge',
    `select task.id as subject, 'task ' || task.state || ', charge ' || charge.state as detail
     from some_charge as charge join task on task.id = charge.id
     where (task.state = 'failed' and charge.state <> 'refunded')
       or (task.state not in ('completed', 'failed') and charge.state <> 'held')`,
  ],
  [
    'a queued task knows its upstream',
    `select task.id as subject, 'task ' || task.state || ' without the id of its upstream' as detail
     from some_charge as charge join task on task.id = charge.id
     where task.state in ('queued', 'running', 'completed') and task.remote_id is null`,
  ],
]
