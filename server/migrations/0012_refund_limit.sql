-- Counts each account's refunds within an hour and refuses debits beyond the limit. The count is in the
-- wallet's row: settle_charges raises it in the update that returns the money, and debit_charges reads it
-- under the lock that it takes anyway. So it is exact across processes and costs no round trip.
alter table wallet
  add column refunds_in_window integer not null default 0,
  -- An hour after the first counted refund; null before it.
  add column refund_window_ends_at timestamptz;

-- Lists the causes that no request can trigger, which do not count. A cause added later counts until it is
-- listed here.
create function counts_against_limit(cause text) returns boolean
language sql immutable
return cause not in (
  'capture_unknown', 'deadline_passed', 'internal_fault', 'not_sent', 'process_died', 'queueing_unknown',
  'shutdown', 'source_unreachable', 'task_expired', 'task_missing', 'upstream_failed', 'upstream_refused',
  'upstream_unreachable'
);

-- As in 0003, but a refund that counts also raises refunds_in_window.
create or replace function settle_charges(
  ids uuid[],
  -- captured or refunded
  outcomes charge_state[],
  causes text[],
  -- Whether a refund is also a reversal.
  are_reversals boolean[]
)
returns table (charge_id uuid, charge_state charge_state, balance_units bigint)
language plpgsql
set enable_seqscan = off
as $$
declare
  has_refunds boolean := 'refunded' = any(outcomes);
  captured_ids uuid[] := ids;
  moment timestamptz;
  refund record;
  current_account uuid;
  running_units bigint;
begin
  perform from charge where charge.id = any(ids) order by charge.id for no key update;
  if has_refunds then
    perform from wallet
      where wallet.account_id = any(
        array(select charge.account_id from charge where charge.id = any(ids))
      )
      order by wallet.account_id
      for no key update;
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

  if has_refunds then
    for refund in
      select charge.id, charge.account_id, charge.state, charge.cost_units, wish.cause,
        wallet.balance_units
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
    end loop;
  end if;

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

  return query
  select charge.id, charge.state, wallet.balance_units
  from charge
  join wallet on wallet.account_id = charge.account_id
  where charge.id = any(ids);
end
$$;

-- As in 0002, but a wallet with too many refunds in its window can't be debited. The balance is checked
-- first, so that a caller who has to recharge anyway learns it at once.
drop function debit_charges(
  uuid[], uuid[], uuid[], text[], text[], bigint[], bigint[], uuid[], bigint[], integer[], boolean[]
);
create function debit_charges(
  ids uuid[],
  account_ids uuid[],
  key_ids uuid[],
  tools text[],
  efforts text[],
  costs_units bigint[],
  holds_ms bigint[],
  instance_ids uuid[],
  lifetimes_ms bigint[],
  upstream_ids integer[],
  are_structured boolean[],
  -- Null for no limit; omitted by a process started before there was one.
  most_refunds integer default null
)
returns table (
  charge_id uuid,
  -- admitted, insufficient, key_revoked, account_frozen, account_closed, refund_limited, replayed
  outcome text,
  charge_state charge_state,
  balance_units bigint,
  -- End of the task, or of the window if refund_limited.
  expires_at timestamptz
)
language plpgsql
set enable_seqscan = off
as $$
declare
  item record;
  current_account uuid;
  running_units bigint;
  moment timestamptz;
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
      charge.state as existing_state
    from unnest(ids, account_ids, key_ids, costs_units, lifetimes_ms)
      with ordinality as i (id, account_id, key_id, cost_units, lifetime_ms, place)
    join account on account.id = i.account_id
    join wallet on wallet.account_id = i.account_id
    left join api_key on api_key.id = i.key_id and api_key.account_id = i.account_id
    left join charge on charge.id = i.id
    order by i.account_id, i.place
  loop
    if item.account_id is distinct from current_account then
      current_account := item.account_id;
      running_units := item.balance_units;
    end if;
    charge_id := item.id;
    charge_state := item.existing_state;
    expires_at := null;
    if item.existing_state is not null then
      outcome := 'replayed';
      expires_at := (select task.expires_at from task where task.id = item.id);
    elsif item.key_id is not null and not item.key_is_active then
      outcome := 'key_revoked';
    elsif item.account_state <> 'active' then
      outcome := 'account_' || item.account_state;
    elsif item.cost_units > running_units then
      outcome := 'insufficient';
    elsif item.refund_window_ends_at > moment and item.refunds_in_window >= most_refunds then
      outcome := 'refund_limited';
      expires_at := item.refund_window_ends_at;
    else
      outcome := 'admitted';
      charge_state := 'held';
      expires_at := item.task_expires_at;
      running_units := running_units - item.cost_units;
      balances_units[item.place] := running_units;
    end if;
    balance_units := running_units;
    return next;
  end loop;

  insert into charge
    (id, account_id, key_id, tool, effort, cost_units, instance_id, created_at, deadline_at)
  select i.id, i.account_id, i.key_id, i.tool, i.effort, i.cost_units, i.instance_id, moment,
    moment + i.hold_ms * interval '1 ms'
  from unnest(
    ids, account_ids, key_ids, tools, efforts, costs_units, holds_ms, instance_ids, balances_units
  ) as i (id, account_id, key_id, tool, effort, cost_units, hold_ms, instance_id, balance_units)
  where i.balance_units is not null;

  insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
  select i.account_id, 'wallet', 'held', i.cost_units, i.balance_units, i.id, moment
  from unnest(ids, account_ids, costs_units, balances_units)
    as i (id, account_id, cost_units, balance_units)
  where i.balance_units is not null;

  insert into task (id, account_id, upstream_id, structured, expires_at)
  select i.id, i.account_id, i.upstream_id, i.structured, moment + i.lifetime_ms * interval '1 ms'
  from unnest(ids, account_ids, lifetimes_ms, upstream_ids, are_structured, balances_units)
    as i (id, account_id, lifetime_ms, upstream_id, structured, balance_units)
  where i.balance_units is not null and i.lifetime_ms is not null;

  -- Grouped, since an update takes only one of several rows for the same wallet.
  update wallet set balance_units = wallet.balance_units - spent.units
  from (
    select i.account_id, sum(i.cost_units)::bigint as units
    from unnest(account_ids, costs_units, balances_units)
      as i (account_id, cost_units, balance_units)
    where i.balance_units is not null
    group by i.account_id
  ) as spent
  where wallet.account_id = spent.account_id;
end
$$;
