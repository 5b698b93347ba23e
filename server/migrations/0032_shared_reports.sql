-- expand
-- Reports that members share by a link, encrypted in the browser with a key that the service never gets. The previous
-- release can run on this schema: it does not know the table.

create table shared_report (
  id uuid primary key,
  account_id uuid not null references account,
  -- AES-GCM, with its nonce first.
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '24 hours',
  constraint shared_report_is_short_lived check (expires_at <= created_at + interval '24 hours 1 second'),
  constraint shared_report_is_bounded check (octet_length(sealed) between 28 and 262144)
);
create index shared_report_account on shared_report (account_id, created_at);
create index shared_report_expiry on shared_report (expires_at);
