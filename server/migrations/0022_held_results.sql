-- expand
-- Lets instances reach each other for results that one of them holds in memory. Captured charges may now
-- keep their mark for as long as a result is held. The previous release can run on this schema.

alter table instance add column url text;

drop function renew_lease;

-- As before, with the address at which other instances reach this one.
create function renew_lease(
  lease_id uuid,
  lease_ms bigint,
  is_paid boolean,
  own_url text default null,
  out had_lapsed boolean,
  out was_missing boolean
)
language plpgsql
as $$
declare
  moment timestamptz;
  known timestamptz;
begin
  select lease_until into known from instance where id = lease_id for no key update;
  was_missing := not found;
  moment := clock_timestamp();
  had_lapsed := was_missing or known <= moment;
  insert into instance (id, lease_until, costs_money, renewed_since, lease_length_ms, url)
  values (lease_id, moment + lease_ms * interval '1 ms', is_paid, moment, lease_ms, own_url)
  on conflict (id) do update set
    lease_until = excluded.lease_until,
    lease_length_ms = excluded.lease_length_ms,
    url = excluded.url,
    renewed_since = case when had_lapsed then moment else instance.renewed_since end;
end
$$;

-- As in 0014, but the pause before a large sweep counts only what the sweep would refund.
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
      select charge.id, 'deadline_passed' as cause, coalesce(task.result_seen, false) as is_earned,
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
      select charge.id, 'process_died' as cause, false as is_earned, false as is_reversal
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
      select charge.id, 'capture_unknown' as cause, false as is_earned, true as is_reversal
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
    array_agg(case when orphan.is_earned then 'captured' else 'refunded' end::charge_state),
    array_agg(orphan.cause),
    array_agg(orphan.is_reversal)
  into orphan_ids, outcomes, causes, are_reversals
  from orphan;
  if orphan_ids is not null then
    -- Settled by somebody who had waited for the tables while they were made, and knew nothing of this one.
    delete from open_charge using charge
    where open_charge.charge_id = any(orphan_ids) and open_charge.captured_at is null
      and charge.id = open_charge.charge_id and charge.state <> 'held';
    return query
    select settled.charge_id, settled.charge_state
    from settle_charges(orphan_ids, outcomes, causes, are_reversals) as settled;
  end if;
end
$$;
