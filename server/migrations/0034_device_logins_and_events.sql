-- expand
-- Device logins (RFC 8628) of the command line, and the events of an account for clients that poll. The previous
-- release can run on this schema: it knows neither table, and its events are written by the function below too.

create table device_login (
  id uuid primary key,
  -- SHA-256 of the device code. It becomes the key's text when a member approves, so no key is stored and a lost
  -- reply can be fetched again.
  hash bytea not null,
  -- Shown by the device and typed on the page.
  user_code text not null,
  -- Chosen by the device.
  device_name text not null,
  -- The device's network, which the page shows.
  network text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- When the device may ask next.
  next_poll_at timestamptz not null default clock_timestamp(),
  -- Null until a member decides.
  key_id uuid references api_key,
  denied_at timestamptz,
  constraint device_login_one_decision check (key_id is null or denied_at is null)
);
create unique index device_login_hash on device_login (hash);
create unique index device_login_user_code on device_login (user_code);
create index device_login_expiry on device_login (expires_at);
create index device_login_key on device_login (key_id) where key_id is not null;

-- Every event of an account, whether it has a webhook or not.
create table event (
  -- The same as in deliveries.
  id uuid primary key,
  account_id uuid not null references account,
  kind text not null,
  -- The bytes that webhooks send.
  body text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index event_account on event (account_id, id desc);
create index event_created on event (created_at);

-- As in 0025, but the event is kept for the account too.
create or replace function emit_event(owner uuid, kind text, data jsonb) returns void
language plpgsql
as $$
declare
  new_event_id uuid := uuidv7();
  moment timestamptz := clock_timestamp();
  new_body text := jsonb_build_object(
    'type', emit_event.kind,
    'timestamp', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', data
  )::text;
begin
  insert into event (id, account_id, kind, body) values (new_event_id, owner, emit_event.kind, new_body);
  insert into webhook_delivery (id, endpoint_id, event_id, kind, body)
  select uuidv7(), endpoint.id, new_event_id, emit_event.kind, new_body
  from webhook_endpoint as endpoint
  where endpoint.account_id = owner and endpoint.disabled_at is null
    and emit_event.kind = any(endpoint.events);
end
$$;

-- A closed account leaves neither addresses nor events behind.
create or replace function end_webhooks() returns trigger
language plpgsql
as $$
begin
  delete from webhook_endpoint where account_id = new.id;
  delete from event where account_id = new.id;
  return null;
end
$$;
