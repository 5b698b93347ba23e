-- expand
-- The previous release can run on this schema.

-- As in 0021, but a chosen id is looked up among charges by a join. The subquery before was planned as a hash
-- of all charges, which every debit had to read.
create or replace function debit_charges(
  ids uuid[],
  account_ids uuid[],
  -- Null for the website, which pays for the account without a key.
  key_ids uuid[],
  tools text[],
  efforts text[],
  costs_units bigint[],
  holds_ms bigint[],
  instance_ids uuid[],
  -- Null unless the call is a task.
  lifetimes_ms bigint[],
  upstream_ids integer[],
  are_structured boolean[],
  most_refunds integer default null,
  lease_fence boolean default false,
  -- Null where the caller chose no id.
  request_ids uuid[] default null
)
returns table (
  charge_id uuid,
  -- admitted, insufficient, key_revoked, key_expired, tool_not_allowed, id_used, account_frozen, account_closed,
  -- refund_limited, day_cap, month_cap, rate_limited, lease_expired, replayed
  outcome text,
  charge_state charge_state,
  balance_units bigint,
  -- End of the task, or of the period whose limit is reached.
  expires_at timestamptz
)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  item record;
  current_account uuid;
  running_units bigint;
  moment timestamptz;
  has_tasks boolean := false;
  -- Names that the account has used earlier in this batch.
  names uuid[];
  -- The balance that each admitted item leaves; null for the others.
  balances_units bigint[] := array_fill(null::bigint, array[cardinality(ids)]);
begin
  perform from wallet
    where wallet.account_id = any(account_ids)
    order by wallet.account_id
    for no key update;
  moment := clock_timestamp();

  for item in
    select
      i.place, i.id, i.account_id, i.key_id, i.cost_units,
      moment + i.lifetime_ms * interval '1 ms' as task_expires_at,
      account.state as account_state, wallet.balance_units,
      wallet.refunds_in_window, wallet.refund_window_ends_at,
      api_key.id is not null and api_key.revoked_at is null as key_is_active,
      api_key.expires_at <= moment as key_is_expired,
      i.tool = any(api_key.tools) as key_may_call,
      api_key.day_cap_units is not null or api_key.month_cap_units is not null
        or api_key.calls_per_minute is not null as key_is_limited,
      not lease_fence or coalesce(instance.lease_until > moment, false) as lease_holds,
      charge.state as existing_state, i.request_id,
      request_name.charge_id is not null or named.id is not null as name_is_used
    from unnest(
      ids, account_ids, key_ids, tools, costs_units, lifetimes_ms, instance_ids, request_ids
    ) with ordinality as i (
      id, account_id, key_id, tool, cost_units, lifetime_ms, instance_id, request_id, place
    )
    join account on account.id = i.account_id
    join wallet on wallet.account_id = i.account_id
    left join api_key on api_key.id = i.key_id and api_key.account_id = i.account_id
    left join instance on instance.id = i.instance_id
    left join charge on charge.id = i.id
    left join request_name
      on request_name.account_id = i.account_id and request_name.request_id = i.request_id
    -- Only an id that the service made can name a charge without a row of its own.
    left join charge as named
      on named.id = case when uuid_extract_version(i.request_id) = 7 then i.request_id end
      and named.account_id = i.account_id and named.request_id is null
    order by i.account_id, i.place
  loop
    if item.account_id is distinct from current_account then
      current_account := item.account_id;
      running_units := item.balance_units;
      names := '{}';
    end if;
    charge_id := item.id;
    charge_state := item.existing_state;
    expires_at := null;
    if item.existing_state is not null then
      outcome := 'replayed';
      expires_at := (select task.expires_at from task where task.id = item.id);
    elsif not item.lease_holds then
      outcome := 'lease_expired';
    elsif item.key_id is not null and not item.key_is_active then
      outcome := 'key_revoked';
    elsif item.key_is_expired then
      outcome := 'key_expired';
    elsif not item.key_may_call then
      outcome := 'tool_not_allowed';
    elsif item.name_is_used or item.request_id = any(names) then
      outcome := 'id_used';
    elsif item.account_state <> 'active' then
      outcome := 'account_' || item.account_state;
    elsif item.cost_units > running_units then
      outcome := 'insufficient';
    elsif item.refund_window_ends_at > moment and item.refunds_in_window >= most_refunds then
      outcome := 'refund_limited';
      expires_at := item.refund_window_ends_at;
    elsif item.key_is_limited then
      select spending.outcome, spending.renews_at into outcome, expires_at
      from spend_from_key(
        item.key_id, item.cost_units, moment + (item.place - 1) * interval '1 microsecond'
      ) as spending;
    else
      outcome := 'admitted';
    end if;
    if outcome = 'admitted' then
      charge_state := 'held';
      expires_at := item.task_expires_at;
      has_tasks := has_tasks or expires_at is not null;
      running_units := running_units - item.cost_units;
      balances_units[item.place] := running_units;
      if item.request_id is not null then
        names := names || item.request_id;
      end if;
    end if;
    balance_units := running_units;
    return next;
  end loop;

  with admitted as (
    select i.*, moment + (i.place - 1) * interval '1 microsecond' as created_at,
      moment + i.hold_ms * interval '1 ms' as deadline_at
    from unnest(
      ids, account_ids, key_ids, tools, efforts, costs_units, holds_ms, instance_ids, request_ids,
      balances_units
    ) with ordinality as i (
      id, account_id, key_id, tool, effort, cost_units, hold_ms, instance_id, request_id,
      balance_units, place
    )
    where i.balance_units is not null
  ),
  made as (
    insert into charge
      (id, account_id, key_id, tool, effort, cost_units, instance_id, created_at, deadline_at,
       request_id)
    select admitted.id, admitted.account_id, admitted.key_id, admitted.tool, admitted.effort, admitted.cost_units,
      admitted.instance_id, admitted.created_at, admitted.deadline_at, admitted.request_id
    from admitted
  ),
  named as (
    insert into request_name (account_id, request_id, charge_id)
    select admitted.account_id, admitted.request_id, admitted.id
    from admitted
    where admitted.request_id is not null
  ),
  opened as (
    insert into open_charge (charge_id, account_id, instance_id, cost_units, created_at, deadline_at)
    select admitted.id, admitted.account_id, admitted.instance_id, admitted.cost_units, admitted.created_at,
      admitted.deadline_at
    from admitted
  ),
  moved as (
    insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
    select admitted.account_id, 'wallet', 'held', admitted.cost_units, admitted.balance_units, admitted.id,
      admitted.created_at
    from admitted
  )
  -- Grouped, since an update takes only one of several rows for the same wallet.
  update wallet set balance_units = wallet.balance_units - spent.units
  from (
    select admitted.account_id, sum(admitted.cost_units)::bigint as units from admitted group by admitted.account_id
  ) as spent
  where wallet.account_id = spent.account_id;

  if has_tasks then
    insert into task (id, account_id, upstream_id, structured, expires_at)
    select i.id, i.account_id, i.upstream_id, i.structured, moment + i.lifetime_ms * interval '1 ms'
    from unnest(ids, account_ids, lifetimes_ms, upstream_ids, are_structured, balances_units)
      as i (id, account_id, lifetime_ms, upstream_id, structured, balance_units)
    where i.balance_units is not null and i.lifetime_ms is not null;
  end if;
end
$$;
