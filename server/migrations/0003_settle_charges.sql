-- Settles a batch of charges in one transaction. A charge leaves held once, to captured or to
-- refunded; whoever comes second gets the state that is there. Only rows that changed move money.
-- The one way from captured to refunded is a reversal, for what was withheld because the reply to
-- its capture never came.
--
-- The task of a charge ends with it: captured means completed; refunded means failed, unless it was
-- seen completed, which stays.
--
-- Lock order: charges by id, then wallets by id. Debits lock wallets only and insert new charges.
-- Arrays and no sequential scans: see debit_charges.
create function settle_charges(
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
      update wallet set balance_units = running_units where wallet.account_id = refund.account_id;
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

-- Settles what nobody else will: charges past their deadline, and charges whose process is dead. All
-- are refunded, except a task whose result was there at the last look and only never fetched.
-- What is locked is left for the next round, charge or wallet: one stuck wallet must not hold up the
-- refunds of others, and what another sweeper has claimed is being done. The process that sweeps is alive, even if the database
-- was away for so long that its own lease has run out.
create function sweep_charges(most integer, sweeper_id uuid)
returns table (charge_id uuid, charge_state charge_state)
language plpgsql
as $$
declare
  -- In a variable, since an index is not searched by a function whose value may change meanwhile.
  moment timestamptz := clock_timestamp();
  orphan_ids uuid[];
  outcomes charge_state[];
  causes text[];
begin
  with
    overdue as (
      select charge.id, 'deadline_passed' as cause, coalesce(task.result_seen, false) as is_earned
      from charge
      join wallet on wallet.account_id = charge.account_id
      left join task on task.id = charge.id
      where charge.state = 'held' and charge.deadline_at <= moment
      order by charge.deadline_at limit most
      for no key update of charge, wallet skip locked
    ),
    abandoned as (
      select charge.id, 'process_died' as cause, false as is_earned
      from charge
      join wallet on wallet.account_id = charge.account_id
      where charge.state = 'held' and charge.instance_id is not null
        and charge.instance_id is distinct from sweeper_id
        and charge.deadline_at > moment
        and not exists (
          select from instance
          where instance.id = charge.instance_id and instance.lease_until > moment
        )
      limit most
      for no key update of charge, wallet skip locked
    ),
    orphan as (select * from overdue union all select * from abandoned)
  select
    array_agg(orphan.id),
    array_agg(case when orphan.is_earned then 'captured' else 'refunded' end::charge_state),
    array_agg(orphan.cause)
  into orphan_ids, outcomes, causes
  from orphan;
  if orphan_ids is not null then
    return query
    select settled.charge_id, settled.charge_state
    from settle_charges(
      orphan_ids, outcomes, causes, array_fill(false, array[cardinality(orphan_ids)])
    ) as settled;
  end if;
end
$$;
