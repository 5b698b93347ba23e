-- Who signs in on the website, what proves their address, and whose account is whose.

-- The library's tables: who somebody is, where they are signed in, what they sign in with, what it
-- waits to have proven, and their second factors.
create table auth_user (
  id uuid primary key,
  email text not null,
  email_verified boolean not null default false,
  -- The library wants one; nobody is asked for theirs.
  name text not null default '',
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint auth_user_email_is_folded check (email = lower(email))
);
create unique index auth_user_email on auth_user (email);

create table auth_session (
  id uuid primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  token text not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  -- When it was last seen, to some minutes.
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index auth_session_token on auth_session (token);
create index auth_session_of_user on auth_session (user_id);
create index auth_session_expiry on auth_session (expires_at);

create table auth_login (
  id uuid primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  -- github, google, or credential for a password.
  provider_id text not null,
  -- Their id there; for a password, ours.
  account_id text not null,
  password text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint auth_login_password_is_a_credential
    check ((provider_id = 'credential') = (password is not null))
);
create unique index auth_login_identity on auth_login (provider_id, account_id);
create index auth_login_of_user on auth_login (user_id);

create table auth_verification (
  id uuid primary key,
  -- Hashed by the library, since some of them open an account.
  identifier text not null,
  value text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_verification_identifier on auth_verification (identifier);
create index auth_verification_expiry on auth_verification (expires_at);

create table auth_two_factor (
  id uuid primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  -- Both encrypted by the library.
  secret text not null,
  backup_codes text not null,
  verified boolean not null,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create unique index auth_two_factor_of_user on auth_two_factor (user_id);

-- The code that was last sent to prove an address: a new user's own, or the one they change to.
create table email_code (
  user_id uuid primary key references auth_user (id) on delete cascade,
  email text not null,
  hash bytea not null,
  tries_left integer not null,
  expires_at timestamptz not null
);

-- How often something was tried, by whom or for whom, within a window of time.
create table attempt (
  bucket text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index attempt_end on attempt (ends_at);

alter table account
  -- Who owns it on the website; null for accounts of the command line that nobody has claimed.
  add column user_id uuid references auth_user (id),
  add constraint account_closed_is_nobodys check (state <> 'closed' or user_id is null);
create unique index account_user on account (user_id);

-- Counts an attempt. Returns 0 if it is allowed, else the seconds until the next one will be.
create function take_attempt(in_bucket text, most integer, window_ms bigint) returns integer
language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  taken attempt;
begin
  insert into attempt (bucket, count, ends_at)
  values (in_bucket, 1, moment + window_ms * interval '1 ms')
  on conflict (bucket) do update set
    count = case when attempt.ends_at <= moment then 1 else least(attempt.count, most) + 1 end,
    ends_at = case when attempt.ends_at <= moment then excluded.ends_at else attempt.ends_at end
  returning * into taken;
  -- The windows of others that are over. Last, and never waiting, so that two cannot block each other.
  delete from attempt where bucket in (
    select bucket from attempt where ends_at <= moment limit 20 for update skip locked
  );
  if taken.count <= most then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from taken.ends_at - moment)));
end
$$;

-- Whether the code is the one that was sent; a right one is used up, a wrong one costs a try.
create function take_email_code(owner uuid, address text, code_hash bytea) returns boolean
language plpgsql as $$
declare
  sent email_code;
begin
  select * into sent from email_code
  where user_id = owner and email = address and tries_left > 0 and expires_at > clock_timestamp()
  for update;
  if not found then
    return false;
  end if;
  if sent.hash <> code_hash then
    update email_code set tries_left = tries_left - 1 where user_id = owner;
    return false;
  end if;
  delete from email_code where user_id = owner;
  return true;
end
$$;

-- The account of somebody whose address is proven: the one they have, or the one that the command
-- line made for the address, or a new one with an empty wallet.
create function claim_account(owner uuid) returns uuid
language plpgsql as $$
declare
  address text;
  claimed uuid;
begin
  -- Here two claims for one user meet, and the second finds what the first has made.
  select email into address from auth_user where id = owner and email_verified for update;
  if not found then
    return null;
  end if;
  select id into claimed from account where user_id = owner;
  if found then
    return claimed;
  end if;
  insert into account (id, email, user_id) values (uuidv7(), address, owner)
  on conflict (email) do update set user_id = owner where account.user_id is null
  returning id into strict claimed;
  insert into wallet (account_id) values (claimed) on conflict do nothing;
  return claimed;
end
$$;

-- Proves a new user's address by the code and claims the account; null if the code is not right.
-- The password that came with the code was checked against its hash: should another sign-up have
-- replaced that since, the address is not proven for whoever did.
create function confirm_user(owner uuid, password_hash text, code_hash bytea) returns uuid
language plpgsql as $$
declare
  address text;
begin
  select email into address from auth_user where id = owner and not email_verified for update;
  if not found then
    return null;
  end if;
  perform from auth_login
  where user_id = owner and provider_id = 'credential' and password = password_hash;
  if not found or not take_email_code(owner, address, code_hash) then
    return null;
  end if;
  update auth_user set email_verified = true, updated_at = clock_timestamp() where id = owner;
  return claim_account(owner);
end
$$;

-- Moves a user and the account to an address that the code proves; the old one if it did, else null.
-- Whoever signed up with that address without proving it loses it; whoever proved it keeps it.
create function change_email(owner uuid, address text, code_hash bytea) returns text
language plpgsql as $$
declare
  old_address text;
begin
  select email into old_address from auth_user where id = owner and email_verified for update;
  if not found or not take_email_code(owner, address, code_hash) then
    return null;
  end if;
  if exists (select from auth_user where email = address and email_verified)
    or exists (select from account where email = address) then
    return null;
  end if;
  delete from auth_user where email = address and not email_verified;
  update auth_user set email = address, updated_at = clock_timestamp() where id = owner;
  update account set email = address where user_id = owner;
  -- Links that were sent to the old address open nothing any more.
  delete from auth_verification where value = owner::text;
  return old_address;
exception when unique_violation then
  -- Somebody else was given the address in this very moment.
  return null;
end
$$;

-- Closes an account as a whole or not at all: what is left is booked out, keys are revoked, the
-- address is free again, and the user is gone with all sessions. Refused while it is frozen or owes
-- something, while calls are running, if there is another balance than its owner was shown, and while
-- somebody may still pay into it.
create function close_account(owner uuid, shown_units bigint) returns text
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
  if exists (select from charge where account_id = owner and state = 'held') then
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
  update account set state = 'closed', email = 'closed-' || id, user_id = null where id = owner;
  delete from auth_verification where value = member::text;
  delete from auth_user where id = member;
  return 'closed';
end
$$;
