-- expand
-- Welcome credit: an operator may credit each new, confirmed account once. The previous release can run on this
-- schema: it credits nothing, and the trigger notes its accounts too.

-- Accounts that were made for a confirmed address and not looked at yet.
create table welcome_due (account_id uuid primary key);

-- SHA-256 of the addresses that were credited, so that closing an account and signing up again brings nothing.
create table welcomed_address (hash bytea primary key);

create function note_welcome_due() returns trigger language plpgsql as $$
begin
  insert into welcome_due (account_id) values (new.id);
  return null;
end
$$;
create trigger confirmed_account_is_welcome after insert on account
  for each row when (new.user_id is not null)
  execute function note_welcome_due();

-- Credits a new account, once. Returns whether it did. An address counts without its tag (ada+tag@example.com).
create function welcome_account(owner uuid, amount bigint) returns boolean
language plpgsql
as $$
declare
  address text;
begin
  perform from wallet where account_id = owner for no key update;
  delete from welcome_due where account_id = owner;
  if not found or amount = 0 then
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
  perform credit_wallet(owner, amount, 'Welcome credit', 'welcome:' || owner);
  return true;
end
$$;
