-- expand
-- Debits and settlements keep the plans of their statements. With charges in months, PostgreSQL took plans
-- that suit any array of ids for too expensive, and planned three statements of each settlement again: that
-- was a third of its time. The previous release can run on this schema: it calls the same functions, and
-- reads the balance of refunds alone.

alter function debit_charges set plan_cache_mode = force_generic_plan;

-- As in 0014, with less to do where nothing is refunded: captures alone lock no wallet and no open charge
-- ahead, and are not read again. The balance is returned for refunds alone.
--
-- Lock order: charges by id, then wallets by id, then open charges by id. The charges are locked by a statement
-- of their own, which sorts them. An update that finds them itself takes them in the order of the index that
-- the plan chose, and its insert locks the table of movements first, which archiving locks last. Open charges
-- need no lock ahead of a capture: a transaction that changes the row of a held charge has locked the charge.
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
      delete from open_charge where open_charge.charge_id = refund.id;
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
