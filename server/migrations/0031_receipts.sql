-- expand
-- Receipts fit for bookkeeping: numbered without gaps per account, with seller and buyer as of the payment,
-- and mailed once.

-- How the buyer wants to be named. It goes with the user; receipts keep a copy.
create table billing_details (
  user_id uuid primary key references auth_user (id) on delete cascade,
  name text not null,
  address text not null,
  tax_id text not null
);

-- The numbers of an account's receipts. A row is locked from the assignment of a number to the commit of the
-- credit, so a credit that is rolled back leaves no gap.
create table receipt_series (
  account_id uuid primary key references account,
  series bigint generated always as identity unique,
  last_number bigint not null
);

alter table payment
  -- Null for receipts from before there were series; these keep their number.
  add column receipt_series bigint,
  add column receipt_index bigint,
  add column seller jsonb,
  add column buyer jsonb,
  add column receipt_is_due boolean not null default false,
  add constraint payment_receipt_is_in_a_series check ((receipt_series is null) = (receipt_index is null));
create unique index payment_receipt_in_series on payment (receipt_series, receipt_index)
  where receipt_series is not null;
create index payment_receipt_due on payment (id) where receipt_is_due;

-- Lock order: payment, wallet, account, receipt_series.
create function number_receipt() returns trigger
language plpgsql
as $$
begin
  insert into receipt_series (account_id, last_number) values (new.account_id, 1)
  on conflict (account_id) do update set last_number = receipt_series.last_number + 1
  returning series, last_number into new.receipt_series, new.receipt_index;
  new.buyer := (
    select jsonb_build_object(
      'name', billing_details.name, 'address', billing_details.address, 'tax_id', billing_details.tax_id)
    from account join billing_details on billing_details.user_id = account.user_id
    where account.id = new.account_id
  );
  new.receipt_is_due := true;
  return new;
end
$$;
create trigger payment_gets_a_receipt before update of credited_units on payment
  for each row when (old.credited_units = 0 and new.credited_units > 0)
  execute function number_receipt();
