-- Debits a batch of calls in one transaction. Wallets are locked in id order first; keys, balances
-- and existing charges are read in a later statement, whose snapshot is then not older than the
-- lock. Each item is admitted by the running balance of its wallet, in order, by a loop: a window
-- function's running sum would count refused items too.
--
-- One array per column, all of one length: what is in arrays is found by index, where sets out of
-- JSON are guessed at and joined by reading whole tables. Sequential scans are off for the same
-- reason: a plan made while a table was small is kept while it grows.
--
-- lifetimes_ms, upstream_ids and are_structured are null for a call without a task.
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
  are_structured boolean[]
)
returns table (
  charge_id uuid,
  -- admitted, insufficient, key_revoked, account_frozen, account_closed, replayed
  outcome text,
  charge_state charge_state,
  balance_units bigint,
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
