-- expand
-- Webhooks: endpoints of accounts, and deliveries on their way out. A delivery is written in the transaction
-- that caused its event, by a trigger or the function itself, so no event is lost and none is made up. The
-- previous release can run on this schema: it knows nothing of the tables, and the triggers serve it too.

create table webhook_endpoint (
  id uuid primary key,
  account_id uuid not null references account,
  url text not null,
  events text[] not null,
  -- Encrypted with the service's secret.
  sealed_secret bytea not null,
  -- The secret before a rotation, which signs along until then.
  sealed_previous_secret bytea,
  previous_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- Since when nothing is sent there, and why: by its owner, or since deliveries failed.
  disabled_at timestamptz,
  disabled_because text,
  constraint webhook_endpoint_has_events check (cardinality(events) > 0)
);
create index webhook_endpoint_account on webhook_endpoint (account_id);

create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  -- The same for all endpoints and all attempts: receivers recognize repetitions by it.
  event_id uuid not null,
  kind text not null,
  -- Never changes, so that every attempt sends the same bytes.
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When the next attempt may begin; null once it is delivered or given up. A claim moves it on first, so that
  -- nobody else makes the same attempt, and an attempt whose process died is made again.
  next_try_at timestamptz default clock_timestamp(),
  give_up_at timestamptz not null default clock_timestamp() + interval '24 hours',
  tries integer not null default 0,
  delivered_at timestamptz,
  -- Of the latest attempt: the status, or a word for a failure without one.
  last_status integer,
  last_fault text
) with (fillfactor = 80);
create index webhook_delivery_due on webhook_delivery (next_try_at) where next_try_at is not null;
create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, id desc);

-- Writes an event for each endpoint of the account that asked for its kind.
create function emit_event(owner uuid, kind text, data jsonb) returns void
language plpgsql
as $$
declare
  new_event_id uuid := uuidv7();
  moment timestamptz := clock_timestamp();
begin
  insert into webhook_delivery (id, endpoint_id, event_id, kind, body)
  select uuidv7(), endpoint.id, new_event_id, emit_event.kind, jsonb_build_object(
    'type', emit_event.kind,
    'timestamp', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', data
  )::text
  from webhook_endpoint as endpoint
  where endpoint.account_id = owner and endpoint.disabled_at is null
    and emit_event.kind = any(endpoint.events);
end
$$;

create function emit_task_end() returns trigger
language plpgsql
as $$
begin
  perform emit_event(new.account_id, 'task.' || new.state, jsonb_build_object(
    'task_id', (select coalesce(charge.request_id, charge.id) from charge where charge.id = new.id),
    'status', new.state, 'expires_at', new.expires_at
  ));
  return null;
end
$$;
create trigger task_end_is_an_event after update of state on task
  for each row
  when (new.state in ('completed', 'failed') and old.state not in ('completed', 'failed'))
  execute function emit_task_end();

create function emit_low_balance() returns trigger
language plpgsql
as $$
begin
  perform emit_event(new.account_id, 'wallet.low', jsonb_build_object(
    'balance_units', new.balance_units, 'below_units', new.notice_below_units
  ));
  return null;
end
$$;
create trigger low_balance_is_an_event after update of balance_units on wallet
  for each row
  when (old.balance_units >= new.notice_below_units and new.balance_units < new.notice_below_units)
  execute function emit_low_balance();

create function emit_recharge() returns trigger
language plpgsql
as $$
begin
  perform emit_event(new.account_id, 'wallet.recharged', jsonb_build_object(
    'payment_id', new.id, 'credited_units', new.credited_units - old.credited_units
  ));
  return null;
end
$$;
create trigger recharge_is_an_event after update of credited_units on payment
  for each row when (new.credited_units > old.credited_units)
  execute function emit_recharge();

create function emit_key() returns trigger
language plpgsql
as $$
begin
  perform emit_event(new.account_id, 'key.created', jsonb_build_object(
    'key_id', new.id, 'fingerprint', left(encode(new.hash, 'hex'), 8)
  ));
  return null;
end
$$;
create trigger key_is_an_event after insert on api_key
  for each row execute function emit_key();

-- A closed account leaves no address behind.
create function end_webhooks() returns trigger
language plpgsql
as $$
begin
  delete from webhook_endpoint where account_id = new.id;
  return null;
end
$$;
create trigger closure_ends_webhooks after update of state on account
  for each row when (new.state = 'closed' and old.state <> 'closed')
  execute function end_webhooks();

-- The latest day and month whose reached cap was an event: one is enough for each period.
alter table key_spending
  add column day_told date,
  add column month_told date;

-- As in 0021, but a reached cap is an event, once a period.
create or replace function spend_from_key(
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
    api_key.account_id, api_key.day_cap_units, api_key.month_cap_units, api_key.calls_per_minute,
    left(encode(api_key.hash, 'hex'), 8) as fingerprint, key_spending.day_told, key_spending.month_told
  into strict spent
  from api_key join key_spending on key_spending.key_id = api_key.id
  where api_key.id = key;
  if spent.month_units + units > spent.month_cap_units then
    outcome := 'month_cap';
    renews_at := (spent.month + interval '1 month') at time zone 'UTC';
    if spent.month_told is distinct from spent.month then
      update key_spending set month_told = spent.month where key_spending.key_id = key;
      perform emit_event(spent.account_id, 'key.limit_reached', jsonb_build_object(
        'key_id', key, 'fingerprint', spent.fingerprint, 'limit', 'month_cap',
        'cap_units', spent.month_cap_units, 'renews_at', renews_at
      ));
    end if;
  elsif spent.day_units + units > spent.day_cap_units then
    outcome := 'day_cap';
    renews_at := (spent.day + 1)::timestamp at time zone 'UTC';
    if spent.day_told is distinct from spent.day then
      update key_spending set day_told = spent.day where key_spending.key_id = key;
      perform emit_event(spent.account_id, 'key.limit_reached', jsonb_build_object(
        'key_id', key, 'fingerprint', spent.fingerprint, 'limit', 'day_cap',
        'cap_units', spent.day_cap_units, 'renews_at', renews_at
      ));
    end if;
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
