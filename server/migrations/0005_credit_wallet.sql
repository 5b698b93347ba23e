-- Money that comes in from outside. The reference names what it came by: the same one never credits
-- twice, however often it is sent.
create function credit_wallet(owner uuid, amount bigint, why text, by_reference text)
returns bigint
language plpgsql
as $$
declare
  balance bigint;
begin
  perform from wallet where account_id = owner for no key update;
  if not exists (select from movement where reference = by_reference) then
    update wallet set balance_units = balance_units + amount
    where account_id = owner
    returning balance_units into strict balance;
    insert into movement
      (account_id, source, target, units, balance_units, reason, reference, created_at)
    values (owner, 'outside', 'wallet', amount, balance, why, by_reference, clock_timestamp());
  end if;
  select balance_units into strict balance from wallet where account_id = owner;
  return balance;
end
$$;
