-- Debits a batch of calls in one transaction. Wallets are locked in id order first; keys, balances
-- and existing charges are read in a later statement, whose snapshot is then not older than the
-- lock. Each item is admitted by the running balance of its wallet, in order, by a loop: a window
-- function's running sum would count refused items too.
--
-- items: [{id, account_id, key_id|null, tool, effort|null, cost_units, hold_ms, instance_id,
--          task: null | {lifetime_ms, upstream_id, structured}}]
create function debit_charges(items jsonb)
returns table (
  charge_id uuid,
  -- admitted, insufficient, key_revoked, account_frozen, account_closed, replayed
  outcome text,
  charge_state charge_state,
  balance_units bigint,
  expires_at timestamptz
)
language plpgsql
as $$
declare
  item record;
  current_account uuid;
  running_units bigint;
  moment timestamptz;
  admitted jsonb[] := '{}';
begin
  perform from wallet
    where wallet.account_id in (select (value ->> 'account_id')::uuid from jsonb_array_elements(items))
    order by wallet.account_id
    for no key update;
  moment := clock_timestamp();

  for item in
    select
      i.id, i.account_id, i.key_id, i.cost_units, element.value as whole,
      account.state as account_state, wallet.balance_units,
      api_key.id is not null and api_key.revoked_at is null as key_active,
      charge.state as existing_state, task.expires_at as existing_expires_at,
      moment + (element.value -> 'task' ->> 'lifetime_ms')::bigint * interval '1 ms' as task_expires_at
    from jsonb_array_elements(items) with ordinality as element (value, place)
    cross join lateral jsonb_to_record(element.value)
      as i (id uuid, account_id uuid, key_id uuid, cost_units bigint)
    join account on account.id = i.account_id
    join wallet on wallet.account_id = i.account_id
    left join api_key on api_key.id = i.key_id and api_key.account_id = i.account_id
    left join charge on charge.id = i.id
    left join task on task.id = i.id
    order by i.account_id, element.place
  loop
    if item.account_id is distinct from current_account then
      current_account := item.account_id;
      running_units := item.balance_units;
    end if;
    charge_id := item.id;
    charge_state := item.existing_state;
    expires_at := item.existing_expires_at;
    if item.existing_state is not null then
      outcome := 'replayed';
    elsif item.key_id is not null and not item.key_active then
      outcome := 'key_revoked';
    elsif item.account_state <> 'active' then
      outcome := 'account_' || item.account_state;
    elsif item.cost_units > running_units then
      outcome := 'insufficient';
    else
      outcome := 'admitted';
      charge_state := 'held';
      expires_at := item.task_expires_at;
      running_units := running_units - item.cost_units;
      admitted := admitted || (item.whole || jsonb_build_object('balance_units', running_units));
    end if;
    balance_units := running_units;
    return next;
  end loop;

  if cardinality(admitted) = 0 then
    return;
  end if;

  insert into charge
    (id, account_id, key_id, tool, effort, cost_units, instance_id, created_at, deadline_at)
  select i.id, i.account_id, i.key_id, i.tool, i.effort, i.cost_units, i.instance_id, moment,
    moment + i.hold_ms * interval '1 ms'
  from jsonb_to_recordset(to_jsonb(admitted)) as i (
    id uuid, account_id uuid, key_id uuid, tool text, effort text, cost_units bigint,
    instance_id uuid, hold_ms bigint
  );

  insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
  select i.account_id, 'wallet', 'held', i.cost_units, i.balance_units, i.id, moment
  from jsonb_to_recordset(to_jsonb(admitted))
    as i (id uuid, account_id uuid, cost_units bigint, balance_units bigint);

  insert into task (id, account_id, upstream_id, structured, expires_at)
  select i.id, i.account_id, t.upstream_id, t.structured, moment + t.lifetime_ms * interval '1 ms'
  from jsonb_to_recordset(to_jsonb(admitted)) as i (id uuid, account_id uuid, task jsonb)
  cross join lateral jsonb_to_record(i.task)
    as t (lifetime_ms bigint, upstream_id integer, structured boolean)
  where jsonb_typeof(i.task) = 'object';

  -- Grouped, since an update takes only one of several rows for the same wallet.
  update wallet set balance_units = wallet.balance_units - spent.units
  from (
    select i.account_id, sum(i.cost_units)::bigint as units
    from jsonb_to_recordset(to_jsonb(admitted)) as i (account_id uuid, cost_units bigint)
    group by i.account_id
  ) as spent
  where wallet.account_id = spent.account_id;
end
$$;
