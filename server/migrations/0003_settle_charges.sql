-- Settles a batch of charges in one transaction. A charge leaves held once, to captured or to
-- refunded; whoever comes second gets the state that is there. Only rows that changed move money.
-- The one way from captured to refunded is a reversal, for an answer that was withheld because the
-- capture's own reply never came.
--
-- The task of a charge ends with it: captured means completed; refunded means failed, unless it was
-- seen completed, which stays.
--
-- Lock order: charges by id, then wallets by id. Debits lock wallets only and insert new charges.
--
-- items: [{id, outcome: captured|refunded, cause|null, reverse: boolean}]
create function settle_charges(items jsonb)
returns table (charge_id uuid, charge_state charge_state, balance_units bigint)
language plpgsql
as $$
declare
  moment timestamptz;
  refund record;
  current_account uuid;
  running_units bigint;
begin
  -- Two wishes for one charge may meet in a batch: the first one counts, as it would between batches.
  items := (
    select jsonb_agg(value order by place)
    from (
      select distinct on (element.value ->> 'id') element.value, element.place
      from jsonb_array_elements(items) with ordinality as element (value, place)
      order by element.value ->> 'id', element.place
    ) as first_of_each
  );
  perform from charge
    where charge.id in (select (value ->> 'id')::uuid from jsonb_array_elements(items))
    order by charge.id
    for no key update;
  perform from wallet
    where wallet.account_id in (
      select charge.account_id from charge
      where charge.id in (
        select (value ->> 'id')::uuid from jsonb_array_elements(items)
        where value ->> 'outcome' = 'refunded'
      )
    )
    order by wallet.account_id
    for no key update;
  moment := clock_timestamp();

  insert into movement (account_id, source, target, units, charge_id, created_at)
  select charge.account_id, 'held', 'captured', charge.cost_units, charge.id, moment
  from charge
  join jsonb_to_recordset(items) as i (id uuid, outcome text) on i.id = charge.id
  where i.outcome = 'captured' and charge.state = 'held';

  for refund in
    select charge.id, charge.account_id, charge.state, charge.cost_units, wallet.balance_units
    from charge
    join jsonb_to_recordset(items) as i (id uuid, outcome text, reverse boolean) on i.id = charge.id
    join wallet on wallet.account_id = charge.account_id
    where i.outcome = 'refunded'
      and (charge.state = 'held' or (charge.state = 'captured' and i.reverse))
    order by charge.account_id, charge.id
  loop
    if refund.account_id is distinct from current_account then
      current_account := refund.account_id;
      running_units := refund.balance_units;
    end if;
    running_units := running_units + refund.cost_units;
    insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
    values (refund.account_id, refund.state::text::pot, 'wallet', refund.cost_units, running_units,
      refund.id, moment);
    update wallet set balance_units = running_units where wallet.account_id = refund.account_id;
  end loop;

  update charge set
    state = i.outcome::charge_state,
    refund_cause = case when i.outcome = 'refunded' then i.cause end,
    settled_at = moment
  from jsonb_to_recordset(items) as i (id uuid, outcome text, cause text, reverse boolean)
  where charge.id = i.id
    and (charge.state = 'held'
      or (charge.state = 'captured' and i.outcome = 'refunded' and i.reverse));

  update task set
    state = case
      when task.state in ('completed', 'failed') then task.state
      when charge.state = 'captured' then 'completed'
      else 'failed'
    end,
    next_look_at = null
  from charge
  where task.id = charge.id
    and charge.id in (select (value ->> 'id')::uuid from jsonb_array_elements(items))
    and charge.state <> 'held'
    and (task.next_look_at is not null or task.state not in ('completed', 'failed'));

  return query
  select charge.id, charge.state, wallet.balance_units
  from charge
  join wallet on wallet.account_id = charge.account_id
  where charge.id in (select (value ->> 'id')::uuid from jsonb_array_elements(items));
end
$$;

-- Refunds what nobody else will settle: charges past their deadline, and charges whose process is
-- dead. What another sweeper has claimed is skipped. The process that sweeps is alive, even if the
-- database was away for so long that its own lease has run out.
create function sweep_charges(most integer, sweeper_id uuid)
returns table (charge_id uuid, charge_state charge_state)
language plpgsql
as $$
declare
  orphans jsonb;
begin
  with
    overdue as (
      select charge.id, 'deadline_passed' as cause from charge
      where charge.state = 'held' and charge.deadline_at <= clock_timestamp()
      order by charge.deadline_at limit most
      for no key update skip locked
    ),
    abandoned as (
      select charge.id, 'process_died' as cause from charge
      where charge.state = 'held' and charge.instance_id is not null
        and charge.instance_id is distinct from sweeper_id
        and charge.deadline_at > clock_timestamp()
        and not exists (
          select from instance
          where instance.id = charge.instance_id and instance.lease_until > clock_timestamp()
        )
      limit most
      for no key update skip locked
    ),
    orphan as (select * from overdue union all select * from abandoned)
  select jsonb_agg(jsonb_build_object('id', id, 'outcome', 'refunded', 'cause', cause))
  into orphans
  from orphan;
  if orphans is not null then
    return query select settled.charge_id, settled.charge_state from settle_charges(orphans) as settled;
  end if;
end
$$;
