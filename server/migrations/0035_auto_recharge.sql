-- expand
-- Automatic recharges with a saved card. The previous release can run on this schema: it begins none, and the
-- triggers serve it too.

-- The card of an account, which is a customer at Stripe with one payment method.
create table saved_card (
  account_id uuid primary key references account,
  customer_ref text not null unique,
  method_ref text not null,
  is_test boolean not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null
);

-- Customers that Stripe has yet to delete, with their cards.
create table customer_removal (
  customer_ref text primary key,
  is_test boolean not null,
  next_try_at timestamptz not null default clock_timestamp()
);

create table auto_recharge (
  account_id uuid primary key references account,
  is_on boolean not null,
  below_units bigint not null,
  amount_units bigint not null,
  -- The most that automatic recharges begun in one calendar month (UTC) add up to.
  month_cap_units bigint not null,
  -- Failed attempts since the last success.
  failures integer not null default 0,
  -- Why it was turned off, unless its owner did.
  off_because text,
  -- The latest month whose reached ceiling was noted, and whether its message is still to be posted.
  cap_month date,
  cap_mail_is_due boolean not null default false,
  constraint auto_recharge_lifts_the_balance check (below_units > 0 and amount_units >= below_units),
  constraint auto_recharge_fits_its_cap check (month_cap_units >= amount_units)
);
create index auto_recharge_cap_mail on auto_recharge (account_id) where cap_mail_is_due;

-- Accounts whose balance is below their mark. The mark is copied to the wallet, which whoever moves money has in
-- hand; null while automatic recharges are off.
alter table wallet add column recharge_below_units bigint;
create table recharge_due (
  account_id uuid primary key,
  due_at timestamptz not null default clock_timestamp()
);
create index recharge_due_at on recharge_due (due_at);

create function note_recharge_due() returns trigger language plpgsql as $$
begin
  insert into recharge_due (account_id) values (new.account_id) on conflict do nothing;
  return null;
end
$$;
create trigger wallet_falls_below_recharge_mark after update of balance_units on wallet
  for each row
  when (
    old.balance_units >= new.recharge_below_units and new.balance_units < new.recharge_below_units
  )
  execute function note_recharge_due();

alter table payment
  -- Whether to save the card that it is paid with. Reset once that is done.
  add column saves_card boolean not null default false,
  -- Charged to a saved card without its owner. Such a payment has no session.
  add column is_automatic boolean not null default false,
  -- The card, as of the beginning: a request that is sent again has to be the same.
  add column customer_ref text,
  add column method_ref text,
  -- Why it failed, and whether its owner is still to be informed.
  add column failure text,
  add column failure_is_due boolean not null default false,
  add constraint payment_automatic_has_a_card check (
    not is_automatic or (provider = 'stripe' and customer_ref is not null and method_ref is not null)
  );
-- One at a time, whatever the code does.
create unique index payment_automatic_under_way on payment (account_id)
  where is_automatic and state in ('open', 'processing');
create index payment_automatic_of_account on payment (account_id, created_at) where is_automatic;
create index payment_automatic_to_check on payment (checked_at nulls first)
  where is_automatic and state in ('open', 'processing', 'paid');
create index payment_failure_due on payment (id) where failure_is_due;

-- Begins an automatic recharge if one is due: writes the payment, for Stripe to be asked afterwards. The lock of
-- the wallet makes processes take turns, so they neither begin two nor pass the ceiling together.
--
-- Lock order: wallet, account, auto_recharge, recharge_due.
create function begin_auto_recharge(
  owner uuid, new_payment_id uuid, stripe_is_test boolean, new_seller jsonb
)
-- begun, not_needed, waiting, or capped
returns text
language plpgsql
as $$
declare
  balance bigint;
  account_is_active boolean;
  plan auto_recharge;
  card saved_card;
  this_month date := utc_month(clock_timestamp());
  begun_units bigint;
begin
  select balance_units into strict balance from wallet where account_id = owner for no key update;
  select state = 'active' into strict account_is_active from account where id = owner for key share;
  select * into plan from auto_recharge where account_id = owner for no key update;
  if plan.is_on is not true or balance >= plan.below_units then
    delete from recharge_due where account_id = owner;
    return 'not_needed';
  end if;
  -- Also the pause until a payment that is under way is asked about again.
  update recharge_due set due_at = clock_timestamp() + interval '1 minute'
  where account_id = owner and due_at <= clock_timestamp();
  if not found then
    return 'waiting';
  end if;
  select * into card from saved_card where account_id = owner and is_test = stripe_is_test;
  if card.account_id is null or not account_is_active or exists (
    select from payment where account_id = owner and is_automatic and state in ('open', 'processing')
  ) then
    return 'waiting';
  end if;
  select coalesce(sum(greatest(asked_units, credited_units)), 0) into begun_units
  from payment
  where account_id = owner and is_automatic and state not in ('failed', 'expired')
    and created_at >= this_month at time zone 'UTC';
  if begun_units + plan.amount_units > plan.month_cap_units then
    update recharge_due set due_at = (this_month + interval '1 month') at time zone 'UTC'
    where account_id = owner;
    update auto_recharge set cap_month = this_month, cap_mail_is_due = true
    where account_id = owner and cap_month is distinct from this_month;
    return 'capped';
  end if;
  insert into payment
    (id, account_id, provider, is_test, asked_units, seller, is_automatic, customer_ref, method_ref)
  values
    (new_payment_id, owner, 'stripe', stripe_is_test, plan.amount_units, new_seller, true,
      card.customer_ref, card.method_ref);
  return 'begun';
end
$$;

-- Turns automatic recharges on or changes them. Returns false if there is no card to charge.
create function set_auto_recharge(
  owner uuid, below bigint, amount bigint, month_cap bigint, stripe_is_test boolean
)
returns boolean
language plpgsql
as $$
declare
  balance bigint;
begin
  select balance_units into strict balance from wallet where account_id = owner for no key update;
  if not exists (select from saved_card where account_id = owner and is_test = stripe_is_test) then
    return false;
  end if;
  insert into auto_recharge (account_id, is_on, below_units, amount_units, month_cap_units)
  values (owner, true, below, amount, month_cap)
  on conflict (account_id) do update set
    is_on = true, below_units = below, amount_units = amount, month_cap_units = month_cap,
    failures = 0, off_because = null,
    cap_month = case when auto_recharge.month_cap_units = month_cap then auto_recharge.cap_month end;
  update wallet set recharge_below_units = below where account_id = owner;
  if balance < below then
    insert into recharge_due (account_id) values (owner)
    on conflict (account_id) do update set due_at = clock_timestamp();
  end if;
  return true;
end
$$;

create function stop_auto_recharge(owner uuid, why text) returns void
language plpgsql
as $$
begin
  perform from wallet where account_id = owner for no key update;
  update auto_recharge set is_on = false, off_because = why where account_id = owner and is_on;
  update wallet set recharge_below_units = null
  where account_id = owner and recharge_below_units is not null;
  delete from recharge_due where account_id = owner;
end
$$;

create function remove_card(owner uuid) returns void
language plpgsql
as $$
begin
  perform stop_auto_recharge(owner, null);
  with removed as (delete from saved_card where account_id = owner returning customer_ref, is_test)
  insert into customer_removal (customer_ref, is_test)
  select customer_ref, is_test from removed on conflict do nothing;
end
$$;

-- Saves the card of a payment that asked for it, once, and replaces the one before. The card of an account that was
-- closed meanwhile is removed.
create function save_card(
  payment_to_save uuid, new_customer text, new_method text, new_brand text, new_last4 text,
  new_exp_month integer, new_exp_year integer
)
returns void
language plpgsql
as $$
declare
  paid payment;
begin
  update payment set saves_card = false where id = payment_to_save and saves_card
  returning * into paid;
  if not found then
    return;
  end if;
  perform from account where id = paid.account_id for key share;
  if (select state from account where id = paid.account_id) = 'closed' then
    insert into customer_removal (customer_ref, is_test) values (new_customer, paid.is_test)
    on conflict do nothing;
    return;
  end if;
  with replaced as (
    delete from saved_card where account_id = paid.account_id and customer_ref <> new_customer
    returning customer_ref, is_test
  )
  insert into customer_removal (customer_ref, is_test)
  select customer_ref, is_test from replaced on conflict do nothing;
  insert into saved_card
    (account_id, customer_ref, method_ref, is_test, brand, last4, exp_month, exp_year)
  values
    (paid.account_id, new_customer, new_method, paid.is_test, new_brand, new_last4, new_exp_month,
      new_exp_year)
  on conflict (account_id) do nothing;
end
$$;

-- After a failure, waits a day. A card that cannot be charged again, and the third failure in a row, end automatic
-- recharges.
create function note_failed_recharge() returns trigger
language plpgsql
as $$
declare
  is_over boolean;
begin
  new.failure := coalesce(new.failure, 'declined');
  new.failure_is_due := true;
  perform from wallet where account_id = new.account_id for no key update;
  update auto_recharge set failures = failures + 1 where account_id = new.account_id
  returning failures >= 3 or new.failure in ('card_expired', 'card_unusable') into is_over;
  if is_over then
    perform stop_auto_recharge(new.account_id, new.failure);
  end if;
  update recharge_due set due_at = clock_timestamp() + interval '1 day'
  where account_id = new.account_id;
  return new;
end
$$;
create trigger automatic_payment_failed before update of state on payment
  for each row when (new.is_automatic and new.state = 'failed' and old.state <> 'failed')
  execute function note_failed_recharge();

create function note_automatic_recharge() returns trigger
language plpgsql
as $$
begin
  update auto_recharge set failures = 0 where account_id = new.account_id and failures > 0;
  return null;
end
$$;
create trigger automatic_payment_credited after update of credited_units on payment
  for each row when (new.is_automatic and old.credited_units = 0 and new.credited_units > 0)
  execute function note_automatic_recharge();

-- A closed account leaves no card behind.
create function end_auto_recharge() returns trigger
language plpgsql
as $$
begin
  perform remove_card(new.id);
  delete from auto_recharge where account_id = new.id;
  return null;
end
$$;
create trigger closure_ends_auto_recharge after update of state on account
  for each row when (new.state = 'closed' and old.state <> 'closed')
  execute function end_auto_recharge();
