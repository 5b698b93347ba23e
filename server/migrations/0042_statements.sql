-- expand

alter table account
  -- The latest month whose statement was mailed, or left out: it had no transactions, or nobody wants it.
  add column statement_month date not null
    default (date_trunc('month', now() at time zone 'UTC') - interval '1 month')::date;
create index account_statement_month on account (statement_month) where state <> 'closed';
