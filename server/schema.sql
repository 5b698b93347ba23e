create type account_state as enum ('active', 'frozen', 'closed');

create type charge_state as enum ('held', 'captured', 'refunded');

create type pot as enum ('outside', 'wallet', 'held', 'captured');

create type task_state as enum ('submitting', 'queued', 'running', 'completed', 'failed');

create table account (
  id uuid not null,
  email text not null,
  state account_state not null default 'active'::account_state,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint account_email_is_folded CHECK ((email = lower(email))),
  constraint account_pkey PRIMARY KEY (id)
);

create table api_key (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  hash bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_key_hash_is_sha256 CHECK ((octet_length(hash) = 32)),
  constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint api_key_pkey PRIMARY KEY (id)
);

create table charge (
  id uuid not null,
  account_id uuid not null,
  key_id uuid,
  tool text not null,
  effort text,
  cost_units bigint not null,
  state charge_state not null default 'held'::charge_state,
  instance_id uuid,
  refund_cause text,
  created_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint charge_cost_is_positive CHECK ((cost_units > 0)),
  constraint charge_is_settled_or_held CHECK (((state = 'held'::charge_state) = (settled_at IS NULL))),
  constraint charge_refund_has_a_cause CHECK (((state = 'refunded'::charge_state) = (refund_cause IS NOT NULL))),
  constraint charge_pkey PRIMARY KEY (id)
) with (fillfactor=80);

create table instance (
  id uuid not null,
  started_at timestamp with time zone not null default clock_timestamp(),
  lease_until timestamp with time zone not null,
  constraint instance_pkey PRIMARY KEY (id)
);

create table migration (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table movement (
  id bigint generated always as identity not null,
  account_id uuid not null,
  source pot not null,
  target pot not null,
  units bigint not null,
  balance_units bigint,
  charge_id uuid,
  reason text,
  reference text,
  created_at timestamp with time zone not null,
  constraint movement_changes_pot CHECK ((source <> target)),
  constraint movement_from_outside_has_a_reason CHECK ((((source = 'outside'::pot) OR (target = 'outside'::pot)) = (reason IS NOT NULL))),
  constraint movement_from_outside_has_a_reference CHECK (((source = 'outside'::pot) = (reference IS NOT NULL))),
  constraint movement_inside_has_a_charge CHECK ((((source = 'outside'::pot) OR (target = 'outside'::pot)) = (charge_id IS NULL))),
  constraint movement_knows_the_balance CHECK ((((source = 'wallet'::pot) OR (target = 'wallet'::pot)) = (balance_units IS NOT NULL))),
  constraint movement_units_are_positive CHECK ((units > 0)),
  constraint movement_pkey PRIMARY KEY (account_id, id)
);

create table task (
  id uuid not null,
  account_id uuid not null,
  state task_state not null default 'submitting'::task_state,
  upstream_id integer,
  remote_id text,
  structured boolean not null,
  expires_at timestamp with time zone not null,
  next_look_at timestamp with time zone,
  looks integer not null default 0,
  result_seen boolean not null default false,
  missing_count integer not null default 0,
  missing_since timestamp with time zone,
  constraint task_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint task_id_fkey FOREIGN KEY (id) REFERENCES charge(id),
  constraint task_upstream_id_fkey FOREIGN KEY (upstream_id) REFERENCES upstream(id) ON DELETE SET NULL,
  constraint task_pkey PRIMARY KEY (id)
) with (fillfactor=80);

create table upstream (
  id integer generated always as identity not null,
  url text not null,
  api_key text not null,
  configured_at timestamp with time zone not null default clock_timestamp(),
  constraint upstream_pkey PRIMARY KEY (id),
  constraint upstream_url_key UNIQUE (url)
);

create table wallet (
  account_id uuid not null,
  balance_units bigint not null default 0,
  constraint wallet_balance_is_in_range CHECK (((balance_units >= 0) AND (balance_units <= '9007199254740991'::bigint))),
  constraint wallet_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint wallet_pkey PRIMARY KEY (account_id)
) with (fillfactor=50);

CREATE UNIQUE INDEX account_email ON public.account USING btree (email);

CREATE UNIQUE INDEX api_key_active_name ON public.api_key USING btree (account_id, name) WHERE (revoked_at IS NULL);

CREATE UNIQUE INDEX api_key_hash ON public.api_key USING btree (hash);

CREATE INDEX api_key_revoked ON public.api_key USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE INDEX charge_held ON public.charge USING btree (instance_id, deadline_at) WHERE (state = 'held'::charge_state);

CREATE INDEX charge_usage ON public.charge USING btree (account_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX movement_once_per_charge ON public.movement USING btree (charge_id, source, target) WHERE (charge_id IS NOT NULL);

CREATE UNIQUE INDEX movement_once_per_reference ON public.movement USING btree (reference) WHERE (reference IS NOT NULL);

CREATE INDEX task_due ON public.task USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);

CREATE TRIGGER account_is_kept BEFORE DELETE ON public.account FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER api_key_is_kept BEFORE DELETE ON public.api_key FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER charge_is_kept BEFORE DELETE ON public.charge FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER charge_is_not_truncated BEFORE TRUNCATE ON public.charge FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER movement_is_append_only BEFORE DELETE OR UPDATE ON public.movement FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER movement_is_not_truncated BEFORE TRUNCATE ON public.movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER wallet_is_kept BEFORE DELETE ON public.wallet FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION public.credit_wallet(owner uuid, amount bigint, why text, by_reference text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  balance bigint;
begin
  perform from wallet where account_id = owner for no key update;
  if not exists (select from movement where reference = by_reference) then
    update wallet set balance_units = balance_units + amount
    where account_id = owner
    returning balance_units into strict balance;
    insert into movement
      (account_id, source, target, units, balance_units, reason, reference, created_at)
    values (owner, 'outside', 'wallet', amount, balance, why, by_reference, clock_timestamp());
  end if;
  select balance_units into strict balance from wallet where account_id = owner;
  return balance;
end
$function$
;

CREATE OR REPLACE FUNCTION public.debit_charges(ids uuid[], account_ids uuid[], key_ids uuid[], tools text[], efforts text[], costs_units bigint[], holds_ms bigint[], instance_ids uuid[], lifetimes_ms bigint[], upstream_ids integer[], are_structured boolean[])
 RETURNS TABLE(charge_id uuid, outcome text, charge_state charge_state, balance_units bigint, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.next_look_at(expires_at timestamp with time zone, looks integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select case
    when moment >= expires_at then moment + interval '20 seconds'
    when moment >= expires_at - interval '1 minute' then expires_at
    else least(
      moment + least(interval '10 seconds' * power(1.5, least(looks, 20)), interval '10 minutes'),
      expires_at - interval '1 minute'
    )
  end
  from (select clock_timestamp() as moment) as now
$function$
;

CREATE OR REPLACE FUNCTION public.queue_task(task_id uuid, remote text, verdict_ms bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  -- The charge is locked first, as settling does.
  perform from charge where id = task_id and state <> 'refunded' for no key update;
  if not found then
    return false;
  end if;
  update task set state = 'queued', remote_id = remote, next_look_at = next_look_at(expires_at, 0)
  where id = task_id and state = 'submitting';
  if not found then
    -- The reply to the first try was lost: the same id is no news, another one is refused.
    return exists (select from task where id = task_id and remote_id = remote);
  end if;
  update charge set
    instance_id = null,
    deadline_at = task.expires_at + verdict_ms * interval '1 ms'
  from task
  where charge.id = task_id and task.id = task_id;
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION public.record_look(task_id uuid, seen task_state, good_result boolean, missing boolean)
 RETURNS TABLE(state task_state, missing_count integer, missing_ms double precision)
 LANGUAGE sql
AS $function$
  update task set
    state = case
      when task.state in ('completed', 'failed') or seen is null or seen < task.state
        then task.state
      else seen
    end,
    result_seen = good_result,
    looks = looks + 1,
    next_look_at = case
      when next_look_at is null then null
      else next_look_at(expires_at, looks + 1)
    end,
    missing_count = case when missing then task.missing_count + 1 else 0 end,
    missing_since = case when missing then coalesce(task.missing_since, clock_timestamp()) end
  where id = task_id
  returning task.state, task.missing_count,
    extract(epoch from clock_timestamp() - task.missing_since) * 1000
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% on % is refused', lower(tg_op), tg_table_name;
end
$function$
;

CREATE OR REPLACE FUNCTION public.settle_charges(ids uuid[], outcomes charge_state[], causes text[], are_reversals boolean[])
 RETURNS TABLE(charge_id uuid, charge_state charge_state, balance_units bigint)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.sweep_charges(most integer, sweeper_id uuid)
 RETURNS TABLE(charge_id uuid, charge_state charge_state)
 LANGUAGE plpgsql
AS $function$
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
$function$
;
