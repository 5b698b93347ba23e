-- expand
-- Settlements name the account of each charge, so that they can be divided by account as debits can. A later
-- contract drops the function without accounts, which the previous release calls.

-- As before, with the accounts of the charges. `account_ids` and `confirmed_account_ids` are sets: a batch with a
-- charge of an account outside its set is refused, and a delivery is not confirmed. Every argument is required, since a call with fewer
-- could mean either function.
create function settle_charges(
  ids uuid[],
  account_ids uuid[],
  outcomes charge_state[],
  causes text[],
  are_reversals boolean[],
  confirmed_ids uuid[],
  confirmed_account_ids uuid[]
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
  has_stray boolean;
begin
  -- The accounts are no condition here: by them, the plan could read all charges of an account.
  select bool_or(locked.account_id <> all(account_ids)) into has_stray
  from (
    select charge.account_id from charge where charge.id = any(ids) order by charge.id for no key update
  ) as locked;
  if has_stray then
    raise exception 'a settlement names an account that its charge does not belong to';
  end if;
  if has_refunds then
    perform from wallet
      where wallet.account_id = any(account_ids)
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
      where delivered.charge_id = any(confirmed_ids)
        and delivered.account_id = any(confirmed_account_ids)
        and delivered.captured_at is not null
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

-- For the previous release: finds the accounts first. A charge never changes its account.
create or replace function settle_charges(
  ids uuid[],
  outcomes charge_state[],
  causes text[],
  are_reversals boolean[],
  confirmed_ids uuid[] default null
)
returns table (charge_id uuid, charge_state charge_state, balance_units bigint)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query select * from settle_charges(
    ids, array(select charge.account_id from charge where charge.id = any(ids)),
    outcomes, causes, are_reversals,
    confirmed_ids,
    array(select open_charge.account_id from open_charge where open_charge.charge_id = any(confirmed_ids))
  );
end
$$;

-- As before, with the accounts of the charges.
create or replace function sweep_charges(
  most integer,
  sweeper_id uuid,
  lease_ms bigint default null,
  most_share numeric default null
)
returns table (charge_id uuid, charge_state charge_state)
language plpgsql
set enable_seqscan = off
as $$
declare
  -- The fewest charges that make a sweep suspicious.
  few constant integer := 100;
  -- In a variable, since an index is not searched by a function whose value may change meanwhile.
  moment timestamptz := clock_timestamp();
  lease interval := coalesce(lease_ms, 0) * interval '1 ms';
  may_declare boolean := lease_ms is null or (
    pg_postmaster_start_time() <= moment - lease and exists (
      select from instance
      where instance.id = sweeper_id and instance.lease_until > moment
        and instance.renewed_since <= moment - lease
    )
  );
  lapsed_ids uuid[];
  suspect record;
  pause sweep_pause;
  orphan_ids uuid[];
  account_ids uuid[];
  outcomes charge_state[];
  causes text[];
  are_reversals boolean[];
begin
  lapsed_ids := case when may_declare then array(
    select instance.id from instance
    where instance.lease_until <= moment and instance.id is distinct from sweeper_id
      and (lease_ms is null or not exists (
        select from open_charge
        where open_charge.instance_id = instance.id
          and open_charge.created_at
            > moment - greatest(lease, instance.lease_length_ms * interval '1 ms')
      ))
  ) else '{}' end;

  if most_share is not null then
    select count(*)::integer as charges, coalesce(sum(open_charge.cost_units), 0)::bigint as units
    into suspect
    from open_charge left join task on task.id = open_charge.charge_id
    where (open_charge.deadline_at <= moment or open_charge.instance_id = any(lapsed_ids))
      -- A captured charge of a living process waits for its caller, and is not refunded.
      and (open_charge.captured_at is null or open_charge.instance_id = any(lapsed_ids))
      and task.result_seen is not true
      and (open_charge.instance_id is null
        or exists (select from instance where instance.id = open_charge.instance_id));
    if suspect.charges >= few
      and suspect.units > most_share * (select sum(open_charge.cost_units) from open_charge)
    then
      select * into pause from sweep_pause for update;
      if not found or pause.paused_until < moment - 10 * lease then
        insert into sweep_pause (paused_at, paused_until, charges, units)
        values (moment, moment + lease, suspect.charges, suspect.units)
        on conflict (is_only) do update set
          paused_at = excluded.paused_at, paused_until = excluded.paused_until,
          charges = excluded.charges, units = excluded.units
        where sweep_pause.paused_until < excluded.paused_at;
        return;
      elsif pause.paused_until > moment then
        return;
      end if;
    end if;
  end if;

  with
    overdue as (
      select charge.id, charge.account_id, 'deadline_passed' as cause, coalesce(task.result_seen, false) as is_earned,
        false as is_reversal
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join wallet on wallet.account_id = charge.account_id
      left join task on task.id = charge.id
      where open_charge.deadline_at <= moment and open_charge.captured_at is null
      order by open_charge.deadline_at limit most
      for no key update of charge, wallet, open_charge skip locked
    ),
    abandoned as (
      select charge.id, charge.account_id, 'process_died' as cause, false as is_earned, false as is_reversal
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join wallet on wallet.account_id = charge.account_id
      where open_charge.deadline_at > moment and open_charge.captured_at is null
        and open_charge.instance_id is not null
        and open_charge.instance_id is distinct from sweeper_id
        and (open_charge.instance_id = any(lapsed_ids)
          or not exists (select from instance where instance.id = open_charge.instance_id))
      limit most
      for no key update of charge, wallet, open_charge skip locked
    ),
    undelivered as (
      select charge.id, charge.account_id, 'capture_unknown' as cause, false as is_earned, true as is_reversal
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join wallet on wallet.account_id = charge.account_id
      where open_charge.deadline_at <= moment and open_charge.captured_at is not null
        and open_charge.instance_id is distinct from sweeper_id
        and (open_charge.instance_id = any(lapsed_ids)
          or not exists (select from instance where instance.id = open_charge.instance_id))
      limit most
      for no key update of charge, wallet, open_charge skip locked
    ),
    orphan as (
      select * from overdue union all select * from abandoned union all select * from undelivered
    )
  select
    array_agg(orphan.id),
    array_agg(orphan.account_id),
    array_agg(case when orphan.is_earned then 'captured' else 'refunded' end::charge_state),
    array_agg(orphan.cause),
    array_agg(orphan.is_reversal)
  into orphan_ids, account_ids, outcomes, causes, are_reversals
  from orphan;
  if orphan_ids is not null then
    -- Settled by somebody who had waited for the tables while they were made, and knew nothing of this one.
    delete from open_charge using charge
    where open_charge.charge_id = any(orphan_ids) and open_charge.captured_at is null
      and charge.id = open_charge.charge_id and charge.state <> 'held';
    return query
    select settled.charge_id, settled.charge_state
    from settle_charges(
      orphan_ids, account_ids, outcomes, causes, are_reversals, null, null
    ) as settled;
  end if;
end
$$;
