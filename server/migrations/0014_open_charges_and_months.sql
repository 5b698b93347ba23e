-- expand
-- Keeps the work of a call the same however long the history is. Charges and their movements are kept by
-- the month in which the charge was made, so that a month can be archived whole. Charges that are not
-- decided yet have a row in a small table of their own, so that settling and sweeping read only that.
--
-- One file, since no debit or settlement may come between the new tables and the functions that fill them.
-- The previous release can run on this schema: it calls the same functions and reads the same columns.

-- Wallets first, as every debit does.
lock table wallet, account, instance, charge, movement, task in access exclusive mode;

-- The smallest id that can be made at this moment: ids (UUIDv7) begin with their time.
create function first_id_at(moment timestamptz) returns uuid
language sql immutable
return (
  lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000'
)::uuid;

-- What was there before months: everything up to the end of the month of the latest charge.
alter table task drop constraint task_id_fkey;
drop trigger charge_is_kept on charge;
drop trigger charge_is_not_truncated on charge;
drop trigger movement_is_append_only on movement;
drop trigger movement_is_not_truncated on movement;
drop index charge_held;
alter table charge rename to charge_before;
alter table movement rename to movement_before;
alter index charge_pkey rename to charge_before_pkey;
alter index charge_usage rename to charge_before_usage;
alter index charge_settled rename to charge_before_settled;
alter index movement_pkey rename to movement_before_pkey;
alter index movement_once_per_charge rename to movement_before_once_per_charge;
alter index movement_once_per_reference rename to movement_before_once_per_reference;
alter index movement_once_per_action rename to movement_before_once_per_action;

-- instance_id and deadline_at are for the previous release; open_charge has what counts.
create table charge (like charge_before including defaults including constraints)
  partition by range (id);
alter table charge add primary key (id);
create index charge_usage on charge (account_id, created_at desc, id desc);
create index charge_settled on charge using brin (settled_at) with (autosummarize = on);

create table movement (like movement_before including defaults including constraints including identity)
  partition by range (charge_id);
-- No charge can be debited, captured, refunded or reversed twice, whatever the code does.
create unique index movement_once_per_charge on movement (charge_id, source, target)
  where charge_id is not null;
-- An account's movements besides debits and captures, which are found by its charges. So a call that
-- succeeds touches no index by account here.
create index movement_of_account on movement (account_id, id)
  where target = 'wallet' or charge_id is null;

-- Every charge is updated once, soon: half a page of room keeps that within the page and out of the
-- indexes.
create table charge_default partition of charge default with (fillfactor = 50);
-- Money that comes in, goes out or is owed has no charge, so all of it is here.
create table movement_default partition of movement default;
-- Nothing comes in twice.
create unique index movement_once_per_reference on movement_default (reference)
  where reference is not null;
create unique index movement_once_per_action on movement_default (action_id)
  where action_id is not null;

create trigger movement_is_append_only before update or delete on movement
  for each row execute function refuse_change();
create trigger movement_is_not_truncated before truncate on movement
  for each statement execute function refuse_change();
create trigger charge_is_kept before delete on charge
  for each row execute function refuse_change();
create trigger charge_is_not_truncated before truncate on charge
  for each statement execute function refuse_change();
-- Partitions do not inherit these from the table. ensure_months gives one to each month.
create trigger charge_is_not_truncated before truncate on charge_before
  for each statement execute function refuse_change();
create trigger charge_is_not_truncated before truncate on charge_default
  for each statement execute function refuse_change();
create trigger movement_is_not_truncated before truncate on movement_before
  for each statement execute function refuse_change();
create trigger movement_is_not_truncated before truncate on movement_default
  for each statement execute function refuse_change();

do $$
declare
  this_month timestamptz := date_trunc('month', clock_timestamp(), 'UTC');
  -- Ids beyond the next month were not made from the time: they belong to the default partition.
  beyond uuid := first_id_at(date_add(this_month, interval '1 month', 'UTC'));
  latest uuid := (select max(id::text)::uuid from charge_before where id < beyond);
  first uuid := case
    when latest >= first_id_at(this_month) then beyond
    else first_id_at(this_month)
  end;
begin
  perform setval(
    pg_get_serial_sequence('movement', 'id'),
    greatest((select max(id) from movement_before), 1),
    exists (select from movement_before)
  );
  alter table movement_before alter column id drop identity;
  with moved as (
    delete from movement_before where charge_id is null or charge_id >= first returning *
  )
  insert into movement overriding system value select * from moved;
  with moved as (delete from charge_before where id >= first returning *)
  insert into charge select * from moved;
  drop index movement_before_once_per_reference;
  drop index movement_before_once_per_action;
  execute format('alter table charge attach partition charge_before for values from (minvalue) to (%L)', first);
  execute format('alter table movement attach partition movement_before for values from (minvalue) to (%L)', first);
end
$$;

-- Makes the partitions of this month and of so many after it, where they are missing; returns how many
-- it made. An id whose month is missing goes to the default partition, so being late breaks nothing, and
-- a lock that is not free at once can wait for the next time.
create function ensure_months(ahead integer) returns integer
language plpgsql
set lock_timeout = '500ms'
as $$
declare
  since timestamptz;
  until_then timestamptz;
  parent text;
  key text;
  name text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7046311);
  for since in
    select generate_series(
      date_trunc('month', clock_timestamp(), 'UTC'),
      date_add(date_trunc('month', clock_timestamp(), 'UTC'), ahead * interval '1 month', 'UTC'),
      interval '1 month', 'UTC'
    )
  loop
    until_then := date_add(since, interval '1 month', 'UTC');
    foreach parent in array array['charge', 'movement'] loop
      name := parent || to_char(since at time zone 'UTC', '"_"YYYY"_"MM');
      continue when to_regclass(name) is not null or (
        -- The month in which months began may belong to what was before.
        select pg_get_expr(relpartbound, oid) ~ format('TO \(''%s''\)', first_id_at(until_then))
        from pg_class where oid = to_regclass(parent || '_before')
      );
      execute format(
        'create table %I (like %I including defaults including constraints) with (fillfactor = %s)',
        name, parent, case parent when 'charge' then 50 else 100 end);
      -- What came before its month was made moves along.
      key := case parent when 'charge' then 'id' else 'charge_id' end;
      execute format('lock table %I in access exclusive mode', parent || '_default');
      execute format('alter table %I disable trigger user', parent || '_default');
      execute format(
        'with early as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *)
         insert into %5$I select * from early',
        parent || '_default', key, first_id_at(since), first_id_at(until_then), name);
      execute format('alter table %I enable trigger user', parent || '_default');
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, name, first_id_at(since), first_id_at(until_then));
      execute format(
        'create trigger %I before truncate on %I for each statement execute function refuse_change()',
        parent || '_is_not_truncated', name);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
select ensure_months(3);

-- A row for each charge that is held, and for each that is captured while nobody has confirmed that its
-- result was delivered.
create table open_charge (
  charge_id uuid primary key,
  account_id uuid not null,
  -- The process that is making the call; null once a task is queued, since nobody need be alive for it.
  instance_id uuid,
  cost_units bigint not null,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  captured_at timestamptz
) with (
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 50000
);
create index open_charge_of_instance on open_charge (instance_id, deadline_at);
insert into open_charge (charge_id, account_id, instance_id, cost_units, created_at, deadline_at)
select id, account_id, instance_id, cost_units, created_at, deadline_at
from charge where state = 'held';

-- A debit that waited for the tables while this migration held them goes on as it was before, and makes no
-- row in open_charge. This makes it afterwards; returns how many it made. A day later there is nothing
-- left to find.
create function open_missed_charges() returns integer
language plpgsql
as $$
declare
  missed_ids uuid[];
  made integer;
begin
  missed_ids := array(
    select charge.id
    from schema_change
    join charge on charge.id between first_id_at(schema_change.applied_at - interval '10 minutes')
      and first_id_at(schema_change.applied_at + interval '10 minutes')
    where schema_change.name = '0014_open_charges_and_months.sql'
      and schema_change.applied_at > clock_timestamp() - interval '1 day'
      and charge.state = 'held'
      and not exists (select from open_charge where open_charge.charge_id = charge.id)
    order by charge.id
    for no key update of charge
  );
  -- In a later statement, so that what was settled meanwhile is not opened again.
  insert into open_charge (charge_id, account_id, instance_id, cost_units, created_at, deadline_at)
  select charge.id, charge.account_id, charge.instance_id, charge.cost_units, charge.created_at,
    charge.deadline_at
  from charge where charge.id = any(missed_ids) and charge.state = 'held'
  on conflict do nothing;
  get diagnostics made = row_count;
  return made;
end
$$;

-- Since when the lease was renewed without a gap.
alter table instance
  add column renewed_since timestamptz not null default clock_timestamp(),
  -- How long its lease is; null for the previous release.
  add column lease_length_ms bigint;

-- Renews a lease, or takes it. A process that finds that it had lapsed or was missing knows that others
-- may have settled what it was doing.
create function renew_lease(
  lease_id uuid, lease_ms bigint, is_paid boolean, out had_lapsed boolean, out was_missing boolean
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
  insert into instance (id, lease_until, costs_money, renewed_since, lease_length_ms)
  values (lease_id, moment + lease_ms * interval '1 ms', is_paid, moment, lease_ms)
  on conflict (id) do update set
    lease_until = excluded.lease_until,
    lease_length_ms = excluded.lease_length_ms,
    renewed_since = case when had_lapsed then moment else instance.renewed_since end;
end
$$;

-- The sweep that would refund suspiciously much pauses once; see sweep_charges.
create table sweep_pause (
  is_only boolean primary key default true check (is_only),
  paused_at timestamptz not null,
  paused_until timestamptz not null,
  charges integer not null,
  units bigint not null
);

-- Accounts whose balance fell below their owner's mark and who were not told yet. The mark is copied to
-- the wallet, which whoever moves money has in hand: nobody else need look for low balances.
create table notice_due (account_id uuid primary key);
alter table wallet add column notice_below_units bigint default 20000000;
update wallet set notice_below_units = account.notice_below_units
from account
where account.id = wallet.account_id
  and account.notice_below_units is distinct from wallet.notice_below_units;
insert into notice_due
select account.id from account join wallet on wallet.account_id = account.id
where account.notice_is_armed and wallet.balance_units < account.notice_below_units;

create function note_low_balance() returns trigger language plpgsql as $$
begin
  insert into notice_due (account_id) values (new.account_id) on conflict do nothing;
  return null;
end
$$;
create trigger wallet_falls_below_mark after update of balance_units on wallet
  for each row
  when (
    old.balance_units >= new.notice_below_units and new.balance_units < new.notice_below_units
  )
  execute function note_low_balance();

-- Posts the messages that are ready, and forgets who need not be told: each account is told of once, by
-- whoever comes first. The wallets are locked, so that no balance falls unnoticed meanwhile.
create function post_notices(
  account_ids uuid[],
  -- The mark that the balance was seen below; null if it was not below.
  marks bigint[],
  mail_ids uuid[],
  subjects text[],
  bodies text[]
)
returns void
language plpgsql
as $$
begin
  perform from wallet where account_id = any(account_ids) order by account_id for no key update;
  with told as (
    delete from notice_due
    using unnest(account_ids, marks, mail_ids, subjects, bodies)
        as notice (account_id, mark, mail_id, subject, body),
      wallet, account
    where notice_due.account_id = notice.account_id
      and wallet.account_id = notice.account_id and account.id = notice.account_id
      -- Fallen again since it was read: the next round has the message.
      and (notice.mark is not null or (wallet.balance_units < wallet.notice_below_units) is not true)
    returning notice.*, account.email,
      wallet.balance_units < wallet.notice_below_units and wallet.notice_below_units = notice.mark
        and account.user_id is not null and account.state <> 'closed' as is_due
  ),
  disarmed as (
    -- For the previous release.
    update account set notice_is_armed = false
    from told where account.id = told.account_id and account.notice_is_armed
  )
  insert into mail (id, recipient, subject, body)
  select told.mail_id, told.email, told.subject, told.body from told where told.is_due;
end
$$;

create function copy_notice_mark() returns trigger language plpgsql as $$
begin
  update wallet set notice_below_units = new.notice_below_units where account_id = new.id;
  return null;
end
$$;
create trigger account_copies_notice_mark after update of notice_below_units on account
  for each row
  when (old.notice_below_units is distinct from new.notice_below_units)
  execute function copy_notice_mark();

-- As in 0012, but with a row in open_charge, and with a fence: where lease_fence is set, a process whose
-- lease does not hold debits nothing, since others may refund what it does. Items of a batch are a
-- microsecond apart, so that an account's charges have an order.
drop function debit_charges(
  uuid[], uuid[], uuid[], text[], text[], bigint[], bigint[], uuid[], bigint[], integer[], boolean[],
  integer
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
  -- Null for no limit.
  most_refunds integer default null,
  -- Omitted by a process started before there was one.
  lease_fence boolean default false
)
returns table (
  charge_id uuid,
  -- admitted, insufficient, key_revoked, account_frozen, account_closed, refund_limited, lease_expired,
  -- replayed
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
  has_tasks boolean := false;
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
      not lease_fence or coalesce(instance.lease_until > moment, false) as lease_holds,
      charge.state as existing_state
    from unnest(ids, account_ids, key_ids, costs_units, lifetimes_ms, instance_ids)
      with ordinality as i (id, account_id, key_id, cost_units, lifetime_ms, instance_id, place)
    join account on account.id = i.account_id
    join wallet on wallet.account_id = i.account_id
    left join api_key on api_key.id = i.key_id and api_key.account_id = i.account_id
    left join instance on instance.id = i.instance_id
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
    elsif not item.lease_holds then
      outcome := 'lease_expired';
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
      has_tasks := has_tasks or expires_at is not null;
      running_units := running_units - item.cost_units;
      balances_units[item.place] := running_units;
    end if;
    balance_units := running_units;
    return next;
  end loop;

  with admitted as (
    select i.*, moment + (i.place - 1) * interval '1 microsecond' as created_at,
      moment + i.hold_ms * interval '1 ms' as deadline_at
    from unnest(
      ids, account_ids, key_ids, tools, efforts, costs_units, holds_ms, instance_ids, balances_units
    ) with ordinality as i (
      id, account_id, key_id, tool, effort, cost_units, hold_ms, instance_id, balance_units, place
    )
    where i.balance_units is not null
  ),
  made as (
    insert into charge
      (id, account_id, key_id, tool, effort, cost_units, instance_id, created_at, deadline_at)
    select admitted.id, admitted.account_id, admitted.key_id, admitted.tool, admitted.effort, admitted.cost_units,
      admitted.instance_id, admitted.created_at, admitted.deadline_at
    from admitted
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

-- As in 0012, but with the row in open_charge. A capture of a call leaves it there, marked, until a later
-- batch confirms that the result was delivered: should the process die in between, the sweeper gives the
-- money back. A task needs no such mark, since its result can be fetched again.
--
-- Lock order: charges by id, then wallets by id, then open charges by id.
drop function settle_charges(uuid[], charge_state[], text[], boolean[]);
create function settle_charges(
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
as $$
declare
  has_refunds boolean := 'refunded' = any(outcomes);
  captured_ids uuid[] := ids;
  moment timestamptz;
  refund record;
  current_account uuid;
  running_units bigint;
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
  perform from open_charge
    where open_charge.charge_id = any(ids)
    order by open_charge.charge_id
    for update;
  moment := clock_timestamp();

  with capture as (
    update charge set state = 'captured', settled_at = moment
    where charge.id = any(captured_ids) and charge.state = 'held'
    returning charge.id, charge.account_id, charge.cost_units
  )
  insert into movement (account_id, source, target, units, charge_id, created_at)
  select capture.account_id, 'held', 'captured', capture.cost_units, capture.id, moment
  from capture;

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
    -- One that is locked is being reversed, and holds up nobody here.
    delete from open_charge
    where open_charge.charge_id in (
      select delivered.charge_id from open_charge as delivered
      where delivered.charge_id = any(confirmed_ids) and delivered.captured_at is not null
      for update skip locked
    );
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

-- Settles what nobody else will: charges past their deadline, and what a dead process was doing. The
-- process that sweeps is alive, even if the database was away for so long that its own lease has run out.
--
-- A process that has no row here has ended. One whose lease has lapsed is declared dead only by a process
-- that has itself renewed without a gap for a whole lease, on a server that has been up that long: after a
-- pause of the database or of the clock everybody's lease has lapsed at once, and the living need the time
-- to say so. A charge is a sign of life as well: nobody is dead who made one within a lease.
--
-- Where deadlines and lapsed leases would refund more than most_share of all held money, and not just a
-- few charges, the sweep first waits for one lease (sweep_pause says so): a jump of the clock looks like
-- that, and is mended by then or noticed by somebody.
drop function sweep_charges(integer, uuid);
create function sweep_charges(
  most integer,
  sweeper_id uuid,
  -- Null from a process started before this: then a lapsed lease is enough.
  lease_ms bigint default null,
  -- Null for no pause.
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

-- As in 0004, but the deadline and the process are in open_charge.
create or replace function queue_task(task_id uuid, remote text, verdict_ms bigint)
returns boolean
language plpgsql
as $$
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
  update open_charge set
    instance_id = null,
    deadline_at = task.expires_at + verdict_ms * interval '1 ms'
  from task
  where open_charge.charge_id = task_id and task.id = task_id;
  -- For the previous release.
  update charge set
    instance_id = null,
    deadline_at = task.expires_at + verdict_ms * interval '1 ms'
  from task
  where charge.id = task_id and task.id = task_id;
  return true;
end
$$;

-- As in 0010, but what is undecided is in open_charge.
create or replace function close_account(owner uuid, shown_units bigint) returns text
language plpgsql as $$
declare
  member uuid;
  balance bigint;
  debt bigint;
  known_state account_state;
begin
  -- Locked in the order in which the other functions do: user, wallet, account.
  select auth_user.id into member
  from auth_user join account on account.user_id = auth_user.id
  where account.id = owner
  for update of auth_user;
  -- Every debit and credit takes this lock: from here on nothing moves.
  perform from wallet where account_id = owner for no key update;
  -- Who creates a key or begins a payment takes this one: from here on nothing is added either.
  select state into strict known_state from account where id = owner for update;
  select balance_units, debt_units into strict balance, debt from wallet where account_id = owner;
  if known_state = 'closed' then
    return 'closed';
  end if;
  if known_state = 'frozen' or debt > 0 then
    return 'frozen';
  end if;
  if exists (select from open_charge where account_id = owner) then
    return 'calls_running';
  end if;
  if balance <> shown_units then
    return 'balance_changed';
  end if;
  if exists (
    select from payment where account_id = owner and payment.state in ('open', 'processing')
  ) then
    return 'payments_running';
  end if;
  if balance > 0 then
    update wallet set balance_units = 0 where account_id = owner;
    insert into movement (account_id, source, target, units, balance_units, reason, created_at)
    values (owner, 'wallet', 'outside', balance, 0, 'account closed', clock_timestamp());
  end if;
  -- By id, as whoever else locks several of them does.
  perform from api_key where account_id = owner and revoked_at is null order by id for no key update;
  update api_key set revoked_at = clock_timestamp() where account_id = owner and revoked_at is null;
  update account set state = 'closed', email = 'closed-' || id, user_id = null, is_operator = false
  where id = owner;
  delete from auth_verification where value = member::text;
  delete from auth_user where id = member;
  return 'closed';
end
$$;


-- As in 0007, but what is undecided is in open_charge.
create or replace function withdraw_test_money()
returns table (withdrawn_units bigint, undecided_calls bigint, free_processes bigint)
language plpgsql
as $$
declare
  owners uuid[];
  owner uuid;
  amount bigint;
  latest uuid;
begin
  withdrawn_units := 0;
  undecided_calls := 0;
  perform pg_advisory_xact_lock(7046307);
  owners := array(
    select distinct payment.account_id from payment where is_test and credited_units > 0
    order by payment.account_id
  );
  select count(*) into free_processes
  from instance
  where not costs_money and lease_until > clock_timestamp() and cardinality(owners) > 0;
  if free_processes > 0 then
    return next;
    return;
  end if;
  perform from payment where is_test and has_open_dispute order by id for no key update;
  perform from wallet where account_id = any(owners) order by account_id for no key update;
  owners := array(
    select o from unnest(owners) as o cross join lateral test_money_of(o) as of_tests
    where of_tests.units_left <> 0 or of_tests.units_left_if_captured <> 0
      or exists (select from payment where account_id = o and is_test and has_open_dispute)
    order by o
  );
  select count(*) into undecided_calls
  from open_charge where account_id = any(owners);
  if undecided_calls = 0 then
    update payment set has_open_dispute = false, version = version + 1
    where is_test and has_open_dispute;
    foreach owner in array owners loop
      select units_left into amount from test_money_of(owner);
      if amount > 0 then
        perform take_from_wallet(owner, amount, 'withdrawal', null);
        withdrawn_units := withdrawn_units + amount;
      elsif amount < 0 then
        select id into strict latest from payment
        where account_id = owner and is_test and credited_units > 0
        order by created_at desc, id desc limit 1;
        perform put_into_wallet(
          owner, -amount, 'test_returned', 'payment:' || latest || ':' || uuidv7(), latest);
      end if;
      perform collect_debt(owner);
    end loop;
  end if;
  return next;
end
$$;


-- As in 0010, but an account's movements of calls are found by its charges.
create or replace function test_money_of(
  owner uuid, out units_left bigint, out units_left_if_captured bigint
)
language plpgsql
as $$
declare
  step record;
  -- What calls held at that moment and gave back since, or may yet give back.
  aside bigint := 0;
  -- Money of tests that has paid a debt.
  paid_debt bigint := 0;
begin
  units_left := 0;
  units_left_if_captured := 0;
  for step in
    select movement.source, movement.target, movement.units, movement.balance_units,
      movement.payment_id, movement.action_id, payment.is_test, movement.charge_state
    from (
      select movement.*, charge.state as charge_state
      from charge join movement on movement.charge_id = charge.id
      where charge.account_id = owner
      union all
      select movement.*, null from movement
      where movement.account_id = owner and movement.charge_id is null
    ) as movement
    left join payment on payment.id = movement.payment_id
    order by movement.id
  loop
    if step.charge_state <> 'captured' and step.source = 'wallet' then
      aside := aside + step.units;
    elsif step.charge_state is not null and step.target = 'wallet' then
      aside := aside - step.units;
    elsif step.target = 'debt' then
      paid_debt := paid_debt + least(step.units, greatest(units_left - paid_debt, 0));
    end if;
    if step.source = 'outside' then
      if step.is_test then
        units_left := units_left + step.units;
        units_left_if_captured := units_left_if_captured + step.units;
      end if;
    elsif step.target = 'outside' and step.is_test then
      units_left := units_left - step.units;
      units_left_if_captured := units_left_if_captured - step.units;
    elsif step.target = 'outside' and step.action_id is not null then
      units_left := least(units_left, step.balance_units + aside + paid_debt);
      units_left_if_captured :=
        least(units_left_if_captured, step.balance_units + aside + paid_debt);
    elsif (step.target = 'outside' and step.payment_id is null)
      or (step.source = 'wallet' and step.target = 'held' and step.charge_state <> 'refunded')
    then
      if step.charge_state is distinct from 'held' then
        units_left := units_left - least(step.units, greatest(units_left, 0));
      end if;
      units_left_if_captured :=
        units_left_if_captured - least(step.units, greatest(units_left_if_captured, 0));
    end if;
  end loop;
end
$$;
