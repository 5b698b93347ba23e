-- expand
-- Welcome credit can be test credit, which a test payment brings, so that it is withdrawn like all test credit once
-- calls cost money. The previous release goes on with the function of two parameters.

create function welcome_account(owner uuid, amount bigint, test_payment uuid) returns boolean
language plpgsql
as $$
declare
  address text;
begin
  if test_payment is not null then
    -- Before the wallet, as in apply_payment and withdraw_test_money.
    perform pg_advisory_xact_lock_shared(7046307);
  end if;
  perform from wallet where account_id = owner for no key update;
  delete from welcome_due where account_id = owner;
  if not found or amount = 0 then
    return false;
  end if;
  if test_payment is not null and exists (select from instance where costs_money) then
    return false;
  end if;
  select email into strict address from account where id = owner for key share;
  if (select state from account where id = owner) = 'closed' then
    return false;
  end if;
  insert into welcomed_address (hash)
  values (sha256(convert_to(regexp_replace(address, '\+[^@]*@', '@'), 'UTF8')))
  on conflict do nothing;
  if not found then
    return false;
  end if;
  if test_payment is null then
    perform credit_wallet(owner, amount, 'Welcome credit', 'welcome:' || owner);
    return true;
  end if;
  insert into payment (id, account_id, provider, is_test, asked_units)
  values (test_payment, owner, 'test', true, amount);
  perform apply_payment(test_payment, 0, 'paid', null, null, amount, 0, 0, false);
  -- Nobody asked for it, so no receipt is mailed.
  update payment set receipt_is_due = false where id = test_payment;
  return true;
end
$$;

create or replace function welcome_account(owner uuid, amount bigint) returns boolean
language sql
as $$
  select welcome_account(owner, amount, null)
$$;
