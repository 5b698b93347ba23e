-- Recharging wallets through a payment provider, and what happens when money goes back there.

-- What an account owes: a refund or a dispute at the provider takes from the wallet what is there, and
-- the rest is owed, so that no balance is ever negative. In this pot the sum is that debt, negated.
alter type pot add value 'debt';

alter table wallet
  add column debt_units bigint not null default 0,
  add constraint wallet_debt_is_in_range check (debt_units between 0 and 9007199254740991);
create index wallet_in_debt on wallet (account_id) where debt_units > 0;

-- 'payment' where debt or an open dispute has frozen the account, and only those are lifted again by
-- payments; null where the operator has.
alter table account add column freeze_reason text;

-- Whether the calls of a process cost somebody real money. While there is such a row, dead or alive,
-- no money of a test comes in; the row of one that died is kept, since it may only be asleep.
alter table instance add column costs_money boolean not null default false;

alter table movement
  add column payment_id uuid,
  drop constraint movement_inside_has_a_charge,
  add constraint movement_inside_has_a_charge check (
    (source in ('wallet', 'held', 'captured') and target in ('wallet', 'held', 'captured'))
      = (charge_id is not null)
  );

create type payment_state as enum ('open', 'processing', 'paid', 'expired', 'failed');

create sequence payment_receipt;

-- A recharge, written before the provider hears of it. What the provider says of it is brought here by
-- apply_payment and by nothing else.
create table payment (
  id uuid primary key,
  account_id uuid not null references account,
  provider text not null,
  -- No money was taken: a test payment, or a test mode of the provider.
  is_test boolean not null,
  state payment_state not null default 'open',
  -- Counts what was brought here, so that something older never overwrites something newer.
  version bigint not null default 0,
  asked_units bigint not null,
  credited_units bigint not null default 0,
  -- What is back with the payer now: less again when a refund fails or a dispute is won.
  refunded_units bigint not null default 0,
  disputed_units bigint not null default 0,
  has_open_dispute boolean not null default false,
  -- Money was received that cannot be credited, such as in another currency, and is still there.
  has_stray_money boolean not null default false,
  -- The provider's own names for it.
  session_ref text,
  intent_ref text,
  -- Where it can be paid while it is open.
  url text,
  receipt_number bigint,
  created_at timestamptz not null default clock_timestamp(),
  -- When the provider was last asked about it.
  checked_at timestamptz,
  paid_at timestamptz,
  constraint payment_provider_is_known check (provider in ('stripe', 'test')),
  constraint payment_asks_for_something check (asked_units > 0),
  constraint payment_units_are_not_negative check (
    credited_units >= 0 and refunded_units >= 0 and disputed_units >= 0
  ),
  constraint payment_is_paid_when_credited check (
    (state = 'paid') = (credited_units > 0)
      and (state = 'paid') = (receipt_number is not null)
      and (state = 'paid') = (paid_at is not null)
  ),
  constraint payment_goes_back_only_when_paid check (
    state = 'paid' or (refunded_units = 0 and disputed_units = 0 and not has_open_dispute)
  )
);
create index payment_of_account on payment (account_id, created_at desc, id desc);
create unique index payment_session on payment (session_ref) where session_ref is not null;
create unique index payment_intent on payment (intent_ref) where intent_ref is not null;
create unique index payment_receipt_number on payment (receipt_number) where receipt_number is not null;
create index payment_to_check on payment (checked_at nulls first)
  where provider = 'stripe' and session_ref is not null
    and (state in ('open', 'processing', 'paid') or has_stray_money);
create index payment_under_way on payment (account_id) where state in ('open', 'processing');
create index payment_of_tests on payment (account_id) where is_test and credited_units > 0;
create index payment_in_dispute on payment (account_id) where has_open_dispute;
create trigger payment_is_kept before delete on payment
  for each row execute function refuse_change();
create trigger payment_is_not_truncated before truncate on payment
  for each statement execute function refuse_change();

-- How far a provider's events have been read, one row for each of its modes.
create table payment_cursor (
  mode text primary key,
  read_until timestamptz not null,
  -- The process that reads them now has this long, so that the others leave it alone.
  claimed_until timestamptz not null
);

-- What something has happened to at the provider that could not be brought here. It is tried again by
-- itself, so that the reading of events goes on.
create table payment_subject (
  mode text not null,
  -- The provider's names for it, as JSON.
  subject text not null,
  failed_at timestamptz not null default clock_timestamp(),
  tried_at timestamptz not null default clock_timestamp(),
  primary key (mode, subject)
);

-- Money that comes into a wallet that the caller has locked.
create function put_into_wallet(
  owner uuid, amount bigint, why text, by_reference text, by_payment uuid
)
returns void
language plpgsql
as $$
declare
  balance bigint;
begin
  update wallet set balance_units = balance_units + amount
  where account_id = owner
  returning balance_units into strict balance;
  insert into movement
    (account_id, source, target, units, balance_units, reason, reference, payment_id, created_at)
  values
    (owner, 'outside', 'wallet', amount, balance, why, by_reference, by_payment, clock_timestamp());
end
$$;

-- Money that leaves whatever the wallet holds, which the caller has locked: what is not there is owed.
create function take_from_wallet(owner uuid, amount bigint, why text, by_payment uuid)
returns void
language plpgsql
as $$
declare
  balance bigint;
  present bigint;
begin
  select balance_units into strict balance from wallet where account_id = owner;
  present := least(balance, amount);
  update wallet set
    balance_units = balance_units - present,
    debt_units = debt_units + (amount - present)
  where account_id = owner;
  if present > 0 then
    insert into movement
      (account_id, source, target, units, balance_units, reason, payment_id, created_at)
    values
      (owner, 'wallet', 'outside', present, balance - present, why, by_payment, clock_timestamp());
  end if;
  if present < amount then
    insert into movement (account_id, source, target, units, reason, payment_id, created_at)
    values (owner, 'debt', 'outside', amount - present, why, by_payment, clock_timestamp());
  end if;
end
$$;

-- Pays a debt with what the wallet holds, and freezes spending while there is debt or an open dispute.
-- Debits read the account's state after they have locked the wallet, so none slips through.
create function collect_debt(owner uuid) returns void
language plpgsql
as $$
declare
  balance bigint;
  debt bigint;
  paid bigint;
begin
  select balance_units, debt_units into strict balance, debt
  from wallet where account_id = owner for no key update;
  paid := least(balance, debt);
  if paid > 0 then
    update wallet set balance_units = balance_units - paid, debt_units = debt_units - paid
    where account_id = owner;
    insert into movement (account_id, source, target, units, balance_units, created_at)
    values (owner, 'wallet', 'debt', paid, balance - paid, clock_timestamp());
  end if;
  if debt > paid or exists (select from payment where account_id = owner and has_open_dispute) then
    update account set state = 'frozen', freeze_reason = 'payment'
    where id = owner and state = 'active';
  else
    update account set state = 'active', freeze_reason = null
    where id = owner and state = 'frozen' and freeze_reason = 'payment';
  end if;
end
$$;

-- As before, and a debt is paid first. The balance is what is left.
create or replace function credit_wallet(owner uuid, amount bigint, why text, by_reference text)
returns bigint
language plpgsql
as $$
declare
  balance bigint;
begin
  perform from wallet where account_id = owner for no key update;
  if not exists (select from movement where reference = by_reference) then
    perform put_into_wallet(owner, amount, why, by_reference, null);
    perform collect_debt(owner);
  end if;
  select balance_units into strict balance from wallet where account_id = owner;
  return balance;
end
$$;

-- Brings a payment to what the provider says of it. The caller has read the version before it asked the
-- provider: had anybody else brought something here since, this might be older, and is refused as stale.
-- Whatever comes again, late or in another order thus ends the same. A payment is credited once, with
-- what was received then; the movement's unique reference holds even if all else failed.
--
-- Lock order: payment, wallet, account. Money of a test waits for withdraw_test_money before any of these.
create function apply_payment(
  id_to_apply uuid,
  seen_version bigint,
  new_state payment_state,
  new_session_ref text,
  new_intent_ref text,
  received bigint,
  refunded bigint,
  disputed bigint,
  dispute_is_open boolean,
  money_is_stray boolean default false
)
-- applied, stale, or refused: a test would move money where calls cost real money
returns text
language plpgsql
as $$
declare
  known payment;
  is_credit boolean;
  is_paid boolean;
  refund_back bigint;
  dispute_back bigint;
  mark text;
begin
  if (select is_test from payment where id = id_to_apply) then
    perform pg_advisory_xact_lock_shared(7046307);
  end if;
  select * into strict known from payment where id = id_to_apply for no key update;
  if known.version <> seen_version then
    return 'stale';
  end if;
  perform from wallet where account_id = known.account_id for no key update;

  is_credit := known.credited_units = 0 and received > 0;
  is_paid := known.credited_units > 0 or is_credit;
  if not is_paid then
    -- What was never credited cannot be taken back.
    refunded := 0;
    disputed := 0;
    dispute_is_open := false;
  end if;
  refund_back := known.refunded_units - refunded;
  dispute_back := known.disputed_units - disputed;
  if known.is_test and (is_credit or refund_back <> 0 or dispute_back <> 0 or dispute_is_open)
    and exists (select from instance where costs_money)
  then
    return 'refused';
  end if;

  update payment set
    version = version + 1,
    state = case when is_paid then 'paid' else new_state end,
    session_ref = coalesce(session_ref, new_session_ref),
    intent_ref = coalesce(new_intent_ref, intent_ref),
    credited_units = case when is_credit then received else credited_units end,
    refunded_units = refunded,
    disputed_units = disputed,
    has_open_dispute = dispute_is_open,
    has_stray_money = money_is_stray,
    receipt_number = case when is_credit then nextval('payment_receipt') else receipt_number end,
    paid_at = case when is_credit then clock_timestamp() else paid_at end,
    checked_at = clock_timestamp()
  where id = id_to_apply;

  -- What comes in goes first, so that nothing is owed that need not be.
  mark := 'payment:' || id_to_apply;
  if is_credit then
    perform put_into_wallet(known.account_id, received, 'recharge', mark, id_to_apply);
  end if;
  mark := mark || ':' || seen_version;
  if refund_back > 0 then
    perform put_into_wallet(
      known.account_id, refund_back, 'refund_returned', mark || ':refund', id_to_apply);
  end if;
  if dispute_back > 0 then
    perform put_into_wallet(
      known.account_id, dispute_back, 'dispute_won', mark || ':dispute', id_to_apply);
  end if;
  if refund_back < 0 then
    perform take_from_wallet(known.account_id, -refund_back, 'payment_refunded', id_to_apply);
  end if;
  if dispute_back < 0 then
    perform take_from_wallet(known.account_id, -dispute_back, 'payment_disputed', id_to_apply);
  end if;
  if is_paid then
    perform collect_debt(known.account_id);
  end if;
  return 'applied';
end
$$;

-- What tests have left in an account: more than 0 is money of tests that is still there. It counts as
-- spent first, by what was captured after it came in; paying a debt with it does not count, since the
-- debt may be a real one. Less than 0 is what their refunds and disputes have taken beyond it, from real
-- money or as a debt. Twice, since calls that are held may end in either way.
create function test_money_of(owner uuid, out units_left bigint, out units_left_if_captured bigint)
language plpgsql
as $$
declare
  step record;
begin
  units_left := 0;
  units_left_if_captured := 0;
  for step in
    select movement.source, movement.target, movement.units, movement.payment_id,
      payment.is_test, charge.state as charge_state
    from movement
    left join payment on payment.id = movement.payment_id
    left join charge on charge.id = movement.charge_id
    where movement.account_id = owner
    order by movement.id
  loop
    if step.source = 'outside' then
      if step.is_test then
        units_left := units_left + step.units;
        units_left_if_captured := units_left_if_captured + step.units;
      end if;
    elsif step.target = 'outside' and step.is_test then
      units_left := units_left - step.units;
      units_left_if_captured := units_left_if_captured - step.units;
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

-- Ends all tests, before a process whose calls cost real money takes any: money of tests is booked out,
-- what their refunds and disputes had taken comes back, and none of them is disputed any more. That
-- process has a row in instance already, so nothing of a test moves behind its back: the lock waits for
-- those that have not seen that row. Nothing is booked while calls of such accounts are undecided, or
-- while a process is alive whose calls cost nothing: it might give back what a call was paid with.
create function withdraw_test_money()
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
  from charge where state = 'held' and account_id = any(owners);
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
