-- Who may run the service from the website, what they did and why, and the history of audits.

alter table account
  -- Set by the command line alone.
  add column is_operator boolean not null default false,
  add constraint account_of_operator_is_somebodys check (not is_operator or user_id is not null);

-- What an operator did. A page names each action before it sends it, so that the same one sent twice
-- happens once. Written together with what it did, and never changed.
create table operator_action (
  id uuid primary key,
  kind text not null,
  -- Null for the command line.
  operator_account_id uuid references account,
  -- The address that they had then, or 'command line'.
  operator text not null,
  account_id uuid references account,
  -- The key or payment that it was about.
  subject text,
  -- What went into the wallet; negative for what was taken.
  units bigint,
  reason text not null,
  created_at timestamptz not null,
  constraint operator_action_kind_is_known check (kind in (
    'credit', 'debit', 'freeze', 'unfreeze', 'revoke_key', 'check_payment', 'run_audit',
    'grant_operator', 'withdraw_operator'
  )),
  constraint operator_action_moves_what_it_says check (
    case kind
      when 'credit' then coalesce(units > 0, false)
      when 'debit' then coalesce(units < 0, false)
      else units is null
    end
  ),
  constraint operator_action_has_a_reason check (reason <> '')
);
create index operator_action_latest on operator_action (created_at desc, id desc);
create index operator_action_of_account on operator_action (account_id, created_at desc, id desc);
create trigger operator_action_is_append_only before update or delete on operator_action
  for each row execute function refuse_change();
create trigger operator_action_is_not_truncated before truncate on operator_action
  for each statement execute function refuse_change();

-- The operator's action that moved money. No action moves any twice, whatever the code does.
alter table movement add column action_id uuid;
create unique index movement_once_per_action on movement (action_id) where action_id is not null;

-- The operator's lists are of all accounts' payments.
create index payment_latest on payment (created_at desc, id desc);

-- What audits found. One that an operator asked for has the id of that action.
create table audit_run (
  id uuid primary key,
  cause text not null,
  started_at timestamptz not null,
  took_ms integer not null,
  -- How many rules were proven.
  rules integer not null,
  violation_count integer not null,
  -- The first hundred.
  violations jsonb not null,
  constraint audit_run_cause_is_known check (cause in ('service', 'operator', 'command line'))
);
create index audit_run_latest on audit_run (started_at desc, id desc);

-- Whether an action has happened: 'done', 'another' where its name stands for something else, or null.
-- Two of one name meet here, and the second finds what the first has done.
create function meet_action(wish operator_action) returns text
language plpgsql as $$
declare
  known operator_action;
begin
  perform pg_advisory_xact_lock(7046310, hashtext(wish.id::text));
  select * into known from operator_action where id = wish.id;
  if not found then
    return null;
  end if;
  return case
    when (known.kind, known.operator_account_id, known.account_id, known.subject, known.units,
        known.reason)
      is not distinct from
        (wish.kind, wish.operator_account_id, wish.account_id, wish.subject, wish.units, wish.reason)
      then 'done'
    else 'another'
  end;
end
$$;

-- Writes an action down, for the functions below and for what needs no more than that.
create function record_action(wish operator_action) returns text
language plpgsql as $$
declare
  known text := meet_action(wish);
begin
  if known is not null then
    return known;
  end if;
  wish.created_at := clock_timestamp();
  insert into operator_action select wish.*;
  return 'done';
end
$$;

-- Puts money into a wallet or takes some out, which must be there. What comes in pays a debt first. The
-- reference names what it came by: the same one never credits twice.
--
-- Returns done, another (see meet_action), unknown, closed or too_much.
create function adjust_wallet(wish operator_action, by_reference text) returns text
language plpgsql as $$
declare
  known text := meet_action(wish);
  balance bigint;
begin
  if known is not null then
    return known;
  end if;
  -- Read in later statements, whose snapshots are not older than the lock.
  perform from wallet where account_id = wish.account_id for no key update;
  if not found then
    return 'unknown';
  end if;
  if wish.units > 0 and exists (select from movement where reference = by_reference) then
    return 'done';
  end if;
  if (select state from account where id = wish.account_id) = 'closed' then
    return 'closed';
  end if;
  select balance_units + wish.units into strict balance
  from wallet where account_id = wish.account_id;
  if balance not between 0 and 9007199254740991 then
    return 'too_much';
  end if;
  perform record_action(wish);
  update wallet set balance_units = balance where account_id = wish.account_id;
  insert into movement
    (account_id, source, target, units, balance_units, reason, reference, action_id, created_at)
  values (
    wish.account_id,
    case when wish.units > 0 then 'outside' else 'wallet' end::pot,
    case when wish.units > 0 then 'wallet' else 'outside' end::pot,
    abs(wish.units), balance, wish.reason, case when wish.units > 0 then by_reference end, wish.id,
    clock_timestamp()
  );
  perform collect_debt(wish.account_id);
  return 'done';
end
$$;

-- Freezes an account or lifts the operator's freeze, which no payment lifts: its reason is 'operator', or
-- null where it was set by hand. While something is owed or disputed the account stays frozen for that.
--
-- Returns done, another, unknown or unchanged.
create function set_account_state(wish operator_action) returns text
language plpgsql as $$
declare
  known text := meet_action(wish);
  is_freeze boolean := wish.kind = 'freeze';
  present account;
begin
  if known is not null then
    return known;
  end if;
  -- Debits read the state after they have locked the wallet, so that none slips through.
  perform from wallet where account_id = wish.account_id for no key update;
  select * into present from account where id = wish.account_id for no key update;
  if not found then
    return 'unknown';
  end if;
  if present.state = 'closed' or (present.state = 'frozen'
    and coalesce(present.freeze_reason, 'operator') = 'operator') = is_freeze
  then
    return 'unchanged';
  end if;
  perform record_action(wish);
  if is_freeze then
    update account set state = 'frozen', freeze_reason = 'operator' where id = wish.account_id;
  else
    update account set state = 'active', freeze_reason = null where id = wish.account_id;
    perform collect_debt(wish.account_id);
  end if;
  return 'done';
end
$$;

-- Revokes the key that the action is about. Returns done, another, unknown or unchanged.
create function revoke_key(wish operator_action) returns text
language plpgsql as $$
declare
  known text;
begin
  select account_id into wish.account_id from api_key where id = wish.subject::uuid;
  if not found then
    return 'unknown';
  end if;
  known := meet_action(wish);
  if known is not null then
    return known;
  end if;
  -- Writing the action down locks the account; closing it locks that before its keys, and so does this.
  perform from account where id = wish.account_id for key share;
  update api_key set revoked_at = clock_timestamp()
  where id = wish.subject::uuid and revoked_at is null;
  if not found then
    return 'unchanged';
  end if;
  return record_action(wish);
end
$$;

-- Makes the owner of an account an operator, or one no longer. Returns done, another or unchanged.
create function set_operator(wish operator_action) returns text
language plpgsql as $$
declare
  known text := meet_action(wish);
  is_grant boolean := wish.kind = 'grant_operator';
begin
  if known is not null then
    return known;
  end if;
  update account set is_operator = is_grant
  where id = wish.account_id and is_operator <> is_grant and user_id is not null;
  if not found then
    return 'unchanged';
  end if;
  return record_action(wish);
end
$$;

-- Keeps what an audit found, and forgets what is long past. The action is null where nobody asked for it.
create function record_audit(run audit_run, wish operator_action) returns text
language plpgsql as $$
declare
  known text;
begin
  if wish.id is not null then
    known := meet_action(wish);
    if known is not null then
      return known;
    end if;
    perform record_action(wish);
  end if;
  run.started_at := clock_timestamp() - run.took_ms * interval '1 ms';
  insert into audit_run select run.*;
  delete from audit_run where started_at < clock_timestamp() - interval '400 days';
  return 'done';
end
$$;

-- As before, and an operator's debit takes real money first: what an operator put in and took out again
-- leaves money of tests what it was.
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
      movement.payment_id, movement.action_id, payment.is_test, charge.state as charge_state
    from movement
    left join payment on payment.id = movement.payment_id
    left join charge on charge.id = movement.charge_id
    where movement.account_id = owner
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

-- Turning two-factor sign-in on ends every session in the same step: each of them was opened by a
-- password or a provider alone. The library opens a new one for the browser that turned it on. The secret
-- was proven by then, and is noted as such here: a crash after this step locks nobody out.
create function end_sessions_of_one_factor() returns trigger language plpgsql as $$
begin
  delete from auth_session where user_id = new.id;
  update auth_two_factor set verified = true where user_id = new.id;
  return null;
end
$$;
create trigger auth_user_ends_sessions_of_one_factor after update of two_factor_enabled on auth_user
  for each row when (new.two_factor_enabled and not old.two_factor_enabled)
  execute function end_sessions_of_one_factor();

-- As before, and who closes their account is no operator any more.
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
  update account set state = 'closed', email = 'closed-' || id, user_id = null, is_operator = false
  where id = owner;
  delete from auth_verification where value = member::text;
  delete from auth_user where id = member;
  return 'closed';
end
$$;
