-- expand
-- Limits of a key: spending per day and month, tools, calls per minute, and an expiry date. A process of the
-- previous release knows none of the new outcomes, so it answers 503 to a key that reached a limit, and
-- charges nothing.

alter table api_key
  add column day_cap_units bigint,
  add column month_cap_units bigint,
  -- Null for all tools.
  add column tools text[],
  add column calls_per_minute integer,
  add column expires_at timestamptz,
  -- When the limits last changed, so that processes forget the key.
  add column limits_changed_at timestamptz,
  add constraint api_key_day_cap_is_positive check (day_cap_units > 0),
  add constraint api_key_month_cap_is_positive check (month_cap_units > 0),
  add constraint api_key_calls_per_minute_is_positive check (calls_per_minute > 0),
  add constraint api_key_tools_has_some check (cardinality(tools) > 0);
create index api_key_limits_changed on api_key (limits_changed_at) where limits_changed_at is not null;

-- Use of each key that has a cap or a limit of calls, in the current day, month and minute (UTC). Changed
-- only under the lock of the account's wallet.
create table key_spending (
  key_id uuid primary key references api_key,
  day date not null,
  day_units bigint not null default 0,
  month date not null,
  month_units bigint not null default 0,
  minute timestamptz not null,
  minute_calls integer not null default 0,
  constraint key_spending_is_not_negative check (day_units >= 0 and month_units >= 0)
) with (fillfactor = 50);

create function utc_day(moment timestamptz) returns date
language sql immutable
return (moment at time zone 'UTC')::date;

create function utc_month(moment timestamptz) returns date
language sql immutable
return date_trunc('month', moment at time zone 'UTC')::date;

-- Spends from a key's caps, or says which limit is reached and when it renews. The caller holds the lock of
-- the wallet. If the clock goes back, the later period stays.
create function spend_from_key(
  key uuid, units bigint, moment timestamptz, out outcome text, out renews_at timestamptz
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  spent record;
begin
  select
    greatest(key_spending.day, utc_day(moment)) as day,
    case when key_spending.day >= utc_day(moment) then key_spending.day_units else 0 end as day_units,
    greatest(key_spending.month, utc_month(moment)) as month,
    case when key_spending.month >= utc_month(moment) then key_spending.month_units else 0 end as month_units,
    greatest(key_spending.minute, date_trunc('minute', moment)) as minute,
    case when key_spending.minute >= date_trunc('minute', moment) then key_spending.minute_calls else 0 end
      as minute_calls,
    api_key.day_cap_units, api_key.month_cap_units, api_key.calls_per_minute
  into strict spent
  from api_key join key_spending on key_spending.key_id = api_key.id
  where api_key.id = key;
  if spent.month_units + units > spent.month_cap_units then
    outcome := 'month_cap';
    renews_at := (spent.month + interval '1 month') at time zone 'UTC';
  elsif spent.day_units + units > spent.day_cap_units then
    outcome := 'day_cap';
    renews_at := (spent.day + 1)::timestamp at time zone 'UTC';
  elsif spent.minute_calls >= spent.calls_per_minute then
    outcome := 'rate_limited';
    renews_at := spent.minute + interval '1 minute';
  else
    outcome := 'admitted';
    update key_spending set
      day = spent.day, day_units = spent.day_units + units,
      month = spent.month, month_units = spent.month_units + units,
      minute = spent.minute, minute_calls = spent.minute_calls + 1
    where key_spending.key_id = key;
  end if;
end
$$;

-- Sets all limits of an active key; returns false if the account has no such key. Whatever the key spent in
-- this day and month counts against a new cap.
create function set_key_limits(
  owner uuid, key uuid, new_day_cap_units bigint, new_month_cap_units bigint, new_tools text[],
  new_calls_per_minute integer, new_expires_at timestamptz
) returns boolean
language plpgsql
as $$
declare
  moment timestamptz;
begin
  perform from wallet where account_id = owner for no key update;
  moment := clock_timestamp();
  update api_key set
    day_cap_units = new_day_cap_units, month_cap_units = new_month_cap_units, tools = new_tools,
    calls_per_minute = new_calls_per_minute, expires_at = new_expires_at, limits_changed_at = moment
  where id = key and account_id = owner and revoked_at is null;
  if not found then
    return false;
  end if;
  if new_day_cap_units is null and new_month_cap_units is null and new_calls_per_minute is null then
    delete from key_spending where key_id = key;
    return true;
  end if;
  insert into key_spending (key_id, day, day_units, month, month_units, minute)
  select key, utc_day(moment),
    coalesce(sum(cost_units) filter (where created_at >= utc_day(moment)::timestamp at time zone 'UTC'), 0),
    utc_month(moment), coalesce(sum(cost_units), 0), date_trunc('minute', moment)
  from charge
  where account_id = owner and key_id = key and state <> 'refunded'
    and created_at >= utc_month(moment)::timestamp at time zone 'UTC'
  on conflict (key_id) do update set
    day = excluded.day, day_units = excluded.day_units,
    month = excluded.month, month_units = excluded.month_units;
  return true;
end
$$;

-- As in 0020, but with the limits of the key. They come last: a call that they admit is counted.
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
      request_name.charge_id is not null or (
        -- Only an id that the service made can name a charge without a row of its own.
        uuid_extract_version(i.request_id) = 7 and exists (
          select from charge as own
          where own.id = i.request_id and own.account_id = i.account_id and own.request_id is null
        )
      ) as name_is_used
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

-- As in 0019, but a refund also gives back to the key's caps.
create or replace function settle_charges(
  ids uuid[],
  -- captured or refunded
  outcomes charge_state[],
  causes text[],
  -- Whether a refund is also a reversal.
  are_reversals boolean[],
  -- Captured earlier, and delivered. Null where nobody will confirm: then a capture is final at once.
  confirmed_ids uuid[] default null
)
returns table (charge_id uuid, charge_state charge_state, balance_units bigint)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  has_refunds boolean := 'refunded' = any(outcomes);
  captured_ids uuid[] := ids;
  moment timestamptz;
  refund record;
  current_account uuid;
  running_units bigint;
  captured integer;
  marked integer;
begin
  perform from charge where charge.id = any(ids) order by charge.id for no key update;
  if has_refunds then
    perform from wallet
      where wallet.account_id = any(
        array(select charge.account_id from charge where charge.id = any(ids))
      )
      order by wallet.account_id
      for no key update;
    perform from open_charge
      where open_charge.charge_id = any(ids)
      order by open_charge.charge_id
      for update;
    -- Two wishes for one charge may meet in a batch: the first counts, as between batches.
    captured_ids := array(
      select wish.id
      from (
        select distinct on (i.id) i.id, i.outcome
        from unnest(ids, outcomes) with ordinality as i (id, outcome, place)
        order by i.id, i.place
      ) as wish
      where wish.outcome = 'captured'
    );
  end if;
  moment := clock_timestamp();

  with capture as (
    update charge set state = 'captured', settled_at = moment
    where charge.id = any(captured_ids) and charge.state = 'held'
    returning charge.id, charge.account_id, charge.cost_units
  )
  insert into movement (account_id, source, target, units, charge_id, created_at)
  select capture.account_id, 'held', 'captured', capture.cost_units, capture.id, moment
  from capture;
  get diagnostics captured = row_count;

  if confirmed_ids is null then
    delete from open_charge where open_charge.charge_id = any(captured_ids);
  else
    update open_charge set captured_at = moment
    where open_charge.charge_id = any(captured_ids)
      and open_charge.instance_id is not null and open_charge.captured_at is null;
    get diagnostics marked = row_count;
    if marked < cardinality(captured_ids) then
      delete from open_charge
      where open_charge.charge_id = any(captured_ids) and open_charge.instance_id is null;
    end if;
    -- A locked row is being reversed, and holds up nobody here. The others keep their place in the table while
    -- they are locked: only a reversal or a confirmation touches the row of a captured charge, and both delete it.
    delete from open_charge
    where open_charge.ctid = any(array(
      select delivered.ctid from open_charge as delivered
      where delivered.charge_id = any(confirmed_ids) and delivered.captured_at is not null
      for update skip locked
    ));
  end if;

  if has_refunds then
    for refund in
      select charge.id, charge.account_id, charge.key_id, charge.state, charge.cost_units,
        charge.created_at, wish.cause, wallet.balance_units
      from (
        select distinct on (i.id) i.id, i.outcome, i.cause, i.is_reversal
        from unnest(ids, outcomes, causes, are_reversals)
          with ordinality as i (id, outcome, cause, is_reversal, place)
        order by i.id, i.place
      ) as wish
      join charge on charge.id = wish.id
      join wallet on wallet.account_id = charge.account_id
      where wish.outcome = 'refunded'
        and (charge.state = 'held' or (charge.state = 'captured' and wish.is_reversal))
      order by charge.account_id, charge.id
    loop
      if refund.account_id is distinct from current_account then
        current_account := refund.account_id;
        running_units := refund.balance_units;
      end if;
      running_units := running_units + refund.cost_units;
      insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
      values (refund.account_id, refund.state::text::pot, 'wallet', refund.cost_units,
        running_units, refund.id, moment);
      update wallet set
        balance_units = running_units,
        refunds_in_window = case
          when not counts_against_limit(refund.cause) then wallet.refunds_in_window
          when wallet.refund_window_ends_at > moment then wallet.refunds_in_window + 1
          else 1
        end,
        refund_window_ends_at = case
          when not counts_against_limit(refund.cause) or wallet.refund_window_ends_at > moment
            then wallet.refund_window_ends_at
          else moment + interval '1 hour'
        end
      where wallet.account_id = refund.account_id;
      update charge set state = 'refunded', refund_cause = refund.cause, settled_at = moment
      where charge.id = refund.id;
      delete from open_charge where open_charge.charge_id = refund.id;
      -- Most keys have no row here. A period that is over gets nothing back.
      update key_spending set
        day_units = case
          when key_spending.day = utc_day(refund.created_at)
            then greatest(key_spending.day_units - refund.cost_units, 0)
          else key_spending.day_units
        end,
        month_units = greatest(key_spending.month_units - refund.cost_units, 0)
      where key_spending.key_id = refund.key_id
        and key_spending.month = utc_month(refund.created_at);
    end loop;
  end if;

  -- Asked first, since most batches have no task, and the update would open every month of charges.
  if exists (select from task where task.id = any(ids)) then
    update task set
      state = case
        when task.state in ('completed', 'failed') then task.state
        when charge.state = 'captured' then 'completed'
        else 'failed'
      end,
      next_look_at = null
    from charge
    where task.id = any(ids)
      and charge.id = task.id
      and charge.state <> 'held'
      and (task.next_look_at is not null or task.state not in ('completed', 'failed'));
  end if;

  if captured = cardinality(ids) then
    return query select i.id, 'captured'::charge_state, null::bigint from unnest(ids) as i (id);
  else
    return query
    select charge.id, charge.state, case when charge.state = 'refunded' then wallet.balance_units end
    from charge
    join wallet on wallet.account_id = charge.account_id
    where charge.id = any(ids);
  end if;
end
$$;
