-- Money that comes in from outside.
create function credit_wallet(owner uuid, amount bigint, why text)
returns bigint
language plpgsql
as $$
declare
  balance bigint;
begin
  update wallet set balance_units = balance_units + amount
  where account_id = owner
  returning balance_units into strict balance;
  insert into movement (account_id, source, target, units, balance_units, reason, created_at)
  values (owner, 'outside', 'wallet', amount, balance, why, clock_timestamp());
  return balance;
end
$$;
