-- Accounts, keys, wallets, charges, tasks. Money is whole wallet units (1 USD = 10,000,000 units).

create type account_state as enum ('active', 'frozen', 'closed');

create table account (
  id uuid primary key,
  email text not null,
  state account_state not null default 'active',
  created_at timestamptz not null default clock_timestamp(),
  constraint account_email_is_folded check (email = lower(email))
);
create unique index account_email on account (email);

create table api_key (
  id uuid primary key,
  account_id uuid not null references account,
  name text not null,
  -- SHA-256 of the key; nothing else of it is stored.
  hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_key_hash_is_sha256 check (octet_length(hash) = 32)
);
create unique index api_key_hash on api_key (hash);
create unique index api_key_active_name on api_key (account_id, name) where revoked_at is null;
create index api_key_revoked on api_key (revoked_at) where revoked_at is not null;

-- One row a wallet, updated by every batch of debits: room on the page keeps those updates cheap.
-- The upper bound keeps every balance exact as a JSON number.
create table wallet (
  account_id uuid primary key references account,
  balance_units bigint not null default 0,
  constraint wallet_balance_is_in_range check (balance_units between 0 and 9007199254740991)
) with (fillfactor = 50);

-- A process of the service. Its lease says until when it is believed to be alive.
create table instance (
  id uuid primary key,
  started_at timestamptz not null default clock_timestamp(),
  lease_until timestamptz not null
);

create type charge_state as enum ('held', 'captured', 'refunded');

-- Charges and movements name accounts, keys and charges without foreign keys, whose checks were a
-- third of the database's work per call. They are written by functions that have just read what they
-- name, nothing that they name can be deleted (see below), and the audit looks for strays.
create table charge (
  id uuid primary key,
  account_id uuid not null,
  -- Null when the website made the call.
  key_id uuid,
  tool text not null,
  effort text,
  cost_units bigint not null,
  state charge_state not null default 'held',
  -- The process that is making the call: should it die, the sweeper refunds. Null once a task is
  -- queued, since nobody need be alive for it.
  instance_id uuid,
  refund_cause text,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  settled_at timestamptz,
  constraint charge_cost_is_positive check (cost_units > 0),
  constraint charge_is_settled_or_held check ((state = 'held') = (settled_at is null)),
  constraint charge_refund_has_a_cause check ((state = 'refunded') = (refund_cause is not null))
) with (fillfactor = 80);
create index charge_usage on charge (account_id, created_at desc, id desc);
-- For the sweeper: what a dead process held, and, skipping over the few processes that there are,
-- what is past its deadline.
create index charge_held on charge (instance_id, deadline_at) where state = 'held';

-- The pots that an account's money can be in. A movement takes units from one to another, so its two
-- sides sum to zero by construction.
create type pot as enum ('outside', 'wallet', 'held', 'captured');

create table movement (
  id bigint generated always as identity,
  account_id uuid not null,
  source pot not null,
  target pot not null,
  units bigint not null,
  -- The wallet's balance after this movement; null where the wallet was not touched.
  balance_units bigint,
  charge_id uuid,
  reason text,
  -- What money came in by, such as a payment.
  reference text,
  created_at timestamptz not null,
  -- An account's movements are read in order; that is the only way they are found.
  primary key (account_id, id),
  constraint movement_units_are_positive check (units > 0),
  constraint movement_changes_pot check (source <> target),
  constraint movement_knows_the_balance check (
    (source = 'wallet' or target = 'wallet') = (balance_units is not null)
  ),
  constraint movement_from_outside_has_a_reason check (
    (source = 'outside' or target = 'outside') = (reason is not null)
  ),
  constraint movement_from_outside_has_a_reference check (
    (source = 'outside') = (reference is not null)
  ),
  constraint movement_inside_has_a_charge check (
    (source = 'outside' or target = 'outside') = (charge_id is null)
  )
);
-- No charge can be debited, captured, refunded or reversed twice, whatever the code does.
create unique index movement_once_per_charge on movement (charge_id, source, target)
  where charge_id is not null;

-- Nothing comes in twice.
create unique index movement_once_per_reference on movement (reference) where reference is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused', lower(tg_op), tg_table_name;
end
$$;
create trigger movement_is_append_only before update or delete on movement
  for each row execute function refuse_change();
create trigger movement_is_not_truncated before truncate on movement
  for each statement execute function refuse_change();
create trigger charge_is_kept before delete on charge
  for each row execute function refuse_change();
create trigger charge_is_not_truncated before truncate on charge
  for each statement execute function refuse_change();
create trigger api_key_is_kept before delete on api_key
  for each row execute function refuse_change();
create trigger account_is_kept before delete on account
  for each row execute function refuse_change();
create trigger wallet_is_kept before delete on wallet
  for each row execute function refuse_change();

-- Where tasks were submitted. A task remembers its upstream, so that a change of settings does not
-- orphan it; a row goes when it is no longer configured and no unfinished task needs it.
create table upstream (
  id integer generated always as identity primary key,
  url text not null unique,
  api_key text not null,
  -- When a process was last configured with it.
  configured_at timestamptz not null default clock_timestamp()
);

create type task_state as enum ('submitting', 'queued', 'running', 'completed', 'failed');

create table task (
  id uuid primary key references charge,
  account_id uuid not null references account,
  state task_state not null default 'submitting',
  upstream_id integer references upstream on delete set null,
  -- The upstream's own identifier, once it has accepted the task.
  remote_id text,
  -- Whether the result must be an object, since the caller gave a schema.
  structured boolean not null,
  expires_at timestamptz not null,
  -- When the service itself looks at the task next; null when there is nothing left to look for.
  next_look_at timestamptz,
  looks integer not null default 0,
  -- Whether the latest look found a good result.
  result_seen boolean not null default false,
  -- The upstream's "task not found", counted: once may be a glitch, several over minutes is not.
  missing_count integer not null default 0,
  missing_since timestamptz
) with (fillfactor = 80);
create index task_due on task (next_look_at) where next_look_at is not null;
