-- expand
-- The ceiling that an automatic recharge was begun under, for the audit: its owner may lower it later. The previous
-- release keeps none.
alter table payment add column month_cap_units bigint;

-- As before, and keeps the ceiling with the payment.
create or replace function begin_auto_recharge(
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
    (id, account_id, provider, is_test, asked_units, seller, is_automatic, customer_ref, method_ref,
      month_cap_units)
  values
    (new_payment_id, owner, 'stripe', stripe_is_test, plan.amount_units, new_seller, true,
      card.customer_ref, card.method_ref, plan.month_cap_units);
  return 'begun';
end
$$;
